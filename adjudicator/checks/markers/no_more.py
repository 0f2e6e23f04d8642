"""Markers that are worth something and become more out of nothing."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import exact
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind, PhaseName
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.words import amount, either


class NoMore(Table):
    """What a side's markers of `kinds` are worth together rises in `phases` of its own alone, or by what the others lose."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker. Example: `kinds = ["resource"]`"""
    phases: frozenset[PhaseName]
    """The phases by id, kind or tag. Example: `phases = ["initial"]`"""


def _worth(position: Position, terms: NoMore) -> dict[str, Fraction]:
    """What the markers of each side are worth, wherever they lie."""
    found: dict[str, Fraction] = {}
    for marker in position.markers.values():
        value = exact(str(marker.type.value)) if marker.type.value is not None else None
        if marker.type.kind in terms.kinds and marker.type.side and value is not None:
            found[marker.type.side] = found.get(marker.type.side, Fraction(0)) + value
    return found


def _more(record: PhaseRecord, terms: NoMore) -> dict[str, Fraction]:
    """By how much each side's markers are worth more than before, but for what others lost."""
    old, new = _worth(record.start, terms), _worth(record.end, terms)
    change = {side: new.get(side, Fraction(0)) - old.get(side, Fraction(0)) for side in {*old, *new}}
    lost = {
        side: sum((-other for each, other in change.items() if each != side and other < 0), Fraction(0))
        for side in change
    }
    return {side: change[side] - lost[side] for side in sorted(change) if change[side] > lost[side]}


def _any_more(record: PhaseRecord, terms: NoMore) -> bool:
    return any(marker.type.kind in terms.kinds for marker in record.end.markers.values())


@check("markers.no_more", NoMore, unseen="may excuse", markers_in=("kinds",), met=_any_more)
def comes_in_its_phase(record: PhaseRecord, terms: NoMore) -> Iterator[Breach]:
    """Stores are delivered in the initial phase, and then only change hands.

    Under: fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2719: +rp.ax5; lift +rp.ax5 1B/2719; lay +rp.ax2 1B/2719;
              lay +rp.ax2 1B/2719; lay +rp.ax1 1B/2719
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2719: +rp.ax5; lay +rp.ax2 1B/2719;
              turn 5, German Air Phase; say we go on
    """
    phase = record.moment.phase
    if phase is None:
        return
    for side, risen in _more(record, terms).items():
        if phase.side == side and phase.names & terms.phases:
            continue
        because = say(
            "{points} more in the {phase}, and there may be more only in: {phases}",
            amount(risen),
            phase.name,
            either(terms.phases),
        )
        places = {
            marker.hex
            for name, marker in record.end.markers.items()
            if name not in record.start.markers and marker.type.kind in terms.kinds and marker.hex
        }
        yield Breach(tuple(sorted(places)), because, owed=not record.ended)
