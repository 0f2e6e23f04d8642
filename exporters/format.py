"""What a file format of ours is: its endings, the subjects that it takes, what it loses of them, and how it is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from adjudicator.exporters.losses import Holds, LossReport
from adjudicator.lean import dataclass
from adjudicator.notes import Note


@dataclass(frozen=True, slots=True)
class WriteResult:
    """What became of a subject in its file: notes for people and, for games and boxes, the account of losses."""

    notes: tuple[Note, ...] = ()
    report: LossReport | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """A format and its writer.

    `endings` are of whole file names, `accepts` the types of subject. `write(subject, path, source)` puts all of the file there
    or nothing; `source` is the name of the format that the subject was read from. `holds` declares what becomes of each aspect
    of a game or box; it is None for formats that hold neither.
    """

    name: str
    endings: tuple[str, ...]
    accepts: tuple[type, ...]
    write: Callable[[Any, Path, str], WriteResult]
    holds: Holds | None = None
