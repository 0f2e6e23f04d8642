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
    index: Mapping[str, int]
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
    known: dict[tuple[str, str, int, frozenset[str]], int] = {}
    units: list[Unit] = []
    hexes: list[int] = []
    sorts: list[int] = []
    samples: list[Unit] = []
    for unit in standing.values():
        at = index.get(unit.hex)
        if at is None:
            continue
        key = (unit.type.id, unit.type.kind, unit.face, unit.marks)
        sort = known.get(key)
        if sort is None:
            sort = known[key] = len(samples)
            samples.append(unit)
        units.append(unit)
        hexes.append(at)
        sorts.append(sort)
    return Roster(
        units=tuple(units),
        index={unit.id: k for k, unit in enumerate(units)},
        hexes=np.array(hexes, dtype=np.int32),
        sorts=np.array(sorts, dtype=np.int32),
        samples=tuple(samples),
        size=len(network),
    )
