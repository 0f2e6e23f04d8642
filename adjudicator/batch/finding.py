"""The games under folders, one after another: what is held in memory is one folder's listing and the way to it.

A folder's saves and logs are a game. Where the folder has not just one module beside them, they are told apart by the module
that each says it was made with. A module serves the folders below its own too, as far as they have none themselves; a module
that no file beside it was made with stands for itself.
"""

from __future__ import annotations

import zipfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import field
from pathlib import Path

from adjudicator.batch.places import Listing, StorePlace, absolute, opened, shown
from adjudicator.batch.unit import File, GameUnit
from adjudicator.budget import bounded
from adjudicator.errors import ReadError, Source
from adjudicator.game.boxes import about
from adjudicator.game.kinds import is_game_file, is_module_file
from adjudicator.game.settings import NAME as SETTINGS
from adjudicator.importers.vassal.metadata import read_metadata
from adjudicator.lean import dataclass
from adjudicator.marks import mark_of

MOST_METADATA = 1 << 20
REPORTS = "reports"
"""The folder in a game's own for what is made of it."""


@dataclass(slots=True)
class ModuleFile:
    """A module as found; what it calls itself is read when somebody asks."""

    file: File
    _title: tuple[str, str] | None = field(default=None, repr=False)

    @property
    def title(self) -> tuple[str, str]:
        """Its name and version."""
        if self._title is None:
            self._title = title_of(self.file)
        return self._title


@dataclass(slots=True)
class Seen:
    """What was come across and is of no game: files that are no save, log or module of VASSAL's, and no settings."""

    others: int = 0

    def count(self, names: Iterable[str]) -> None:
        """Count those among some files."""
        self.others += sum(1 for name in names if not _counts(name))


def found(paths: Iterable[str], seen: Seen | None = None) -> Iterator[GameUnit]:
    """The games under these paths: folders with all in them, or single files; ReadError if one is not there.

    What is passed over is counted in `seen`.
    """
    seen = seen or Seen()
    folders, single = _sorted_out([absolute(each) for each in paths])
    for root in folders:
        yield from _under(root, seen)
    for folder, names in single.items():
        seen.count(names)
        listing = StorePlace.at(folder).listing()
        yield from _games(folder, listing, [ModuleFile(each) for each in listing.files if _is_box(each)], only=names)


def _sorted_out(paths: Sequence[str]) -> tuple[list[str], dict[str, set[str]]]:
    """The folders that lie in none of the others, and single files by their folder."""
    folders: list[str] = []
    single: dict[str, set[str]] = {}
    for path in dict.fromkeys(paths):
        place = StorePlace.at(path)
        if not place.exists():
            raise ReadError("there is no such file", Source(path))
        if place.is_folder():
            folders.append(path.rstrip("/") or "/")
        else:
            folder, _, name = place.path.rpartition("/")
            single.setdefault(place.url(folder or "/"), set()).add(name)
    inner = {each for each in folders if any(each != other and each.startswith(f"{other}/") for other in folders)}
    return [each for each in folders if each not in inner], single


def _under(root: str, seen: Seen) -> Iterator[GameUnit]:
    """The games of a folder and of all folders in it, by name; a folder that cannot be listed is one that is out of reach.

    What this program put into a game's folder for reports is no game.
    """
    waiting: list[tuple[str, list[ModuleFile], bool]] = [(root, [], False)]
    while waiting:
        folder, above, in_game = waiting.pop()
        try:
            listing = StorePlace.at(folder).listing()
        except OSError:  # a worker will find out why, and say so
            yield GameUnit(shown(folder), folder, (File(folder.rpartition("/")[2], folder, 0, ""),))
            continue
        seen.count(each.name for each in listing.files)
        boxes = [ModuleFile(each) for each in listing.files if _is_box(each)]
        saves = [each for each in listing.files if is_game_file(Path(each.name))]
        if in_game and saves and all(map(_is_ours, saves)):
            seen.others += len(saves)
        else:
            yield from _games(folder, listing, boxes or above)
        waiting.extend(
            (each, boxes or above, bool(saves) and each.rpartition("/")[2] == REPORTS)
            for each in reversed(listing.folders)
        )


