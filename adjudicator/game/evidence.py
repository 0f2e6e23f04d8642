"""What was given more than once counts once: the same file, a copy under another name, a turn sent again.

Files are told apart by what they hold. A log that has all the steps of another from the same start, and perhaps more, stands
for both. Nothing here depends on the order in which files were named.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator import importers
from adjudicator.audit.difference import agree, differences
from adjudicator.errors import AdjudicatorError, ReadError, Source, UnsafeFile, UsageError
from adjudicator.game.boxes import OpenModule
from adjudicator.game.digests import file_digest
from adjudicator.game.files import Aside, GameFile, listed, mailed, read_files, strays
from adjudicator.game.kinds import is_log_file, why_none
from adjudicator.game.listener import Listener
from adjudicator.game.own_output import Copy, made_of_others, told
from adjudicator.game.series import in_order_of_play, recorded, require_one_game
from adjudicator.game.sight import unplaced
from adjudicator.game.viewers import UMPIRE, eyes_for
from adjudicator.importers.vassal.container import is_save, roster_of
from adjudicator.importers.vassal.outlines import saved_by
from adjudicator.lean import dataclass, replace
from adjudicator.model.taught_dice import DicePattern
from adjudicator.model.viewer import Viewer
from adjudicator.notes import Note
from adjudicator.said import say

if TYPE_CHECKING:
    from adjudicator.game.rules import Rules

ONLY_COPIES = say("what is here is made of files that are left out by the settings of this folder")


@dataclass(frozen=True, slots=True)
class Evidence:
    """The files of a game, each once and in order of play, those that were named first and last, and notes on those unread.

    `called` are the names that those two were given by: a copy goes by its own, like a file that only looks the same.
    """

    files: tuple[GameFile, ...]
    first: GameFile
    last: GameFile
    unread: tuple[Note, ...] = ()
    called: tuple[str, str] = ("", "")

    def seen_by(self, viewer: Viewer) -> Evidence:
        """The files as somebody may know them."""
        files = tuple(file.seen_by(viewer) for file in self.files)
        return replace(self, files=files, first=self.first.seen_by(viewer), last=self.last.seen_by(viewer))

    def taught(self, dice: Sequence[DicePattern]) -> Evidence:
        """The files with the rolls that the game's folder teaches to read."""
        if not dice:
            return self
        files = tuple(file.taught(dice) for file in self.files)
        return replace(self, files=files, first=self.first.taught(dice), last=self.last.taught(dice))


def read_evidence(
    files: str | Path | Sequence[str | Path],
    module: Path | OpenModule | None,
    rules: Rules | None,
    listener: Listener,
    *,
    viewer: str = UMPIRE,
    leave_out: Collection[str] = (),
    lenient: bool = False,
) -> Evidence:
    """Read what was given: a file, several, or a folder. In what order and how often they are named makes no difference.

    What this program made of another file that was given, or that lies in the folder, is passed over and named.
    What is one file and what two, and which follows which, is asked with the eyes of the `viewer`. `lenient` leaves aside what
    of a folder cannot be read, or is of another game, as long as something is left.
    """
    given = listed(files, leave_out)
    over = made_of_others(given, listed(files))
    paths = counting(given, over, listener)
    alike = copies(paths)
    aside = None
    if lenient and isinstance(files, str | Path) and Path(files).is_dir():
        aside = Aside()
        _leave_strays(Path(files), leave_out, aside, listener)
    with _placed_for(viewer):
        read = read_files([each.path for each in alike], module, rules, listener, aside)
    eyes = eyes_for(viewer, read)
    read = _replayed([file.seen_by(eyes) for file in read], listener)
    if aside is not None:
        read = _of_one_game(read, aside, listener)
    names = {each.path: each.names for each in alike}
    named = [replace(file, given=names[file.path]) for file in read]
    once = in_order_of_play(each_once(named)) if len(named) > 1 else named
    for file in once:
        for said in file.repeats:
            listener.remark(said)
    if isinstance(files, str | Path):
        return Evidence(tuple(once), once[0], once[-1], aside.notes if aside else ())
    by_path = {path: file for file, each in zip(named, alike, strict=True) for path in each.given}
    meant = {copy.path: original for copy, original in over.items()}
    first, last = (meant.get(path, path) for path in (given[0], given[-1]))
    return Evidence(tuple(once), by_path[first], by_path[last], called=(first.name, last.name))


def _replayed(files: list[GameFile], listener: Listener) -> list[GameFile]:
    """The files with their tables at the end at hand, for which a log's steps are replayed: as long as reading it took."""
    if len(files) > 1:
        with listener.counting(say("replaying")) as told:
            for number, file in enumerate(files, 1):
                if file.is_game:
                    _ = file.ends
                told(file.path.name, number, len(files))
    return files


def _leave_strays(folder: Path, leave_out: Collection[str], aside: Aside, listener: Listener) -> None:
    """Leave aside what is named as a file of a game and can be none, but for what does not count anyhow."""
    for path in strays(folder):
        if path.name not in leave_out:
            aside.put(path, ReadError(why_none(path)), listener)
    for path, what in mailed(folder):
        if path.name not in leave_out:
            aside.put(path, ReadError(what), listener)


