"""Whom a unit stands before: enemies in whose zone it is, who are in its own, or who are next to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.zones import exerting
from adjudicator.model.known import YES, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.terms.edges import Edges

Near = Literal["zone", "own zone", "adjacent"]
"""How near an enemy must be: the unit is in its zone of control, it is in the unit's own, or the two are neighbours."""


def facing(position: Position, unit: Unit, near: Near, closed: tuple[Edges, ...] = ()) -> Iterator[tuple[Unit, Known]]:
    """The enemies that a unit on the map stands before, each with whether it does; not across `closed` hexsides."""
    network, ground = position.network, ground_at(position)
    i = network.index[unit.hex]
    found = {
        zone.unit.id: zone.known for side in position.pack.enemies(unit.side) for zone in exerting(ground, side, i)
    }
    for direction in range(6):
        j = int(network.neighbours[i, direction])
        shut = any_of(edges.fits(ground, unit.side, i, direction) for edges in closed) if j >= 0 and closed else ~YES
        if j < 0 or shut.is_yes:
            continue
        own = [zone.known for zone in exerting(ground, unit.side, j) if zone.unit.id == unit.id]
        for enemy in position.at(network.number(j)):
            if enemy.side == unit.side:
                continue
            answer = {"zone": found.get(enemy.id, ~YES), "own zone": any_of(own), "adjacent": YES}[near] & ~shut
            if answer.possible:
                yield enemy, answer
