"""Which stacks of a map are too big, or may be.

Most are too small for any limit of their hex, whatever else is true: the sizes of all units are added up hex by hex, and only
where a sum is more than some limit allows is the stack counted as the table says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.roster import Sorts, roster
from adjudicator.analysis.stacking import (
    StackCount,
    most_of,
    stack_counts,
    stacking_table,
    unit_size,
    with_unknown,
)
from adjudicator.model.memo import remembered
from adjudicator.model.network import Bools
from adjudicator.record.position import Position

NEARLY = 1e-6
"""Sums are of floating numbers: far less than what any stack is too large by."""


@remembered(4)
def crowded(position: Position) -> tuple[StackCount, ...]:
    """The limits that are broken somewhere or may be, in the order of the map; each of several rules asks for its own."""
    every = (count for number, side in _suspects(position) for count in stack_counts(position, number, side))
    return tuple(count for count in every if (count.exceeded | with_unknown(position, count)).possible)


def _suspects(position: Position) -> Iterator[tuple[str, str]]:
    """The hexes of stacks that are not too small for every limit, or beside which unidentified counters lie; and the sides."""
    large, index = _large(position), position.network.index
    beside = {index[counter.hex] for counter in position.unidentified if counter.hex in index}
    found = np.logical_or.reduce(tuple(large.values()))
    for i in sorted({*np.flatnonzero(found).tolist(), *beside}):
        number = position.network.number(i)
        for side in sorted({unit.side for unit in position.at(number)}):
            if large[side][i] or i in beside:
                yield number, side


def _large(position: Position) -> Mapping[str, Bools]:
    """(n,) for each side: where its units are together more than some limit allows there, if all count and none is spared."""
    units, ground, table = roster(position), ground_at(position), stacking_table(position)
    large = {side: np.zeros(units.size, dtype=np.bool_) for side in position.pack.sides}
    counting = np.logical_and.reduce([units.ashore, *(~units.fits(left_out) for left_out in table.not_counted)])
    for order, limit in enumerate(table.limit, 1):
        most = most_of(position.pack, order)
        if isinstance(most, str):
            continue
        # A limit that nobody knows may be broken by anybody.
        sizes = counting * 1.0 if most is None else _sizes(units.of, limit.by) * (counting & units.fits(limit.who))
        there, allowed = limit.where.mask(ground).perhaps, 0 if most is None else float(most)
        for side in limit.sides or large:
            together = np.bincount(units.hexes, (sizes * units.side(side))[units.sorts], units.size)
            large[side] |= there & (together > allowed + NEARLY)
    return large


@remembered(24)
def _sizes(sorts: Sorts, by: str) -> NDArray[np.float64]:
    """(sorts,): what a unit of each sort counts."""
    return np.array([float(unit_size(unit, by)) for unit in sorts.samples])
