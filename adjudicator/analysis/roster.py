"""The units of a position sorted into arrays, so that "every unit that fits this selector" is asked once per kind of unit.

Units that agree in type, face and marks fit the same selectors; they share a sort. A theatre with 2,000 units has some
hundred sorts, and every selector is tried on those alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from adjudicator.model.memo import remembered
from adjudicator.model.network import Bools, Ints, Network
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.terms.who import Selector


@dataclass(frozen=True, eq=False)
class Roster:
    """All units on the map: `units[k]` stands in hex `hexes[k]` and is of sort `sorts[k]`; `samples[s]` is one of sort s."""

    units: tuple[Unit, ...]
    hexes: Ints
    sorts: Ints
    samples: tuple[Unit, ...]
    size: int

    @remembered(512)
    def fits(self, selector: Selector) -> Bools:
        """(sorts,): which sorts of unit a selector fits."""
        return np.array([selector.matches(unit) for unit in self.samples], dtype=np.bool_)

    @remembered(32)
    def side(self, side: str) -> Bools:
        """(sorts,): which sorts belong to a side."""
        return np.array([unit.side == side for unit in self.samples], dtype=np.bool_)

    def where(self, sorts: Bools) -> Ints:
        """The hex of every unit of these sorts, one entry per unit."""
        found: Ints = self.hexes[sorts[self.sorts]] if len(self.units) else self.hexes
        return found

    def names(self, sorts: Bools) -> frozenset[str]:
        """The ids of the units of these sorts."""
        return frozenset(unit.id for unit, sort in zip(self.units, self.sorts.tolist(), strict=True) if sorts[sort])

    def count(self, sorts: Bools) -> Ints:
        """(n,): how many units of these sorts are in each hex."""
        found: Ints = np.bincount(self.where(sorts), minlength=self.size).astype(np.int32)
        return found


def roster(position: Position) -> Roster:
    """The roster of a position; units off the map or on hexes the theatre lacks are not in it."""
    return _made(position.units, position.network)


@remembered(8)
def _made(standing: Mapping[str, Unit], network: Network) -> Roster:
    index = network.index
    units = tuple(unit for unit in standing.values() if unit.hex in index)
    keys = [(unit.type.id, unit.type.kind, unit.face, unit.marks) for unit in units]
    # The first unit of each sort is its sample: of equal keys a dict keeps the place of the first, the value of the last.
    samples = dict(zip(reversed(keys), reversed(units), strict=True))
    number = {key: sort for sort, key in enumerate(samples)}
    return Roster(
        units=units,
        hexes=np.array([index[unit.hex] for unit in units], dtype=np.int32),
        sorts=np.array([number[key] for key in keys], dtype=np.int32),
        samples=tuple(samples.values()),
        size=len(network),
    )
