"""The interpreter's garbage collector, which looks again and again through the many values that a file becomes."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """Meanwhile nothing looks for cycles: a file's values hold none, and there is no end of them."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
