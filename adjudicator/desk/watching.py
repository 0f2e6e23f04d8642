"""Files that arrive in the games' folders without being dropped: from a mail program, a synchronised folder, a copy."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event

from anyio import to_thread

from adjudicator.game.arrivals import arrivals
from adjudicator.game.settings import NAME


async def watch(folders: Callable[[], Sequence[Path]], arrived: Callable[[Path], None]) -> None:
    """Tell of every file that has arrived in one of the folders, until cancelled. Settings are no news: the desk wrote them."""
    loop, stop = asyncio.get_running_loop(), Event()

    def listen() -> None:
        for path in (path for paths in arrivals(folders, stop) for path in paths if path.name != NAME):
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(arrived, path)

    try:
        await to_thread.run_sync(listen, abandon_on_cancel=True)
    finally:
        stop.set()
