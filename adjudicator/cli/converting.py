"""What of an opened file a conversion writes, and how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import orjson

from adjudicator.cli.opening import Opened, moment
from adjudicator.errors import ReadError, Source
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.notes import Note, NoteKind
from exporters import conversions, native
from exporters.atomic import write_bytes
from exporters.losses import Content, LossReport

SAVES = (".vsav", ".vlog")
LOGS = (".vlog", ".json")


@dataclass(frozen=True, slots=True)
class Conversion:
    """What was converted: the account (None where players' ids were kept) and its notes."""

    report: LossReport | None
    notes: tuple[Note, ...]


def write(opened: Opened, at: str | None, target: Path, keep_ids: bool) -> Conversion:
    """Write what was opened to `target`; the account tells what the format could not hold."""
    body = _body(opened, at, target)
    if keep_ids and target.suffix.lower() == ".json":
        return Conversion(None, tuple(native.write(body, target, keep_ids=True)))
    report = conversions.convert(_content(body, opened, target), target, opened.format)
    return Conversion(report, (*report.notes(), *_seats_lost(body, target)))


def write_report(conversion: Conversion, opened: Opened, path: Path) -> None:
    """The whole account as JSON, with what reading the source left behind or guessed."""
    account = conversion.report.record() if conversion.report else {}
    write_bytes(
        path, orjson.dumps({**account, "reading": [str(note) for note in opened.notes]}, option=orjson.OPT_INDENT_2)
    )


def _content(body: GameState | GameLog | Module, opened: Opened, target: Path) -> Content:
    """What is converted: a log as such where the format knows logs, else with its last moment."""
    if isinstance(body, Module):
        return Content(body)
    if isinstance(body, GameState):
        return Content(opened.module, body)
    whole = target.name.lower().endswith(LOGS) and not target.name.lower().endswith(".tts.json")
    return Content(opened.module, body.start if whole else body.state_at(len(body.steps)), body)


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
