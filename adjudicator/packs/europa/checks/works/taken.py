"""Works that a capture destroys, and that still lie there."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import taken
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class Taken(Table):
    """Markers of `kinds` are gone when a phase is over in which another side than before came to control their hex."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker. Example: `kinds = ["fort"]`"""
    stays: bool = False
    """Whether they lie in no other hex when a phase is over than when it began. Example: `stays = true`"""


def _moved(record: PhaseRecord, terms: Taken) -> Iterator[tuple[str, str, str]]:
    """Name and both hexes of every such marker that lies elsewhere in the end."""
    for name in sorted(record.start.markers) if terms.stays else ():
        marker, after = record.start.markers[name], record.end.markers.get(name)
        if marker.type.kind in terms.kinds and marker.hex and after is not None and after.hex not in ("", marker.hex):
            yield marker.type.name or name, marker.hex, after.hex


def _lying(record: PhaseRecord, terms: Taken) -> Iterator[tuple[str, str]]:
    """Name and hex of every such marker that lay there from the first to the last."""
    for name in sorted(record.end.markers):
        marker, before = record.end.markers[name], record.start.markers.get(name)
        if marker.type.kind in terms.kinds and marker.hex and before is not None and before.hex == marker.hex:
            yield marker.type.name or name, marker.hex


def _any_lying(record: PhaseRecord, terms: Taken) -> bool:
    return any(True for _ in (*_lying(record, terms), *_moved(record, terms)))


@check("works.taken", Taken, unseen="may excuse", markers_in=("kinds",), met=_any_lying)
def is_gone_when_taken(record: PhaseRecord, terms: Taken) -> Iterator[Breach]:
    """A fort that the enemy takes is gone.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; history whole; 2A/2705: +fort; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709
    Illegal:  turn 5, German Movement Phase; weather clear; history whole; 2A/2708: +fort; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709-2A/2708
    """
    for name, number, other in _moved(record, terms):
        because = say("{name} goes from {hex} to {other}, and leaves its place for no other hex", name, number, other)
        yield Breach((number, other), because)
    for name, number in _lying(record, terms):
        because = say("{name} still lies in {hex}, which another side took in this phase", name, number)
        yield Breach((number,), because, broken=taken(record.start, (record.end,), number), owed=not record.ended)
