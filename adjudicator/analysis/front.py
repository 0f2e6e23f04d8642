"""Which hexes lie at the front: next to enemy units across a hexside that is no barrier."""

from __future__ import annotations

from adjudicator.analysis.ground import standing
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.terms.edges import Edges
from adjudicator.terms.who import EVERYONE, Selector


class FrontTerms(Table):
    """What counts as lying at the front: a hex next to an enemy unit."""

    of: Selector = EVERYONE
    """The enemy units that count."""
    closed: tuple[Edges, ...] = ()
    """Hexsides across which they do not count."""


def enemies_beside(position: Position, side: str, number: str, terms: FrontTerms) -> tuple[Unit, ...]:
    """The enemy units next to a hex, in the order of the hexsides."""
    network = position.network
    i = network.index.get(number)
    if i is None:
        return ()
    found: list[Unit] = []
    for direction, j in enumerate(int(j) for j in network.neighbours[i]):
        if j < 0 or any(edge.fits(standing(position), side, i, direction).is_yes for edge in terms.closed):
            continue
        found += [unit for unit in position.at(network.number(j)) if unit.side != side and terms.of.matches(unit)]
    return tuple(found)
