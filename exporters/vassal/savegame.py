"""Saves and logs as files: obfuscated text and metadata in a zip, moved into place when complete."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

from adjudicator.errors import Source, WriteError
from adjudicator.model.events import GameLog
from adjudicator.model.state import GameState
from adjudicator.notes import Note
from exporters.atomic import replacing
from exporters.vassal.commands import Stream
from importers.vassal.wire import commands, obfuscation
from importers.vassal.wire.commands import Tree

FORMAT = "vassal"
SAVED_GAME = "savedGame"


def save_text(state: GameState) -> tuple[str, tuple[Note, ...]]:
    """The text of a state's save, and what it could not hold."""
    stream = Stream(state, _record(state))
    return commands.join_stream(stream.tree()), tuple(stream.notes)


def log_text(log: GameLog) -> tuple[str, tuple[Note, ...]]:
    """The text of a log: the state it began with, then every step as it was logged."""
    record = log.carried.get(FORMAT)
    steps = record.get("steps") if isinstance(record, Mapping) else None
    if not isinstance(steps, list | tuple):
        raise WriteError("the log was not read from VASSAL; its steps have no commands to write")
    stream = Stream(log.start, _record(log.start))
    listed: list[Tree] = list(steps)
    return commands.join_stream(stream.tree(listed)), tuple(stream.notes)


def write_save(state: GameState, path: Path) -> tuple[Note, ...]:
    """Write a state as a `.vsav`."""
    text, notes = save_text(state)
    _write(path, text, _record(state))
    return notes


def write_log(log: GameLog, path: Path) -> tuple[Note, ...]:
    """Write a log as a `.vlog`."""
    text, notes = log_text(log)
    _write(path, text, _record(log.start))
    return notes


def _record(state: GameState) -> Mapping[str, object]:
    record = state.carried.get(FORMAT)
    if not isinstance(record, Mapping):
        raise WriteError("the state was not read from VASSAL; there is no record to write a save from")
    return record


def _write(path: Path, text: str, record: Mapping[str, object]) -> None:
    key, entries = record.get("key"), record.get("entries")
    data = obfuscation.obfuscate(text, key) if isinstance(key, int) else text.encode("utf-8")
    contents: dict[str, bytes] = {SAVED_GAME: data}
    if isinstance(entries, Mapping):
        contents = {str(name): data if name == SAVED_GAME else str(entry).encode() for name, entry in entries.items()}
        contents.setdefault(SAVED_GAME, data)
    try:
        with replacing(path) as beside, zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in contents.items():
                archive.writestr(name, content)
    except UnicodeEncodeError as error:
        raise WriteError("a text cannot be said in UTF-8", Source(str(path))) from error
