"""Markers on hexsides that are not where such markers stand."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.bridges import is_bridge
from adjudicator.analysis.ground import standing
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.record.position import Position
from adjudicator.terms.edges import Edges


class BridgeMarkers(Table):
    """Markers of these `kinds`: at most so many to a hexside, on bridges only, or on hexsides that fit `edges` if given."""

    kinds: frozenset[str]
    """The kinds of marker."""
    most: int = 1
    """How many of them may stand on a hexside."""
    edges: Edges | None = None
    """The hexsides on which they may stand; left out: bridges."""


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
            yield _somewhere(position, terms, marker, name)
            continue
        at = tuple(sorted(marker.hexes))
        seen[at] = seen.get(at, 0) + 1
        if not _fits(position, terms, *at):
            what = "there is no bridge" if terms.edges is None else "it may not stand there"
            yield Breach(at, f"{name} on {'-'.join(at)}: {what}")
        elif seen[at] == terms.most + 1:
            yield Breach(at, f"{name} on {'-'.join(at)}: {terms.most} at most on one hexside")


def _somewhere(position: Position, terms: BridgeMarkers, marker: Marker, name: str) -> Breach:
    """What is to be said of a marker of which nothing tells on which hexside of its hex it stands."""
    network = position.network
    near = (network.number(j) for j in network.neighbours[network.index[marker.hex]].tolist() if j >= 0)
    if any(_fits(position, terms, marker.hex, number) for number in near):
        return Breach((marker.hex,), f"{name} in {marker.hex}", broken=Known.open("the hexside on which it stands"))
    return Breach((marker.hex,), f"{name} in {marker.hex}: no hexside there is one on which it may stand")


def _fits(position: Position, terms: BridgeMarkers, one: str, other: str) -> bool:
    if terms.edges is None:
        return is_bridge(position, one, other)
    network = position.network
    i, j = network.index[one], network.index[other]
    return terms.edges.fits(
        standing(position), position.moment.phasing, i, network.neighbours[i].tolist().index(j)
    ).is_yes
