"""What of an opened file a conversion writes, and how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import exporters
from adjudicator.cli.opening import Opened, moment
from adjudicator.errors import ReadError, Source
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.notes import Note, NoteKind
from exporters import native

SAVES = (".vsav", ".vlog")


def write(opened: Opened, at: str | None, target: Path, keep_ids: bool) -> Iterable[Note]:
    """Write what was opened to `target`; notes tell what the format could not hold."""
    body = _body(opened, at, target)
    if keep_ids and target.suffix.lower() == ".json":
        return native.write(body, target, keep_ids=True)
    return (*exporters.write(target, body), *_seats_lost(body, target))


def _seats_lost(body: GameState | GameLog | Module, target: Path) -> Iterable[Note]:
    """A document without ids cannot give players their seats back."""
    if target.suffix.lower() in SAVES and not isinstance(body, Module):
        state = body.start if isinstance(body, GameLog) else body
        record = state.carried.get("vassal")
        if state.seats and isinstance(record, Mapping) and "people" not in record:
            text = "it names players by pseudonym; in VASSAL they must take their seats anew"
            yield Note(NoteKind.LOST, "players", text, Source(str(target)))


def _body(opened: Opened, at: str | None, target: Path) -> GameState | GameLog | Module:
    """The whole log unless a moment of it, or a format that knows only moments, is asked for."""
    if opened.log is not None and at is None and target.suffix.lower() != ".vsav":
        return opened.log
    if opened.is_game:
        return opened.state_at(moment(opened, at or "end"))
    if opened.module is None or opened.read.kind != "module":
        raise ReadError("an extension alone cannot be converted", Source(str(opened.path)))
    return opened.module
