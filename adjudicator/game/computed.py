"""Values that a case expects of its position, as questions in words and answers as players write them.

size UNIT                      regimental equivalents, or stacking points
load UNIT MODE                 what it takes of a mode's capacity
strength UNIT attack HEX       its strength in an attack on the hex ("defense": standing in it)
odds HEX: UNIT, UNIT           odds of these units' attack on the hex
share NAME HEX HEX             a proportion of all units in the hexes: capable of counted, and its value
armor HEX: UNIT, UNIT          what armor and antitank effects add to the die in that attack
cost UNIT HEX-HEX-HEX          movement points of a march
controller HEX                 who holds it
isolation UNIT                 its state of isolation
ice WEATHER, WEATHER           what waters are like after so many turns
weather ZONES + ROLL           weather from the harshest zone on after such a roll ("snow frost mud, worsening + snow")
"""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.analysis.border import border_garrisons
from adjudicator.analysis.combat.armor import armor
from adjudicator.analysis.combat.odds import battle
from adjudicator.analysis.combat.proportion import best_proportion
from adjudicator.analysis.combat.strength import strength
from adjudicator.analysis.control import controller
from adjudicator.analysis.events import EventTable, due
from adjudicator.analysis.movement.reach import cost_of, load
from adjudicator.analysis.stacking import unit_size
from adjudicator.analysis.supply.starvation import starvation
from adjudicator.analysis.supply.status import supply
from adjudicator.analysis.weather import Spread, ice, spread_weather, under
from adjudicator.errors import UsageError
from adjudicator.model.interval import sum_of
from adjudicator.model.known import Known
from adjudicator.model.notation import nearest
from adjudicator.model.tables import load_table
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.words import amount


def computed(position: Position, question: str) -> str:
    """The answer to one question about a position."""
    name, _, rest = question.partition(" ")
    if name not in QUESTIONS:
        raise UsageError(f"no question is '{name}'{nearest(name, QUESTIONS)}; there are {', '.join(QUESTIONS)}")
    return QUESTIONS[name](position, rest)


def _size(position: Position, rest: str) -> str:
    return amount(unit_size(position.unit(rest), "points"))


def _load(position: Position, rest: str) -> str:
    unit, mode = rest.split()
    return amount(load(position, position.unit(unit), mode))


def _strength(position: Position, rest: str) -> str:
    unit, part, target = rest.split()
    found = strength(position, position.unit(unit), target, "attack" if part == "attack" else "defense").strength
    return amount(found.low) if found.certain else "?"


def _odds(position: Position, rest: str) -> str:
    target, units = _attack(position, rest)
    return battle(position, units, target).raw or "?"


def _armor(position: Position, rest: str) -> str:
    target, units = _attack(position, rest)
    found = armor(position, units, target).modifier
    return f"{int(found.low):+d}" if found.certain else "?"


def _share(position: Position, rest: str) -> str:
    name, *hexes = rest.split()
    found = best_proportion(position, [unit for number in hexes for unit in position.at(number)], name)
    return f"{found.capable} of {amount(found.whole - found.neutral)}: {int(found.value.low):+d}"


def _cost(position: Position, rest: str) -> str:
    unit, path = rest.split()
    return str(cost_of(position, position.unit(unit), tuple(path.split("-"))).cost)


def _isolation(position: Position, rest: str) -> str:
    return supply(position, position.unit(rest).side).state(rest, "isolation").state


def _supply(position: Position, rest: str) -> str:
    return supply(position, position.unit(rest).side).state(rest).state


def _perishes(position: Position, rest: str) -> str:
    found = starvation(position, position.unit(rest))
    return "never" if found.rolls.is_no else str(found.lost_from) if found.lost_from.certain else "?"


def _event(position: Position, rest: str) -> str:
    known = {row.name for row in load_table(position.pack, "events", EventTable).event}
    return _word(due(position, rest)) if rest in known else "no"


def _penalty(position: Position, rest: str) -> str:
    found = border_garrisons(position, rest)
    return str(sum_of(each.penalty for each in found)) if found else "none"


def _effect(position: Position, rest: str) -> str:
    name, number = rest.rsplit(" ", 1)
    return _word(under(position, number, name))


def _ice(position: Position, rest: str) -> str:
    return ice(position.pack, tuple(rest.split(", "))).value


def _weather(position: Position, rest: str) -> str:
    before, _, rolled = rest.partition(" + ")
    zones, _, trend = before.partition(", ")
    last, _, way = trend.rpartition(" ")
    found = spread_weather(Spread(tuple(zones.split()), last or zones.split()[0], way == "worsening"), rolled)
    return f"{' '.join(found.zones)}, {'worsening' if found.worsening else 'improving'}"


def _attack(position: Position, rest: str) -> tuple[str, tuple[Unit, ...]]:
    target, _, names = rest.partition(": ")
    return target, tuple(position.unit(name) for name in names.split(", "))


def _word(answer: Known) -> str:
    return "?" if answer.is_open else answer.truth.value


QUESTIONS: dict[str, Callable[[Position, str], str]] = {
    "size": _size,
    "load": _load,
    "strength": _strength,
    "odds": _odds,
    "share": _share,
    "armor": _armor,
    "cost": _cost,
    "controller": lambda position, number: str(controller(position, number)),
    "isolation": _isolation,
    "supply": _supply,
    "perishes": _perishes,
    "event": _event,
    "penalty": _penalty,
    "effect": _effect,
    "ice": _ice,
    "weather": _weather,
}
