"""Markers on hexsides that are not where such markers stand."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.crossings import is_bridge
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.position import Position
from adjudicator.said import say


class BridgeMarkers(Table):
    """Which markers stand on bridges only."""

    kinds: frozenset[MarkerKind]
    """Kinds of marker; ["bridge_down"]."""
    most: int = 1
    """How many of them on one hexside; 2."""


@check("markers.on_bridge", BridgeMarkers, unseen="cannot excuse", markers_in=("kinds",))
def stands_on_its_hexside(position: Position, terms: BridgeMarkers) -> Iterator[Breach]:
    """The marker of a blown bridge stands on a bridge.

    Under:    fire_in_the_east, river_road, bridges
    Legal:    turn 5, German Movement Phase; weather clear; 5A/0305-5A/0304: +bridge.down
    Illegal:  turn 5, German Movement Phase; weather clear; 5A/0304: +bridge.down
    Illegal:  turn 5, German Movement Phase; weather clear; 5A/0203-5A/0202: +bridge.hit2
    """
    seen: dict[tuple[str, ...], int] = {}
    for marker in sorted(position.markers.values(), key=lambda marker: marker.id):
        if marker.type.kind not in terms.kinds or marker.hex not in position.network.index:
            continue
        name = marker.type.name or marker.id
        if marker.beyond not in position.network.index:
            yield _somewhere(position, marker, name)
            continue
        at = tuple(sorted(marker.hexes))
        seen[at] = seen.get(at, 0) + 1
        if not is_bridge(position, *at):
            yield Breach(at, say("{name} lies on {at}, where there is no bridge for it", name, "-".join(at)))
        elif seen[at] == terms.most + 1:
            yield Breach(
                at, say("more than one {name} lies on {at}, and at most {most} may", name, "-".join(at), terms.most)
            )


def _somewhere(position: Position, marker: Marker, name: str) -> Breach:
    """What is to be said of a marker of which nothing tells on which hexside of its hex it stands."""
    if any(is_bridge(position, marker.hex, number) for number in position.network.beside(marker.hex)):
        return Breach(
            (marker.hex,),
            say("{name} lies in {hex}, and belongs on a hexside with a bridge", name, marker.hex),
            broken=Known.open(say("the hexside on which it stands")),
        )
    return Breach(
        (marker.hex,),
        say("{name} lies in {hex}, and no hexside there has a bridge on which it may lie", name, marker.hex),
    )
