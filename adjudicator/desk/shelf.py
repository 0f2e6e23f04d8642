"""The games on the shelf: the folders named on the command line first, then those that the desk remembers.

A game goes by a short key made of its folder's path, so that no path stands in an address and no address names a path: what
is not on the shelf cannot be asked for.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from adjudicator.desk.places import games_folder, safe_name
from adjudicator.errors import AdjudicatorError
from adjudicator.game.keep import read_own, write_own
from adjudicator.game.kinds import is_folder, is_game_file, is_module_file
from adjudicator.game.settings import NAME, home_of
from adjudicator.game.settings_edit import change_settings
from adjudicator.harmless import harmless
from adjudicator.languages import ENGLISH
from adjudicator.lean import dataclass
from adjudicator.own_folders import config_folder
from adjudicator.said import say
from adjudicator.writing import free_name, make_folder

LIST = "desk.json"
MOST_GAMES = 1000


@dataclass(frozen=True, slots=True)
class ShelfPlace:
    """A game's folder on the shelf."""

    folder: Path

    @property
    def key(self) -> str:
        """What the game goes by in addresses."""
        return hashlib.sha256(os.fsencode(self.folder)).hexdigest()[:12]

    @property
    def name(self) -> str:
        """What people call it: as its settings say, else as its folder is called."""
        with suppress(AdjudicatorError):
            if title := home_of(self.folder).said.title:
                return harmless(title)
        return harmless(self.folder.name or str(self.folder))

    @property
    def there(self) -> bool:
        """Whether the folder is still there: a stick may have been pulled out."""
        return is_folder(self.folder)

    @property
    def closed(self) -> str:
        """Why the folder, if it is there, cannot be looked into; "" if it can."""
        try:
            next(self.folder.iterdir(), None)
        except OSError as error:
            return say("this folder cannot be looked into: {why}", error.strerror) if self.there else ""
        return ""

    def files(self) -> list[Path]:
        """The saves and logs in it, by name."""
        return [each for each in entries(self.folder) if is_game_file(each)]

    def modules(self) -> list[Path]:
        """The modules in it, by name."""
        return [each for each in entries(self.folder) if is_module_file(each)]


class Shelf:
    """The list of games; changed through `add` and `remove` alone, which write it down."""

    def __init__(self, named: Sequence[Path] = (), config: Path | None = None) -> None:
        self._file = (config or config_folder()) / LIST
        self._named = [folder.resolve() for folder in named]
        self._gone: set[Path] = set()
        self._kept = self._read()

    def __iter__(self) -> Iterator[ShelfPlace]:
        named = [game for folder in self._named for game in games_in(folder)]
        folders = [each for each in dict.fromkeys((*named, *self._kept)) if each not in self._gone]
        return iter([ShelfPlace(each) for each in folders[:MOST_GAMES]])

    def find(self, key: str) -> ShelfPlace | None:
        """The game of that key, None if it is not on the shelf."""
        return next((place for place in self if place.key == key), None)

    def add(self, folder: Path) -> ShelfPlace:
        """Put a folder on the shelf; a folder that is there already stays where it is."""
        resolved = folder.resolve()
        self._gone.discard(resolved)
        if ShelfPlace(resolved) not in list(self):
            self._kept.append(resolved)
            self._write()
        return ShelfPlace(resolved)

    def remove(self, place: ShelfPlace) -> None:
        """Take a game off the shelf; its folder and files stay as they are."""
        self._kept = [each for each in self._kept if each != place.folder]
        self._gone.add(place.folder)
        self._write()

    def new(self, title: str, language: str = "") -> ShelfPlace:
        """Make a folder for a new game, whose findings are told in a language, and put it on the shelf."""
        parent = next((each for each in self._named if not holds_game(each)), None) or games_folder()
        make_folder(parent)
        name = free_name(safe_name(title) or "New game", {each.name for each in entries(parent)})
        make_folder(parent / name)
        if language not in ("", ENGLISH):
            change_settings(parent / name, {"language": language})
        return self.add(parent / name)

    def _read(self) -> list[Path]:
        told = read_own(self._file)
        games = told.get("games") if isinstance(told, dict) else None
        return [Path(each) for each in games if isinstance(each, str)] if isinstance(games, list) else []

    def _write(self) -> None:
        write_own(self._file, json.dumps({"games": [str(each) for each in self._kept]}, indent=1))


def games_in(folder: Path) -> list[Path]:
    """The folder itself if a game lies in it, or nobody may look, else those of its folders in which one lies."""
    if holds_game(folder) or ShelfPlace(folder).closed:
        return [folder]
    return [each for each in entries(folder) if not each.name.startswith(".") and holds_game(each)]


def holds_game(folder: Path) -> bool:
    """Whether a folder has settings, a module, a save or a log in it."""
    return any(each.name == NAME or is_game_file(each) or is_module_file(each) for each in entries(folder))


def entries(folder: Path) -> list[Path]:
    """What lies in a folder, by name; nothing if it cannot be looked into."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []
