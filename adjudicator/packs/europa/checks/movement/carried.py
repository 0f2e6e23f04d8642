"""Markers that go overland by themselves, or with units that cannot carry as much."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from adjudicator.analysis.movement.moves import mode_of, path_of
from adjudicator.analysis.stacking import unit_size
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.lean import replace
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act, Movement, Travel
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.act import ActKinds
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import amount, listed


class Carrier(Table):
    """How much units that fit `who` carry; the first row that fits a unit decides."""

    who: Selector = EVERYONE
    """The units. Example: `who = { kinds = ["truck"] }`"""
    most: Amount = 0
    """So many points. Example: `most = 30`"""
    by_size: int = 0
    """Or so many for each RE of the unit. Example: `by_size = 2`"""
    toll: Amount = 0
    """So many movement points come off its rating for each load of its own size, or a part of one. Example: `toll = 1`"""
    served: frozenset[MarkerKind] = frozenset()
    """Kinds of marker that tell of a service; who came to bear one in this player turn carries nothing. Example: `served =
    ["depleted"]`"""


class Carried(Table):
    """Points that go overland go with units of their side, which carry so many from hex to hex."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker. Example: `kinds = ["resource"]`"""
    by: ActKinds
    """What units do that carry them. Example: `by = ["move"]`"""
    alone: ActKinds
    """How they go without a unit. Example: `alone = ["rail"]`"""
    carriers: tuple[Carrier, ...]
    """Who carries how much."""


def _loads(record: PhaseRecord, terms: Carried) -> Iterator[tuple[Travel, str, Fraction]]:
    """Every act that takes points from a hex to another otherwise than alone, with their side and number."""
    for act in record.of(Travel):
        if act.units or act.kind in terms.alone or len(act.path) < 2 or act.path[0] == act.path[-1]:
            continue
        if not all(end in act.before.network.index for end in (act.path[0], act.path[-1])):
            continue
        for name in act.markers:
            marker = act.before.markers.get(name)
            if marker is not None and marker.type.kind in terms.kinds:
                yield act, marker.type.side, Fraction(marker.type.value or 1)


def _any_load(record: PhaseRecord, terms: Carried) -> bool:
    return any(True for _ in _loads(record, terms))


@check("movement.carried", Carried, unseen="may excuse", met=_any_load)
def goes_with_somebody(record: PhaseRecord, terms: Carried) -> Iterator[Breach]:
    """Resource points do not walk: a division takes six of them along.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2720: ge.1inf, +rp.ax5; ge.1inf 1B/2720-1B/2719;
              shift +rp.ax5 1B/2720-1B/2719
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2720: ge.1inf, +rp.ax5; shift +rp.ax5 1B/2720-1B/2719
    """
    loads = tuple(_loads(record, terms))
    for side, starts, ends in _journeys(loads):
        moved = [(act, points) for act, whose, points in loads if whose == side and _goes(act, starts, ends)]
        points = sum((points for _, points in moved), Fraction(0))
        bearers = tuple(_bearers(record, terms, side, starts, ends))
        room = sum_of(_room(record, unit, terms).times(trips) for unit, trips, _ in bearers)
        because = say(
            "{points} points go from {start} to {end}, and units that go with them carry {room}",
            amount(points),
            listed(starts),
            listed(ends),
            room,
        )
        broken = ~Interval.of(points).at_most(room)
        if any(sure.is_open for _, _, sure in bearers) and broken.possible:
            broken = Known.open(say("which way the units went"))
        if any(claim.word in terms.alone for act, _ in moved for claim in act.claims):
            broken &= Known.open(say("whether the points went by rail"))
        yield Breach((*starts, *ends), because, tuple(unit.id for unit, _, _ in bearers), broken)


Hexes = tuple[str, ...]


def _goes(act: Travel, starts: Hexes, ends: Hexes) -> bool:
    return act.path[0] in starts and act.path[-1] in ends


