"""Home territories (9.4): which hexes are home to a nation, and which its own HQ serves."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.analysis.situation import has_status
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.network import Network
from adjudicator.model.units import Marker, Unit
from adjudicator.record.position import Position
from adjudicator.said import say


def at_home(network: Network, homes: Mapping[str, str], nation: str, number: str) -> bool:
    """Whether a hex is home territory of a nation; `homes` has the tag of each nation's land."""
    home = homes.get(nation)
    return home is not None and home in network.hexes[network.index[number]].tags


def by_own_hq(position: Position, unit: Unit) -> Known:
    """Whether a unit stands within the radius of a functioning HQ of its own nation."""
    return any_of(_reaches(position, marker, unit) for marker in position.markers.values())


def _reaches(position: Position, marker: Marker, unit: Unit) -> Known:
    if "hq" not in marker.type.kind or unit.type.nation not in marker.type.tags or not marker.hex:
        return NO
    radius = marker.value or marker.type.value
    if not radius:
        return Known.open(say("the radius of {hq}", marker.type.name or marker.type.id))
    network = position.network
    if network.distances(network.index[unit.hex])[network.index[marker.hex]] > radius:
        return NO
    return has_status(position, unit.side, marker.hex, frozenset({"hq_source"}))
