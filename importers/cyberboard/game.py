"""The records of scenarios, games and move files (`.gsn .gam .gmv`), as `GP/GamDoc3.cpp` reads them.

Classes of the source: `CGamDoc`, `CPlayerManager`, `CWinStateManager`, `CTrayPalette`, `CMarkerPalette`, `CPBoardManager`,
`CPlayBoard`, `CGeomorphicBoard`, `CTrayManager`, `CTraySet`, `CPieceTable`, `Piece`, `CGameState`, `CMoveList`, the fifteen
`CMoveRecord`s (MoveMgr.cpp), `CHistoryTable`, `CHistRecord`, `CRollState`. The player's hash of a game is a password; it is
read past and not kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum

from adjudicator.errors import CorruptFile, Source, reading
from importers.cyberboard.box import Shape, read_shapes, read_texts
from importers.cyberboard.wire import NOWHERE, Cursor, opened

UNUSED_SIDE = 0xFF


class Act(IntEnum):
    """`CMoveRecord::RcdType`."""

    STATE = 1
    PIECE_TO_BOARD = 2
    PIECE_TO_TRAY = 3
    PIECE_SIDE = 4
    MARK_TO_BOARD = 5
    PLOT = 6
    MESSAGE = 7
    DELETE = 8
    PIECE_FACING = 9
    COMPOUND = 10
    MARK_FACING = 11
    TEXT = 12
    LOCK = 13
    EVENT_MESSAGE = 14
    OWNER = 15


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
class Table:
    """`CGameState`: everything on the table."""

    texts: Mapping[str, str]
    boards: tuple[PlayBoard, ...]
    trays: tuple[Tray, ...]
    pieces: tuple[PieceState, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """One move record; which fields count depends on `act`. `group` is the sequence number that moves made as one share."""

    act: Act
    group: int
    offset: int
    number: int = 0
    board: int = 0
    point: tuple[int, int] = (0, 0)
    place: int = 0
    object: int = 0
    tray: int = 0
    value: int = 0
    how: int = 0
    element: str = ""
    text: str = ""
    table: Table | None = None
    plot: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Moves:
    """A list of records under the title that its sender gave it."""

    records: tuple[Record, ...]
    title: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """A scenario or game file."""

    version: tuple[int, int]
    kind: str
    box: int
    box_file: str
    identity: int
    title: str
    author: str
    description: str
    players: tuple[str, ...]
    table: Table
    message: str = ""
    messages: tuple[str, ...] = ()
    recorded: Moves | None = None
    played: Moves | None = None
    history: tuple[Moves, ...] = ()
    left_over: int = 0


@dataclass(frozen=True, slots=True)
class MoveFile:
    """A move file as mailed to the other players."""

    version: tuple[int, int]
    identity: int
    moves: Moves
    left_over: int = field(default=0)


def read_game(data: bytes) -> Game:
    """A scenario or game from its bytes."""
    signature, cursor = opened(data, (b"GSCN", b"GAME"))
    game = _scenario(cursor, "scenario" if signature == b"GSCN" else "game")
    if signature == b"GAME":
        game = _continued(cursor, game)
    return replace(game, left_over=cursor.left)


def read_moves(data: bytes) -> MoveFile:
    """A move file from its bytes."""
    _, cursor = opened(data, (b"GMOV",))
    identity = cursor.u32()
    with reading(entry="CHistRecord"):
        moves = _history_record(cursor)
    return MoveFile(cursor.version, identity, moves, cursor.left)


def _scenario(cursor: Cursor, kind: str) -> Game:
    """`SerializeScenarioOrGame`: the header, windows (read past) and the table."""
    with reading(entry="scenario header"):
        cursor.take(8)
        box, _, _ = cursor.unpack("III")
        box_file = cursor.text()
        identity = cursor.u32()
        title, author, description = cursor.text(), cursor.text(), cursor.text()
        cursor.take(2 * 5)
    with reading(entry="CGameElementStringMap"):
        texts = read_texts(cursor)
    with reading(entry="CPlayerManager"):
        players = cursor.several(cursor.size(5), _player, "Player") if cursor.u8() else ()
    with reading(entry="CWinStateManager"):
        cursor.u16()
        if cursor.u8():
            for _ in range(cursor.long_size(46)):
                _pass_window(cursor)
    with reading(entry="palettes"):
        for _ in range(2):
            cursor.unpack("HII")
            cursor.take(4 * cursor.count(4))
        cursor.unpack("HIII")
    boards, trays, pieces = _contents(cursor)
    table = Table(texts, boards, trays, pieces)
    return Game(cursor.version, kind, box, box_file, identity, title, author, description, players, table)


def _continued(cursor: Cursor, game: Game) -> Game:
    """`SerializeGame`: what a game has beyond a scenario."""
    with reading(entry="game header"):
        cursor.owners()
        cursor.u32()
        cursor.text()
        cursor.u16()
        message = cursor.text()
        messages = tuple(cursor.text() for _ in range(cursor.count()))
        for _ in range(4):
            cursor.index()
        cursor.take(8)
        if cursor.wide and cursor.u8():
            _pass_roll_state(cursor)
        cursor.u32()
    with reading(entry="recorded moves"):
        recorded = Moves(_move_list(cursor)) if cursor.u8() else None
    with reading(entry="moves played back"):
        played = Moves(_move_list(cursor)) if cursor.u8() else None
    with reading(entry="history being played"):
        if cursor.u8():
            _history_record(cursor)
    with reading(entry="bookmark"):
        if cursor.u8():
            _table(cursor)
    with reading(entry="CHistoryTable"):
        history = cursor.several(cursor.size(11), _history_record, "CHistRecord") if cursor.u8() else ()
    return replace(
        game,
        message=message,
        messages=messages,
        recorded=recorded,
        played=played,
        history=history,
    )


def _player(cursor: Cursor) -> str:
    cursor.u32()
    return cursor.text()


def _pass_window(cursor: Cursor) -> None:
    cursor.unpack("HH")
    cursor.number()
    cursor.take(40)
    cursor.take(cursor.long_size())


def _pass_roll_state(cursor: Cursor) -> None:
    start = cursor.at
    if cursor.u8() != 1:
        raise CorruptFile("a CRollState of another make than 1", Source(offset=start))
    cursor.unpack("BI")
    cursor.text()
    cursor.unpack("Ii")
    cursor.take(9 * cursor.u8())


def _table(cursor: Cursor) -> Table:
    texts = read_texts(cursor)
    return Table(texts, *_contents(cursor))


def _contents(cursor: Cursor) -> tuple[tuple[PlayBoard, ...], tuple[Tray, ...], tuple[PieceState, ...]]:
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


def _history_record(cursor: Cursor) -> Moves:
    """`CHistRecord`. Times are 64-bit in version 4; older programs wrote 32 bits, which the bytes themselves tell apart."""
    wide_times = cursor.wide or (
        cursor.left >= 16
        and not any(cursor.data[cursor.at + 4 : cursor.at + 8])
        and not any(cursor.data[cursor.at + 12 : cursor.at + 16])
    )
    cursor.take(16 if wide_times else 8)
    title, description = cursor.text(), cursor.text()
    records = _move_list(cursor) if cursor.u8() else ()
    return Moves(records, title, description)


def _move_list(cursor: Cursor) -> tuple[Record, ...]:
    """`CMoveList`: counters, perhaps a bookmark, then the records."""
    cursor.index()
    cursor.u16()
    if cursor.wide:
        cursor.u64()
    else:
        cursor.u32()
    if cursor.u8():
        with reading(entry="bookmark of a CMoveList"):
            _table(cursor)
    return cursor.several(cursor.size(4), _record, "CMoveRecord")


def _record(cursor: Cursor) -> Record:
    start = cursor.at
    number = cursor.i16()
    if number not in list(Act):
        raise CorruptFile(f"no move record has the type {number}", Source(offset=start))
    act = Act(number)
    group = cursor.index()
    match act:
        case Act.STATE:
            return Record(act, group, start, table=_table(cursor))
        case Act.PIECE_TO_BOARD:
            piece, board = cursor.number(), cursor.number()
            place, x, y = cursor.unpack("hhh")
            return Record(act, group, start, number=piece, board=board, point=(x, y), place=place)
        case Act.PIECE_TO_TRAY:
            piece = cursor.number()
            return Record(act, group, start, number=piece, tray=cursor.index(), place=cursor.index())
        case Act.PIECE_SIDE:
            return _side_record(cursor, group, start)
        case Act.MARK_TO_BOARD:
            mark, object_id, board = cursor.number(), cursor.object_id(), cursor.number()
            place, x, y = cursor.unpack("hhh")
            return Record(act, group, start, mark, board, (x, y), place, object_id)
        case Act.PLOT:
            board = cursor.number()
            return Record(act, group, start, board=board, plot=cursor.unpack("hh" * cursor.count(4)))
        case Act.MESSAGE:
            return Record(act, group, start, text=cursor.text())
        case Act.DELETE:
            return Record(act, group, start, object=cursor.object_id())
        case Act.PIECE_FACING:
            return Record(act, group, start, number=cursor.number(), value=cursor.u16())
        case Act.COMPOUND:
            return Record(act, group, start, value=cursor.u16())
        case Act.MARK_FACING:
            object_id, mark = cursor.object_id(), cursor.number()
            return Record(act, group, start, number=mark, object=object_id, value=cursor.u16())
        case Act.TEXT:
            return Record(act, group, start, element=cursor.element(), text=cursor.text())
        case Act.LOCK:
            return Record(act, group, start, element=cursor.element(), value=cursor.u16())
        case Act.OWNER:
            return Record(act, group, start, number=cursor.number(), value=cursor.owners())
        case _:
            return _event_message(cursor, group, start)


def _side_record(cursor: Cursor, group: int, start: int) -> Record:
    """`CPieceSetSide`: version 3 turns a piece over; version 4 says how (`Flip`: 1 back, 2 on, 3 chosen, 4 at random)."""
    piece = cursor.number()
    if not cursor.wide:
        cursor.u8()
        return Record(Act.PIECE_SIDE, group, start, number=piece, how=2, value=NOWHERE)
    how, side = cursor.u8(), cursor.index()
    cursor.u8()
    return Record(Act.PIECE_SIDE, group, start, number=piece, how=how, value=side)


def _event_message(cursor: Cursor, group: int, start: int) -> Record:
    if cursor.u16():
        board = cursor.number()
        x, y = cursor.unpack("ii")
        return Record(Act.EVENT_MESSAGE, group, start, board=board, point=(x, y), text=cursor.text())
    if cursor.wide:
        tray, piece = cursor.index(), cursor.number()
    else:
        tray, piece = cursor.u16(), cursor.u32()
        cursor.u32()
    return Record(Act.EVENT_MESSAGE, group, start, number=piece, tray=tray, text=cursor.text())
