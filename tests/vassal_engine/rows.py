"""A file opened in the engine, as a row of a table."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.vassal_engine.engine import Answer, Json

SEAT = "Join game as which side?"
ASKING = ("press ", "save ", "log ")
"""Commands that a dialog answers."""
PLACE = ("map", "x", "y", "location")


@dataclass(frozen=True)
class Tried:
    """One thing that was tried in the engine: what, whether it went as it should, and what was seen."""

    what: str
    went: bool
    seen: str

    def __str__(self) -> str:
        return f"{self.what}: {self.seen}" if self.went else f"**{self.what}: {self.seen}**"


@dataclass(frozen=True)
class Row:
    """What the engine made of one file; `alike` counts the pieces that lie where our own reading says."""

    file: str
    dialogs: tuple[str, ...]
    errors: tuple[str, ...]
    pieces: int
    alike: int
    tried: tuple[Tried, ...] = ()

    @property
    def faults(self) -> list[str]:
        """All that is wrong with it."""
        wrong = [*self.dialogs, *self.errors, *(str(each) for each in self.tried if not each.went)]
        return wrong if self.alike == self.pieces else [*wrong, self.counted]

    @property
    def counted(self) -> str:
        alike = "all" if self.alike == self.pieces else str(self.alike)
        return f"{self.pieces}, {alike} as we read them"

    def as_markdown(self) -> str:
        """A line of the table."""
        told = (self.file, *("<br>".join(map(str, each)) or "0" for each in (self.dialogs, self.errors)), self.counted)
        return _line((*told, "<br>".join(map(str, self.tried))))


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


HEADING = "\n".join(map(_line, (("file", "dialogs", "errors", "pieces", "what was tried"), ("---",) * 5)))
"""The head of the table."""


def row_of(file: str, answers: Sequence[Answer], ours: dict[str, Json], tried: Iterable[Tried] = ()) -> Row:
    """A row of what was answered, the pieces counted after the first command."""
    theirs = answers[0].pieces
    errors = tuple(error for answer in answers for error in answer.errors)
    alike = sum(_place(piece) == _place(ours.get(name, {})) for name, piece in theirs.items())
    return Row(file, unasked(answers), errors, len(theirs), alike, tuple(tried))


def _place(piece: Json) -> list[object]:
    return [piece.get(key) for key in PLACE]


def unasked(answers: Iterable[Answer]) -> tuple[str, ...]:
    """The dialogs that nobody asked for: neither the choice of a side nor what a button or a save asks."""
    dialogs = [each for answer in answers if not answer.command.startswith(ASKING) for each in answer.dialogs]
    words = [" ".join(dialog["text"]) for dialog in dialogs]
    return tuple(text for text in words if SEAT not in text)


def adjudicator(*words: object) -> str:
    """What the program prints; it must succeed."""
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", *map(str, words)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"adjudicator {words[0]}: {done.stderr}")
    return done.stdout


def read_by_us(path: Path, module: Path, at: str = "start") -> dict[str, Json]:
    """The counters of a file by their ids, as we read it."""
    told = json.loads(adjudicator("inspect", path, "--module", module, "--umpire", "--json", "--at", at))
    return {piece["id"]: piece for piece in told["pieces"]}
