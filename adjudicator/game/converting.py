"""What of a file a conversion writes, and how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from adjudicator import exporters
from adjudicator.errors import ReadError, Source, WriteError
from adjudicator.exporters import Content, native, tabletop_simulator
from adjudicator.exporters.vassal import savegame
from adjudicator.exporters.vassal.conversion import CONVERTED
from adjudicator.exporters.vassal.module import archive_of, entries_of, write_entries, write_from_plain
from adjudicator.exporters.vassal.versions import Version, version_of
from adjudicator.game.answers import Saved
from adjudicator.game.files import GameFile
from adjudicator.game.kinds import is_game_file, is_log_file, is_save_file
from adjudicator.game.seen_saves import withheld_from, write_seen_save
from adjudicator.game.sight import withholds
from adjudicator.importers.archive import Archive
from adjudicator.importers.vassal.module import ExtensionRecord
from adjudicator.lean import dataclass
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.model.viewer import EVERYTHING, PUBLIC, Viewer
from adjudicator.notes import Note, NoteKind

Body = GameState | GameLog | Module

BOXES = (".vmod", ".vmdx")
_WRONG_BOX = {
    True: "an extension stays an extension (.vmdx); 'module edit --merge' makes it part of its module",
    False: "only an extension can be written as .vmdx",
}
_TELLS_ALL = "the document names masked and hidden counters, as the file itself does; --as everybody leaves them out"


@dataclass(frozen=True, slots=True)
class Conversion:
    """How to convert: a log at which moment (None = all of it), with players' ids or not, for which version of VASSAL."""

    at: str | int | None = None
    keep_ids: bool = False
    vassal: str | None = None


def convert(file: GameFile, target: Path, wanted: Conversion, viewer: Viewer | None) -> Saved:
    """Write a file in the format of `target`'s ending, for a viewer's eyes, or for nobody's in particular.

    If no viewer is named, VASSAL's files and our own document hold all that the file held, as a copy of it would. Anything
    else is made of what the viewer (everybody, if none is named) may know.
    """
    if target.suffix.lower() in BOXES and not file.is_game and _write_box_again(file, target):
        return Saved(target, (), None, file.notes)
    if file.is_game and not _copies(target, viewer):
        return _convert_seen(file, target, wanted, viewer)
    body = _body(file.seen_by(EVERYTHING), wanted.at, target)
    if wanted.keep_ids and _is_document(target):
        return Saved(target, native.write(body, target, keep_ids=True), None, file.notes)
    if wanted.vassal is not None:
        notes = _write_for_version(body, file.module, target, version_of(wanted.vassal))
        return Saved(target, notes, None, file.notes)
    written = exporters.write(target, _content(body, file.module), file.format)
    told = (*_tells_all(body, file, target, viewer), *_seats_lost(body, target))
    return Saved(target, (*written.notes, *told), written.report, file.notes)


def _convert_seen(file: GameFile, target: Path, wanted: Conversion, viewer: Viewer | None) -> Saved:
    """Write what the file's viewer may know; whoever was named is told that something may be left out."""
    if is_game_file(target):
        return write_seen_save(file, target, wanted.at, wanted.vassal)
    body = _body(file, wanted.at, target)
    written = exporters.write(target, _content(body, file.module), file.format)
    withheld = withheld_from(body, named=viewer is not None)
    return Saved(target, (*written.notes, *withheld), written.report, file.notes)


def _copies(target: Path, viewer: Viewer | None) -> bool:
    """Whether the target gets all that the file holds: nobody asked for less, or the umpire did, and it can hold it."""
    whole = viewer is None or viewer.sees_all
    return whole and (is_game_file(target) or target.suffix.lower() in BOXES or _is_document(target))


def _tells_all(body: Body, file: GameFile, target: Path, viewer: Viewer | None) -> Iterable[Note]:
    """What to say of a copy that everybody can read, if it holds what not everybody may."""
    if isinstance(body, Module) or viewer is not None or not _is_document(target):
        return
    if withholds(body, PUBLIC, file.module):
        yield Note(NoteKind.CARRIED, "hidden counters", _TELLS_ALL)


def _is_document(target: Path) -> bool:
    """Whether it is our own JSON."""
    return target.suffix.lower() == ".json" and not target.name.lower().endswith(tabletop_simulator.ENDINGS)


def _write_box_again(file: GameFile, target: Path) -> bool:
    """Write an extension, or a module kept in a document of ours, as VASSAL's file again; false if it is neither."""
    record = file.read.carried.get("vassal")
    extends = isinstance(record, ExtensionRecord)
    if extends != (target.suffix.lower() == ".vmdx"):
        raise WriteError(_WRONG_BOX[extends], Source(str(target)))
    if isinstance(record, ExtensionRecord):
        write_entries(target, entries_of(Archive(file.path), {}))
        return True
    known = archive_of(file.module) if file.module else None
    if known is None or file.module is None:
        return False
    path = file.module_path or file.path.with_name(known[0])
    if not path.is_file():
        raise ReadError(
            f"its images are in '{known[0]}', which is not beside it; name it with --module", Source(str(file.path))
        )
    write_from_plain(file.module, path, Archive(path), target)
    return True


def _write_for_version(body: Body, module: Module | None, target: Path, version: Version) -> tuple[Note, ...]:
    """A save or log for an older engine; modules have `module edit --vassal`."""
    box = module if module is not None and "vassal" in module.carried else None
    if isinstance(body, GameLog) and is_log_file(target):
        return savegame.write_log(body, target, module=box, vassal=version, mark=CONVERTED)
    if isinstance(body, GameState) and is_save_file(target):
        return savegame.write_save(body, target, module=box, vassal=version, mark=CONVERTED)
    raise WriteError("--vassal is for .vsav and .vlog; modules have 'module edit --vassal'", Source(str(target)))


def _content(body: Body, module: Module | None) -> Content:
    """The game with its box."""
    if isinstance(body, Module):
        return Content(body)
    if isinstance(body, GameState):
        return Content(module, body)
    return Content(module, None, body)


def _seats_lost(body: Body, target: Path) -> Iterable[Note]:
    """A document without ids cannot give players their seats back."""
    if is_game_file(target) and not isinstance(body, Module):
        state = body.start if isinstance(body, GameLog) else body
        record = state.carried.get("vassal")
        if state.seats and isinstance(record, Mapping) and "people" not in record:
            text = "it names players by pseudonym; in VASSAL they must take their seats anew"
            yield Note(NoteKind.LOST, "players", text, Source(str(target)))


def _body(file: GameFile, at: str | int | None, target: Path) -> Body:
    """The whole log unless a moment of it, or a format that knows only moments, is asked for."""
    if file.log is not None and at is None and not is_save_file(target):
        return file.log
    if file.is_game:
        return file.state_at(file.moment("end" if at is None else at))
    if file.module is None or file.read.kind != "module":
        raise ReadError("an extension alone cannot be converted", Source(str(file.path)))
    return file.module
