"""Files that were dropped on the list of games: they wait in folders of their own until it is known which game they belong to."""

from __future__ import annotations

import secrets
import shutil
import tempfile
import time
from dataclasses import field
from pathlib import Path

from adjudicator.desk.shelf import entries
from adjudicator.errors import UsageError
from adjudicator.game.keep import config_folder
from adjudicator.lean import dataclass
from adjudicator.said import say
from adjudicator.writing import make_folder

MOST_BATCHES = 50
"""Drops whose files wait at the same time."""
STALE = 24 * 3600.0
"""Seconds after which files that nobody placed are thrown away."""


@dataclass(slots=True)
class Inbox:
    """The folders by the keys that pages name them by; no key is a path."""

    _folders: dict[str, Path] = field(default_factory=dict)

    def begin(self) -> str:
        """A new folder for the files of one drop; its key."""
        parent = config_folder() / "arriving"
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

    def end(self, key: str) -> None:
        """Forget a folder in which nothing waits any more."""
        folder = self._folders.get(key)
        if folder is not None and not entries(folder):
            shutil.rmtree(folder, ignore_errors=True)
            del self._folders[key]

    def _tidy(self, parent: Path) -> None:
        """Throw away what a desk of another day left behind, and what waits here for too long."""
        old = time.time() - STALE
        for each in entries(parent):
            if each.is_dir() and each.stat().st_mtime < old:
                shutil.rmtree(each, ignore_errors=True)
        self._folders = {key: folder for key, folder in self._folders.items() if folder.is_dir()}
