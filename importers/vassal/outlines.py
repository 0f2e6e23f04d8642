"""What a file of VASSAL's is of, told without reading it: its module's name, its pieces, the table that a log begins with.

Facts: `AbstractMetaData` (`moduledata`), `GameModule` and `BasicModule` (the root of the build file names the module),
`BasicModule.encodeVersion` up to 3.0 (`CHECK` in a save names module and version), `BasicPiece` (`piece;…;…;image;name`).
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from adjudicator.budget import bounded
from adjudicator.errors import AdjudicatorError
from adjudicator.importers.archive import Archive
from adjudicator.importers.vassal.buildfile import root_of
from adjudicator.importers.vassal.metadata import BUILD_FILES, read_metadata
from adjudicator.importers.vassal.savegame import LOGGED, SAVED_GAME, open_document
from adjudicator.importers.vassal.wire import obfuscation
from adjudicator.importers.vassal.wire.commands import ESC
from adjudicator.lean import dataclass

MODULE_ROOTS = ("VASSAL.build.GameModule", "VASSAL.launch.BasicModule")
_HEAD = (1 << 14) + len("!VCSK")
"""Bytes of an entry in which its beginning lies: whole pairs of digits behind the header."""
_CHECKED = re.compile(
    r"CHECK\tversion<[^\t\x1b]*\tALERT[^\x1b]*?Game saved using ([^\t\x1b]{1,200}) version ([^\s\x1b]{1,60}?)\.\\?\x1b"
)
_PIECE = re.compile(r"(?<![^\t/>;\s])piece;[^;]{0,40};[^;]{0,40};([^;\x1b]{0,200});([^;/\t\x1b<]{0,200})")


Pieces = frozenset[tuple[str, str]]
"""Images and names of pieces."""


@dataclass(frozen=True, slots=True)
class Outline:
    """What stands for the table that a save or log begins with, and for what was logged on it, one step after another."""

    start: str = ""
    steps: tuple[str, ...] = ()

    def branches_from(self, other: Outline) -> bool:
        """Whether both are logs that begin with one table and go on otherwise: neither is the beginning of the other."""
        shorter = min(len(self.steps), len(other.steps))
        return bool(shorter) and self.start == other.start and self.steps[:shorter] != other.steps[:shorter]


@bounded
def module_named(path: Path) -> tuple[str, str]:
    """Name and version of the module that a file is, or was made with; "" where it says neither."""
    archive = Archive(path)
    if "moduledata" in archive.names:
        about = read_metadata(archive.read("moduledata"))
        return about.name, about.version
    return _in_save(archive) if SAVED_GAME in archive.names else _in_root(archive)


@bounded
def saved_by(path: Path) -> tuple[int | None, str]:
    """When a save or log says that it was written (ms since 1970), and by which version of VASSAL."""
    archive = Archive(path)
    name = next((name for name in ("savedata", "moduledata") if name in archive.names), "")
    if not name:
        return None, ""
    about = read_metadata(archive.read(name))
    return about.saved, about.vassal_version


def written_at(path: Path) -> tuple[int, ...]:
    """When a save or log was written, as it says itself, else its zip: to be compared with other files'."""
    try:
        saved, _ = saved_by(path)
        if saved is not None:
            return datetime.fromtimestamp(saved / 1000, UTC).timetuple()[:6]
        return Archive(path).written(SAVED_GAME)
    except (AdjudicatorError, OSError, OverflowError, ValueError):
        return (0,) * 6


@bounded
def outline_of(path: Path) -> Outline:
    """The outline of a save or log; an AdjudicatorError if it cannot be looked into."""
    parts = [part.rstrip("\\") for part in open_document(path).text.split(ESC)]
    first = next((at for at, part in enumerate(parts) if part.startswith(LOGGED)), len(parts))
    laid = sorted(part for part in parts[:first] if part.startswith("+/"))
    logged = ESC.join(parts[first:]).split(ESC + LOGGED) if first < len(parts) else []
    return Outline(_digest("\n".join(laid)), tuple(map(_digest, logged)))


@bounded
def pieces_of(path: Path) -> Pieces:
    """The pieces of a module, save or log; an AdjudicatorError if it cannot be looked into."""
    archive = Archive(path)
    if SAVED_GAME in archive.names:
        return frozenset(_pieces(open_document(path).text))
    build = next((name for name in BUILD_FILES if name in archive.names), "")
    text = archive.read(build).decode("utf-8", "replace") if build else ""
    return frozenset(_pieces(html.unescape(text)))


def share(pieces: Pieces, known: Pieces) -> float:
    """How many of some pieces others have, from 0 to 1; 0 if there are none."""
    return len(pieces & known) / len(pieces) if pieces else 0.0


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    for image, name in _PIECE.findall(text):
        told = image.strip("\\ "), name.strip("\\ ")
        if any(told):
            yield told


def _in_save(archive: Archive) -> tuple[str, str]:
    """What the check of versions says that VASSAL wrote up to 3.0."""
    try:
        found = _CHECKED.search(obfuscation.reveal(archive.head(SAVED_GAME, _HEAD)))
    except AdjudicatorError:
        return "", ""
    return (found[1], found[2]) if found else ("", "")


def _in_root(archive: Archive) -> tuple[str, str]:
    build = next((name for name in BUILD_FILES if name in archive.names), "")
    if not build or "extensiondata" in archive.names:
        return "", ""
    kind, attributes = root_of(archive.head(build, _HEAD))
    return (attributes.get("name", ""), attributes.get("version", "")) if kind in MODULE_ROOTS else ("", "")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
