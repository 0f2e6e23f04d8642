"""What flies and is on the map, at a base or in the air."""

from __future__ import annotations

from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.terms.who import Selector


def flying_on_map(position: Position, who: Selector) -> list[Unit]:
    """The units of some kind that fly and are on the map, by id."""
    index = position.network.index
    units = (position.units[name] for name in sorted(position.units))
    return [unit for unit in units if unit.type.flies and unit.location in index and who.matches(unit)]
