"""The records of a game box (`.gbx`), as `CGamDoc::Serialize` of the designer and `CGameBox::Load` of the player have them.

Classes of the source: `CTileManager`, `TileDef`, `TileLoc`, `CTileSet`, `CTileSheet`, `CDib` (GShr/Tile*.cpp, CDib.cpp);
`CBoardManager`, `CBoard`, `CBoardBase`, `CBoardArray`, `BoardCell`, `CCellForm` (Board.cpp, BrdCell.cpp, CellForm.cpp);
`CDrawList` and its objects (DrawObj.cpp); `CPieceManager`, `PieceDef`, `CPieceSet` (Pieces.cpp); `CMarkManager`, `MarkDef`,
`CMarkSet` (Marks.cpp). Passwords of boxes are hashes; they are read past and not kept.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from adjudicator.errors import CorruptFile, Source, UnsafeFile, reading
from importers.cyberboard.wire import Cursor, opened

NO_COLOUR = 0xFF000000
NO_SHEET = 0xFFFF
LARGEST_BITMAP = 1 << 28
MOST_CELLS = 1 << 20
COMPRESSED = 0x80000000


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


class Drawn(IntEnum):
    """`CDrawObjType`; those from 128 occur only in games."""

    RECTANGLE = 0
    ELLIPSE = 1
    LINE = 2
    TILE = 3
    TEXT = 4
    POLYGON = 5
    BITMAP = 6
    PIECE = 0x80
    MARK = 0x81
    LINE_OBJECT = 0x82


@dataclass(frozen=True, slots=True)
class Bitmap:
    """A DIB as stored: `BITMAPINFOHEADER`, masks or palette, pixels from the bottom row up."""

    header: tuple[int, ...]
    data: bytes = field(repr=False)

    @property
    def size(self) -> tuple[int, int]:
        return self.header[1], abs(self.header[2])


@dataclass(frozen=True, slots=True)
class Tile:
    """Where a tile's full-size picture lies: sheet (None = no such tile) and top row; and its colour when tiny."""

    sheet: int | None
    offset: int
    half_sheet: int | None
    half_offset: int
    small: int


@dataclass(frozen=True, slots=True)
class TileSheet:
    """Tiles of one size, one below the other."""

    size: tuple[int, int]
    bitmap: Bitmap | None


@dataclass(frozen=True, slots=True)
class Group:
    """A named set of tiles, pieces or marks; `visibility` is that of marks in their tray."""

    name: str
    members: tuple[int, ...]
    visibility: int = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """An object of a drawing: its kind, flags, rectangle, and by kind colours, width, points, text, tile, ids, facing."""

    kind: Drawn
    flags: int
    box: tuple[int, int, int, int]
    fill: int = NO_COLOUR
    line: int = NO_COLOUR
    width: int = 0
    points: tuple[tuple[int, int], ...] = ()
    text: str = ""
    font: tuple[int, int, int, str] = (0, 0, 0, "")
    angle: int = 0
    number: int = 0
    object: int = 0
    bitmap: Bitmap | None = None
    offset: int = 0

    @property
    def locked(self) -> bool:
        return bool(self.flags & 0x00010000)

    @property
    def centre(self) -> tuple[int, int]:
        left, top, right, bottom = self.box
        return (left + right) // 2, (top + bottom) // 2


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


