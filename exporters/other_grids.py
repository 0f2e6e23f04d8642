"""Square grids and named regions as the engine draws them: lines, numbers, points with names.

Facts: `SquareGrid.draw`, `SquareGridNumbering.draw`, `RegionGrid.draw` and `Region.draw`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from adjudicator.exporters.drawing import Caption, Layer, Point, Rectangle, Shape, Style, polygon
from adjudicator.model.boards import PlacedBoard
from adjudicator.model.grid import Grid, RegionGrid, SquareGrid, Zone, ZonedGrid

MOST_CELLS = 20_000
"""A grid of more squares is not drawn: nobody could tell them apart."""
_FAINT = "#9a958a"
_LEGIBLE = 4.0


def other_grids_layer(layout: tuple[PlacedBoard, ...], bare: set[tuple[int, int]], scale: float) -> Layer:
    """The grids without hexes that the engine draws, and the squares of boards that have no image to show them."""
    shapes: list[Shape] = []
    for placed in layout:
        shown = (placed.x, placed.y) in bare
        for grid, zone in _parts(placed.board.grid):
            if isinstance(grid, SquareGrid):
                shapes.extend(islice(_squares(placed, grid, zone, shown, scale), 2 * MOST_CELLS))
            elif isinstance(grid, RegionGrid) and grid.visible:
                shapes.extend(_regions(placed, grid, scale))
    return Layer("grid", tuple(shapes))


def _parts(grid: Grid | None, zone: Zone | None = None) -> Iterator[tuple[Grid, Zone | None]]:
    """The plain grids in a grid, each with the zone that it lies in."""
    if not isinstance(grid, ZonedGrid):
        if grid is not None:
            yield grid, zone
        return
    if grid.background is not None:
        yield from _parts(grid.background)
    for each in grid.zones:
        if each.grid is not grid.background:
            yield from _parts(each.grid, each)


def _squares(placed: PlacedBoard, grid: SquareGrid, zone: Zone | None, bare: bool, scale: float) -> Iterator[Shape]:
    """The outlines of the squares that lie on the board, and their numbers below the upper edge."""
    look = Style(line=grid.colour if grid.visible else _FAINT, line_width=1.0)
    outlined = grid.visible or bare
    numbered = grid.numbering is not None and (grid.numbers_visible or bare)
    size = min(9.0 if grid.numbers_visible else grid.dy * 0.2, grid.dy * 0.3)
    for column, row in _cells(placed, grid, zone) if outlined or numbered else ():
        x, y = grid.centre(column, row)
        if outlined:
            yield polygon((outer(placed, *corner) for corner in grid.corners(column, row)), look)
        name = grid.location(x, y) if numbered and size * scale >= _LEGIBLE else None
        if name:
            at = outer(placed, x, y)
            yield Caption(at[0], at[1] - grid.dy / 2 + size * 0.8, name, size, colour="#3a3a3a", halo="#ffffff")


def _cells(placed: PlacedBoard, grid: SquareGrid, zone: Zone | None) -> Iterator[tuple[int, int]]:
    """Column and row of each square whose middle lies on the board, and in the zone; none if they are too many."""
    width, height = placed.board.size
    columns, rows = int(width / grid.dx) + 2, int(height / grid.dy) + 2
    if columns * rows > MOST_CELLS:
        return
    first = -int(grid.x0 / grid.dx) - 1, -int(grid.y0 / grid.dy) - 1
    for column in range(first[0], first[0] + columns + 1):
        for row in range(first[1], first[1] + rows + 1):
            x, y = grid.centre(column, row)
            if 0 <= x < width and 0 <= y < height and (zone is None or zone.contains(x, y)):
                yield column, row


def _regions(placed: PlacedBoard, grid: RegionGrid, scale: float) -> Iterator[Shape]:
    """A small square at each region's point, its name below."""
    for region in grid.regions:
        x, y = outer(placed, region.x, region.y)
        yield Rectangle(x - 2, y - 2, 4, 4, Style(fill="#ffffff", line="#000000", line_width=1.0))
        if grid.font_size * scale >= _LEGIBLE:
            yield Caption(
                x, y + 7 + grid.font_size / 2, region.name, float(grid.font_size), colour="#000000", halo="#ffffff"
            )


def outer(placed: PlacedBoard, x: float, y: float) -> Point:
    """Board pixels, also between two, to map pixels."""
    width, height = placed.board.size
    return (width - x + placed.x, height - y + placed.y) if placed.reversed else (x + placed.x, y + placed.y)
