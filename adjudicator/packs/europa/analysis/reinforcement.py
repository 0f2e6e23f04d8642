"""Reinforcements: which units an order of battle has brought by a moment.

Counters of one nation, kind, size, strength and quality may stand for one another, since the books say that what is printed
on them as a name may be ignored. Such units are one *sort*, and they are counted together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from adjudicator.analysis.order_of_battle import Event, Force, order_of_battle
from adjudicator.analysis.roster import roster
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.model.sequence import Moment, Phase
from adjudicator.model.units import Unit, UnitType
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector

COMES: frozenset[Event] = frozenset({"arrival", "conversion"})
"""What brings units onto the map in the course of a game."""
EVER: frozenset[Event] = frozenset({"start", "arrival", "conversion", "pool"})
"""All that brings units into the game."""
INITIAL = "initial"
LOST = frozenset({"eliminated", "replacement pool"})
"""Boxes of lost units and of those that wait to be replaced: who comes out of one is no reinforcement."""
CITY = "city"
"""The value that all hexes of one city share."""

Sort = tuple[str, ...]
"""What counters share that may stand for one another."""


@remembered(4096)
def sort_of(kind: UnitType) -> Sort:
    """What a counter shares with all that may stand for it."""
    face = kind.faces[0]
    strengths = (str(each) for each in (face.attack, face.defense, face.movement))
    return (kind.nation, kind.kind, kind.size, *strengths, *sorted(kind.tags))


@remembered(64)
def come_by(pack: Pack, events: frozenset[Event], side: str, turn: int) -> Counter[Sort]:
    """How many units of each sort these events have brought a side by a turn, the turn itself included."""
    found: Counter[Sort] = Counter()
    for force in order_of_battle(pack).force:
        if force.event in events and force.turn <= turn:
            for name, count in force.units.items():
                if name in pack.units and pack.units[name].side == side:
                    found[sort_of(pack.units[name])] += count
    return found


@remembered(64)
def named_by(pack: Pack, turn: int) -> Counter[str]:
    """How many units of each type have come into the game by a turn, by the names on their counters."""
    found: Counter[str] = Counter()
    for force in order_of_battle(pack).force:
        if force.event in EVER and force.turn <= turn:
            found.update(force.units)
    return found


def by_sort(position: Position, who: Selector) -> dict[Sort, list[Unit]]:
    """The units on the map that the order of battle knows, by what may stand for one another."""
    known = named_by(position.pack, 10**6)
    found: dict[Sort, list[Unit]] = {}
    for unit in roster(position).fitting(who):
        if unit.type.id in known:
            found.setdefault(sort_of(unit.type), []).append(unit)
    return found


def turns_of(pack: Pack, events: Collection[Event], sort: Sort) -> list[int]:
    """The turns in which such an event brings units of a sort."""
    return sorted({force.turn for force in forces_with(pack).get(sort, ()) if force.event in events})


@remembered(16)
def forces_with(pack: Pack) -> Mapping[Sort, tuple[Force, ...]]:
    """The forces that bring units of each sort."""
    found: dict[Sort, dict[int, Force]] = {}
    for at, force in enumerate(order_of_battle(pack).force):
        for name in force.units:
            if name in pack.units:
                found.setdefault(sort_of(pack.units[name]), {})[at] = force
    return {sort: tuple(forces.values()) for sort, forces in found.items()}


def turn_for(moment: Moment, pack: Pack, side: str, *, over: bool) -> int:
    """The last turn whose initial phase a side has begun, or with `over` surely ended; where nobody knows the phase, as late
    or as early as may be.
    """
    phases = [phase.id for phase in pack.header.sequence.phases]
    own = next((i for i, each in enumerate(pack.header.sequence.phases) if each.side == side and _is_initial(each)), 0)
    if moment.phase is None or moment.phase.id not in phases:
        return moment.turn - 1 if over else moment.turn
    now = phases.index(moment.phase.id)
    begun = now > own if over else now >= own
    return moment.turn if begun else moment.turn - 1


def _is_initial(phase: Phase) -> bool:
    return phase.kind == INITIAL


def arrived(record: PhaseRecord, *, instead: bool = False) -> Iterator[tuple[Unit, str]]:
    """Every unit on the map that was not there when the phase began, with the box that it came from ("" = nobody knows).

    Who comes where one of its nation left in the same phase takes its place, and is told with `instead` alone.
    """
    gone = {
        (old.hex, old.type.nation)
        for _, old, new in record.changes()
        if old is not None and old.hex and (new is None or not new.hex)
    }
    for _, before, unit in record.changes():
        if unit is None or not unit.hex or (before is not None and before.hex):
            continue
        box = before.location if before is not None else ""
        if box not in LOST and (instead or (unit.hex, unit.type.nation) not in gone):
            yield unit, box


def no_replacement(record: PhaseRecord, unit: Unit, box: str) -> Known:
    """Whether a unit that came onto the map surely does not come back in the place of a lost one of its sort.

    It does not out of a box that is none of the lost, nor while all of its sort that ever came are on the map.
    """
    if box:
        return YES
    sort = sort_of(unit.type)
    there = sum(sort_of(each.type) == sort for each in record.end.units.values() if each.hex)
    ever = come_by(record.start.pack, EVER, unit.side, record.moment.turn)[sort]
    return YES if ever < there else Known.open(say("where {unit} came from", unit))


def on_stretch(position: Position, number: str, first: str, last: str) -> Known:
    """Whether a hex on the map's edge lies in a stretch of it, by its printed row."""
    network = position.network
    theatre = network.theatre
    unseen = [each for each in (first, last) if each not in network.index]
    if unseen:
        return Known.open(say("where {hex} lies on this map", unseen[0]))
    cells = [theatre.numbering.cell(theatre.at(each).at) for each in (first, last, number)]
    if not (network.neighbours[network.index[number]] < 0).any():
        return NO
    (one, row), (other, end), (mine, here) = cells
    rows, columns = sorted((row, end)), sorted((one, other))
    return Known.of(rows[0] <= here <= rows[1] and columns[0] <= mine <= columns[1])
