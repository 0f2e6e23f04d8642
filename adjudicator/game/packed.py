"""Zips that hold files of a game, as players send them by mail: which, and the bytes of each."""

from __future__ import annotations

from pathlib import Path

from adjudicator.budget import bounded
from adjudicator.errors import UsageError
from adjudicator.importers.archive import Archive
from adjudicator.importers.packed import files_in
from adjudicator.importers.vassal.metadata import BUILD_FILES
from adjudicator.importers.vassal.savegame import SAVED_GAME
from adjudicator.said import say


@bounded
def files_of(zipped: Path) -> list[str]:
    """The entries that are saves, logs or modules; UsageError if there are none, ReadError if it is no zip."""
    archive = Archive(zipped)
    if any(name in archive.names for name in (SAVED_GAME, *BUILD_FILES)):  # a module holds saves of its own
        raise UsageError(say("this is a save, log or module itself: call it .vsav, .vlog or .vmod, and drop it again"))
    if found := files_in(archive.names):
        return found
    raise UsageError(say("no save, log or module (.vsav, .vlog, .vmod) lies in this zip"))


@bounded
def content_of(zipped: Path, entry: str) -> bytearray:
    """An entry unpacked, within what reading one file may take."""
    return Archive(zipped).content(entry)
