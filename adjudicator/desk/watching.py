"""Files that arrive in the games' folders without being dropped: from a mail program, a synchronised folder, a copy.

A file has arrived when its size and time have not changed for a while and it is not empty: until then somebody is writing it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from watchfiles import Change, DefaultFilter, awatch

from adjudicator.game.kinds import is_game_file, is_module_file

QUIET = 1.0
"""Seconds for which a file must stay as it is."""
LOOK_AGAIN = 5.0
"""Seconds after which folders that were put on the shelf meanwhile are watched too."""

Seen = tuple[int, int]


class Wanted(DefaultFilter):
    """Only what is named as a file of a game; what we keep beside a game is no news."""

    def __call__(self, change: Change, path: str) -> bool:
        found = Path(path)
        return change is not Change.deleted and (is_game_file(found) or is_module_file(found))


async def watch(folders: Callable[[], list[Path]], arrived: Callable[[Path], None]) -> None:
    """Tell of every file that has arrived in one of the folders, for ever."""
    coming: dict[Path, Seen] = {}
    while True:
        watched = [each for each in folders() if each.is_dir()]
        stop = asyncio.Event()
        asking = asyncio.create_task(_until_others(folders, watched, stop))
        try:
            async for paths in _changes(watched, stop):
                await _settle(paths, coming, arrived)
        except (OSError, RuntimeError):
            # a folder went away, or the system watches no more of them: what is dropped is judged all the same
            await asyncio.sleep(LOOK_AGAIN)
        finally:
            asking.cancel()


async def _changes(folders: list[Path], stop: asyncio.Event) -> AsyncIterator[set[Path]]:
    """The files that changed, and nothing now and then."""
    if not folders:
        await stop.wait()
        return
    changes = awatch(
        *folders,
        watch_filter=Wanted(),
        stop_event=stop,
        recursive=False,
        rust_timeout=500,
        yield_on_timeout=True,
        debounce=300,
    )
    async for found in changes:
        yield {Path(path) for _, path in found}


async def _settle(paths: set[Path], coming: dict[Path, Seen], arrived: Callable[[Path], None]) -> None:
    """Wait for the files that are on their way, and tell of those that are there."""
    coming.update((path, seen) for path in paths if (seen := _seen(path)) is not None)
    if not coming:
        return
    await asyncio.sleep(QUIET)
    for path, before in list(coming.items()):
        now = _seen(path)
        if now is None:
            del coming[path]
        elif now == before and now[0]:
            del coming[path]
            arrived(path)
        else:
            coming[path] = now


async def _until_others(folders: Callable[[], list[Path]], watched: list[Path], stop: asyncio.Event) -> None:
    """Stop watching these folders as soon as there are others."""
    while [each for each in folders() if each.is_dir()] == watched:
        await asyncio.sleep(LOOK_AGAIN)
    stop.set()


def _seen(path: Path) -> Seen | None:
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_size, about.st_mtime_ns
