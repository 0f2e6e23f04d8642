"""What the tests judge once in a run: answers kept in a folder for whoever else asks, in any process of the run.

Five modules ask what is said of every case. Outside a run of the tests, as in mutants or another tree, nothing is kept.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

Answer = TypeVar("Answer")
FOLDERS: list[Path] = []
"""Where answers are kept; empty: nowhere."""


def once(question: str, answer: Callable[[], Answer]) -> Answer:
    """The answer to a question that is told in full, worked out unless it is kept."""
    if not FOLDERS:
        return answer()
    path = FOLDERS[0] / sha256(question.encode()).hexdigest()
    if path.exists():
        kept: Answer = pickle.loads(path.read_bytes())  # noqa: S301 - our own
        return kept
    made = answer()
    beside = path.with_suffix(f".{os.getpid()}")
    beside.write_bytes(pickle.dumps(made))
    beside.replace(path)
    return made
