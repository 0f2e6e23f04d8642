"""Segments of a phase in the wrong order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act, ConditionsTold, ValuesChanged
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import quoted, say
from adjudicator.terms.act import ActFilter, ActKinds


class Segment(ActFilter):
    """Acts of `kinds` by units that fit `who`, or with markers of these kinds on units or hexes; `phasing` says whose.

    `values`: only changes of one of these conditions or numbers.
    """

    name: str
    """What reports call it."""
    kinds: ActKinds
    """The kinds of act that belong to it."""
    markers: frozenset[MarkerKind] = frozenset()
    """Only acts with markers of these kinds."""
    values: frozenset[str] = frozenset()
    """Only changes of one of these conditions or numbers."""
    phasing: Literal["", "own", "enemy"] = ""
    """Whose units or markers, as seen from the phasing side; left out: anybody's."""


class SegmentOrder(Table):
    """The segments in order; an act belongs to the first that fits it."""

    segments: tuple[Segment, ...]
    """The segments in order; an act belongs to the first that it fits."""


@check("sequence.segments", SegmentOrder, unseen="cannot excuse")
def segments_in_order(record: PhaseRecord, terms: SegmentOrder) -> Iterator[Breach]:
    """What a phase consists of is done in its order.

    Legal:    turn 2, French supply; 0805: fr.wagon; 0705: fr.1inf+out_of_supply, fr.2inf; unmark fr.1inf+out_of_supply;
              flip fr.2inf/2
    Illegal:  turn 2, French supply; 0805: fr.wagon; 0705: fr.1inf+out_of_supply, fr.2inf; flip fr.2inf/2;
              unmark fr.1inf+out_of_supply
    """
    reached = 0
    for act in record.acts:
        place = next((n for n, segment in enumerate(terms.segments) if _belongs(act, segment)), None)
        if place is None:
            continue
        if place < reached:
            done, late = (quoted(terms.segments[at].name) for at in (reached, place))
            yield Breach(
                act.path[-1:], say("{late} comes after {done} here, and belongs before it", late, done), act.units
            )
        reached = max(reached, place)


def _belongs(act: Act, segment: Segment) -> bool:
    if not segment.kinds.fit(act) or (segment.values and not segment.values & _named(act)):
        return False
    units = [act.before.units.get(name) or act.after.units[name] for name in act.units]
    markers = [act.before.markers.get(name) or act.after.markers.get(name) for name in act.markers]
    sides = {unit.side for unit in units} | {marker.type.side for marker in markers if marker and marker.type.side}
    own = act.moment.phasing in sides
    if segment.phasing and own != (segment.phasing == "own"):
        return False
    if segment.markers and not segment.markers & (_changed(act) | {m.type.kind for m in markers if m}):
        return False
    return all(segment.who.matches(unit) for unit in units)


def _named(act: Act) -> set[str]:
    """The names of what was told with an act, or of what it changes."""
    changed = (
        act.values if isinstance(act, ValuesChanged) else act.conditions if isinstance(act, ConditionsTold) else {}
    )
    return {*act.told, *changed}


def _changed(act: Act) -> set[str]:
    """The kinds of marker that came onto, or off, the units of an act."""
    found: set[str] = set()
    for name in act.units:
        old, new = act.before.units.get(name), act.after.units.get(name)
        if old is not None and new is not None:
            found |= old.marks ^ new.marks
    return found
