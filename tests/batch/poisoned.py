"""The hand of a batch, `python -m tests.batch.poisoned`, for which marked files are poison: see `made.py`.

No file is known that crashes the real one; so the mark does what a file would that reaches a fault in a library.
"""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from typing import Any

from adjudicator.batch.hand import main
from adjudicator.batch.unit import GameJob
from tests.batch.made import MARK

LONGEST = 40


def obeyed(job: GameJob) -> dict[str, Any]:
    """The work, unless a file of the game is marked."""
    for name in job.files:
        _, mark, poison = (Path(job.folder) / name).read_bytes()[-LONGEST:].rpartition(MARK)
        if mark:
            _suffer(poison.decode())
    from adjudicator.batch.work import work  # noqa: PLC0415 - slow to load, and those that die young need it not

    return work(job)


def _suffer(poison: str) -> None:
    if poison == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if poison == "asleep":
        threading.Event().wait()
    eaten = []
    while True:
        if poison == "greedy":
            eaten.append(bytes(1_000_000) + b"!")


if __name__ == "__main__":
    main(obeyed)
