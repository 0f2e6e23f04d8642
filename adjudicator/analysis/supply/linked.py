"""Lines that a side may use only where they lead to a place it never lost."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adjudicator.analysis.control import control_field
from adjudicator.analysis.ground import standing
from adjudicator.analysis.history import ever_held
from adjudicator.model.memo import remembered
from adjudicator.model.network import Bools
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position
from adjudicator.terms.where import ANYWHERE, Where


class Linked(Table):
    """A chain of hexes that a side controls, along lines, leading to a place that it has kept."""

    along: frozenset[str]
    """Hexside features of which each step needs one."""
    without_features: frozenset[str] = frozenset()
    """Hexside features that end the chain. Example: `without_features = ["ferry"]`"""
    places: frozenset[str]
    """Kinds of place to which the chain must lead."""
    where: Where = ANYWHERE
    """Hexes in which that place must lie."""
    never: str = ""
    """The side that must never have held the place; left out: it does not matter."""


@remembered(8)
def linked_hexes(position: Position, side: str, row: Linked) -> tuple[Bools, Bools]:
    """(n,), (n,): the hexes on a side's lines that lead to a place never lost: surely, and perhaps."""
    land = standing(position).of(side)
    found = []
    for network, unknown in ((land.sure, False), (land.perhaps, True)):
        lines = network.sides_with(row.along)
        if row.without_features:
            lines = lines & ~network.sides_with(row.without_features)
        held = control_field(position).of(side, unknown)
        ends = [i for i in _kept_places(position, row, unknown) if held[i]]
        seen = np.zeros(len(network), dtype=np.bool_)
        while ends:
            i = ends.pop()
            if seen[i]:
                continue
            seen[i] = True
            near = enumerate(network.neighbours[i].tolist())
            ends += [j for direction, j in near if j >= 0 and lines[i, direction] and held[j] and not seen[j]]
        found.append(seen)
    return found[0], found[1]


def _kept_places(position: Position, row: Linked, unknown: bool) -> Iterator[int]:
    """The places of a line's kind that the side `never` has not held."""
    for place in position.network.theatre.places:
        i = position.network.index[place.hex]
        if place.kinds & row.places and row.where.fits(standing(position), i).is_yes:
            lost = ever_held(position, place.hex, row.never) if row.never else False
            if lost is False or (lost is None and unknown):
                yield i
