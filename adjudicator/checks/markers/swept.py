"""Markers that still lie on the map when a phase is over in which they are taken away."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind, PhaseName
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class Swept(Table):
    """Markers of the side that is not phasing are gone from the map when a phase is over."""

    kinds: frozenset[MarkerKind]
    """Kinds of marker. Example: `kinds = ["air_supply"]`"""
    phases: frozenset[PhaseName]
    """Phases by id, kind or tag. Example: `phases = ["supply"]`"""


def _left(record: PhaseRecord, terms: Swept) -> list[Marker]:
    phase = record.moment.phase
    if phase is None or not phase.names & terms.phases or not phase.side:
        return []
    return [
        marker
        for _, marker in sorted(record.end.markers.items())
        if marker.hex and marker.type.kind in terms.kinds and marker.type.side and marker.type.side != phase.side
    ]


def _any_there(record: PhaseRecord, terms: Swept) -> bool:
    return any(marker.hex and marker.type.kind in terms.kinds for marker in record.start.markers.values())


@check("markers.swept", Swept, unseen="cannot excuse", markers_in=("kinds",), met=_any_there)
def is_taken_away(record: PhaseRecord, terms: Swept) -> Iterator[Breach]:
    """What lasts for a turn is taken away when that is over.

    Under: thunder_in_the_east, air_transport
    Legal:    turn 9, Soviet Supply Step; weather clear; season summer; 1716: ax.7inf, +air_supply.axis;
              lift +air_supply.axis 1716
    Illegal:  turn 9, Soviet Supply Step; weather clear; season summer; 1716: ax.7inf, +air_supply.axis; say we go on;
              turn 9, Soviet Repair & Recovery Step; say we go on
    """
    for marker in _left(record, terms):
        name, phase = marker.type.name or marker.id, record.moment.phase
        because = say(
            "{name} still lies in {hex} when the {phase} is over, and must be gone",
            name,
            marker.hex,
            phase.name if phase else "",
        )
        yield Breach((marker.hex,), because, owed=not record.ended)
