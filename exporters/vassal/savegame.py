"""Saves and logs as files: obfuscated text and metadata in a zip, moved into place when complete."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

from adjudicator import marks
from adjudicator.errors import Source, WriteError
from adjudicator.exporters.atomic import dateless
from adjudicator.exporters.vassal.commands import Stream
from adjudicator.exporters.vassal.fresh import as_vassal, is_vassal, log_as_vassal
from adjudicator.exporters.vassal.steps import step_trees
from adjudicator.exporters.vassal.versions import OlderCommands, Version, metadata_for
from adjudicator.importers.vassal.wire import commands, obfuscation
from adjudicator.importers.vassal.wire.commands import Tree
from adjudicator.importers.vassal.wire.obfuscation import Disguise
from adjudicator.marks import OutputMark
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.notes import Note
from adjudicator.writing import replacing

FORMAT = "vassal"
SAVED_GAME = "savedGame"
USUAL, QUICK = 6, 4
"""How hard entries are packed: large ones take twice as long at the usual level, for a fifth less."""
LARGE = 1 << 22


def save_text(state: GameState, module: Module | None = None) -> tuple[str, tuple[Note, ...]]:
    """The text of a state's save, and what it could not hold; `module` lets turn trackers be set by the words they show."""
    tree, notes = _save_tree(state, module)
    return commands.join_stream(tree), notes


def log_text(log: GameLog, module: Module | None = None) -> tuple[str, tuple[Note, ...]]:
    """The text of a log: the state it began with, then every step as it was logged or, without that record, as its events."""
    tree, notes = _log_tree(log, module)
    return commands.join_stream(tree), notes


def write_save(
    state: GameState,
    path: Path,
    *,
    module: Module | None = None,
    vassal: Version | None = None,
    key: int | None = None,
    mark: OutputMark | None = None,
) -> tuple[Note, ...]:
    """Write a state as a `.vsav`.

    With a module, a state that VASSAL did not write becomes a game of that module, its text under `key` (None = by
    chance). `vassal` is the version to write for, by default the one that wrote the file. `mark` is what the file says of itself.
    """
    notes: tuple[Note, ...] = ()
    if module is not None and not is_vassal(state):
        state, notes = as_vassal(state, module, key)
    tree, lost = _save_tree(state, module)
    _write(path, tree, _record(state), vassal, mark)
    return (*notes, *lost)


def write_log(
    log: GameLog,
    path: Path,
    *,
    module: Module | None = None,
    vassal: Version | None = None,
    key: int | None = None,
    mark: OutputMark | None = None,
) -> tuple[Note, ...]:
    """Write a log as a `.vlog`; the same holds as of saves."""
    notes: tuple[Note, ...] = ()
    if module is not None and not is_vassal(log.start):
        log, notes = log_as_vassal(log, module, key)
    tree, lost = _log_tree(log, module)
    _write(path, tree, _record(log.start), vassal, mark)
    return (*notes, *lost)


def _save_tree(state: GameState, module: Module | None) -> tuple[Tree, tuple[Note, ...]]:
    stream = Stream(state, _record(state), module)
    return stream.tree(), tuple(stream.notes)


def steps_of(log: GameLog, module: Module | None) -> list[Tree]:
    """Every step of a log as it was logged or, without that record, as its events."""
    record = log.carried.get(FORMAT)
    steps = record.get("steps") if isinstance(record, Mapping) else None
    read = isinstance(steps, list | tuple) and len(steps) == len(log.steps)
    return list(steps) if read and isinstance(steps, list | tuple) else step_trees(log, module)


def _log_tree(log: GameLog, module: Module | None) -> tuple[Tree, tuple[Note, ...]]:
    stream = Stream(log.start, _record(log.start), module)
    return stream.tree(steps_of(log, module)), tuple(stream.notes)


def _record(state: GameState) -> Mapping[str, object]:
    record = state.carried.get(FORMAT)
    if not isinstance(record, Mapping):
        raise WriteError("the state was not read from VASSAL; there is no record to write a save from")
    return record


def _write(
    path: Path, tree: Tree, record: Mapping[str, object], vassal: Version | None, mark: OutputMark | None
) -> None:
    text = commands.join_stream(tree if vassal is None else OlderCommands(vassal).tree(tree))
    key, entries = record.get("key"), record.get("entries")
    data = obfuscation.disguised(text, key if isinstance(key, int) else None, _disguise(record, vassal))
    contents: dict[str, bytes] = {}
    for name, entry in entries.items() if isinstance(entries, Mapping) else ():
        about = str(entry).encode()
        contents[str(name)] = about if vassal is None or name == SAVED_GAME else metadata_for(about, vassal)
    contents[SAVED_GAME] = data
    try:
        with replacing(path) as beside, zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in contents.items():
                archive.writestr(dateless(name), content, compresslevel=QUICK if len(content) > LARGE else USUAL)
            if mark is not None:
                marks.put_in_zip(archive, mark)
    except UnicodeEncodeError as error:
        raise WriteError("a text cannot be said in UTF-8", Source(str(path))) from error


def _disguise(record: Mapping[str, object], vassal: Version | None) -> Disguise:
    """The disguise that the file had; engines before 3.8 know but one."""
    known = vassal is None and record.get("disguise") in (Disguise.PACKED, Disguise.RAW, Disguise.XZ)
    return Disguise(str(record["disguise"])) if known else Disguise.HEX
