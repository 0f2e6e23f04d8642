"""Strikes at ships and their cargo, and the steps that these lose by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.analysis.air.sorties import silent_over, target_of
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.record.acts import Act, Lifted, Removed, Shifted, StepLoss, Swapped, Transfer
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.words import counted

MISSION = "anti_shipping"
"""The kind of mission of air.toml."""
KIND = "fleet"
"""The kind of marker that stands for ships, whose lesser side has the lower value."""


class Answered(Table):
    """Each strike of a mission that hits costs its target a step, and what no strike hits loses none."""


def _strikes(record: PhaseRecord, terms: Answered) -> Iterator[Strike]:
    return (act for act in record.of(Strike) if act.mission == MISSION and act.told.get("hits", "").isdigit())


def _told(record: PhaseRecord, terms: Answered) -> bool:
    return any(True for _ in _strikes(record, terms))


@check("naval.answered", Answered, unseen="cannot excuse", met=_told)
def costs_a_step(record: PhaseRecord, terms: Answered) -> Iterator[Breach]:
    """A ship, or a unit at sea, loses a step for each strike that hits it.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [1503]: ax.ju87; 1503: +fleet.baltic;
              strike anti_shipping 1503: ax.ju87 die=2 hits=1; swap +fleet.baltic+fleet.baltic.reduced 1503
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [1503]: ax.ju87; 1503: +fleet.baltic;
              strike anti_shipping 1503: ax.ju87 die=6 hits=0; swap +fleet.baltic+fleet.baltic.reduced 1503
    """
    hits: Counter[str] = Counter()
    first: dict[str, Strike] = {}
    for act in _strikes(record, terms):
        if target := _target(act, terms):
            hits[target] += act.told["hits"] != "0"
            first.setdefault(target, act)
    for target, act in first.items():
        sides = _sides(record, target)
        lost = sum(_lost(each, one) for each in record.acts for one in sides)
        units = (target,) if target in record.end.units else ()
        name, due = _called(act.before, target), hits[target]
        if lost < due and not all(_gone(record.end, one) for one in sides):
            because = say(
                "{name} was hit {due} in {hex}, and lost {steps}",
                name,
                counted(due, "time"),
                act.over,
                counted(lost, "step"),
            )
            hidden = Excuse(frozenset({act.over}))  # what it was turned into may lie there unread
            yield Breach((act.over,), because, units, owed=not record.ended, excuse=hidden)
        elif not due and lost:
            because = say("no strike hit {name} in {hex}, and it lost {steps}", name, act.over, counted(lost, "step"))
            yield Breach((act.over,), because, units, _all_told(record, act, target, terms))


def _target(act: Strike, terms: Answered) -> str:
    """The id of the unit or marker that is struck, "" if nobody can tell which one is."""
    named = target_of(act)
    if named in act.before.units:
        return named
    side = next((unit.side for name in act.units if (unit := act.before.units.get(name))), "")
    ships = [each for each in _ships(act.before, act.over, terms) if each.type.side != side]
    if named:
        ships = [each for each in ships if named in (each.id, each.type.id, each.type.name)]
    elif any(unit.side != side for unit in act.before.at(act.over)):
        return ""
    return ships[0].id if len(ships) == 1 else ""


def _ships(position: Position, number: str, terms: Answered) -> Iterator[Marker]:
    return (each for each in position.markers_at(number) if each.type.kind == KIND)


def _sides(record: PhaseRecord, target: str) -> tuple[str, ...]:
    """A unit; or a ship's marker, and those into which it was turned."""
    sides = [target]
    for act in record.of(Swapped):
        if act.markers[0] in sides and act.markers[-1] not in sides:
            sides.append(act.markers[-1])
    return tuple(sides)


def _lost(act: Act, target: str) -> int:
    """The steps that an act takes from a unit or a ship."""
    if isinstance(act, StepLoss | Removed | Transfer) and target in act.units:
        old, new = act.before.units[target], act.after.units.get(target)
        return max(old.steps - (new.steps if new is not None and new.hex else 0), 0)
    if isinstance(act, Swapped) and target in act.markers[:1] and (turned := act.marker) is not None:
        return int(turned.type.value < act.before.markers[target].type.value)
    if isinstance(act, Lifted | Shifted) and target in act.markers[:1]:
        return int(_gone(act.after, target))
    return 0


def _gone(position: Position, target: str) -> bool:
    """Whether a unit or marker is off the map; a ship that is turned over is another marker."""
    unit = position.units.get(target)
    marker = position.markers.get(target)
    if unit is not None:
        return not unit.hex
    return marker is None or not marker.hex


def _called(position: Position, target: str) -> str:
    unit = position.units.get(target)
    return str(unit) if unit is not None else position.markers[target].type.name or target


def _all_told(record: PhaseRecord, act: Strike, target: str, terms: Answered) -> Known:
    """Whether nothing else can have hit the target: a mission that nobody told, or ships against a unit at sea."""
    struck = {name for each in record.of(Strike) for name in each.units}
    silent = any(unit.id not in struck for unit in silent_over(record.start, act.over))
    ships = target in record.start.units and any(True for _ in _ships(record.start, act.over, terms))
    name = _called(act.before, target)
    return Known.open(say("what else struck {name}", name)) if silent or ships else YES
