"""Small boards for tests of one thing at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from adjudicator.model.hexes import Hex, Hexside
from adjudicator.tracing.board import TracedBoard, survey
from adjudicator.tracing.proposals import KindVocabulary, Mark, Subject, TracedLayer, hexside
from adjudicator.tracing.tracer import Tracer
from tests.drawn_boards.drawing import Drawing, Drawn, placed
from tests.drawn_boards.style import PAPER, Style

COLUMNS, ROWS = 10, 9


def number(column: int, row: int) -> str:
    return f"{column:02}{row:02}"


def at(column: int, row: int) -> Hex:
    """A hex by column and row; odd columns lie half a hex lower."""
    return Hex(column, row - column // 2)


def small_drawing(style: Style = PAPER, *, sideways: bool = False) -> Drawing:
    """Bare paper with ten columns of nine hexes."""
    cells = {at(column, row): number(column, row) for column in range(COLUMNS) for row in range(ROWS)}
    return Drawing(placed(cells, sideways), style, seed=3)


def small_board(draw: Callable[[Drawing], None], style: Style = PAPER, *, sideways: bool = False) -> TracedBoard:
    """A small board with what `draw` draws under its outlines and numbers."""
    found = drawn(draw, style, sideways=sideways)
    return survey(found.pixels, found.cells)


def drawn(draw: Callable[[Drawing], None], style: Style = PAPER, *, sideways: bool = False) -> Drawn:
    """The same before it is looked at."""
    drawing = small_drawing(style, sideways=sideways)
    drawing.outlines()
    draw(drawing)
    for cell in drawing.layout.cells:
        drawing.text(drawing.centre(cell.at) + np.array([0, -28]), cell.number, 0.14)
    return drawing.finished()


def between(drawing_or_board: Drawing | TracedBoard, side: Hexside) -> Subject:
    """The subject of a hexside."""
    cells, index = drawing_or_board.layout.cells, drawing_or_board.layout.index
    return hexside(cells[index[side.low]].number, cells[index[side.high]].number)


def south_of_row(row: int, columns: Iterable[int] = range(COLUMNS)) -> list[Hexside]:
    """A run of hexsides from west to east below a row: each hex's own lower side and its slanting ones."""
    found = []
    for column in columns:
        here, below = at(column, row), at(column, row + 1)
        found.append(Hexside.between(here, below))
        if column + 1 < COLUMNS:
            slanting = (here, at(column + 1, row + 1)) if column % 2 else (below, at(column + 1, row))
            found.append(Hexside.between(*slanting))
    return found


def told(tracer: Tracer, layer: TracedLayer, kind: str) -> set[Subject]:
    """Everything decided or proposed to have a kind."""
    marked = {mark.subject for mark in tracer.marks if mark.kind == kind and mark.present}
    return marked | {each.subject for each in tracer.proposals(layer) if each.kind == kind and each.present}


def tracer_of(board: TracedBoard, words: KindVocabulary, marks: Iterable[tuple[Subject, str]]) -> Tracer:
    """A tracer with some examples marked."""
    tracer = Tracer(board, words)
    tracer.mark_all(Mark(subject, kind) for subject, kind in marks)
    return tracer
