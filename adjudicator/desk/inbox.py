"""Files that were dropped and are in no game yet: those of which it is not known which they belong to, and those refused.

The former wait in folders of their own, and are asked for again by a desk that was started anew.
"""

from __future__ import annotations

import secrets
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import field
from pathlib import Path

from adjudicator.desk.shelf import entries
from adjudicator.desk.sorting import SortedFile
from adjudicator.errors import UsageError
from adjudicator.lean import dataclass
from adjudicator.own_folders import config_folder
from adjudicator.said import say
from adjudicator.writing import make_folder

MOST_BATCHES = 50
"""Drops whose files wait at the same time."""
STALE = 30 * 24 * 3600.0
"""Seconds after which files that nobody placed are thrown away."""
ARRIVING = 60.0
"""Seconds in which another desk may still be taking in what lies there."""
MOST_REFUSED = 200


@dataclass(frozen=True, slots=True)
class Refused:
    """A dropped file that was not taken: for which game ("" = on the list), its name, and why."""

    number: int
    game: str
    name: str
    why: str


@dataclass(slots=True)
class Inbox:
    """The folders by the keys that pages name them by; no key is a path."""

    _folders: dict[str, Path] = field(default_factory=dict)
    _asked: dict[str, tuple[SortedFile, ...]] = field(default_factory=dict)
    """What was found out of the files of a drop that wait for an answer."""
    _refused: list[Refused] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Take up what an earlier desk left waiting."""
        old = time.time() - ARRIVING
        for each in entries(_parent()):
            if each.is_dir() and entries(each) and each.stat().st_mtime < old:
                key = secrets.token_hex(8)
                self._folders[key] = each
                self._asked[key] = tuple(SortedFile(path.name) for path in entries(each))

    def begin(self) -> str:
        """A new folder for the files of one drop; its key."""
        parent = _parent()
        make_folder(parent)
        self._tidy(parent)
        if len(self._folders) >= MOST_BATCHES:
            raise UsageError(say("too many files wait for their place already; say where they belong first"))
        key = secrets.token_hex(8)
        self._folders[key] = Path(tempfile.mkdtemp(dir=parent))
        return key

    def folder(self, key: str) -> Path | None:
        """The folder of that key, None if there is none."""
        return self._folders.get(key)

    def waiting(self, key: str, name: str) -> Path | None:
        """A file that waits there by that name."""
        folder = self._folders.get(key)
        return next((each for each in entries(folder) if each.name == name), None) if folder else None

    def ask(self, key: str, files: Iterable[SortedFile]) -> None:
        """Keep asking for the games of files that wait in a drop's folder."""
        self._asked[key] = tuple(files)

    def asked(self) -> Iterator[tuple[str, SortedFile]]:
        """All files that wait for an answer, each with its drop's key; those that go along with another are not asked for."""
        for key, files in self._asked.items():
            there = {each.name for each in entries(self._folders[key])}
            yield from ((key, each) for each in files if each.name in there)

    def found(self, key: str, name: str) -> SortedFile:
        """What was found out of a file that waits."""
        return next((each for each in self._asked.get(key, ()) if each.name == name), SortedFile(name))

    def throw_away(self, key: str, name: str) -> None:
        """Throw a file away that waits, with those that would go along."""
        for each in (name, *self.found(key, name).along):
            if path := self.waiting(key, each):
                path.unlink(missing_ok=True)
        self.end(key)

    def end(self, key: str) -> None:
        """Forget a folder in which nothing waits any more."""
        folder = self._folders.get(key)
        if folder is not None and not entries(folder):
            shutil.rmtree(folder, ignore_errors=True)
            del self._folders[key]
            self._asked.pop(key, None)

    def refuse(self, game: str, name: str, why: str) -> None:
        """Keep in mind that a dropped file was not taken, until somebody has dealt with it."""
        self._refused = [each for each in self._refused if (each.game, each.name) != (game, name)][1 - MOST_REFUSED :]
        number = max((each.number for each in self._refused), default=0) + 1
        self._refused.append(Refused(number, game, name, why))

    def refused(self, game: str) -> list[Refused]:
        """What was not taken of the files that were dropped on a game, or on the list of games."""
        return [each for each in self._refused if each.game == game]

    def dealt_with(self, number: int) -> None:
        """Somebody has seen to a refused file."""
        self._refused = [each for each in self._refused if each.number != number]

    def taken(self, game: str, name: str) -> None:
        """A file that was refused has come after all."""
        self._refused = [each for each in self._refused if (each.game, each.name) != (game, name)]

    def _tidy(self, parent: Path) -> None:
        """Throw away what a desk of another day left behind, and what waits here for too long."""
        old = time.time() - STALE
        for each in entries(parent):
            if each.is_dir() and each.stat().st_mtime < old:
                shutil.rmtree(each, ignore_errors=True)
        self._folders = {key: folder for key, folder in self._folders.items() if folder.is_dir()}
        self._asked = {key: files for key, files in self._asked.items() if key in self._folders}


def _parent() -> Path:
    return config_folder() / "arriving"
