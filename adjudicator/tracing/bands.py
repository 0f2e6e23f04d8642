"""Work on long arrays in bands, each small enough for a processor's cache, on as many threads as there are processors.

NumPy lets other threads run while it computes, so that threads help as long as a band is worth a millisecond.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from threading import local
from typing import TypeVar

from threadpoolctl import ThreadpoolController

Part = TypeVar("Part")
Result = TypeVar("Result")
BAND = 1 << 17
"""So many points are worked on at once."""
MOST = 4
_busy = local()
"""Whether a thread works on a part already."""


def in_bands(work: Callable[[slice], Result], count: int, size: int) -> list[Result]:
    """What `work` makes of every band of so many of `count` rows, in order."""
    return together(work, [slice(at, min(at + size, count)) for at in range(0, count, size)])


def together(work: Callable[[Part], Result], parts: Iterable[Part]) -> list[Result]:
    """What `work` makes of each part, in order; parts are worked on at the same time.

    What a part does in parts of its own is done one after another: more threads than processors only wait for each other.
    """
    if getattr(_busy, "inside", False):
        return [work(part) for part in parts]

    def alone(part: Part) -> Result:
        _busy.inside = True
        return work(part)

    with ThreadPoolExecutor(_threads()) as pool:
        return list(pool.map(alone, parts))


@contextmanager
def one_thread_each() -> Iterator[None]:
    """While this lasts, no library splits a product or a clustering of its own: for many small ones threads only wait."""
    with _libraries().limit(limits=1):
        yield


@cache
def _libraries() -> ThreadpoolController:
    """The libraries whose threads are held back; to look for them takes longer than many a product."""
    return ThreadpoolController()


def _threads() -> int:
    return min(MOST, os.cpu_count() or 1)
