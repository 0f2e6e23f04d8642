"""Markers that stay on the map although no line leads to them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.headquarters import reforming_places
from adjudicator.analysis.situation import Situation, fits_any, in_enemy_zone
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.known import YES, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say


class CutOff(Table):
    """Markers of these `kinds` of the side that is not phasing go when their hex fits none of `situations`.

    `spares_trapped`: not those that have nowhere to go (a headquarters that can reform in no place).
    """

    kinds: frozenset[MarkerKind]
    """The kinds of marker, of the side that is not phasing. Example: `kinds = ["depot"]`"""
    situations: tuple[Situation, ...]
    """A marker whose hex fits none of these goes."""
    spares_trapped: bool = False
    """Whether a headquarters that can reform in no place stays."""


@check("markers.cut_off", CutOff, unseen="may excuse nearby", markers_in=("kinds",))
def gone_when_cut_off(record: PhaseRecord, terms: CutOff) -> Iterator[Breach]:
    """When the other side has looked at supply, an HQ that is cut off is gone.

    Legal:    turn 1, Axis Supply Step; weather clear; season summer; 1412: +hq.nw.balanced; 1816: sov.30rc/2;
              mark sov.30rc/2+interdicted
    Illegal:  turn 1, Axis Supply Step; weather clear; season summer; 2403: +hq.nw.balanced; 2504: ax.10mot;
              2303: ax.14mot; 1816: sov.30rc/2; mark sov.30rc/2+interdicted
    """
    position = record.end
    for marker in sorted(position.markers.values(), key=lambda marker: marker.id):
        side = marker.type.side
        if marker.type.kind not in terms.kinds or side in ("", record.moment.phasing):
            continue
        if marker.hex not in position.network.index:
            continue
        goes = any_of(reforming_places(position, marker).values()) if terms.spares_trapped else YES
        if goes.possible:
            broken = goes & ~fits_any(position, side, marker.hex, terms.situations)
            yield Breach(
                (marker.hex,),
                say(
                    "{name} in {hex} is cut off, so it goes, and is still there",
                    marker.type.name or marker.id,
                    marker.hex,
                ),
                broken=broken,
                excuse=Excuse(_on_the_way(position, marker), frozenset({side})),
            )


def _on_the_way(position: Position, marker: Marker) -> frozenset[str]:
    """Where a counter that nobody can read may open a line: by the marker, or in an enemy's zone of control, which it lifts."""
    network, side = position.network, marker.type.side
    lifted = (
        each.hex
        for each in position.unidentified
        if each.hex in network.index and in_enemy_zone(position, side, each.hex).possible
    )
    return frozenset((marker.hex, *network.beside(marker.hex), *lifted))
