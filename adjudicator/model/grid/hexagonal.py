"""The hex grid: raw columns and rows, snapping and numbers, to the pixel as VASSAL's `HexGrid` and `HexGridNumbering`.

Columns run across and odd ones lie half a hex lower; a sideways grid is the same with x and y exchanged, so its columns
run down the board. All private functions speak of the unexchanged grid.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, floor

from adjudicator.lean import dataclass
from adjudicator.model.grid.arithmetic import rounded, single
from adjudicator.model.grid.numbering import Numbering
from adjudicator.model.grid.polygon import encloses
from adjudicator.model.hexes import Hex

EVEN_NEIGHBOURS = ((-1, -1), (-1, 0), (1, -1), (1, 0))
ODD_NEIGHBOURS = ((-1, 0), (-1, 1), (1, 0), (1, 1))


@dataclass(frozen=True, slots=True)
class PrintedHex:
    """A hex of a grid: raw column and row, the pixel of its centre, and what it is called ("" = nothing)."""

    column: int
    row: int
    x: int
    y: int
    location: str
    grid: HexGrid

    @property
    def axial(self) -> Hex:
        """The hex for computing."""
        return self.grid.axial(self.column, self.row)

    def corners(self) -> tuple[tuple[float, float], ...]:
        """The six corners, for drawing."""
        return self.grid.corners(self.column, self.row)


@dataclass(frozen=True, slots=True)
class HexGrid:
    """Hexes of height `dy` in columns `dx` apart, the hex of column 0, row 0 centred on (`x0`, `y0`).

    `size` is that of the board or zone the grid lies in. Without a numbering hexes get a number of our own, and
    `numbered` says so. `visible` is whether the program draws the grid.
    """

    dx: float
    dy: float
    x0: int = 0
    y0: int = 32
    sideways: bool = False
    snaps: bool = True
    edges: bool = False
    corners_too: bool = False
    numbering: Numbering | None = None
    size: tuple[int, int] = (0, 0)
    visible: bool = False
    colour: str = "#000000"

    @property
    def numbered(self) -> bool:
        """Whether the board prints numbers; if not, `location` gives our own: column and row from 01."""
        return self.numbering is not None

    def location(self, x: int, y: int) -> str | None:
        if self.numbering is None:
            return self.name(*self.hex(x, y))
        x, y = self._turned(x, y)
        column = floor((x - self.x0) / self.dx + 0.5)
        nearest = rounded((x - self.x0) / self.dx)
        fall = self.dy / 2 if nearest % 2 else 0.0
        return self.name(column, rounded((y - self.y0 - fall) / self.dy))

    def says(self, x: int, y: int) -> str | None:
        return self.location(x, y) if self.numbering is not None else None

    def prints(self, x: int, y: int) -> bool:
        return self.numbering is not None

    def zone(self, x: int, y: int) -> str | None:
        return None

    def snap(self, x: int, y: int) -> tuple[int, int]:
        if not self.snaps:
            return x, y
        x, y = self._turned(x, y)
        centre = self._centre(*self._hex(x, y))
        if not self.edges and not self.corners_too:
            return self._turned(*centre)
        target = self._border(x, y)
        near = (centre[0] - target[0]) ** 2 + (centre[1] - target[1]) ** 2 <= 2
        return self._turned(*(centre if near else target))

    def point(self, location: str) -> tuple[int, int] | None:
        numbering = self.numbering or own_numbering(self)
        counted = numbering.parse(location)
        if counted is None:
            return None
        column, row = counted
        row = numbering.upright(column, row)
        if numbering.stagger and column % 2:
            row += 1 if self._rows_descend(numbering) else -1
        column, row = self._descended(numbering, column, row)
        if self.numbering is None:
            return self.centre(column, row)
        fall = self.dy / 2 if column % 2 else 0.0
        return self._turned(int(column * self.dx) + self.x0, int(row * self.dy + fall) + self.y0)

    def name(self, column: int, row: int) -> str | None:
        """What the hex of a raw column and row is called, by the printed numbering or our own."""
        numbering = self.numbering or own_numbering(self)
        lower = numbering.stagger and column % 2
        column, row = self._descended(numbering, column, row)
        if lower:
            row += -1 if self._rows_descend(numbering) else 1
        return numbering.text(column, numbering.slanted(column, row))

    def hex(self, x: int, y: int) -> tuple[int, int]:
        """Raw column and row of the hex that holds the point."""
        return self._hex(*self._turned(x, y))

    def centre(self, column: int, row: int) -> tuple[int, int]:
        """The pixel on which a counter in the hex lies."""
        return self._turned(*self._centre(column, row))

    def corners(self, column: int, row: int) -> tuple[tuple[float, float], ...]:
        """The six corners of a hex, in order around it."""
        x = self.x0 + column * self.dx
        y = self.y0 + row * self.dy + (self.dy / 2 if column % 2 else 0.0)
        far, near, half = 2 * self.dx / 3, self.dx / 3, self.dy / 2
        around = ((-far, 0.0), (-near, -half), (near, -half), (far, 0.0), (near, half), (-near, half))
        if self.sideways:
            return tuple((y + b, x + a) for a, b in around)
        return tuple((x + a, y + b) for a, b in around)

    @property
    def hex_size(self) -> tuple[float, float]:
        """Width and height of one hex on the board."""
        long = 4 * self.dx / 3
        return (self.dy, long) if self.sideways else (long, self.dy)

    def axial(self, column: int, row: int) -> Hex:
        """A raw column and row as the hex for computing; directions then run clockwise on the board."""
        if self.sideways:
            return Hex((column + 1) // 2 + row, column // 2 - row)
        return Hex(column, row - column // 2)

    def printed(self, column: int, row: int) -> PrintedHex:
        """The hex of a raw column and row."""
        x, y = self.centre(column, row)
        return PrintedHex(column, row, x, y, self.location(x, y) or "", self)

    def hexes(
        self, left: int = 0, top: int = 0, right: int | None = None, bottom: int | None = None
    ) -> Iterator[PrintedHex]:
        """Every hex whose centre lies in the rectangle (by default the grid's whole board), column by column."""
        right = self.size[0] if right is None else right
        bottom = self.size[1] if bottom is None else bottom
        (x1, y1), (x2, y2) = self._turned(left, top), self._turned(right, bottom)
        for column in range(floor((x1 - self.x0) / self.dx) - 1, ceil((x2 - self.x0) / self.dx) + 2):
            for row in range(floor((y1 - self.y0) / self.dy) - 2, ceil((y2 - self.y0) / self.dy) + 2):
                x, y = self.centre(column, row)
                if left <= x < right and top <= y < bottom:
                    yield self.printed(column, row)

    def _turned(self, x: int, y: int) -> tuple[int, int]:
        return (y, x) if self.sideways else (x, y)

    def _rows_descend(self, numbering: Numbering) -> bool:
        return numbering.columns_descend if self.sideways else numbering.rows_descend

    def _descended(self, numbering: Numbering, column: int, row: int) -> tuple[int, int]:
        """Columns and rows counted from the far end where the numbering does so; its own inverse."""
        width, height = self.size
        most_rows, most_columns = floor(height / self.dx + 0.5), floor(width / self.dy + 0.5)
        if self.sideways:
            most_rows, most_columns = most_columns, most_rows
        columns_descend = numbering.rows_descend if self.sideways else numbering.columns_descend
        if columns_descend:
            column = most_columns - column
        if self._rows_descend(numbering):
            row = most_rows - row
        return column, row

    def _centre(self, column: int, row: int) -> tuple[int, int]:
        fall = int(self.dy / 2) if column % 2 else 0
        return int(self.dx * column + self.x0), int(self.dy * row + fall + self.y0)

    def _hex(self, x: int, y: int) -> tuple[int, int]:
        """The hex at a point: the nearest by column and row, or the neighbour whose hexagon holds the point."""
        column = floor((x - self.x0 + self.dx / 2) / self.dx)
        above = 0.0 if column % 2 else self.dy / 2
        row = floor((y - self.y0 + above) / self.dy)
        if self._holds(column, row, x, y):
            return column, row
        for aside, down in ODD_NEIGHBOURS if column % 2 else EVEN_NEIGHBOURS:
            if self._holds(column + aside, row + down, x, y):
                return column + aside, row + down
        return column, row

    def _holds(self, column: int, row: int, x: int, y: int) -> bool:
        """Whether the hex's polygon, of whole pixels found in 32-bit arithmetic, holds the point."""
        far, near, half = _reach(self.dx, self.dy)
        cx, cy = self._centre(column, row)
        fx, fy = single(cx), single(cy)
        top, bottom = rounded(single(fy - half)), rounded(single(fy + half)) + 1
        left, right = rounded(single(fx - far)), rounded(single(fx + far)) + 1
        if not (left <= x < right and top <= y < bottom):
            return False
        west, east = rounded(single(fx - near)), rounded(single(fx + near)) + 1
        middle = rounded(fy)
        corners = ((left, middle), (west, top), (east, top), (right, middle), (east, bottom), (west, bottom))
        return encloses(corners, x, y)

    def _border(self, x: int, y: int) -> tuple[int, int]:
        """The hexside or corner that attracts the point; of both the nearer, the corner on a tie."""
        if not self.edges:
            return self._corner(x, y)
        edge = self._edge(x, y)
        if not self.corners_too:
            return edge
        corner = self._corner(x, y)
        edge_nearer = (x - edge[0]) ** 2 + (y - edge[1]) ** 2 < (x - corner[0]) ** 2 + (y - corner[1]) ** 2
        return edge if edge_nearer else corner

    def _edge(self, x: int, y: int) -> tuple[int, int]:
        dx, dy = self.dx, self.dy
        half = floor((x - self.x0 + dx / 4) * 2 / dx)
        at = int(dx / 2 * half + self.x0)
        if half % 2 == 0:
            return at, int(dy / 2 * floor((y - self.y0 + dy / 4) * 2 / dy) + self.y0)
        return at, int(dy / 2 * floor((y - self.y0) * 2 / dy) + int(dy / 4) + self.y0)

    def _corner(self, x: int, y: int) -> tuple[int, int]:
        dx, dy = self.dx, self.dy
        half = floor((y - self.y0 + dy / 4) * 2 / dy)
        at = int(dy / 2 * half + self.y0)
        if half % 2 == 0:
            return int(2 * dx / 3 * int(floor(x - self.x0 + dx / 3) * 3 / (2 * dx)) + self.x0), at
        steps = int(floor(x - self.x0 + dx / 3 + dx / 3) * 3 / (2 * dx))
        return int(2 * dx / 3 * steps - int(dx / 3) + self.x0), at


@lru_cache(maxsize=256)
def _reach(dx: float, dy: float) -> tuple[float, float, float]:
    """From a hex's centre to its far corner, its near corners and its flat side, in 32-bit arithmetic."""
    far = single(single(2.0 * single(dx)) / 3.0)
    return far, single(0.5 * far), single(0.5 * single(dy))


@lru_cache(maxsize=256)
def own_numbering(grid: HexGrid) -> Numbering:
    """Column and row from 01, with as many digits as the board needs: what we call hexes that nobody numbered."""
    width, height = grid._turned(*grid.size)
    digits = max(2, len(str(ceil(width / grid.dx) + 1)), len(str(ceil(height / grid.dy) + 1)))
    # A sideways grid counts columns downwards, but people expect the number across first.
    return Numbering(column_first=not grid.sideways, column_leading=digits - 1, row_leading=digits - 1, stagger=False)
