"""Bridges repaired by those who do not hold both ends, at another time, or without the points that it takes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.control import controls
from adjudicator.analysis.crossings import is_bridge, is_down
from adjudicator.analysis.movement.moves import moved_paths
from adjudicator.analysis.resources import lying_points
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.analysis.works import made_way
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known, all_of, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind, PhaseName
from adjudicator.record.acts import Act, Lifted, Swapped
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import amount, either


class BridgeRepair(Table):
    """Who takes away a marker of `kinds` repairs a bridge: in `phases`, in control of both its hexes.

    If it is down and the hexside has a feature of `dear`, a point goes too: markers of `points`, each worth its value, that
    one of `situations` joins to the hex of a worker (`who`).
    """

    kinds: frozenset[MarkerKind]
    """The kinds of marker whose taking away repairs a bridge."""
    phases: frozenset[PhaseName]
    """The phases by id, kind or tag in which it is done."""
    who: Selector = EVERYONE
    """The workers."""
    dear: frozenset[str] = frozenset()
    """Hexside features of bridges whose repair costs a point."""
    points: frozenset[str] = frozenset()
    """Kinds of marker that pay, each worth its value."""
    situations: tuple[Situation, ...] = ()
    """One of these joins the paying marker to the hex of a worker."""


@check("works.bridge_repair", BridgeRepair, acts=("lift", "swap"))
def repaired_by_its_holder(record: PhaseRecord, terms: BridgeRepair) -> Iterator[Breach]:
    """A bridge is repaired by who holds both its ends; a railway bridge costs a resource point too.

    Under:    fire_in_the_east, river_road, bridges
    Legal:    turn 5, German Movement Phase; weather clear; control 5A/0206 axis; control 5A/0205 axis;
              control 5A/0204 axis; control 5A/0203 axis; control 5A/0306 axis; control 5A/0305 axis;
              control 5A/0304 axis; control 5A/0303 axis; control 5A/0406 axis; control 5A/0405 axis;
              control 5A/0404 axis; control 5A/0403 axis; 5A/0304: ge.1eng; 5A/0305-5A/0304: +bridge.down;
              lift +bridge.down 5A/0305-5A/0304
    Illegal:  turn 5, German Exploitation Phase; weather clear; control 5A/0206 axis; control 5A/0205 axis;
              control 5A/0204 axis; control 5A/0203 axis; control 5A/0306 axis; control 5A/0305 axis;
              control 5A/0304 axis; control 5A/0303 axis; control 5A/0406 axis; control 5A/0405 axis;
              control 5A/0404 axis; control 5A/0403 axis; 5A/0304: ge.1ceng; 5A/0305-5A/0304: +bridge.down;
              lift +bridge.down 5A/0305-5A/0304
    Illegal:  turn 5, German Movement Phase; weather clear; control 5A/0206 axis; control 5A/0205 axis;
              control 5A/0204 axis; control 5A/0203 axis; control 5A/0306 axis; control 5A/0305 axis;
              control 5A/0304 axis; control 5A/0303 axis; control 5A/0406 axis; control 5A/0405 axis;
              control 5A/0404 axis; control 5A/0403 axis; 5A/0305: ge.1eng; 5A/0304: so.10rif;
              5A/0305-5A/0304: +bridge.down; lift +bridge.down 5A/0305-5A/0304
    """
    phase = record.moment.phase
    now = phase.names if phase is not None else terms.phases
    if (record.moment.condition("stage") or "").startswith("setup"):
        return
    dear: list[tuple[Act, tuple[str, ...]]] = []
    for act in record.of(Lifted, Swapped):
        gone = act.before.markers.get(act.markers[0]) if act.markers else None
        ends = tuple(sorted(gone.hexes)) if gone is not None and gone.type.kind in terms.kinds else ()
        if len(ends) < 2 or not all(number in act.before.network.index for number in ends):
            continue
        if not is_bridge(act.before, *ends) or not _better(act, *ends) or made_way(record, act):
            continue
        if not now & terms.phases:
            because = say(
                "the bridge {ends} is repaired in the {name}; that is done only in: {phases}",
                "-".join(ends),
                phase.name if phase else "phase",
                either(terms.phases),
            )
            yield Breach(
                ends,
                because,
            )
            continue
        yield from _held(act, ends)
        network = act.before.network
        if is_down(act.before, *ends) and network.hexside(*(network.index[number] for number in ends)) & terms.dear:
            dear.append((act, ends))
    if dear:
        yield from _unpaid(record, terms, dear)


def _better(act: Act, one: str, other: str) -> bool:
    """Whether the bridge is up again, or has fewer hits, after the act."""
    hits = [sum(m.type.value or 1 for m in each.markers_on(one, other)) for each in (act.before, act.after)]
    return not is_down(act.after, one, other) and (is_down(act.before, one, other) or hits[1] < hits[0])


def _held(act: Act, ends: tuple[str, ...]) -> Iterator[Breach]:
    side, words = act.moment.phasing, say("the bridge {ends} is repaired", "-".join(ends))
    if not side:
        yield Breach(
            ends,
            say("{words}, and both its ends must be its side's", words),
            broken=Known.open(say("whose player turn it is")),
        )
        return
    held = {number: controls(act.before, number, side, side) for number in ends}
    others = strung((number for number, answer in held.items() if answer.is_no), say(" and "))
    because = (
        say("{words}, and {others} is not under its side's control, as both ends must be", words, others)
        if others
        else say("{words}, and both its ends must be under its side's control", words)
    )
    yield Breach(ends, because, broken=~all_of(held.values()))


def _unpaid(record: PhaseRecord, terms: BridgeRepair, dear: list[tuple[Act, tuple[str, ...]]]) -> Iterator[Breach]:
    """Repairs for which no point went that a worker could reach."""
    side = record.moment.phasing
    before, after = (lying_points(end, terms.points, side) for end in (record.start, record.end))
    change = {number: before.get(number, Fraction(0)) - after.get(number, Fraction(0)) for number in {*before, *after}}
    spent = sum(change.values(), Fraction(0))
    at = tuple(dict.fromkeys(number for _, ends in dear for number in ends))
    words = (
        (
            say("{count} bridge repaired, {spent} point spent", len(dear), amount(spent))
            if spent == 1
            else say("{count} bridge repaired, {spent} points spent", len(dear), amount(spent))
        )
        if len(dear) == 1
        else say("{count} bridges repaired, {spent} point spent", len(dear), amount(spent))
        if spent == 1
        else say("{count} bridges repaired, {spent} points spent", len(dear), amount(spent))
    )
    if spent < len(dear):
        yield Breach(at, say("{words}; each such bridge takes 1 point", words))
        return
    places = [number for number, gone in change.items() if gone > 0]
    for act, ends in dear:
        joined = any_of(_joined(record, act, terms, ends, place) for place in places)
        because = say("{words}; none of them was joined to a worker at {ends}", words, "-".join(ends))
        yield Breach(ends, because, broken=~joined)


def _joined(record: PhaseRecord, act: Act, terms: BridgeRepair, ends: tuple[str, ...], place: str) -> Known:
    """Whether a situation joins a worker at the bridge to the points that lay in a hex."""
    side = act.moment.phasing
    position = _with_points_only(act.before, record.start, terms.points, place)
    at_work = sorted(_at_work(record, act, terms, ends))
    return any_of(fits_any(position, side, number, terms.situations) for number in at_work)


def _with_points_only(position: Position, start: Position, kinds: frozenset[str], place: str) -> Position:
    """The position in which the points that lay in one hex when the phase began are all there are."""
    for marker in tuple(position.markers.values()):
        if marker.type.kind in kinds:
            position = position.without_marker(marker.id)
    for marker in start.markers_at(place):
        if marker.type.kind in kinds:
            position = position.with_marker(marker)
    return position


def _at_work(record: PhaseRecord, act: Act, terms: BridgeRepair, ends: tuple[str, ...]) -> set[str]:
    """The hexes of a bridge in which a worker of the side was in this phase."""
    side, found = act.moment.phasing, set()
    for number in ends:
        here = list(act.before.at(number))
        for other in record.acts:
            here += [other.before.unit(path.unit) for path in moved_paths(other) if number in path.hexes]
        if any(unit.side == side and terms.who.matches(unit) for unit in here):
            found.add(number)
    return found
