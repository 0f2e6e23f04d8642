"""What was found last, a line for each cell: the files beside this one, which `python -m tests.matrix --write` writes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent / "found"
BANS, PAIRS = "bans", "pairs"


class Kept(NamedTuple):
    """A line: what the cell is about (a ban and a kind of act, or a number and two writers), its state, and its source."""

    about: tuple[str, ...]
    state: str
    source: str


def read(book: str, what: str) -> tuple[Kept, ...]:
    """The lines about a book; none where nothing was written yet."""
    path = HERE / f"{book}.{what}.txt"
    if not path.is_file():
        return ()
    rows = (line.split("\t") for line in path.read_text("utf-8").splitlines())
    return tuple(Kept(tuple(row[:-2]), row[-2], row[-1]) for row in rows)


def write(book: str, what: str, lines: Iterable[Kept]) -> None:
    """Write the lines about a book, in their order."""
    HERE.mkdir(exist_ok=True)
    text = "".join("\t".join((*each.about, each.state, each.source)) + "\n" for each in lines)
    (HERE / f"{book}.{what}.txt").write_text(text, "utf-8")
