"""Files that come into a game's folder, told when they are all there: a download is not judged by halves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event
from time import monotonic

from watchfiles import watch

from adjudicator.game.settings import NAME
from importers.vassal.wire import endings

PAUSE = 800
"""Milliseconds; a file that has been the same for so long has arrived."""
WANTED = frozenset((*endings.GAMES, *endings.MODULES))

Look = tuple[int, int]
"""Size and time of change of a file."""
Looks = dict[Path, Look]


def arrivals(folder: Path, stop: Event | None = None) -> Iterator[tuple[Path, ...]]:
    """Saves, logs, modules and settings that come into a folder, or change there, from now on, in the order of their names.

    Ends when `stop` is set, or at an interrupt from the keyboard.
    """
    return _arrivals(folder, stop, _look(folder))


def _arrivals(folder: Path, stop: Event | None, known: Looks) -> Iterator[tuple[Path, ...]]:
    since: dict[Path, tuple[Look, float]] = {}
    # what it says of changes is only a reason to look: on some drives it hears of none
    awake = watch(
        folder, recursive=False, stop_event=stop, rust_timeout=PAUSE, yield_on_timeout=True, raise_interrupt=False
    )
    for _ in awake:
        now, clock = _look(folder), monotonic()
        since = {path: _since(since.get(path), look, clock) for path, look in now.items() if look != known.get(path)}
        arrived = [path for path, (_, begun) in since.items() if clock - begun >= PAUSE / 1000]
        known = {path: look for path, look in now.items() if path in arrived or known.get(path) == look}
        if arrived:
            yield tuple(sorted(arrived))


def _since(before: tuple[Look, float] | None, look: Look, clock: float) -> tuple[Look, float]:
    """A file's look, and since when it has been so."""
    return before if before is not None and before[0] == look else (look, clock)


def _look(folder: Path) -> Looks:
    """The files that are wanted, as they are now."""
    found = {}
    for path in folder.iterdir():
        if path.suffix.lower() in WANTED or path.name == NAME:
            with suppress(OSError):  # gone again
                about = path.stat()
                found[path] = about.st_size, about.st_mtime_ns
    return found
