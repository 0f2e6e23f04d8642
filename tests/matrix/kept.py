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


class KeptPair(NamedTuple):
    """Two writers of a number, what was found of them, and where both apply."""

    number: str
    one: str
    other: str
    state: str
    source: str


def read(book: str) -> tuple[Kept, ...]:
    """The cells of a book."""
    return tuple(Kept(*line) for line in _lines(book))


def read_pairs(book: str) -> tuple[KeptPair, ...]:
    """The pairs of a book."""
    return tuple(KeptPair(*line) for line in _lines(f"{book}.pairs"))


def write(book: str, cells: Iterable[Kept]) -> None:
    """Write the cells of a book, in their order."""
    _write(book, cells)


def write_pairs(book: str, pairs: Iterable[KeptPair]) -> None:
    """Write the pairs of a book, in their order."""
    _write(f"{book}.pairs", pairs)


def _lines(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (HERE / f"{name}.txt").read_text("utf-8").splitlines()]


def _write(name: str, rows: Iterable[tuple[str, ...]]) -> None:
    (HERE / f"{name}.txt").write_text("".join("\t".join(each) + "\n" for each in rows), "utf-8")
