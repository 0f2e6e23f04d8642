"""What is said where code that a pack brings raises an error: which error, in which file and line of the pack.

The error's own words stay unsaid, since they may name a counter that the reader of a report may not know. Our own tests set
ADJUDICATOR_FAULTS=raise, so that an error stops them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from traceback import walk_tb

from adjudicator.said import say


def failure(error: Exception, packages: Iterable[str]) -> str:
    """An error in words: its kind, and the last line of the pack's own code that it passed; raised on where tests want it so."""
    if os.environ.get("ADJUDICATOR_FAULTS") == "raise":
        raise error
    passed = [(str(frame.f_globals.get("__name__", "")), line) for frame, line in walk_tb(error.__traceback__)]
    names = tuple(packages)
    own = [place for place in passed if any(place[0] == name or place[0].startswith(f"{name}.") for name in names)]
    module, line = (own or passed or [("", 0)])[-1]
    return say("{error} at {place}", type(error).__name__, f"{module.replace('.', '/')}.py:{line}")
