"""The cells of a board, as `CBoardArray`, `BoardCell` and `CCellForm` read them (BrdCell.cpp, CellForm.cpp)."""

from __future__ import annotations

import struct
from dataclasses import field
from enum import IntEnum

from adjudicator.errors import Source, UnsafeFile
from adjudicator.importers.cyberboard.wire import NO_COLOUR, Cursor
from adjudicator.lean import dataclass

MOST_CELLS = 1 << 20


class CellKind(IntEnum):
    """`CellFormType`."""

    RECTANGLE = 0
    BRICK_ACROSS = 1
    BRICK_DOWN = 2
    HEX_FLAT = 3
    HEX_POINTED = 4


class CellNumbers(IntEnum):
    """`CellNumStyle`."""

    ROW_COMMA_COLUMN = 0
    COLUMN_COMMA_ROW = 1
    BY_ROWS = 2
    BY_COLUMNS = 3
    LETTERS_BY_ROWS = 4
    LETTERS_BY_COLUMNS = 5


@dataclass(frozen=True, slots=True)
class CellForm:
    """A cell's shape at one scale: the corners of cell (0, 0), and whether even rows or columns are the shifted ones."""

    kind: CellKind
    staggered_in: bool
    box: tuple[int, int, int, int]
    corners: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Cells:
    """A board's cells row by row, each a tile id or a colour (`tiles[i]` None), and how they are numbered."""

    rows: int
    columns: int
    form: CellForm
    tiles: tuple[int | None, ...] = field(repr=False)
    colours: tuple[int, ...] = field(repr=False)
    style: CellNumbers = CellNumbers.BY_COLUMNS
    row_offset: int = 0
    column_offset: int = 0
    rows_inverted: bool = False
    columns_inverted: bool = False
    frame_colour: int = 0


def _cell_form(cursor: Cursor) -> CellForm:
    """`CCellForm`; a hex has seven corners (the first again at the end), another cell five."""
    kind, stagger = cursor.unpack("HH")
    if kind not in list(CellKind):
        raise cursor.corrupt(f"no kind of cell has the number {kind}")
    left, top, right, bottom = cursor.unpack("HHHH")
    count = 7 if kind >= CellKind.HEX_FLAT else 5
    points = cursor.unpack("hh" * count)
    return CellForm(
        CellKind(kind),
        bool(stagger & 1) and kind != CellKind.RECTANGLE,
        (left, top, right, bottom),
        tuple(zip(points[::2], points[1::2], strict=True)),
    )


def read_cells(cursor: Cursor) -> Cells:
    """`CBoardArray`: numbering, three cell forms (full, half, small), then the cells row by row."""
    cursor.take(8)
    row_offset, column_offset = cursor.unpack("hh")
    rows_inverted, columns_inverted = cursor.flag(), cursor.flag()
    rows, columns = (cursor.u64(), cursor.u64()) if cursor.wide else cursor.unpack("HH")
    if rows * columns > MOST_CELLS:
        raise UnsafeFile(f"a board of {rows} × {columns} cells", Source(offset=cursor.at))
    _, style, _ = cursor.unpack("HHH")
    if style not in list(CellNumbers):
        raise cursor.corrupt(f"no way of numbering cells has the number {style}")
    frame = cursor.u32()
    form, _, _ = (_cell_form(cursor) for _ in range(3))
    tiles, colours = _cell_contents(cursor, rows * columns)
    return Cells(
        rows,
        columns,
        form,
        tiles,
        colours,
        CellNumbers(style),
        row_offset,
        column_offset,
        rows_inverted,
        columns_inverted,
        frame,
    )


def _cell_contents(cursor: Cursor, count: int) -> tuple[tuple[int | None, ...], tuple[int, ...]]:
    """`BoardCell`: in version 3 a double word whose upper half 0xFFFF marks a tile, in version 4 a byte tells."""
    if cursor.wide:
        pairs = list(struct.iter_unpack("<BI", cursor.take(5 * count)))
    else:
        words = struct.unpack(f"<{count}I", cursor.take(4 * count))
        marked = ((word >> 16 == 0xFFFF and word & 0xFFFF != 0xFFFF, word) for word in words)
        pairs = [(is_tile, word & 0xFFFF if is_tile else word) for is_tile, word in marked]
    tiles = tuple(value if is_tile else None for is_tile, value in pairs)
    return tiles, tuple(NO_COLOUR if is_tile else value for is_tile, value in pairs)
