"""The records of scenarios and games (`.gsn .gam`), as `GP/GamDoc3.cpp` reads them.

Classes of the source: `CGamDoc`, `CPlayerManager`, `CWinStateManager`, `CTrayPalette`, `CMarkerPalette`, `CHistoryTable`,
`CRollState`. The player's hash of a game is a password; it is read past and not kept.
"""

from __future__ import annotations

from adjudicator.errors import CorruptFile, Source, reading
from adjudicator.importers.cyberboard.box import read_texts
from adjudicator.importers.cyberboard.moves import MoveList, read_history_record, read_move_list
from adjudicator.importers.cyberboard.table import TableRecord, read_contents, read_table
from adjudicator.importers.cyberboard.wire import Cursor, opened
from adjudicator.lean import dataclass, replace


@dataclass(frozen=True, slots=True)
class CyberBoardGame:
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
    table: TableRecord
    message: str = ""
    messages: tuple[str, ...] = ()
    recorded: MoveList | None = None
    played: MoveList | None = None
    history: tuple[MoveList, ...] = ()
    left_over: int = 0


def read_game(data: bytes) -> CyberBoardGame:
    """A scenario or game from its bytes."""
    signature, cursor = opened(data, (b"GSCN", b"GAME"))
    game = _scenario(cursor, "scenario" if signature == b"GSCN" else "game")
    if signature == b"GAME":
        game = _continued(cursor, game)
    return replace(game, left_over=cursor.left)


def _scenario(cursor: Cursor, kind: str) -> CyberBoardGame:
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
    boards, trays, pieces = read_contents(cursor)
    table = TableRecord(texts, boards, trays, pieces)
    return CyberBoardGame(cursor.version, kind, box, box_file, identity, title, author, description, players, table)


def _continued(cursor: Cursor, game: CyberBoardGame) -> CyberBoardGame:
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
        recorded = MoveList(read_move_list(cursor)) if cursor.u8() else None
    with reading(entry="moves played back"):
        played = MoveList(read_move_list(cursor)) if cursor.u8() else None
    with reading(entry="history being played"):
        if cursor.u8():
            read_history_record(cursor)
    with reading(entry="bookmark"):
        if cursor.u8():
            read_table(cursor)
    with reading(entry="CHistoryTable"):
        history = cursor.several(cursor.size(11), read_history_record, "CHistRecord") if cursor.u8() else ()
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