def _games(
    folder: str, listing: Listing, boxes: Sequence[ModuleFile], only: Collection[str] | None = None
) -> Iterator[GameUnit]:
    """The games of one folder, then the modules that none of them was made with; `only` those of these files."""
    there = [each for each in listing.files if is_game_file(Path(each.name))]
    meant = [each for each in there if only is None or each.name in only]
    strays = [each for each in listing.strays if _counts(each.name)]
    own = {each.path for each in listing.files}
    settings = next((each for each in listing.files if each.name == SETTINGS), None)
    groups = _by_module(meant, boxes)
    taken = set()
    for title, files in groups.items():
        box = _fitting(title, boxes)
        taken.add(box.file.path if box else "")
        of_game = {each.name for each in files}
        others = tuple(each.name for each in there if each.name not in of_game)
        name = folder if len(groups) == 1 and only is None else f"{folder}#{title[0] or files[0].name}"
        mine = box is not None and box.file.path in own and (only is None or box.file.name in only)
        told = tuple(each.name for each in strays)
        yield GameUnit(shown(name), folder, tuple(files), box.file if box else None, mine, settings, others, told)
    for box in boxes:
        if box.file.path in own and box.file.path not in taken and (only is None or box.file.name in only):
            yield GameUnit(shown(box.file.path), folder, module=box.file)
    yield from _of_strays(folder, [each for each in strays if only is None or each.name in only], alone=not groups)


def _of_strays(folder: str, strays: Sequence[File], *, alone: bool) -> Iterator[GameUnit]:
    """What is named as a save, a log or a module and can be none; saves are told with a game, if they are not `alone`."""
    saves = tuple(each for each in strays if is_game_file(Path(each.name)))
    if saves and alone:
        yield GameUnit(shown(folder), folder, saves)
    for each in filter(_is_box, strays):
        yield GameUnit(shown(each.path), folder, module=each)


def _by_module(files: Sequence[File], boxes: Sequence[ModuleFile]) -> dict[tuple[str, str], list[File]]:
    """Saves and logs by the module they say they were made with: name, and version of the first; not asked if all is clear."""
    if len(boxes) == 1 or len(files) < 2:
        one = boxes[0].title if len(boxes) == 1 else title_of(files[0]) if files and boxes else ("", "")
        return {one: list(files)} if files else {}
    found: dict[str, tuple[tuple[str, str], list[File]]] = {}
    for file in files:
        title = title_of(file)
        found.setdefault(title[0], (title, []))[1].append(file)
    return dict(found.values())


def _fitting(title: tuple[str, str], boxes: Sequence[ModuleFile]) -> ModuleFile | None:
    """The module of this name and version, else of this name; the only one there is where no name is told."""
    if len(boxes) == 1:
        return boxes[0]
    named = [box for box in boxes if title[0] and box.title[0] == title[0]]
    return next((box for box in named if box.title == title), named[0] if named else None)


def title_of(file: File) -> tuple[str, str]:
    """The name and version of the module that a file is, or was made with; blank where that cannot be read."""
    if StorePlace.at(file.path).is_local:
        return about(Path(file.path))
    try:
        return _title_at(file.path)
    except (OSError, KeyError, ValueError, RuntimeError, NotImplementedError, zipfile.BadZipFile, ReadError):
        return "", ""


@bounded
def _title_at(path: str) -> tuple[str, str]:
    with opened(path) as stream, zipfile.ZipFile(stream) as archive, archive.open("moduledata") as entry:
        told = read_metadata(entry.read(MOST_METADATA))
    return told.name, told.version


def _is_ours(file: File) -> bool:
    """Whether a file that lies here was written by this program."""
    place = StorePlace.at(file.path)
    return place.is_local and mark_of(Path(place.path)) is not None


def _counts(name: str) -> bool:
    return is_game_file(Path(name)) or is_module_file(Path(name)) or name == SETTINGS


def _is_box(file: File) -> bool:
    return is_module_file(Path(file.name))
