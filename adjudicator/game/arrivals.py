"""Files that come into games' folders, told when they are all there: a download is not judged by halves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from threading import Event
from time import monotonic

from watchfiles import watch

from adjudicator.game.kinds import is_game_file, is_module_file, is_text, why_none
from adjudicator.game.own_output import made_of_others
from adjudicator.game.settings import NAME
from adjudicator.lean import dataclass

PAUSE = 800
"""Milliseconds; a file that has been the same for so long has arrived."""
LOOK_AGAIN = 5.0
"""Seconds after which all folders are looked into without a reason: on some drives the system hears of no change."""

Look = tuple[int, int]
"""Size and time of change of a file."""
Looks = dict[Path, Look]


def arrivals(folders: Callable[[], Sequence[Path]], stop: Event | None = None) -> Iterator[tuple[Path, ...]]:
    """Saves, logs, modules and settings that come into the folders, or change there, from now on, in the order of their names.

    A folder that is added later is watched from when it is first seen. Ends when `stop` is set.
    """
    watched = _WatchedFolders(folders)
    watched.look()
    return _arrivals(watched, stop or Event())


@dataclass(slots=True)
class _WatchedFolders:
    """The folders, what is known to lie in each, and since when that which is on its way has looked as it does."""

    folders: Callable[[], Sequence[Path]]
    known: dict[Path, Looks] = field(default_factory=dict)
    coming: dict[Path, tuple[Look, float]] = field(default_factory=dict)
    looked: float = 0.0

    def there(self) -> list[Path]:
        """The folders that can be watched: a stick may have been pulled out."""
        return [each for each in self.folders() if each.is_dir()]

    def is_due(self) -> bool:
        """Whether to look though nobody told of a change."""
        return bool(self.coming) or monotonic() - self.looked >= LOOK_AGAIN

    def look(self) -> tuple[Path, ...]:
        """Look into all folders; the files that have arrived, but for what we made ourselves of others that lie there."""
        self.looked = monotonic()
        coming: dict[Path, tuple[Look, float]] = {}
        arrived: list[Path] = []
        for folder in self.there():
            now, here = _look(folder), len(arrived)
            known = self.known.setdefault(folder, now)
            for path, look in now.items():
                if look == known.get(path):
                    continue
                coming[path] = self._since(path, look)
                if self.looked - coming[path][1] >= PAUSE / 1000 and look[0]:
                    arrived.append(path)
                    del coming[path]
            self.known[folder] = {
                path: look for path, look in now.items() if path in arrived or known.get(path) == look
            }
            ours = {copy.path for copy in made_of_others(arrived[here:], now)}
            arrived[here:] = [path for path in arrived[here:] if path not in ours]
        self.coming = coming
        return tuple(sorted(arrived))

    def _since(self, path: Path, look: Look) -> tuple[Look, float]:
        before = self.coming.get(path)
        return before if before is not None and before[0] == look else (look, self.looked)


def _arrivals(watched: _WatchedFolders, stop: Event) -> Iterator[tuple[Path, ...]]:
    for changed in _changes(watched, stop):
        if (changed or watched.is_due()) and (arrived := watched.look()):
            yield arrived


def _changes(watched: _WatchedFolders, stop: Event) -> Iterator[bool]:
    """Whether the system told of a change, again and again; anew for other folders."""
    while not stop.is_set():
        there = watched.there()
        heard = [each for each in there if is_text(str(each))]  # of others the system cannot be asked
        if not heard:
            stop.wait(PAUSE / 1000)
            yield False
            continue
        try:
            for told in watch(*heard, recursive=False, stop_event=stop, rust_timeout=PAUSE, yield_on_timeout=True):
                yield bool(told)
                if watched.is_due() and watched.there() != there:
                    break
        except (OSError, RuntimeError):  # a folder went away, or the system watches no more of them
            stop.wait(PAUSE / 1000)
            yield True


def _look(folder: Path) -> Looks:
    """The files that are wanted, as they are now."""
    found: Looks = {}
    with suppress(OSError):  # gone again
        for path in folder.iterdir():
            wanted = is_game_file(path) or is_module_file(path) or path.name == NAME
            if wanted and not why_none(path):
                about = path.stat()
                found[path] = about.st_size, about.st_mtime_ns
    return found
