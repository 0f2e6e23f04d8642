"""What players did: lists of move records, in a game and in a move file (`.gmv`).

Classes of the source: `CMoveList`, the fifteen `CMoveRecord`s (MoveMgr.cpp), `CHistRecord`.
"""

from __future__ import annotations

from dataclasses import field
from enum import IntEnum

from adjudicator.errors import CorruptFile, Source, reading
from adjudicator.importers.cyberboard.table import TableRecord, read_table
from adjudicator.importers.cyberboard.wire import NOWHERE, Cursor, opened
from adjudicator.lean import dataclass


class RecordType(IntEnum):
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
class MoveRecord:
    """One move record; which fields count depends on `act`. `group` is the sequence number that moves made as one share."""

    act: RecordType
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
    table: TableRecord | None = None
    plot: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveList:
    """A list of records under the title that its sender gave it."""

    records: tuple[MoveRecord, ...]
    title: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class MoveFile:
    """A move file as mailed to the other players."""

    version: tuple[int, int]
    identity: int
    moves: MoveList
    left_over: int = field(default=0)


def read_moves(data: bytes) -> MoveFile:
    """A move file from its bytes."""
    _, cursor = opened(data, (b"GMOV",))
    identity = cursor.u32()
    with reading(entry="CHistRecord"):
        moves = read_history_record(cursor)
    return MoveFile(cursor.version, identity, moves, cursor.left)


def read_history_record(cursor: Cursor) -> MoveList:
    """`CHistRecord`. Times are 64-bit in version 4; older programs wrote 32 bits, which the bytes themselves tell apart."""
    wide_times = cursor.wide or (
        cursor.left >= 16
        and not any(cursor.data[cursor.at + 4 : cursor.at + 8])
        and not any(cursor.data[cursor.at + 12 : cursor.at + 16])
    )
    cursor.take(16 if wide_times else 8)
    title, description = cursor.text(), cursor.text()
    records = read_move_list(cursor) if cursor.u8() else ()
    return MoveList(records, title, description)


def read_move_list(cursor: Cursor) -> tuple[MoveRecord, ...]:
    """`CMoveList`: counters, perhaps a bookmark, then the records."""
    cursor.index()
    cursor.u16()
    if cursor.wide:
        cursor.u64()
    else:
        cursor.u32()
    if cursor.u8():
        with reading(entry="bookmark of a CMoveList"):
            read_table(cursor)
    return cursor.several(cursor.size(4), _record, "CMoveRecord")


def _record(cursor: Cursor) -> MoveRecord:
    start = cursor.at
    number = cursor.i16()
    if number not in list(RecordType):
        raise CorruptFile(f"no move record has the type {number}", Source(offset=start))
    act = RecordType(number)
    group = cursor.index()
    match act:
        case RecordType.STATE:
            return MoveRecord(act, group, start, table=read_table(cursor))
        case RecordType.PIECE_TO_BOARD:
            piece, board = cursor.number(), cursor.number()
            place, x, y = cursor.unpack("hhh")
            return MoveRecord(act, group, start, number=piece, board=board, point=(x, y), place=place)
        case RecordType.PIECE_TO_TRAY:
            piece = cursor.number()
            return MoveRecord(act, group, start, number=piece, tray=cursor.index(), place=cursor.index())
        case RecordType.PIECE_SIDE:
            return _side_record(cursor, group, start)
        case RecordType.MARK_TO_BOARD:
            mark, object_id, board = cursor.number(), cursor.object_id(), cursor.number()
            place, x, y = cursor.unpack("hhh")
            return MoveRecord(act, group, start, mark, board, (x, y), place, object_id)
        case RecordType.PLOT:
            board = cursor.number()
            return MoveRecord(act, group, start, board=board, plot=cursor.unpack("hh" * cursor.count(4)))
        case RecordType.MESSAGE:
            return MoveRecord(act, group, start, text=cursor.text())
        case RecordType.DELETE:
            return MoveRecord(act, group, start, object=cursor.object_id())
        case RecordType.PIECE_FACING:
            return MoveRecord(act, group, start, number=cursor.number(), value=cursor.u16())
        case RecordType.COMPOUND:
            return MoveRecord(act, group, start, value=cursor.u16())
        case RecordType.MARK_FACING:
            object_id, mark = cursor.object_id(), cursor.number()
            return MoveRecord(act, group, start, number=mark, object=object_id, value=cursor.u16())
        case RecordType.TEXT:
            return MoveRecord(act, group, start, element=cursor.element(), text=cursor.text())
        case RecordType.LOCK:
            return MoveRecord(act, group, start, element=cursor.element(), value=cursor.u16())
        case RecordType.OWNER:
            return MoveRecord(act, group, start, number=cursor.number(), value=cursor.owners())
        case _:
            return _event_message(cursor, group, start)


def _side_record(cursor: Cursor, group: int, start: int) -> MoveRecord:
    """`CPieceSetSide`: version 3 turns a piece over; version 4 says how (`Flip`: 1 back, 2 on, 3 chosen, 4 at random)."""
    piece = cursor.number()
    if not cursor.wide:
        cursor.u8()
        return MoveRecord(RecordType.PIECE_SIDE, group, start, number=piece, how=2, value=NOWHERE)
    how, side = cursor.u8(), cursor.index()
    cursor.u8()
    return MoveRecord(RecordType.PIECE_SIDE, group, start, number=piece, how=how, value=side)


def _event_message(cursor: Cursor, group: int, start: int) -> MoveRecord:
    if cursor.u16():
        board = cursor.number()
        x, y = cursor.unpack("ii")
        return MoveRecord(RecordType.EVENT_MESSAGE, group, start, board=board, point=(x, y), text=cursor.text())
    if cursor.wide:
        tray, piece = cursor.index(), cursor.number()
    else:
        tray, piece = cursor.u16(), cursor.u32()
        cursor.u32()
    return MoveRecord(RecordType.EVENT_MESSAGE, group, start, number=piece, tray=tray, text=cursor.text())
