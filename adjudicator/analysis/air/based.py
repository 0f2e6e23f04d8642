"""What flies and is on the map, at a base or in the air."""

from __future__ import annotations

from adjudicator.model.memo import remembered
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.terms.who import Selector


def flying_on_map(position: Position, who: Selector) -> list[Unit]:
    """The units of some kind that fly and are on the map, by id."""
    return [unit for unit in _flying_on_map(position) if who.matches(unit)]


@remembered(4)
def _flying_on_map(position: Position) -> tuple[Unit, ...]:
    """All that fly and are on the map, by id; rules of many kinds ask for some of them."""
    index = position.network.index
    # Every move asks: most units do not fly, and are not even sorted.
    flying = (unit for unit in position.units.values() if unit.type.flies and unit.location in index)
    return tuple(sorted(flying, key=lambda unit: unit.id))
