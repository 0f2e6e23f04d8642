"""Boards whose image is missing, as large as what lies on them: the module alone cannot say where they end."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.lean import replace
from adjudicator.model.boards import Board, PlacedBoard
from adjudicator.model.grid import Grid, HexGrid, SquareGrid, ZonedGrid
from adjudicator.model.module import GameMap, Module
from adjudicator.model.state import GameState
from adjudicator.model.viewer import Viewer

MARGIN = 100
MOST_SIDE = 30_000
"""Pixels; no counter that lies further out makes a board larger."""


def with_reach(module: Module, state: GameState, viewer: Viewer) -> GameState:
    """The game with boards without an image stretched to the counters that the viewer sees; a map of several keeps them."""
    grown = {
        game_map.name: (_stretched(placed, game_map, state, viewer),)
        for game_map in module.maps
        for placed in _single(module, game_map, state)
    }
    boards = {**{found.name: found.layout for found in module.maps}, **state.boards, **grown}
    return replace(state, boards=boards) if grown else state


def _single(module: Module, game_map: GameMap, state: GameState) -> Iterator[PlacedBoard]:
    layout = state.boards.get(game_map.name) or game_map.layout
    if len(layout) == 1 and layout[0].board.image and module.image(layout[0].board.image) is None:
        yield layout[0]


def _stretched(placed: PlacedBoard, game_map: GameMap, state: GameState, viewer: Viewer) -> PlacedBoard:
    width, height = placed.board.size
    for counter in state.counters.values():
        spot = counter.spot
        if spot.map == game_map.name and viewer.sees(counter) and max(spot.x, spot.y) <= MOST_SIDE:
            width, height = max(width, spot.x - placed.x + MARGIN), max(height, spot.y - placed.y + MARGIN)
    return replace(placed, board=_sized(placed.board, (width, height)))


def _sized(board: Board, size: tuple[int, int]) -> Board:
    return board if size == board.size else replace(board, size=size, grid=_spread(board.grid, size))


def _spread(grid: Grid | None, size: tuple[int, int]) -> Grid | None:
    if isinstance(grid, HexGrid | SquareGrid):
        return replace(grid, size=size)
    if isinstance(grid, ZonedGrid):
        return replace(grid, background=_spread(grid.background, size))
    return grid
