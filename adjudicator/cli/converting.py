"""Which writer a conversion needs: by the ending of the file to be written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from adjudicator.cli.opening import Opened
from adjudicator.errors import Source, WriteError
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.notes import Note
from exporters import native
from exporters.vassal import savegame


def write(opened: Opened, step: int, target: Path, keep_ids: bool) -> Iterable[Note]:
    """Write what was opened to `target` (a log as a save: at a step); notes tell what the format could not hold."""
    body = _body(opened)
    ending = target.suffix.lower()
    if ending == ".json":
        native.write(target, body, keep_ids=keep_ids)
        return ()
    if ending == ".vlog" and isinstance(body, GameLog):
        return savegame.write_log(body, target)
    if ending == ".vsav" and not isinstance(body, Module):
        return savegame.write_save(opened.state_at(step), target)
    raise WriteError(f"'{ending}' is no format to convert into; expected .json, .vsav or .vlog", Source(str(target)))


def _body(opened: Opened) -> GameState | GameLog | Module:
    body = opened.log or opened.read.state or opened.module
    assert body is not None  # noqa: S101 - every importer gives one of them
    return body
