"""Where a board's hexes and hexsides lie in its image: one affine lattice, whatever the grid's turn or squeeze.

Axial coordinates go to pixels by `origin + q * across + r * along`. All lengths elsewhere in this package are shares of
`pitch`, the distance from a hex's centre to its neighbour's, so that no number depends on a scan's resolution.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from adjudicator.errors import AdjudicatorError
from adjudicator.lean import cached_property, dataclass
from adjudicator.model.grid import HexGrid
from adjudicator.model.hexes import STEPS, Hex

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class HexCell:
    """A hex to trace: its printed number, its coordinate for computing, and the image pixel of its centre."""

    number: str
    at: Hex
    x: float
    y: float


def cells_of(grid: HexGrid) -> tuple[HexCell, ...]:
    """Every hex of a board's grid; where the grid lies in a zone, filter what lies outside it."""
    return tuple(HexCell(each.location, each.axial, each.x, each.y) for each in grid.hexes())


@dataclass(frozen=True)
class Lattice:
    """The affine map from axial coordinates to pixels, a row of `basis` for `q` and one for `r`."""

    basis: NDArray[np.float64]
    origin: NDArray[np.float64]

    @classmethod
    def through(cls, cells: Sequence[HexCell]) -> Lattice:
        """The lattice that fits the cells' centres best; AdjudicatorError if they lie in one line."""
        at = np.array([[cell.at.q, cell.at.r, 1.0] for cell in cells])
        if len(cells) < 3 or np.linalg.matrix_rank(at) < 3:
            raise AdjudicatorError("tracing wants at least three hexes that do not lie in one line")
        solved = np.linalg.lstsq(at, np.array([[cell.x, cell.y] for cell in cells]), rcond=None)[0]
        return cls(solved[:2], solved[2])

    @cached_property
    def pitch(self) -> float:
        """The mean distance between the centres of neighbours, in pixels."""
        return float(np.mean([np.hypot(*self.step(direction)) for direction in range(3)]))

    def step(self, direction: int) -> NDArray[np.float64]:
        """From a hex's centre to its neighbour's in one of the six directions."""
        return np.asarray(STEPS[direction % 6], dtype=float) @ self.basis

    def centres(self, at: NDArray[np.float64]) -> NDArray[np.float64]:
        """The pixels of centres, one row (x, y) for each of (q, r)."""
        return np.asarray(at @ self.basis + self.origin)

    def corner(self, direction: int) -> NDArray[np.float64]:
        """From a hex's centre to its corner between a direction and the next one clockwise."""
        return (self.step(direction) + self.step(direction + 1)) / 3

    def scaled(self, factor: float) -> Lattice:
        """The same lattice in an image so many times as large."""
        return Lattice(self.basis * factor, (self.origin + 0.5) * factor - 0.5)

    def moved(self, linear: NDArray[np.float64], shift: NDArray[np.float64]) -> Lattice:
        """The lattice after every pixel p has gone to `p @ linear + shift`."""
        return Lattice(self.basis @ linear, self.origin @ linear + shift)


@dataclass(frozen=True)
class BoardLayout:
    """A board's hexes and hexsides, numbered by their place in the two tuples."""

    cells: tuple[HexCell, ...]
    lattice: Lattice

    @classmethod
    def of(cls, cells: Sequence[HexCell]) -> BoardLayout:
        """The layout of cells as the module's own grid places them."""
        return cls(tuple(cells), Lattice.through(cells))

    @cached_property
    def index(self) -> dict[Hex, int]:
        """The place of every hex in `cells`."""
        return {cell.at: place for place, cell in enumerate(self.cells)}

    @cached_property
    def sides(self) -> tuple[tuple[int, int, int], ...]:
        """Hexsides as (hex, neighbour, direction 0 to 2); those on the map's edge are left out."""
        index: dict[tuple[int, int], int] = {(at.q, at.r): place for at, place in self.index.items()}
        found = (
            (a, index.get((cell.at[0] + dq, cell.at[1] + dr)), way)
            for a, cell in enumerate(self.cells)
            for way, (dq, dr) in enumerate(STEPS[:3])
        )
        return tuple((a, b, way) for a, b, way in found if b is not None)

    @cached_property
    def subjects(self) -> tuple[tuple[str, str], ...]:
        """For every hexside the numbers of its two hexes, in order."""
        numbers = [cell.number for cell in self.cells]
        return tuple((min(numbers[a], numbers[b]), max(numbers[a], numbers[b])) for a, b, _ in self.sides)

    @cached_property
    def pairs(self) -> Ints:
        """The two hexes of every hexside, one row each."""
        return np.array([side[:2] for side in self.sides], dtype=np.int64).reshape(-1, 2)

    @cached_property
    def around(self) -> Ints:
        """For every hex the places of its six hexsides by direction; -1 at the map's edge."""
        found = np.full((len(self.cells), 6), -1, dtype=np.int64)
        first, second, way = np.array(self.sides, dtype=np.int64).reshape(-1, 3).T
        found[first, way] = found[second, way + 3] = np.arange(len(self.sides))
        return found

    @cached_property
    def beside(self) -> Ints:
        """For every hex the places of its six neighbours by direction; -1 beyond the map's edge."""
        found = np.full((len(self.cells), 6), -1, dtype=np.int64)
        first, second, way = np.array(self.sides, dtype=np.int64).reshape(-1, 3).T
        found[first, way], found[second, way + 3] = second, first
        return found

    @cached_property
    def side_index(self) -> dict[frozenset[str], int]:
        """The place of a hexside by the numbers of its two hexes."""
        return {frozenset(each): place for place, each in enumerate(self.subjects)}

    @cached_property
    def number_index(self) -> dict[str, int]:
        """The place of a hex by its number."""
        return {cell.number: place for place, cell in enumerate(self.cells)}

    @cached_property
    def axial(self) -> NDArray[np.float64]:
        """The axial coordinates of every hex, one row (q, r) each."""
        return np.array([(cell.at.q, cell.at.r) for cell in self.cells], dtype=float).reshape(-1, 2)

    @cached_property
    def centres(self) -> NDArray[np.float64]:
        """The centre of every hex in pixels."""
        return self.lattice.centres(self.axial)

    def with_lattice(self, lattice: Lattice) -> BoardLayout:
        """The same hexes, placed by another lattice."""
        return BoardLayout(self.cells, lattice)
