"""The square (rectangular) grid, to the pixel as VASSAL's `SquareGrid` and `SquareGridNumbering`."""

from __future__ import annotations

from math import floor

from adjudicator.lean import dataclass
from adjudicator.model.grid.arithmetic import rounded
from adjudicator.model.grid.numbering import Numbering


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """Rectangles of `dx` by `dy`, that of column 0, row 0 centred on (`x0`, `y0`); `size` is the board's or zone's.

    `visible` and `numbers_visible` tell what of it the program draws.
    """

    dx: float = 48.0
    dy: float = 48.0
    x0: int = 24
    y0: int = 24
    snaps: bool = True
    edges: bool = False
    corners_too: bool = False
    numbering: Numbering | None = None
    size: tuple[int, int] = (0, 0)
    visible: bool = False
    colour: str = "#000000"
    numbers_visible: bool = False

    def location(self, x: int, y: int) -> str | None:
        if self.numbering is None:
            return None
        column = floor((x - self.x0) / self.dx + 0.5)
        row = int((y - self.y0) / self.dy + 0.5)
        return self.numbering.text(*self._descended(self.numbering, column, row))

    def says(self, x: int, y: int) -> str | None:
        return self.location(x, y)

    def prints(self, x: int, y: int) -> bool:
        return self.numbering is not None

    def zone(self, x: int, y: int) -> str | None:
        return None

    def snap(self, x: int, y: int) -> tuple[int, int]:
        if not self.snaps:
            return x, y
        across, down = self._halves(x - self.x0, y - self.y0)
        return self.x0 + rounded(across * self.dx / 2), self.y0 + rounded(down * self.dy / 2)

    def point(self, location: str) -> tuple[int, int] | None:
        counted = self.numbering.parse(location) if self.numbering else None
        if self.numbering is None or counted is None:
            return None
        return self.centre(*self._descended(self.numbering, *counted))

    def centre(self, column: int, row: int) -> tuple[int, int]:
        """The pixel at the middle of a raw column and row."""
        return int(column * self.dx + self.x0), int(row * self.dy + self.y0)

    def corners(self, column: int, row: int) -> tuple[tuple[float, float], ...]:
        """The four corners of a raw column and row, for drawing."""
        x, y, half_x, half_y = self.x0 + column * self.dx, self.y0 + row * self.dy, self.dx / 2, self.dy / 2
        return ((x - half_x, y - half_y), (x + half_x, y - half_y), (x + half_x, y + half_y), (x - half_x, y + half_y))

    def _descended(self, numbering: Numbering, column: int, row: int) -> tuple[int, int]:
        """Columns and rows counted from the far end where the numbering does so; its own inverse."""
        if numbering.columns_descend:
            column = int(self.size[0] / self.dx + 0.5) - column
        if numbering.rows_descend:
            row = int(self.size[1] / self.dy + 0.5) - row
        return column, row

    def _halves(self, x: int, y: int) -> tuple[int, int]:
        """The resting point in half columns and half rows from the origin: even ones are centre lines."""
        across, down = rounded(x / (0.5 * self.dx)), rounded(y / (0.5 * self.dy))
        if self.corners_too and self.edges:
            return across, down
        if self.corners_too:
            return (1 + 2 * rounded(x / self.dx - 0.5) if down % 2 else 2 * rounded(x / self.dx)), down
        if self.edges:
            vertical_edge = across % 2 and not down % 2
            return (across if vertical_edge else 2 * rounded(x / self.dx)), down
        return 2 * rounded(x / self.dx), 2 * rounded(y / self.dy)
