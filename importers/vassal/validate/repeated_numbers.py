"""Numbers that two places of one board share.

Facts: `RegularGridNumbering`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from adjudicator.importers.vassal.validate.problems import Flaw, Problem, path_text
from adjudicator.model.boards import Board
from adjudicator.model.grid import Grid, SquareGrid, Zone, ZonedGrid, hexes
from adjudicator.model.module import GameMap
from adjudicator.words import counted

MOST_CELLS = 200_000


def repeated_numbers(found: GameMap, board: Board) -> Iterator[Problem]:
    """Numbers that two places of one board share."""
    first: dict[str, tuple[int, int]] = {}
    again: dict[str, int] = {}
    example = ""
    for name, x, y in islice(_cells(board.grid, board.size), MOST_CELLS):
        if not any(char.isdigit() for char in name):
            continue
        if name in first:
            again[name] = again.get(name, 1) + 1
            if not example:
                example = f"'{name}' at ({first[name][0]}, {first[name][1]}) and ({x}, {y})"
        else:
            first[name] = x, y
    if again:
        text = f"{counted(len(again), 'number')} of more than one place, such as {example}"
        yield Problem(Flaw.REPEATED_NUMBER, board.name, text, (path_text((found.name, board.name)),))


def _cells(grid: Grid | None, size: tuple[int, int]) -> Iterator[tuple[str, int, int]]:
    """The number and centre of each cell; of a zone that names itself instead of its cells, nothing."""
    if isinstance(grid, ZonedGrid):
        parts: dict[int, list[tuple[str, int, int]]] = {}
        zones: dict[int, Zone] = {}
        for each in hexes(grid):
            zone = grid.zone_at(each.x, each.y)
            if zone is not None:
                zones[id(zone)] = zone
            parts.setdefault(id(zone), []).append((grid.location(each.x, each.y) or "", each.x, each.y))
        for cells in parts.values():
            if len({name for name, _, _ in cells}) > 1:
                yield from cells
    elif isinstance(grid, SquareGrid):
        yield from _squares(grid, size)
    else:
        yield from ((each.location, each.x, each.y) for each in hexes(grid) if each.grid.numbered)


def _squares(grid: SquareGrid, size: tuple[int, int]) -> Iterator[tuple[str, int, int]]:
    if grid.numbering is None or grid.dx < 2 or grid.dy < 2:
        return
    for column in range(int((size[0] - grid.x0) / grid.dx) + 2):
        for row in range(int((size[1] - grid.y0) / grid.dy) + 2):
            x, y = grid.centre(column, row)
            if 0 <= x < size[0] and 0 <= y < size[1]:
                yield grid.location(x, y) or "", x, y
