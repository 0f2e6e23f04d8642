"""Everything on the table of a scenario or game: boards in play, trays, the state of each piece.

Classes of the source: `CPBoardManager`, `CPlayBoard`, `CGeomorphicBoard`, `CTrayManager`, `CTraySet`, `CPieceTable`, `Piece`,
`CGameState`.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.errors import reading
from adjudicator.importers.cyberboard.box import read_texts
from adjudicator.importers.cyberboard.drawings import Shape, read_shapes
from adjudicator.importers.cyberboard.wire import Cursor
from adjudicator.lean import dataclass

UNUSED_SIDE = 0xFF


@dataclass(frozen=True, slots=True)
class GeoBoard:
    """A board put together from others: their serial numbers and quarter turns, row by row."""

    name: str
    serial: int
    rows: int
    columns: int
    parts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PlayBoard:
    """A board in play: what lies on it, bottom to top, and whose it is."""

    serial: int
    shapes: tuple[Shape, ...]
    indicators: tuple[Shape, ...]
    owners: int = 0
    private: bool = False
    turned: bool = False
    stagger: tuple[int, int] = (0, 0)
    geo: GeoBoard | None = None


@dataclass(frozen=True, slots=True)
class Tray:
    """A tray of pieces in order; `visibility` as `TrayViz`: 0 all sides shown, 1 one, 2 only that there is one, 3 none."""

    name: str
    pieces: tuple[int, ...]
    visibility: int = 0
    owners: int = 0
    random_pull: bool = False


@dataclass(frozen=True, slots=True)
class PieceState:
    """A piece's visible side (255 = not in play), facing in degrees clockwise, and the mask of its owners."""

    side: int
    facing: int
    owners: int


@dataclass(frozen=True, slots=True)
class TableRecord:
    """`CGameState`: everything on the table."""

    texts: Mapping[str, str]
    boards: tuple[PlayBoard, ...]
    trays: tuple[Tray, ...]
    pieces: tuple[PieceState, ...]


def read_table(cursor: Cursor) -> TableRecord:
    """A snapshot of the table (`CGameState`)."""
    texts = read_texts(cursor)
    return TableRecord(texts, *read_contents(cursor))


def read_contents(cursor: Cursor) -> tuple[tuple[PlayBoard, ...], tuple[Tray, ...], tuple[PieceState, ...]]:
    """Boards, trays and pieces, which a scenario and a snapshot have in common."""
    with reading(entry="CPBoardManager"):
        cursor.number()
        cursor.take(6)
        boards = cursor.several(cursor.size(60), _play_board, "CPlayBoard")
    with reading(entry="CTrayManager"):
        cursor.take(8)
        trays = cursor.several(cursor.size(10), _tray, "CTraySet")
    with reading(entry="CPieceTable"):
        cursor.take(8)
        pieces = cursor.table(_piece_state, "Piece", 5)
    return boards, trays, pieces


def _play_board(cursor: Cursor) -> PlayBoard:
    geo = _geo_board(cursor) if cursor.u8() else None
    serial = cursor.number()
    cursor.take(2 + 16)
    stagger_x, stagger_y = cursor.unpack("hh")
    _, _, turned, *_ = cursor.unpack("HHHHHHHH")
    cursor.unpack("IHIHII")
    cursor.font()
    cursor.take(2 * 5 + 4)
    owners = cursor.owners()
    cursor.u16()
    with reading(entry="pieces of a CPlayBoard"):
        shapes = read_shapes(cursor)
    with reading(entry="indicators of a CPlayBoard"):
        indicators = read_shapes(cursor)
    private = bool(cursor.u8()) if cursor.wide else False
    return PlayBoard(serial, shapes, indicators, owners, private, bool(turned), (stagger_x, stagger_y), geo)


def _geo_board(cursor: Cursor) -> GeoBoard:
    name, serial = cursor.text(), cursor.number()
    rows, columns = (cursor.u64(), cursor.u64()) if cursor.wide else cursor.unpack("HH")
    parts = tuple((cursor.number(), cursor.u8() if cursor.wide else 0) for _ in range(cursor.size(2)))
    if rows * columns != len(parts):
        raise cursor.corrupt(f"a board of {rows} × {columns} boards lists {len(parts)}")
    return GeoBoard(name, serial, rows, columns, parts)


def _tray(cursor: Cursor) -> Tray:
    name = cursor.text()
    random_pull = cursor.flag()
    if cursor.wide:
        cursor.u16()
    visibility = cursor.u16() & 0x7FFF
    owners = cursor.owners()
    cursor.u16()
    return Tray(name, cursor.numbers(), visibility, owners, random_pull)


def _piece_state(cursor: Cursor) -> PieceState:
    side, facing = cursor.unpack("BH")
    return PieceState(side, facing, cursor.owners())