def _journeys(loads: Iterable[tuple[Travel, str, Fraction]]) -> Iterator[tuple[str, Hexes, Hexes]]:
    """The sides with the hexes between which they took points: each two, and all ends of one start, all starts of one end.

    Nobody carries more out of a hex than he can, wherever he puts it down, nor more into one.
    """
    pairs = dict.fromkeys((side, act.path[0], act.path[-1]) for act, side, _ in loads)
    for side, start, end in pairs:
        yield side, (start,), (end,)
    for side in dict.fromkeys(side for side, _, _ in pairs):
        own = [(start, end) for each, start, end in pairs if each == side]
        for start in dict.fromkeys(start for start, _ in own):
            ends = tuple(end for each, end in own if each == start)
            if len(ends) > 1:
                yield side, (start,), ends
        for end in dict.fromkeys(end for _, end in own):
            starts = tuple(start for start, each in own if each == end)
            if len(starts) > 1:
                yield side, starts, (end,)


def _bearers(
    record: PhaseRecord, terms: Carried, side: str, starts: Hexes, ends: Hexes
) -> Iterator[tuple[Unit, int, Known]]:
    """The units of a side that went from one of these hexes to one of those in the phase, or may have, and how many times."""
    ways: dict[str, list[tuple[str, ...]]] = {}
    units: dict[str, Unit] = {}
    for act in record.acts:
        if act.kind not in terms.by or not act.path:
            continue
        for name in act.units:
            unit = act.before.units.get(name)
            if unit is not None and unit.side == side:
                units.setdefault(name, unit)
                ways.setdefault(name, []).append(_way(act, unit))
    for name, parts in ways.items():
        trips = _trips([number for part in parts for number in part], starts, ends)
        if trips:
            yield units[name], trips, YES
        elif any("" in part for part in parts):
            yield units[name], 1, Known.open(say("which way {unit} went", units[name]))


def _trips(path: Sequence[str], starts: Hexes, ends: Hexes) -> int:
    """How many times a way leads from one of these hexes on to one of those."""
    trips, loaded = 0, False
    for number in path:
        if loaded and number in ends:
            trips, loaded = trips + 1, False
        loaded = loaded or number in starts
    return trips


def _way(act: Act, unit: Unit) -> tuple[str, ...]:
    """The hexes that a unit passed; "" for those that nobody knows."""
    path = act.path if len(act.path) > 1 else (unit.hex, *act.path)
    index, network = act.before.network.index, act.before.network
    gaps = any(
        one in index and two in index and network.distance(index[one], index[two]) > 1 for one, two in pairwise(path)
    )
    return (*path, "") if gaps else path


def _room(record: PhaseRecord, unit: Unit, terms: Carried) -> Interval:
    """How much a unit carries: no more than leaves it the points for the way that it went."""
    row = next((row for row in terms.carriers if row.who.matches(unit)), None)
    if row is None:
        return ZERO
    size = unit_size(unit, "points")
    if not row.toll:
        most = Interval.of(Fraction(row.most) + row.by_size * size)
        return Interval.by(_served(record, unit, row.served), ZERO, most)
    able = Interval.of(Fraction(row.most))
    for loads in range(1, row.by_size + 1):
        able = able.plus(Interval.one_if(_gets_there(record, unit, loads * Fraction(row.toll))).times(size))
    return able


def _served(record: PhaseRecord, unit: Unit, kinds: frozenset[MarkerKind]) -> Known:
    """Whether a unit came to bear one of these markers in the player turn; open where its first phase is not on record."""
    if not kinds & unit.marks:
        return NO
    first = next(
        (each for each in record.earlier if each.moment.phase is not None and each.moment.phase.kind == "initial"), None
    )
    then = first.start.units.get(unit.id) if first is not None else None
    if first is None or then is None or (kinds & then.marks and not first.begun):
        return Known.open(say("whether {unit} served supply in this player turn", unit))
    return Known.of(not kinds & then.marks)


def _gets_there(record: PhaseRecord, unit: Unit, less: Fraction) -> Known:
    """Whether the marches of a unit in the phase are within its rating with so many points less."""
    printed = unit.shown.movement
    if printed is None:
        return YES
    faces = list(unit.type.faces)
    faces[unit.face] = unit.shown.model_copy(update={"movement": max(Fraction(printed) - less, Fraction(0))})
    laden = replace(unit, type=unit.type.model_copy(update={"faces": tuple(faces)}))
    paths = (
        path_of(act, laden, mode)
        for act in record.of(Movement)
        if unit.id in act.units and len(act.path) > 1 and (mode := mode_of(act))
    )
    faults = (fault.broken for path in paths for fault in path.faults if fault.aspect == "allowance")
    return ~any_of(faults)
