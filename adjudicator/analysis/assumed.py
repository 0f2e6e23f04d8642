"""A position as one may assume it where nobody knows who held what before: for pictures alone, never for a verdict."""

from __future__ import annotations

import numpy as np

from adjudicator.analysis.control_terms import control_table
from adjudicator.analysis.ownership import UNKNOWN, first_owners, marked
from adjudicator.analysis.roster import Roster, roster
from adjudicator.lean import replace
from adjudicator.model.memo import Same, remembered
from adjudicator.model.network import Ints
from adjudicator.persistent import PersistentMap
from adjudicator.record.position import Position


@remembered(32)
def as_the_counters_stand(position: Position) -> Position:
    """The position as if the front had moved as the counters stand: an empty hex is the side's whose counters are nearest.

    What is told of a hex stays so. Between two sides as near it is its first owner's still, and a side without a counter on the
    map, such as a neutral, has what it began with.
    """
    network, table = position.network, control_table(position.pack)
    first = first_owners(network, Same(table))
    units = roster(position)
    sides = position.pack.sides
    far = np.array([_distances(units, position, side) for side in sides])
    here = {side for side, row in zip(sides, far.tolist(), strict=True) if any(each < _FAR for each in row)}
    nearest, least = far.argmin(axis=0), far.min(axis=0)
    shared = (far == least).sum(axis=0) > 1
    control = dict(position.control)
    for i, number in enumerate(network.numbers(range(len(network)))):
        told = control.get(number) or next(
            (control[place.name] for place in network.places_at.get(i, ()) if place.name in control), UNKNOWN
        )
        if told != UNKNOWN:
            continue
        own = first[i]
        stays = shared[i] or (own in sides and own not in here)
        owner = marked(position, number) or (own if stays else sides[int(nearest[i])])
        if owner in sides:
            control[number] = owner
    return _as_told(position, control)


@remembered(32)
def as_at_first(position: Position) -> Position:
    """The position as if nothing but what is told of had been taken since the game began."""
    return _as_told(position, {name: owner for name, owner in position.control.items() if owner != UNKNOWN})


_FAR = 30_000
"""Farther than any hex of a map."""


def _distances(units: Roster, position: Position, side: str) -> Ints:
    """(n,): how far every hex is from a side's nearest counter that can take a hex."""
    network = position.network
    found: Ints = np.full(len(network), _FAR, dtype=np.int32)
    able = units.side(side) & units.ashore & units.fits(control_table(position.pack).takes)
    for at in dict.fromkeys(units.where(able).tolist()):
        found = np.minimum(found, network.distances(at))
    return found


def _as_told(position: Position, control: dict[str, str]) -> Position:
    """The position with this control, as if all of its history were on record."""
    moment = position.moment
    known = (*(each for each in moment.conditions if each[0] != "history"), ("history", "whole"))
    return replace(position, control=PersistentMap(control), joined=False, moment=replace(moment, conditions=known))
