"""Where a board's cells lie and what they are called, as a grid of the canonical model.

Facts: `CCellForm::GetRect`, `CellPhase`, `CalcBoardSize`, `GetCellNumberStr` (CellForm.cpp), `CBoardArray::GetCellNumberStr`
(BrdCell.cpp), `StrGetAAAFormat` (StrLib.cpp). Cells are found by hexagons, the program's own masks may differ by a pixel
along a border; centres and numbers are exact.
"""

from __future__ import annotations

from math import floor

from adjudicator.importers.cyberboard.box import BoxBoard
from adjudicator.importers.cyberboard.cells import CellKind, CellNumbers, Cells
from adjudicator.model.grid import Grid, HexGrid, Numbering, SquareGrid

DEFAULT_SIZE = (500, 500)


def steps(cells: Cells) -> tuple[int, int]:
    """Pixels from one column to the next and from one row to the next."""
    corners, (_, _, right, bottom) = cells.form.corners, cells.form.box
    match cells.form.kind:
        case CellKind.HEX_FLAT:
            return corners[2][0], corners[4][1]
        case CellKind.HEX_POINTED:
            return corners[2][0], corners[3][1]
        case _:
            return right, bottom


def shift(cells: Cells) -> int:
    """By how much every other row (or column) is shifted."""
    corners, (_, _, right, bottom) = cells.form.corners, cells.form.box
    match cells.form.kind:
        case CellKind.HEX_FLAT:
            return corners[3][1]
        case CellKind.HEX_POINTED:
            return corners[1][0]
        case CellKind.BRICK_ACROSS:
            return right // 2
        case CellKind.BRICK_DOWN:
            return bottom // 2
        case _:
            return 0


def shifts_rows(cells: Cells) -> bool:
    """Whether rows are shifted sideways (else columns, downwards)."""
    return cells.form.kind in (CellKind.HEX_POINTED, CellKind.BRICK_ACROSS)


def cell_corner(cells: Cells, row: int, column: int) -> tuple[int, int]:
    """The left top corner of a cell's box (`GetRect`)."""
    across, down = steps(cells)
    phase = ((row if shifts_rows(cells) else column) ^ cells.form.staggered_in) & 1
    moved = phase * shift(cells)
    return (column * across + moved, row * down) if shifts_rows(cells) else (column * across, row * down + moved)


def board_size(board: BoxBoard) -> tuple[int, int]:
    """A board's size in pixels (`CalcBoardSize`)."""
    cells = board.cells
    if cells is None:
        return DEFAULT_SIZE
    across, down = steps(cells)
    corners, extra = cells.form.corners, shift(cells)
    width, height = cells.columns * across, cells.rows * down
    match cells.form.kind:
        case CellKind.HEX_FLAT:
            return width + corners[1][0], height + extra
        case CellKind.HEX_POINTED:
            return width + extra, height + corners[0][1]
        case CellKind.BRICK_ACROSS:
            return width + extra, height
        case CellKind.BRICK_DOWN:
            return width, height + extra
        case _:
            return width, height


def cell_centre(cells: Cells) -> tuple[int, int]:
    """The middle of a cell from its box's left top corner."""
    left, top, right, bottom = cells.form.box
    if cells.form.kind >= CellKind.HEX_FLAT:
        right, bottom = right - 1, bottom - 1
    return (left + right) // 2, (top + bottom) // 2


def read_grid(board: BoxBoard) -> Grid | None:
    """The grid of a board's cells, None where it has none."""
    cells = board.cells
    across, down = steps(cells) if cells else (0, 0)
    if cells is None or not (across > 0 and down > 0 and cells.rows and cells.columns):
        return None
    size = board_size(board)
    x, y = cell_centre(cells)
    if cells.form.kind == CellKind.RECTANGLE:
        numbering = _numbering(cells, 0, int(size[1] / down + 0.5), int(size[0] / across + 0.5), raw_is_column=True)
        return SquareGrid(float(across), float(down), x, y, board.snaps, numbering=numbering, size=size)
    sideways = shifts_rows(cells)
    dx, dy = (down, across) if sideways else (across, down)
    x0, y0 = (y, x) if sideways else (x, y)
    early = int(cells.form.staggered_in)
    # HexGrid shifts odd columns; where CyberBoard shifts even ones, its column 0 is our column 1.
    rows, columns = floor(size[1] / dx + 0.5), floor(size[0] / dy + 0.5)
    ours = _numbering(cells, early, rows, columns, raw_is_column=not sideways)
    return HexGrid(float(dx), float(dy), x0 - early * dx, y0, sideways, board.snaps, numbering=ours, size=size)


def approximations(cells: Cells) -> list[str]:
    """What of a board's cells the grid says only roughly."""
    said = []
    if cells.form.kind in (CellKind.BRICK_ACROSS, CellKind.BRICK_DOWN):
        said.append("its cells are bricks; near their borders a point may be given to a neighbour")
    if cells.style in (CellNumbers.BY_ROWS, CellNumbers.BY_COLUMNS) and max(cells.rows, cells.columns) > 99:
        said.append("numbers with three digits are padded cell by cell there, here to two digits each")
    return said


def _numbering(cells: Cells, early: int, rows: int, columns: int, *, raw_is_column: bool) -> Numbering:
    """Row and column counted as `CBoardArray::GetCellNumberStr` does; `rows` and `columns` are what our grid counts back from."""
    by_row = cells.style in (CellNumbers.ROW_COMMA_COLUMN, CellNumbers.BY_ROWS, CellNumbers.LETTERS_BY_ROWS)
    lettered = cells.style in (CellNumbers.LETTERS_BY_ROWS, CellNumbers.LETTERS_BY_COLUMNS)
    comma = cells.style in (CellNumbers.ROW_COMMA_COLUMN, CellNumbers.COLUMN_COMMA_ROW)
    row_lettered, column_lettered = lettered and by_row, lettered and not by_row
    # The raw column of a sideways grid is the board's row, and there the shift by one lies.
    row_early, column_early = (0, early) if raw_is_column else (early, 0)
    row_added = _added(cells.row_offset, cells.rows_inverted, cells.rows, rows, row_early) + (not row_lettered)
    column_added = _added(cells.column_offset, cells.columns_inverted, cells.columns, columns, column_early) + (
        not column_lettered
    )
    leading = 0 if comma or lettered else 1
    first_is_raw_column = by_row != raw_is_column
    return Numbering(
        column_first=first_is_raw_column,
        separator=", " if comma else "",
        column_letters=column_lettered if raw_is_column else row_lettered,
        row_letters=row_lettered if raw_is_column else column_lettered,
        column_leading=leading,
        row_leading=leading,
        across=column_added if raw_is_column else row_added,
        down=row_added if raw_is_column else column_added,
        columns_descend=cells.columns_inverted,
        rows_descend=cells.rows_inverted,
        stagger=False,
    )


def _added(offset: int, inverted: bool, count: int, counted_back: int, early: int) -> int:
    """What turns our raw index, or our index counted back, into theirs plus the offset."""
    return count - 1 - counted_back + early + offset if inverted else offset - early
