"""Made archives: small games by the thousand, each a folder with a short log of its own, one module above them all.

A game in a hundred is poisonous if that is wanted: it crashes the process that reads it, never ends, eats memory without end, or
is no log at all. The poison is a mark at the end of the file, which `poisoned.py` obeys and every other reader passes over.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.desk.pieces import MODULES, in_pieces

GAME, LOG, PIECES = "two_rivers", "turn_1.vlog", 12
POISONS = ("crash", "endless", "greedy", "broken")
MARK = b"poison:"
END_OF_ARCHIVE = 22
"""Bytes of the last record of a zip without a comment; its last two are the comment's length."""


def make_archive(folder: Path, games: int, poison: Mapping[int, str]) -> None:
    """Folders of games under `folder`; `poison` says by number which of them are bad in what way."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(MODULES / GAME / f"{GAME}.vmod", folder)
    with tempfile.TemporaryDirectory() as room:
        logs = [each.read_bytes() for each in in_pieces(GAME, LOG, PIECES, Path(room))]
    for number in range(games):
        _make(folder, number, logs[number % PIECES], poison.get(number, ""))


def one_in(count: int, games: int) -> dict[int, str]:
    """Poison for one game in so many, each kind in its turn."""
    return {number: POISONS[at % len(POISONS)] for at, number in enumerate(range(count // 2, games, count))}


def _make(folder: Path, number: int, log: bytes, poison: str) -> None:
    """One game; its number in the log's comment makes its content one of its own."""
    place = folder / f"{number // 100:03}" / f"game {number:05}"
    place.mkdir(parents=True)
    said = b"%05d" % number + (MARK + poison.encode() if poison else b"")
    assert log[-END_OF_ARCHIVE:-18] == b"PK\x05\x06"
    whole = log[:-2] + len(said).to_bytes(2, "little") + said
    (place / "turn.vlog").write_bytes(b"no log at all %05d" % number if poison == "broken" else whole)
