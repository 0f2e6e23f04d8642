"""Reading CyberBoard's files: game boxes, scenarios, games and move files."""

from __future__ import annotations

from pathlib import Path, PureWindowsPath

from adjudicator.errors import CorruptFile, ReadError, Source, reading
from adjudicator.importers.cyberboard.box import CyberBoardBox, read_box
from adjudicator.importers.cyberboard.game import CyberBoardGame, read_game
from adjudicator.importers.cyberboard.moves import read_moves
from adjudicator.importers.cyberboard.playback import log_lists, played
from adjudicator.importers.cyberboard.translate import FORMAT as CARRIED
from adjudicator.importers.cyberboard.translate import GameReading, translate_box
from adjudicator.importers.cyberboard.wire import NAME
from adjudicator.importers.format import Imported, file_bytes
from adjudicator.lean import replace
from adjudicator.model.module import Module
from adjudicator.notes import Note, NoteKind
from adjudicator.words import counted


def read(path: Path, module: Module | None = None) -> Imported:
    """A game box, or a scenario, game or move file under its box (the one given, or the one it names, beside it)."""
    with reading(file=path.name):
        data = file_bytes(path)
        if data[:4] == b"GBOX":
            made, notes = translate_box(read_box(data), Source(path.name))
            return Imported("module", NAME, module=made, notes=tuple(notes))
        if data[:4] == b"GMOV":
            return _moves(data, path, module)
        return _game(data, path, module)


def _game(data: bytes, path: Path, module: Module | None) -> Imported:
    game = read_game(data)
    source = Source(path.name)
    module, notes = _box_of(game, path, module)
    tabletop = GameReading(_record(module), game.players, source, notes)
    if module is not None:
        module = tabletop.module(module, game.table)
    state = tabletop.state(game.table, module, game.title, game.description)
    log = played(tabletop, log_lists(game), module, state)
    if game.left_over:
        text = f"not read, since it follows the last record that is known: {counted(game.left_over, 'byte')}"
        notes.append(Note(NoteKind.LOST, "end of the file", text, source))
    if game.played is not None:
        text = f"left out: {counted(len(game.played.records), 'record')} of another file, being played back when this was saved"
        notes.append(Note(NoteKind.LOST, "moves played back", text, source))
    if log is not None:
        log = replace(log, notes=tuple(notes))
        return Imported("log", NAME, module=module, state=log.start, log=log, notes=tuple(notes))
    return Imported("save", NAME, module=module, state=state, notes=tuple(notes))


def _moves(data: bytes, path: Path, module: Module | None) -> Imported:
    moves = read_moves(data)
    notes: list[Note] = []
    source = Source(path.name)
    if module is None:
        text = "read without its game box: spots have pixels but no locations, counters no pictures"
        notes.append(Note(NoteKind.MISSING, "game box", text, source))
    tabletop = GameReading(_record(module), module.sides if module else (), source, notes)
    first = next((record.table for record in moves.moves.records if record.table is not None), None)
    if first is None:
        raise CorruptFile("its moves begin with no snapshot of the table", Source(entry="CMoveList"))
    if module is not None:
        module = tabletop.module(module, first)
    if moves.left_over:
        text = f"{moves.left_over} bytes follow the last record that is known; they are not read"
        notes.append(Note(NoteKind.LOST, "end of the file", text, source))
    log = played(tabletop, (moves.moves,), module, None)
    assert log is not None  # noqa: S101 - there is a snapshot
    return Imported("log", NAME, module=module, state=log.start, log=log, notes=tuple(notes))


def _box_of(game: CyberBoardGame, path: Path, module: Module | None) -> tuple[Module | None, list[Note]]:
    """The game's box: the module given, if it is one of ours, or the file that the game names, if it lies beside it."""
    if module is not None:
        box = _record(module)
        if box is not None and box.identity != game.box:
            raise ReadError(f"the game belongs to game box {game.box:08x}, '{module.name}' is {box.identity:08x}")
        return module, []
    beside = path.parent / PureWindowsPath(game.box_file).name
    if game.box_file and beside.is_file():
        with reading(file=beside.name):
            box = read_box(file_bytes(beside))
        if box.identity == game.box:
            return translate_box(box, Source(beside.name))
    named = f"'{PureWindowsPath(game.box_file).name}'" if game.box_file else f"{game.box:08x}"
    text = f"its game box {named} is not beside it: spots have pixels but no locations, counters no pictures"
    return None, [Note(NoteKind.MISSING, "game box", text, Source(path.name))]


def _record(module: Module | None) -> CyberBoardBox | None:
    found = module.carried.get(CARRIED) if module else None
    return found if isinstance(found, CyberBoardBox) else None
