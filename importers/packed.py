"""Zips that hold a file of a game instead of being one: packed for the mail, or with the folder that it lay in."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import PurePosixPath

from adjudicator.importers.vassal.metadata import BUILD_FILES
from adjudicator.importers.vassal.wire import endings
from adjudicator.said import say

_MAIN = (*BUILD_FILES, "savedGame")
_FILES = (*endings.GAMES, *endings.MODULES)
_MOST = 3


def hint(names: Collection[str]) -> str:
    """What to do with a zip of these entries so that it can be read, "" if that is not known."""
    if deep := inner(names, _MAIN):
        folder = deep.rpartition("/")[0]
        return say("it was packed one folder too deep: zip what is in '{folder}', not the folder itself", folder)
    inside = files_in(names)
    return say("it is a zip that holds {files}: unpack it", ", ".join(inside[:_MOST])) if inside else ""


def files_in(names: Iterable[str]) -> list[str]:
    """The entries that are named as saves, logs or modules are."""
    return sorted(name for name in names if PurePosixPath(name).suffix.lower() in _FILES)


def inner(names: Iterable[str], wanted: Collection[str]) -> str:
    """The first entry with one of the wanted names that lies in a folder, "" if none does."""
    return min((name for name in names if "/" in name and name.rpartition("/")[2] in wanted), default="")
