"""Values that a case expects of its position, as questions in words and answers as players write them.

`QUESTIONS` lists them with the form in which each is asked; `computes_list` is that list as docs/cases.md has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple

from adjudicator.analysis.border import border_garrisons
from adjudicator.analysis.combat.armor import armor
from adjudicator.analysis.combat.odds import Battle, battle
from adjudicator.analysis.combat.proportion import best_proportion
from adjudicator.analysis.combat.strength import strength
from adjudicator.analysis.concealed import imagined, masked, unreadable
from adjudicator.analysis.control import controller
from adjudicator.analysis.economy import economy_table, income
from adjudicator.analysis.events import due, every_event
from adjudicator.analysis.movement.reach import cost_of, room_taken
from adjudicator.analysis.stacking import unit_size
from adjudicator.analysis.supply.starvation import starvation
from adjudicator.analysis.supply.status import supply
from adjudicator.analysis.victory import standing_of
from adjudicator.analysis.weather import Spread, ice, spread_weather, under
from adjudicator.errors import UsageError, nearest
from adjudicator.judging.owners import possible_owners
from adjudicator.model.interval import sum_of
from adjudicator.model.known import Known
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.words import amount


class FactQuestion(NamedTuple):
    """A question: the form in which it is written, the pattern of what follows its name, what is asked, who answers it."""

    form: str
    pattern: str
    says: str
    answer: Callable[..., str]


def computed(position: Position, question: str) -> str:
    """The answer to one question about a position; UsageError if nobody asks so, or of what is not there."""
    name = question.partition(" ")[0]
    if name not in QUESTIONS:
        raise UsageError(f"no question is '{name}'{nearest(name, QUESTIONS)}; there are {', '.join(QUESTIONS)}")
    asked = QUESTIONS[name]
    found = re.fullmatch(asked.pattern, question.removeprefix(name).strip())
    if found is None:
        raise UsageError(f"'{question}' is no question; it is asked as '{asked.form}'")
    answer = asked.answer(position, *found.groups())
    return _with_unread(position, asked, found.groups(), answer) if position.unidentified else answer


def _with_unread(position: Position, asked: FactQuestion, of: tuple[str, ...], answer: str) -> str:
    """An answer as far as it stands whatever the counters are that nobody can read: "?" for each part that one may change."""
    if asked.pattern == _ATTACK and any(each.location == of[0] and not each.hex for each in masked(position)):
        return _PARTS.join("?" for _ in answer.split(_PARTS))
    for then in with_stand_ins(position):
        answer = alike(answer, asked.answer(then, *of))
    return answer


def with_stand_ins(position: Position) -> Iterator[Position]:
    """The position with units where counters lie that nobody can read, for each way to share these out among the sides."""
    for owners in possible_owners(position, position, position):
        then = imagined(position, owners)
        if isinstance(then, Position) and then is not position:
            yield then


def alike(one: str, other: str) -> str:
    """What two answers have in common, part by part; "?" for a part in which they differ."""
    parts, others = one.split(_PARTS), other.split(_PARTS)
    if len(parts) != len(others):
        return "?"
    return _PARTS.join(part if part == those else "?" for part, those in zip(parts, others, strict=True))


def computes_list() -> Iterator[str]:
    """The questions as a list in Markdown."""
    yield from (f"- `{each.form}`: {each.says}" for each in QUESTIONS.values())


def _unit(position: Position, name: str) -> Unit:
    """A unit of the position; UsageError if it is not there."""
    if name not in position.units:
        raise UsageError(f"no unit '{name}' is in the position{nearest(name, position.units)}")
    return position.units[name]


def _hex(position: Position, number: str) -> str:
    """A hex of the map; UsageError if there is none of that number."""
    if number not in position.network.index:
        raise UsageError(f"no hex '{number}' is on the map")
    return number


def _size(position: Position, unit: str) -> str:
    return amount(unit_size(_unit(position, unit), "points"))


def _load(position: Position, unit: str, mode: str) -> str:
    found = room_taken(position, _unit(position, unit), mode)
    return amount(found.low) if found.certain else "?"


def _strength(position: Position, unit: str, part: str, target: str) -> str:
    of: Literal["attack", "defense"] = "attack" if part == "attack" else "defense"
    found = strength(position, _unit(position, unit), _hex(position, target), of).strength
    return amount(found.low) if found.certain else "?"


def _odds(position: Position, target: str, names: str) -> str:
    units = _named(position, names)
    sides = {unit.side for unit in units}
    if all(unit.side in sides for unit in position.at(_hex(position, target))):
        if any(unreadable(position.unknown_at(target))):
            return "?"
        raise UsageError(f"odds: no enemy stands in {target} to be attacked")
    return battle(position, units, target).raw or "?"


def _battle(position: Position, target: str, names: str) -> Battle:
    return battle(position, _named(position, names), _hex(position, target))


def _total(position: Position, target: str, names: str) -> str:
    return say("{attack} : {defense}", *(str(total) for total in _battle(position, target, names).totals))


def _die(position: Position, target: str, names: str) -> str:
    found = _battle(position, target, names).rolls
    return f"{int(found.low):+d}" if found.certain else "?"


def _column(position: Position, target: str, names: str) -> str:
    return _battle(position, target, names).column or "?"


def _score(position: Position, side: str) -> str:
    standing = standing_of(position)
    if all(each.row.side != side for each in standing.scored):
        return "?"
    found = standing.points(side)
    return amount(found.low) if found.certain else "?"


def _victory(position: Position) -> str:
    levels = standing_of(position).levels
    return levels[0][0].name if len(levels) == 1 and levels[0][1].is_yes else "?"


def _armor(position: Position, target: str, names: str) -> str:
    found = armor(position, _named(position, names), _hex(position, target)).modifier
    return f"{int(found.low):+d}" if found.certain else "?"


def _share(position: Position, name: str, hexes: str) -> str:
    units = [unit for number in hexes.split() for unit in position.at(_hex(position, number))]
    found = best_proportion(position, units, name)
    value = f"{int(found.value.low):+d}" if found.value.certain else "?"
    return f"{found.capable} of {amount(found.whole - found.neutral)}: {value}"


def _cost(position: Position, unit: str, path: str) -> str:
    hexes = tuple(_hex(position, number) for number in path.split("-"))
    return str(cost_of(position, _unit(position, unit), hexes).cost)


def _controller(position: Position, number: str) -> str:
    return str(controller(position, number))


def _income(position: Position, name: str) -> str:
    return str(income(position, name)) if name in economy_table(position).income else "?"


def _isolation(position: Position, unit: str) -> str:
    return supply(position, _unit(position, unit).side).state(unit, "isolation").state


def _supply(position: Position, unit: str) -> str:
    return supply(position, _unit(position, unit).side).state(unit).state


def _perishes(position: Position, unit: str) -> str:
    found = starvation(position, _unit(position, unit))
    return "never" if found.rolls.is_no else str(found.lost_from) if found.lost_from.certain else "?"


def _event(position: Position, name: str) -> str:
    known = {row.name for row in every_event(position)}
    return _word(due(position, name)) if name in known else "no"


def _penalty(position: Position, side: str) -> str:
    found = border_garrisons(position, side)
    return str(sum_of(each.penalty for each in found)) if found else "none"


def _effect(position: Position, name: str, number: str) -> str:
    return _word(under(position, _hex(position, number), name))


def _ice(position: Position, turns: str) -> str:
    return ice(position.pack, tuple(turns.split(", "))).value


def _weather(position: Position, zones: str, last: str, way: str, rolled: str) -> str:
    del position
    found = spread_weather(Spread(tuple(zones.split()), last or zones.split(maxsplit=1)[0], way == "worsening"), rolled)
    return f"{' '.join(found.zones)}, {'worsening' if found.worsening else 'improving'}"


def _named(position: Position, names: str) -> tuple[Unit, ...]:
    return tuple(_unit(position, name) for name in names.split(", "))


def _word(answer: Known) -> str:
    return "?" if answer.is_open else answer.truth.value


_ONE, _ANY, _ATTACK = r"(\S+)", r"(.+)", r"(\S+): (\S.*)"
_PARTS = " : "
"""Stands between the strengths of attack and defense."""
_LISTED = (
    FactQuestion("size UNIT", _ONE, "what it counts in stacking: points, or regimental equivalents", _size),
    FactQuestion("load UNIT MODE", r"(\S+) (\S+)", "what it takes of a mode's capacity", _load),
    FactQuestion(
        "strength UNIT attack HEX",
        r"(\S+) (attack|defense) (\S+)",
        'its strength in an attack on the hex; with "defense" for "attack": standing in it',
        _strength,
    ),
    FactQuestion(
        "odds HEX: UNIT, UNIT", _ATTACK, "the odds of these units' attack on the hex, before any shift", _odds
    ),
    FactQuestion("total HEX: UNIT, UNIT", _ATTACK, 'both strengths in that attack: "8 : 3"', _total),
    FactQuestion("die HEX: UNIT, UNIT", _ATTACK, "all that is added to the die of that attack", _die),
    FactQuestion(
        "column HEX: UNIT, UNIT", _ATTACK, "the column of the results table in which that attack is resolved", _column
    ),
    FactQuestion("cost UNIT HEX-HEX-HEX", r"(\S+) (\S+)", "movement points of a march", _cost),
    FactQuestion("controller HEX", _ONE, 'who holds it: a side, "disputed", or "" for nobody', _controller),
    FactQuestion("supply UNIT", _ONE, "its state of supply", _supply),
    FactQuestion("isolation UNIT", _ONE, "its state of isolation", _isolation),
    FactQuestion("perishes UNIT", _ONE, 'the least die on which it is lost for want of supply, or "never"', _perishes),
    FactQuestion("score SIDE", _ONE, "its victory points as it stands", _score),
    FactQuestion("victory", "", "the level of victory as it stands", _victory),
    FactQuestion("income NAME", _ANY, "what an income of economy.toml brings", _income),
    FactQuestion("event NAME", _ANY, "whether an event of the game is due: yes or no", _event),
    FactQuestion(
        "effect NAME HEX", r"(.+) (\S+)", "whether an effect of the weather holds in the hex: yes or no", _effect
    ),
    FactQuestion(
        "share NAME HEX HEX",
        r"(\S+) (\S.*)",
        'a proportion of all units in the hexes: "capable of counted: value"',
        _share,
    ),
    FactQuestion(
        "armor HEX: UNIT, UNIT", _ATTACK, "what armor and antitank effects add to the die in that attack", _armor
    ),
    FactQuestion("penalty SIDE", _ONE, 'what border garrisons that it lacks cost it, or "none"', _penalty),
    FactQuestion("ice WEATHER, WEATHER", _ANY, "what waters are like after turns of such weather", _ice),
    FactQuestion(
        "weather ZONES, WEATHER worsening + ROLL",
        r"(.+), ?(.*?) ?(worsening|improving) \+ (.+)",
        'weather from the harshest zone on, after such a roll ("improving" likewise)',
        _weather,
    ),
)
QUESTIONS: Mapping[str, FactQuestion] = {each.form.split()[0]: each for each in _LISTED}
