"""SVG images of game boxes as they were drawn before, kept among this user's own files: a module's counters stay the same from
turn to turn, and drawing two thousand of them takes longer than judging what they did. Grounds of reports' maps lie beside them.

An image is kept by a digest of all that its pixels follow from: its bytes, the entries that it draws from, its size, and what
draws. Where nothing can be kept, it is drawn again.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
import weakref
from contextlib import suppress
from functools import cache
from pathlib import Path

import resvg_py

from adjudicator.budget import bytes_of
from adjudicator.exporters import foreign_svg, lettering
from adjudicator.own_folders import cache_folder

NAME = "drawn.sqlite"
MOST_BYTES = 100_000_000
"""What all kept images may take up; those that were kept first go first."""
LARGEST = 8_000_000
"""Bytes of a PNG that is kept."""
_WAIT = 0.2
"""Seconds that another process may hold the file before we go on without it."""
_PAGE = 4096
"""Bytes of a page of the file, as SQLite has them where nobody says otherwise."""
_BEGIN = (
    "pragma journal_mode = wal",
    "pragma synchronous = off",
    "create table if not exists drawn (key blob primary key, png blob not null)",
)


class DrawnBefore:
    """What was drawn before, in this process or another. It is closed with the last who uses it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._file: sqlite3.Connection | None = None
        with suppress(OSError, sqlite3.Error):
            self._file = _opened(cache_folder() / NAME)
            weakref.finalize(self, self._file.close)

    def get(self, key: bytes) -> bytes | None:
        """The PNG that was kept by a key; None if there is none."""
        found = self._asked("select png from drawn where key = ?", key)
        return found[0][0] if found else None

    def put(self, key: bytes, png: bytes) -> None:
        """Keep a PNG; where there is no more room, half of what was kept first goes."""
        if len(png) > LARGEST:
            return
        order = "insert or replace into drawn values (?, ?)"
        if self._asked(order, key, png) is None:
            self._asked("delete from drawn where rowid <= (select avg(rowid) from drawn)")
            self._asked(order, key, png)

    def _asked(self, order: str, *values: bytes) -> list[tuple[bytes]] | None:
        """The answer to an order; None if the file does not take it."""
        with suppress(sqlite3.Error), self._lock:
            return self._file.execute(order, values).fetchall() if self._file is not None else None
        return None


def key_of(data: bytes, source: foreign_svg.ImageSource, scale: float) -> bytes | None:
    """What an image is kept by: a digest of all that it follows from; None if it cannot be told what it is drawn from."""
    digest = foreign_svg.digest_of(data, source)
    return None if digest is None else hashlib.sha256(repr((digest, scale)).encode() + _drawer()).digest()


def _opened(path: Path) -> sqlite3.Connection:
    """The file, begun anew if it is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return _begun(path)
    except sqlite3.DatabaseError:
        path.unlink(missing_ok=True)
        return _begun(path)


def _begun(path: Path) -> sqlite3.Connection:
    made = sqlite3.connect(path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
    try:
        for order in (*_BEGIN, f"pragma max_page_count = {MOST_BYTES // _PAGE}"):
            made.execute(order)
    except sqlite3.Error:
        made.close()
        raise
    return made


@cache
def _drawer() -> bytes:
    """A digest of what draws: our own part of it, the letters and the library."""
    here = Path(__file__).parent
    own = [here / "pictures.py", here / "foreign_svg.py", here / "lettering.py", lettering.REGULAR, lettering.BOLD]
    whole = hashlib.sha256(str(resvg_py.__version__).encode())
    for path in own:
        whole.update(hashlib.sha256(bytes_of(path)).digest())
    return whole.digest()