@dataclass(frozen=True, slots=True)
class BoxBoard:
    """A board of the box."""

    serial: int
    name: str
    background: int
    snaps: bool
    under: tuple[Shape, ...]
    over: tuple[Shape, ...]
    cells: Cells | None
    shows_borders: bool
    borders_on_top: bool


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A piece as cut: the tiles of its sides, the front first; none = an empty place of the table."""

    sides: tuple[int, ...]
    flags: int


@dataclass(frozen=True, slots=True)
class MarkKind:
    """A mark as printed."""

    tile: int
    flags: int


@dataclass(frozen=True, slots=True)
class Box:
    """A whole game box; `texts` are what players read on an element, `identity` what games call the box by."""

    version: tuple[int, int]
    identity: int
    title: str
    author: str
    description: str
    revision: tuple[int, int]
    transparent: int
    tiles: tuple[Tile, ...]
    tile_sets: tuple[Group, ...]
    sheets: tuple[TileSheet, ...]
    boards: tuple[BoxBoard, ...]
    pieces: tuple[PieceKind, ...]
    piece_sets: tuple[Group, ...]
    marks: tuple[MarkKind, ...]
    mark_sets: tuple[Group, ...]
    texts: Mapping[str, str]
    left_over: int = 0


def read_box(data: bytes) -> Box:
    """A game box from its bytes."""
    _, cursor = opened(data, (b"GBOX",))
    with reading(entry="box header"):
        cursor.take(2)
        major, minor, identity = cursor.unpack("III")
        cursor.take(16)
        author, title, description = cursor.text(), cursor.text(), cursor.text()
        cursor.take(16 + 2 * 6)
    with reading(entry="CGameElementStringMap"):
        texts = read_texts(cursor)
    with reading(entry="CTileManager"):
        transparent, tiles, tile_sets, sheets = _tiles(cursor)
    with reading(entry="CBoardManager"):
        boards = _boards(cursor)
    with reading(entry="CPieceManager"):
        cursor.take(8)
        pieces = cursor.table(_piece, "PieceDef", 6)
        piece_sets = cursor.several(cursor.size(2), _group, "CPieceSet")
    with reading(entry="CMarkManager"):
        cursor.take(8)
        marks = cursor.table(_mark, "MarkDef", 4)
        mark_sets = cursor.several(cursor.size(4), _mark_group, "CMarkSet")
    with reading(entry="custom colours"):
        cursor.take(4 * cursor.u16())
    return Box(
        version=cursor.version,
        identity=identity,
        title=title,
        author=author,
        description=description,
        revision=(major, minor),
        transparent=transparent,
        tiles=tiles,
        tile_sets=tile_sets,
        sheets=sheets,
        boards=boards,
        pieces=pieces,
        piece_sets=piece_sets,
        marks=marks,
        mark_sets=mark_sets,
        texts=texts,
        left_over=cursor.left,
    )


def read_texts(cursor: Cursor) -> dict[str, str]:
    """`CGameElementStringMap`: the texts that pop up over pieces and marks."""
    return {cursor.element(): cursor.text() for _ in range(cursor.long_size(5))}


def read_shapes(cursor: Cursor) -> tuple[Shape, ...]:
    """`CDrawList`."""
    return cursor.several(cursor.size(14), _shape, "CDrawObj")


def read_cell_form(cursor: Cursor) -> CellForm:
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


def read_bitmap(cursor: Cursor) -> Bitmap | None:
    """`ReadRGB565Zlib`: a size (its top bit set: packed with zlib), then the DIB; None where the size is nought."""
    start = cursor.at
    stated = cursor.u32()
    if not stated:
        return None
    size = stated & ~COMPRESSED
    if size > LARGEST_BITMAP:
        raise UnsafeFile(f"a bitmap of {size} bytes", Source(offset=start))
    raw = _unpacked(cursor.take(cursor.u32()), size, start) if stated & COMPRESSED else cursor.take(size)
    if len(raw) < 40:
        raise CorruptFile(f"a bitmap of {len(raw)} bytes has no header", Source(offset=start))
    header = struct.unpack("<IiiHHIIiiII", raw[:40])
    _check_bitmap(header, len(raw), start)
    return Bitmap(header, raw)


def _unpacked(packed: bytes, size: int, start: int) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        raw = unpacker.decompress(packed, size)
    except zlib.error as error:
        raise CorruptFile(f"the bitmap cannot be unpacked ({error})", Source(offset=start)) from error
    if len(raw) != size:
        raise CorruptFile(f"the bitmap unpacks to {len(raw)} bytes, {size} are promised", Source(offset=start))
    return raw


def _check_bitmap(header: tuple[int, ...], size: int, start: int) -> None:
    length, width, height, _, bits, _, *_ = header
    if length != 40 or bits not in (8, 16, 24) or width <= 0 or height == 0:
        raise CorruptFile(
            f"a bitmap of {width} × {height} pixels of {bits} bits, which nobody writes", Source(offset=start)
        )
    if 40 + ((width * bits + 31) // 32 * 4) * abs(height) > size:
        raise CorruptFile(f"the bitmap's {size} bytes are too few for {width} × {height} pixels", Source(offset=start))


def _tiles(
    cursor: Cursor,
) -> tuple[int, tuple[Tile, ...], tuple[Group, ...], tuple[TileSheet, ...]]:
    transparent, _, _ = cursor.unpack("III")
    cursor.u16()
    cursor.font()
    cursor.take(8)
    tiles = cursor.table(_tile, "TileDef", 12)
    groups = cursor.several(cursor.size(2), _group, "CTileSet")
    sheets = cursor.several(cursor.size(6), _sheet, "CTileSheet")
    return transparent, tiles, groups, sheets


def _tile(cursor: Cursor) -> Tile:
    full, offset = cursor.index(), cursor.u16()
    half, half_offset = cursor.index(), cursor.u16()
    return Tile(None if full < 0 else full, offset, None if half < 0 else half, half_offset, cursor.u32())


def _sheet(cursor: Cursor) -> TileSheet:
    width, height = cursor.unpack("hh")
    return TileSheet((width, height), read_bitmap(cursor) if cursor.u16() else None)


def _group(cursor: Cursor) -> Group:
    return Group(cursor.text(), cursor.numbers())


def _mark_group(cursor: Cursor) -> Group:
    name = cursor.text()
    visibility = cursor.u16()
    return Group(name, cursor.numbers(), visibility)


def _boards(cursor: Cursor) -> tuple[BoxBoard, ...]:
    cursor.number()
    cursor.unpack("IIH")
    cursor.font()
    cursor.take(8)
    return cursor.several(cursor.size(40), _board, "CBoard")


def _board(cursor: Cursor) -> BoxBoard:
    serial = cursor.number()
    _, snaps = cursor.flag(), cursor.flag()
    cursor.unpack("IIII")
    cursor.i16()
    background = cursor.u32()
    name = cursor.text()
    under = read_shapes(cursor) if cursor.u16() else ()
    borders, on_top = cursor.flag(), cursor.flag()
    cursor.take(8)
    with reading(entry=f"board '{name}'"):
        cells = _cells(cursor) if cursor.u16() else None
        over = read_shapes(cursor) if cursor.u16() else ()
    return BoxBoard(serial, name, background, snaps, under, over, cells, borders, on_top)


def _cells(cursor: Cursor) -> Cells:
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
    form, _, _ = (read_cell_form(cursor) for _ in range(3))
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


def _piece(cursor: Cursor) -> PieceKind:
    if cursor.wide:
        sides = cursor.numbers()
        return PieceKind(sides, cursor.u16())
    front, back, flags = cursor.unpack("HHH")
    return PieceKind(tuple(tile for tile in (front, back) if tile != 0xFFFF), flags)


def _mark(cursor: Cursor) -> MarkKind:
    return MarkKind(cursor.number(), cursor.u16())


def _shape(cursor: Cursor) -> Shape:
    """One object of a `CDrawList`: its type, then what `Serialize` of its class reads."""
    start = cursor.at
    number = cursor.u16()
    if number not in list(Drawn):
        raise CorruptFile(f"no drawn object has the type {number}", Source(offset=start))
    kind = Drawn(number)
    flags = cursor.u32()
    left, top, right, bottom = cursor.unpack("hhhh")
    box = (left, top, right, bottom)
    match kind:
        case Drawn.RECTANGLE | Drawn.ELLIPSE:
            fill, line, width = cursor.unpack("IIH")
            return Shape(kind, flags, box, fill, line, width, offset=start)
        case Drawn.POLYGON:
            fill, line, width = cursor.unpack("IIH")
            points = cursor.unpack("hh" * cursor.size(4))
            pairs = tuple(zip(points[::2], points[1::2], strict=True))
            return Shape(kind, flags, box, fill, line, width, pairs, offset=start)
        case Drawn.LINE | Drawn.LINE_OBJECT:
            x1, y1, x2, y2, line, width = cursor.unpack("hhhhIH")
            object_id = cursor.object_id() if kind is Drawn.LINE_OBJECT else 0
            ends = ((x1, y1), (x2, y2))
            return Shape(kind, flags, box, line=line, width=width, points=ends, object=object_id, offset=start)
        case Drawn.BITMAP:
            cursor.u16()
            return Shape(kind, flags, box, bitmap=read_bitmap(cursor), offset=start)
        case Drawn.TEXT:
            angle, colour = cursor.unpack("HI")
            text = cursor.text()
            return Shape(kind, flags, box, line=colour, text=text, font=cursor.font(), angle=angle, offset=start)
        case Drawn.MARK:
            object_id = cursor.object_id()
            mark, facing = cursor.number(), cursor.u16()
            return Shape(kind, flags, box, number=mark, object=object_id, angle=facing, offset=start)
        case _:
            return Shape(kind, flags, box, number=cursor.number(), offset=start)
