"""Slow tests take turns: each run of `make test` takes all fast ones and an eighth of the slow ones, another with each commit.

SHARE says what a run takes: a number from 0 to 7; `today`, that of the commit (0 without git); `others`, the slow tests that today's
share leaves out, and nothing else; `all`, which is what a plain `pytest` takes.
"""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from zlib import crc32

import pytest

HERE = Path(__file__).parents[1]
SHARES = 8
SLOW: tuple[str, ...] = (
    "tests/adjudicator/audit",
    "tests/browser",
    "tests/desk",
    "tests/law/test_every_case.py",
    "tests/leaks",
    "tests/test_cases_turned.py",
    "tests/test_wheel.py",
)
"""Files and folders whose tests take turns: those that take seconds each, and those that judge all cases once more."""


def asked() -> str:
    """What this run takes: `all`, `others` or a number."""
    given = os.environ.get("SHARE", "all")
    if given == "today":
        return str(of_commit(commits()))
    if given not in ("all", "others", *map(str, range(SHARES))):
        raise pytest.UsageError(f"SHARE={given}: a number from 0 to {SHARES - 1}, today, others or all is wanted")
    return given


def of_commit(count: int) -> int:
    """The share of a commit by how many there are up to it."""
    return count % SHARES


def commits() -> int:
    """How many commits lead to what is checked out; 0 where git cannot tell."""
    try:
        told = subprocess.run(
            ("git", "rev-list", "--count", "HEAD"), cwd=HERE, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(told.stdout)


def left_out(files: Iterable[str], share: str) -> list[bool]:
    """Of tests by their files, sorted as they are collected, whether a run of this share leaves them out.

    Those of one file take turns one after another, from a share that the file's name decides.
    """
    today = of_commit(commits()) if share == "others" else None
    met: Counter[str] = Counter()  # how many of a file there were
    out: list[bool] = []
    for file in files:
        if share == "all":
            out.append(False)
        elif not file.startswith(SLOW):
            out.append(share == "others")
        else:
            turn = (met[file] + crc32(file.encode())) % SHARES
            met[file] += 1
            out.append(turn == today if today is not None else turn != int(share))
    return out
