"""A stand-in for a module that is not at hand: its maps as a binding describes them, enough to name every hex."""

from __future__ import annotations

from adjudicator.model.binding import Binding
from adjudicator.model.boards import Board, PlacedBoard
from adjudicator.model.grid import HexGrid, Numbering
from adjudicator.model.module import GameMap, MapKind, Module


def stand_in(binding: Binding, name: str, version: str = "") -> Module | None:
    """A module of that name with the binding's planes as its maps; None if the binding describes none."""
    if not binding.planes:
        return None
    return Module(name, version, maps=tuple(_map(plane, i) for i, plane in enumerate(binding.planes)))


def _map(plane: Binding.Plane, i: int) -> GameMap:
    numbers = Numbering(
        column_first=plane.column_first,
        separator=plane.separator,
        column_leading=plane.digits[0] - 1,
        row_leading=plane.digits[1] - 1,
        across=plane.across,
        down=plane.down,
        columns_descend=plane.columns_descend,
        rows_descend=plane.rows_descend,
        stagger=plane.stagger,
    )
    grid = HexGrid(plane.dx, plane.dy, plane.x0, plane.y0, sideways=plane.sideways, numbering=numbers, size=plane.size)
    board = Board(plane.board or plane.map, "", plane.size, grid)
    return GameMap(plane.map, f"Map{i}", MapKind.PUBLIC, (board,), (PlacedBoard(board, 0, 0, 0, 0),))
