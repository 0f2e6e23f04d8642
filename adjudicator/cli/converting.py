"""What of an opened file a conversion writes, and how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import orjson

import exporters
from adjudicator.cli.opening import Opened, moment
from adjudicator.cli.viewing import viewer_for
from adjudicator.errors import ReadError, Source, WriteError
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.notes import Note, NoteKind
from exporters import native
from exporters.atomic import write_bytes
from exporters.losses import Content, LossReport
from exporters.redaction import redacted
from exporters.vassal import savegame
from exporters.vassal.module import archive_of, entries_of, write_entries, write_from_plain
from exporters.vassal.versions import Version, version_of
from importers.archive import Archive
from importers.vassal.module import ExtensionRecord

SAVES = (".vsav", ".vlog")
BOXES = (".vmod", ".vmdx")
_WRONG_BOX = {
    True: "an extension stays an extension (.vmdx); 'module edit --merge' makes it part of its module",
    False: "only an extension can be written as .vmdx",
}
_TELLS_ALL = "the document names masked and hidden counters, as the file itself does; --as everybody leaves them out"


@dataclass(frozen=True, slots=True)
class Conversion:
    """What was converted: the account (None where players' ids were kept) and its notes."""

    report: LossReport | None
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """How to convert: a log at which moment, with players' ids or not, for which VASSAL, and for whose eyes."""

    at: str | None = None
    keep_ids: bool = False
    vassal: str | None = None
    seat: str = ""


def write(opened: Opened, target: Path, wish: Wish) -> Conversion:
    """Write what was opened to `target`; the account tells what the format could not hold.

    VASSAL's files and our own document hold all that the file held, as a copy of it would, unless a seat is named for the
    document; of anything else only what the seat may know is written.
    """
    if target.suffix.lower() in BOXES and not opened.is_game and _box_again(opened, target):
        return Conversion(None, ())
    body = _body(opened, wish.at, target)
    if wish.keep_ids and _is_document(target) and not wish.seat:
        return Conversion(None, tuple(native.write(body, target, keep_ids=True)))
    if wish.vassal is not None:
        return Conversion(None, _for_version(body, opened.module, target, version_of(wish.vassal)))
    withheld: tuple[Note, ...] = ()
    if opened.is_game and not isinstance(body, Module):
        known = redacted(body, viewer_for(opened, wish.seat), opened.module)
        if not _whole(target, wish):
            body, withheld = known.body, known.notes
        elif _is_document(target) and known.notes:
            withheld = (Note(NoteKind.CARRIED, "hidden counters", _TELLS_ALL),)
    written = exporters.write(target, _content(body, opened), opened.format)
    return Conversion(written.report, (*written.notes, *withheld, *_seats_lost(body, target)))


def _is_document(target: Path) -> bool:
    """Whether it is our own JSON."""
    return target.suffix.lower() == ".json" and not target.name.lower().endswith(".tts.json")


def _whole(target: Path, wish: Wish) -> bool:
    """Whether the target gets all that the file holds: what is hidden stays hidden only where its program hides it."""
    return target.suffix.lower() in SAVES + BOXES or (_is_document(target) and not wish.seat)


def write_report(conversion: Conversion, opened: Opened, path: Path) -> None:
    """The whole account as JSON, with what reading the source left behind or guessed."""
    account = conversion.report.record() if conversion.report else {}
    write_bytes(
        path, orjson.dumps({**account, "reading": [str(note) for note in opened.notes]}, option=orjson.OPT_INDENT_2)
    )


def _box_again(opened: Opened, target: Path) -> bool:
    """Write an extension, or a module kept in a document of ours, as VASSAL's file again; false if it is neither."""
    record = opened.read.carried.get("vassal")
    extends = isinstance(record, ExtensionRecord)
    if extends != (target.suffix.lower() == ".vmdx"):
        raise WriteError(_WRONG_BOX[extends], Source(str(target)))
    if isinstance(record, ExtensionRecord):
        write_entries(target, entries_of(Archive(opened.path), {}))
        return True
    known = archive_of(opened.module) if opened.module else None
    if known is None or opened.module is None:
        return False
    path = opened.module_path or opened.path.with_name(known[0])
    if not path.is_file():
        raise ReadError(
            f"its images are in '{known[0]}', which is not beside it; name it with --module", Source(str(opened.path))
        )
    write_from_plain(opened.module, path, Archive(path), target)
    return True


def _for_version(
    body: GameState | GameLog | Module, module: Module | None, target: Path, version: Version
) -> tuple[Note, ...]:
    """A save or log for an older engine; modules have `module edit --vassal`."""
    box = module if module is not None and "vassal" in module.carried else None
    if isinstance(body, GameLog) and target.suffix.lower() == ".vlog":
        return savegame.write_log(body, target, module=box, vassal=version)
    if isinstance(body, GameState) and target.suffix.lower() == ".vsav":
        return savegame.write_save(body, target, module=box, vassal=version)
    raise WriteError("--vassal is for .vsav and .vlog; modules have 'module edit --vassal'", Source(str(target)))


def _content(body: GameState | GameLog | Module, opened: Opened) -> Content:
    """The game with its box."""
    if isinstance(body, Module):
        return Content(body)
    if isinstance(body, GameState):
        return Content(opened.module, body)
    return Content(opened.module, None, body)


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
