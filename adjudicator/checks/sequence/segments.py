"""Segments of a phase in the wrong order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import quoted, say
from adjudicator.terms.act import ActFilter, ActKinds


class Segment(ActFilter):
    """Acts of `kinds` by units that fit `who`, or with markers of these kinds on units or hexes."""

    name: str
    """What reports call it."""
    kinds: ActKinds
    """The kinds of act that belong to it."""
    markers: frozenset[MarkerKind] = frozenset()
    """Only acts with markers of these kinds."""


class SegmentOrder(Table):
    """The segments in order; an act belongs to the first that fits it."""

    segments: tuple[Segment, ...]
    """The segments in order; an act belongs to the first that it fits."""


@check("sequence.segments", SegmentOrder, unseen="cannot excuse")
def segments_in_order(record: PhaseRecord, terms: SegmentOrder) -> Iterator[Finding]:
    """What a phase consists of is done in its order.

    Legal:    turn 2, French supply; 0805: fr.wagon; 0705: fr.1inf+out_of_supply, fr.2inf; unmark fr.1inf+out_of_supply;
              flip fr.2inf/2
    Illegal:  turn 2, French supply; 0805: fr.wagon; 0705: fr.1inf+out_of_supply, fr.2inf; flip fr.2inf/2;
              unmark fr.1inf+out_of_supply
    """
    yield from out_of_order(record.acts, terms.segments)


def out_of_order(acts: Iterable[Act], segments: tuple[Segment, ...]) -> Iterator[Finding]:
    """Acts of a segment that come after some of a later one."""
    reached = 0
    for act in acts:
        place = next((n for n, segment in enumerate(segments) if _belongs(act, segment)), None)
        if place is None:
            continue
        if place < reached:
            done, late = (quoted(segments[at].name) for at in (reached, place))
            yield Finding(
                act.path[-1:], say("{late} comes after {done} here, and belongs before it", late, done), act.units
            )
        reached = max(reached, place)


def _belongs(act: Act, segment: Segment) -> bool:
    if not segment.kinds.fit(act):
        return False
    units = [act.before.units.get(name) or act.after.units[name] for name in act.units]
    markers = [act.before.markers.get(name) or act.after.markers.get(name) for name in act.markers]
    if segment.markers and not segment.markers & (_changed(act) | {m.type.kind for m in markers if m}):
        return False
    return all(segment.who.matches(unit) for unit in units)


def _changed(act: Act) -> set[str]:
    """The kinds of marker that came onto, or off, the units of an act."""
    found: set[str] = set()
    for name in act.units:
        old, new = act.before.units.get(name), act.after.units.get(name)
        if old is not None and new is not None:
            found |= old.marks ^ new.marks
    return found
