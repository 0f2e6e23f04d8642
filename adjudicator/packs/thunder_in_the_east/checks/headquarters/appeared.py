"""Headquarters that are on the map and were nowhere when the phase began."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind, PhaseName
from adjudicator.record.acts import Swapped
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say


class Appeared(Table):
    """The markers of these kinds on the map are no more when a phase ends than when it began, but in some phases."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker, of whichever side: an HQ that changes sides is none that came. Example: `kinds = ["headquarters"]`"""
    comes: frozenset[PhaseName]
    """Phases by id, kind or tag in which they come onto the map. Example: `comes = ["order of battle"]`"""


def _new(record: PhaseRecord, terms: Appeared) -> frozenset[str]:
    """The markers that came onto the map, in a phase in which none comes."""
    phase = record.moment.phase
    if phase is None or phase.names & terms.comes:
        return frozenset()
    return _on_map(record.end, terms) - _on_map(record.start, terms) - frozenset(_turned_over(record, terms))


def _turned_over(record: PhaseRecord, terms: Appeared) -> Iterator[str]:
    """The markers that others of these kinds became: whoever turns over was there before."""
    for act in record.of(Swapped):
        old, *come = act.marker_ids
        was = act.before.markers.get(old)
        if was is not None and was.hex and was.type.kind in terms.kinds:
            yield from come


def _any_new(record: PhaseRecord, terms: Appeared) -> bool:
    return bool(_new(record, terms))


def _on_map(position: Position, terms: Appeared) -> frozenset[str]:
    return frozenset(each.id for each in position.markers.values() if each.hex and each.type.kind in terms.kinds)


@check("headquarters.appeared", Appeared, unseen="may excuse", met=_any_new)
def comes_as_it_is_built(record: PhaseRecord, terms: Appeared) -> Iterator[Breach]:
    """An HQ comes onto the map when units are built, and at no other time.

    Under: thunder_in_the_east
    Legal:    turn 9, Soviet Special Movement Step; weather clear; 2215: +hq.w.balanced; shift +hq.w.balanced 2215-2514
    Illegal:  turn 9, Soviet Special Movement Step; weather clear; lay +hq.w.balanced 2514
    """
    if len(_on_map(record.end, terms)) <= len(_on_map(record.start, terms)):
        return  # one that was taken off elsewhere, or turned over
    for name in sorted(_new(record, terms)):
        marker = record.end.markers[name]
        phase = record.moment.phase.name if record.moment.phase else ""
        because = say("{name} comes onto the map in the {phase}, when none comes", marker.type.name or name, phase)
        yield Breach((marker.hex,), because)