def counting(paths: Sequence[Path], over: dict[Copy, Path], listener: Listener) -> list[Path]:
    """The files without those that are passed over, which are named; ReadError if none is left."""
    if over:
        listener.remark(told(over))
    made = {copy.path for copy in over}
    kept = [path for path in paths if path not in made]
    if paths and not kept:
        raise ReadError(ONLY_COPIES, Source(str(paths[0].parent)))
    return kept


def _of_one_game(files: Sequence[GameFile], aside: Aside, listener: Listener) -> list[GameFile]:
    """The files of the game whose module is at hand, or of which there are most; the others are left aside."""
    records = [recorded(file) for file in files if file.is_game]
    count = Tally(record.start.module for record in records)
    ours = [record for record, file in zip(records, files, strict=False) if file.module_path and not file.strange]
    if len(count) < 2:
        return list(files)
    main = (ours or sorted(records, key=lambda each: -count[each.start.module]))[0]
    kept = []
    for file, record in zip(files, records, strict=True):
        try:
            require_one_game((main, record))
        except UsageError as error:
            aside.put(file.path, error, listener)
        else:
            kept.append(file)
    return kept


@contextmanager
def _placed_for(viewer: str) -> Iterator[None]:
    """Errors without their offsets, if somebody is named for whom all is read: an offset counts what is hidden from him."""
    try:
        yield
    except AdjudicatorError as error:
        if viewer not in ("", UMPIRE):
            error.source = unplaced(error.source)
        raise


@dataclass(frozen=True, slots=True)
class Copies:
    """The paths under which the very same bytes were given; `path` is the one with the shortest name."""

    saved: int
    digest: str
    given: tuple[Path, ...]

    @property
    def path(self) -> Path:
        return self.given[0]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(path.name for path in self.given)


def copies(paths: Sequence[Path]) -> list[Copies]:
    """Each file once, with all its names, the one saved first before the others, and a save before a log.

    In this order players get their pseudonyms, so it should depend on nothing that is hidden in a file; of those of
    one kind that were saved at the same time, what all may read of who sits there settles it, and then their names.
    """
    if len(paths) == 1:
        return [Copies(0, "", tuple(paths))]
    found: dict[str, list[Path]] = {}
    for path in paths:
        found.setdefault(_digest(path), []).append(path)
    alike = [Copies(_saved(given[0]), digest, tuple(sorted(given, key=_by_name))) for digest, given in found.items()]
    same = Tally((each.saved, is_log_file(each.path)) for each in alike)

    def key(each: Copies) -> tuple[object, ...]:
        kind = each.saved, is_log_file(each.path)
        return (*kind, _roster(each.path) if same[kind] > 1 else (), _by_name(each.path))

    return sorted(alike, key=key)


def apart(found: Sequence[Evidence]) -> list[Evidence]:
    """Files read apart from each other, each once and in order of play; what is no save or log comes first."""
    other = [each for each in found if not each.last.is_game]
    files = each_once([each.last for each in found if each.last.is_game])
    return [*other, *(Evidence((file,), file, file) for file in (in_order_of_play(files) if len(files) > 1 else files))]


def each_once(files: Sequence[GameFile]) -> list[GameFile]:
    """The files without those that another says all of; it keeps their names."""
    kept: list[GameFile] = []
    for file in sorted(files, key=lambda each: -each.last_step):
        at = next((i for i, other in enumerate(kept) if _says_all_of(other, file)), None)
        if at is None:
            kept.append(file)
        else:
            kept[at] = _both(kept[at], file)
    return kept


def _both(kept: GameFile, other: GameFile) -> GameFile:
    """A file that stands for another besides."""
    if other.last_step < kept.last_step:
        return replace(kept, beginnings=tuple(sorted((*kept.beginnings, *other.beginnings, *other.given))))
    first, second = sorted((kept, other), key=lambda each: _by_name(each.path))
    beginnings = tuple(sorted((*first.beginnings, *second.beginnings)))
    return replace(first, given=tuple(sorted((*first.given, *second.given))), beginnings=beginnings)


def _says_all_of(one: GameFile, other: GameFile) -> bool:
    if not one.is_game or not other.is_game or (one.log is None) != (other.log is None):
        return False
    if one.log is None or other.log is None:
        return not differences(one.state_at(0), other.state_at(0))
    steps = zip(one.log.steps, other.log.steps, strict=False)
    return all(mine.events == theirs.events for mine, theirs in steps) and agree(one.log.start, other.log.start)


def _by_name(path: Path) -> tuple[int, str, str]:
    """A copy has the longer name: "turn_1 (2).vlog", "copy of turn_1.vlog"."""
    return len(path.name), path.name, str(path)


def _digest(path: Path) -> str:
    """What tells a file by its bytes; one that cannot be read is told by its path, and its reader will say what is wrong."""
    try:
        return file_digest(path)
    except (OSError, UnsafeFile):
        return str(path)


def _roster(path: Path) -> tuple[tuple[str, str], ...]:
    """Who sits at the table in a file, by name and side."""
    try:
        return roster_of(path) if importers.recognise(path).sniff is is_save else ()
    except AdjudicatorError:
        return ()


def _saved(path: Path) -> int:
    """When the file says that it was saved, 0 if it does not."""
    try:
        return (saved_by(path)[0] or 0) if importers.recognise(path).sniff is is_save else 0
    except AdjudicatorError:
        return 0
