"""Ships: the hits that they bear, whether the enemy holds their hex, whether their way is on record."""

from __future__ import annotations

from itertools import pairwise

from adjudicator.analysis.control import controls
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Shifted, Transfer
from adjudicator.record.position import Position


def hits_on(position: Position, unit: Unit, kinds: frozenset[str]) -> int:
    """The hits that the markers on a ship show."""
    lying = (marker for marker in position.markers_at(unit.hex) if marker.on == unit.id)
    return sum(marker.type.value for marker in lying if marker.type.kind in kinds)


def lost(position: Position, unit: Unit) -> Known:
    """Whether the enemy holds a ship's hex; nobody holds the open sea."""
    i = position.network.index.get(unit.hex)
    if i is None or position.network.hexes[i].terrain in {"sea", "lake"}:
        return NO
    return any_of(controls(position, unit.hex, enemy, unit.side) for enemy in position.pack.enemies(unit.side))


def shows_every_hex(act: Act) -> bool:
    """Whether a path is told hex by hex."""
    network = act.before.network
    ends = [network.index[number] for number in act.path if number in network.index]
    return all(network.distance(one, other) == 1 for one, other in pairwise(ends))


def goes_by(act: Act, box: str) -> bool:
    """Whether what is carried goes into a box of ports off the map, or comes out of it."""
    return isinstance(act, Transfer | Shifted) and f"[{box}]" in {number.casefold() for number in act.path}
