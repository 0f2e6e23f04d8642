"""The interpreter's garbage collector, which looks again and again through the many values that files and verdicts are."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """Meanwhile nothing looks for cycles: what is read from a file or found by judging holds none, and there is much of it.

    Afterwards they count as old, else the collector would begin by looking through all of them as something new.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():  # what a program has set aside for good stays so
            gc.freeze()
            gc.unfreeze()
        gc.enable()
