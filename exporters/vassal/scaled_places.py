"""Distances and points of a VASSAL game at another size.

A point on which counters snap stays such a point: it is taken along by the grid, not by arithmetic.
"""

from __future__ import annotations

import math
from dataclasses import field

from adjudicator.errors import WriteError
from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.numbers import whole
from adjudicator.lean import dataclass, replace
from adjudicator.model.boards import Board, PlacedBoard
from adjudicator.model.grid import Grid, HexGrid, Outline, Region, RegionGrid, SquareGrid, ZonedGrid
from adjudicator.model.module import GameMap, Module, lay_out

SMALLEST = 0.05
LARGEST = 20.0
HALF_ROOT_OF_3 = math.sqrt(3) / 2
DEFAULT_DX = HALF_ROOT_OF_3 * 64.0


@dataclass
class ScaledPlaces:
    """One module's maps at `factor` times their size; `changed` counts what was made larger or smaller."""

    module: Module
    factor: float
    changed: dict[str, int] = field(default_factory=dict)
    _maps: dict[str, GameMap] = field(default_factory=dict)
    _points: dict[tuple[str, int, int], tuple[int, int]] = field(default_factory=dict)
    _layouts: dict[str, tuple[tuple[PlacedBoard, ...], tuple[PlacedBoard, ...]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not (math.isfinite(self.factor) and SMALLEST <= self.factor <= LARGEST):
            raise WriteError(f"a module can be made {SMALLEST} to {LARGEST} times its size, not {self.factor}")
        for found in self.module.maps:
            scaled = self._map(found)
            for name in (found.id, found.name):
                self._maps.setdefault(name, found)
            self._layouts[found.name] = found.layout, scaled.layout

    def pixels(self, value: int) -> int:
        """A distance; one that is not nothing stays so."""
        scaled = math.floor(abs(value) * self.factor + 0.5)
        return int(math.copysign(max(1, scaled), value)) if value else 0

    def coordinate(self, value: int) -> int:
        return math.floor(value * self.factor + 0.5)

    def begin(self) -> None:
        """A new save: its boards lie as the module lays them until it says otherwise."""
        self._points.clear()
        for found in self.module.maps:
            self._layouts[found.name] = found.layout, self._map(found).layout

    def point(self, name: str, x: int, y: int) -> tuple[int, int]:
        """Where a point of a map lies now; a point on which counters snap is one still."""
        key = (name, x, y)
        if key not in self._points:
            self._points[key] = self._point(name, x, y)
        return self._points[key]

    def board_size(self, board: Board) -> tuple[int, int]:
        """A board's size: its image's, or what it states."""
        width, height = board.size
        return max(1, round(width * self.factor)), max(1, round(height * self.factor))

    def _count(self, what: str) -> None:
        self.changed[what] = self.changed.get(what, 0) + 1

    def _lay(self, fields: tuple[str, ...]) -> None:
        """A save's own boards on a map."""
        found = self._maps.get(fields[0])
        if found is None or not fields[1:]:
            return
        chosen = []
        for at in range(1, len(fields) - 2, 3):
            name, *turned = sequences.split(fields[at], "/")
            board = found.board(name)
            if board is not None:
                chosen.append((board, whole(fields[at + 1]), whole(fields[at + 2]), "rev" in turned))
        if chosen:
            self._layouts[found.name] = lay_out(chosen, found.edge), self._laid(found, chosen)

    def _laid(self, found: GameMap, chosen: list[tuple[Board, int, int, bool]]) -> tuple[PlacedBoard, ...]:
        edge = (self.pixels(found.edge[0]), self.pixels(found.edge[1]))
        return lay_out([(self._smaller(board), column, row, turned) for board, column, row, turned in chosen], edge)

    def _map(self, found: GameMap) -> GameMap:
        chosen = [(each.board, each.column, each.row, each.reversed) for each in found.layout]
        return replace(found, layout=self._laid(found, chosen))

    def _smaller(self, board: Board) -> Board:
        size = self.board_size(board)
        return replace(board, size=size, grid=self._scaled(board.grid, size))

    def _scaled(self, grid: Grid | None, size: tuple[int, int]) -> Grid | None:
        """The grid as the scaled build file describes it."""
        if isinstance(grid, HexGrid | SquareGrid):
            dx, dy = grid.dx * self.factor, grid.dy * self.factor
            width = no_default(dx, dy) if isinstance(grid, HexGrid) else dx
            return replace(grid, dx=width, dy=dy, x0=self.coordinate(grid.x0), y0=self.coordinate(grid.y0), size=size)
        if isinstance(grid, RegionGrid):
            regions = (Region(each.name, self.coordinate(each.x), self.coordinate(each.y)) for each in grid.regions)
            return replace(RegionGrid.of(tuple(regions), grid.snaps), visible=grid.visible, font_size=grid.font_size)
        if isinstance(grid, ZonedGrid):
            background = self._scaled(grid.background, size)
            zones = []
            for zone in grid.zones:
                outline = Outline.through([(self.coordinate(x), self.coordinate(y)) for x, y in zone.outline.points])
                shared = zone.grid is grid.background
                inner = background if shared else self._scaled(zone.grid, outline.size)
                zones.append(replace(zone, outline=outline, grid=inner))
            return ZonedGrid(tuple(zones), background)
        return grid

    def _point(self, name: str, x: int, y: int) -> tuple[int, int]:
        found = self._maps.get(name)
        before, after = self._layouts.get(found.name, ((), ())) if found else ((), ())
        for old, new in zip(before, after, strict=True):
            if old.contains(x, y):
                return new.outer(*self._local(old.board, new.board, *old.local(x, y)))
        return self.coordinate(x), self.coordinate(y)

    def _local(self, old: Board, new: Board, x: int, y: int) -> tuple[int, int]:
        near = self.coordinate(x), self.coordinate(y)
        if old.grid is None or new.grid is None or old.grid.snap(x, y) != (x, y):
            return near
        snapped = new.grid.snap(*near)
        reach = 2 + self.factor
        close = abs(snapped[0] - near[0]) <= reach and abs(snapped[1] - near[1]) <= reach
        return snapped if close else near


def no_default(dx: float, dy: float) -> float:
    """The engine takes a width that is exactly the default one for none; a width beside it is taken as it is."""
    return math.nextafter(dx, math.inf) if dx == DEFAULT_DX and dx != HALF_ROOT_OF_3 * dy else dx
