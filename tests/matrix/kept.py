"""What was found last, a line for each cell: the files beside this one, which `python -m tests.matrix --write` writes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent / "found"


class Kept(NamedTuple):
    """A cell: a ban, a kind of act, what was found, and the case it was made of."""

    ban: str
    kind: str
    state: str
    source: str


def read(book: str) -> tuple[Kept, ...]:
    """The cells of a book."""
    lines = (HERE / f"{book}.txt").read_text("utf-8").splitlines()
    return tuple(Kept(*line.split("\t")) for line in lines)


def write(book: str, cells: Iterable[Kept]) -> None:
    """Write the cells of a book, in their order."""
    (HERE / f"{book}.txt").write_text("".join("\t".join(each) + "\n" for each in cells), "utf-8")
