"""What a format is, what is looked at to tell it, and what reading a file gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path

from adjudicator.budget import bytes_of
from adjudicator.errors import AdjudicatorError, CorruptFile
from adjudicator.importers.archive import Archive
from adjudicator.lean import dataclass
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.notes import Note
from adjudicator.writing import this_run


@dataclass(frozen=True, slots=True)
class Sample:
    """What a sniff may look at: the file's first bytes and, if it is a zip, its entries."""

    path: Path
    head: bytes
    archive: Archive | None = None

    @property
    def names(self) -> frozenset[str]:
        return self.archive.names if self.archive else frozenset()

    def beginning(self, name: str, length: int) -> bytes:
        """The first bytes of an entry, b"" if it cannot be unpacked."""
        try:
            return self.archive.head(name, length) if self.archive else b""
        except AdjudicatorError:
            return b""


@dataclass(frozen=True, slots=True)
class Imported:
    """A file as read: `kind` is "module", "extension", "save" or "log"; `state` is a log's start.

    `carried` is what the format keeps beside these, such as an extension's tree. `end` is the state after a log's last step,
    where the importer has been there and nobody need go through the log again.
    """

    kind: str
    format: str
    module: Module | None = None
    state: GameState | None = None
    log: GameLog | None = None
    notes: tuple[Note, ...] = ()
    carried: Mapping[str, object] = field(default_factory=dict)
    end: GameState | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: `sniff` says from the content whether a file is one, `read` gives what is in it.

    `read` gets the module that the file belongs to, if one is at hand.
    """

    name: str
    extensions: tuple[str, ...]
    sniff: Callable[[Sample], bool]
    read: Callable[[Path, Module | None], Imported]


def file_bytes(path: Path) -> bytes:
    """A file that is read whole; UnsafeFile if that takes more than it may, CorruptFile if it cannot be read."""
    try:
        this_run().note(path)
        return bytes_of(path)
    except OSError as error:
        raise CorruptFile(f"cannot be read: {error.strerror}") from error
