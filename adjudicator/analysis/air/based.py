"""What flies and is on the map, at a base or in the air."""

from __future__ import annotations

from adjudicator.model.memo import remembered
from adjudicator.model.network import Network
from adjudicator.model.units import Unit
from adjudicator.persistent import PersistentMap
from adjudicator.record.position import Position
from adjudicator.terms.who import Selector


def flying_on_map(position: Position, who: Selector) -> list[Unit]:
    """The units of some kind that fly and are on the map, by id."""
    return [unit for unit in _flying_on_map(position.aircraft, position.network) if who.matches(unit)]


@remembered(8)
def _flying_on_map(aircraft: PersistentMap[str, Unit], network: Network) -> tuple[Unit, ...]:
    """All that fly and are on the map, by id: the same from position to position until one of them moves."""
    found = (unit for unit in aircraft.values() if unit.location in network.index)
    return tuple(sorted(found, key=lambda unit: unit.id))
