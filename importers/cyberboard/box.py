"""The records of a game box (`.gbx`), as `CGamDoc::Serialize` of the designer and `CGameBox::Load` of the player have them.

Classes of the source: `CTileManager`, `TileDef`, `TileLoc`, `CTileSet`, `CTileSheet` (GShr/Tile*.cpp); `CBoardManager`,
`CBoard`, `CBoardBase` (Board.cpp); `CPieceManager`, `PieceDef`, `CPieceSet` (Pieces.cpp); `CMarkManager`, `MarkDef`,
`CMarkSet` (Marks.cpp). Passwords of boxes are hashes; they are read past and not kept.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.errors import reading
from adjudicator.importers.cyberboard.cells import Cells, read_cells
from adjudicator.importers.cyberboard.drawings import Bitmap, Shape, read_bitmap, read_shapes
from adjudicator.importers.cyberboard.wire import Cursor, opened
from adjudicator.lean import dataclass


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
class PieceGroup:
    """A named set of tiles, pieces or marks; `visibility` is that of marks in their tray."""

    name: str
    members: tuple[int, ...]
    visibility: int = 0


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
class CyberBoardBox:
    """A whole game box; `texts` are what players read on an element, `identity` what games call the box by."""

    version: tuple[int, int]
    identity: int
    title: str
    author: str
    description: str
    revision: tuple[int, int]
    transparent: int
    tiles: tuple[Tile, ...]
    tile_sets: tuple[PieceGroup, ...]
    sheets: tuple[TileSheet, ...]
    boards: tuple[BoxBoard, ...]
    pieces: tuple[PieceKind, ...]
    piece_sets: tuple[PieceGroup, ...]
    marks: tuple[MarkKind, ...]
    mark_sets: tuple[PieceGroup, ...]
    texts: Mapping[str, str]
    left_over: int = 0


def read_box(data: bytes) -> CyberBoardBox:
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
    return CyberBoardBox(
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


def _tiles(
    cursor: Cursor,
) -> tuple[int, tuple[Tile, ...], tuple[PieceGroup, ...], tuple[TileSheet, ...]]:
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


def _group(cursor: Cursor) -> PieceGroup:
    return PieceGroup(cursor.text(), cursor.numbers())


def _mark_group(cursor: Cursor) -> PieceGroup:
    name = cursor.text()
    visibility = cursor.u16()
    return PieceGroup(name, cursor.numbers(), visibility)


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
        cells = read_cells(cursor) if cursor.u16() else None
        over = read_shapes(cursor) if cursor.u16() else ()
    return BoxBoard(serial, name, background, snaps, under, over, cells, borders, on_top)


def _piece(cursor: Cursor) -> PieceKind:
    if cursor.wide:
        sides = cursor.numbers()
        return PieceKind(sides, cursor.u16())
    front, back, flags = cursor.unpack("HHH")
    return PieceKind(tuple(tile for tile in (front, back) if tile != 0xFFFF), flags)


def _mark(cursor: Cursor) -> MarkKind:
    return MarkKind(cursor.number(), cursor.u16())
