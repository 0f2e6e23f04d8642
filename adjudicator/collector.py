"""The interpreter's garbage collector, which looks again and again through the many values that files and verdicts are."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 60.0
"""Seconds after which all is looked through once, in a program that goes on for so long."""

_last_look = [time.monotonic()]


@contextmanager
def paused() -> Iterator[None]:
    """Meanwhile nothing looks for cycles: what is read from a file or found by judging holds none, and there is much of it.

    Afterwards they count as old, else the collector would begin by looking through all of them as something new. Then it
    would hardly ever come to the old ones, of which a desk that is open all day makes many: so all are looked through now and
    then.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():  # what a program has set aside for good stays so
            if time.monotonic() - _last_look[0] > SELDOM:
                gc.collect()
                _last_look[0] = time.monotonic()
            gc.freeze()
            gc.unfreeze()
        gc.enable()
