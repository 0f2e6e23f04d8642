"""Slow tests take turns: each run of `make test` takes all fast ones and an eighth of the slow ones, another with each commit.

SHARE says what a run takes: a number from 0 to 7; `today`, that of the commit (0 without git); `others`, the slow tests that
today's share leaves out and nothing else, the next share's first; `all`, which is what a plain `pytest` takes. SHARE_SECONDS
gives a run so much time: slow tests that have not begun by then are skipped, and say so.
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
    "tests/adjudicator/analysis/test_against_reference.py",
    "tests/adjudicator/analysis/test_supply_by_change.py",
    "tests/adjudicator/audit",
    "tests/adjudicator/cli",
    "tests/adjudicator/game",
    "tests/adjudicator/matching",
    "tests/adjudicator/record/test_act_forms.py",
    "tests/adjudicator/test_budget.py",
    "tests/adjudicator/test_collector.py",
    "tests/adjudicator/tracing",
    "tests/batch",
    "tests/browser",
    "tests/desk",
    "tests/exporters",
    "tests/importers",
    "tests/law",
    "tests/leaks",
    "tests/matrix",
    "tests/packs",
    "tests/test_because.py",
    "tests/test_cases_turned.py",
    "tests/test_catalogue.py",
    "tests/test_conversions.py",
    "tests/test_docs.py",
    "tests/test_elsewhere.py",
    "tests/test_gate.py",
    "tests/test_killed.py",
    "tests/test_languages.py",
    "tests/test_layers.py",
    "tests/test_library.py",
    "tests/test_reach_law.py",
    "tests/test_readme.py",
    "tests/test_reference.py",
    "tests/test_tutorial.py",
    "tests/test_wheel.py",
)
"""Files and folders whose tests take turns: those in which some take seconds, and those that judge all cases once more."""


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


def turns(files: Iterable[str]) -> list[int | None]:
    """Of tests by their files, sorted as they are collected, the share that takes each; None: all do.

    Those of one file take turns one after another, from a share that the file's name decides.
    """
    met: Counter[str] = Counter()  # how many of a file there were
    found: list[int | None] = []
    for file in files:
        found.append((met[file] + crc32(file.encode())) % SHARES if file.startswith(SLOW) else None)
        met[file] += 1
    return found


def taken(turn: int | None, share: str, today: int) -> bool:
    """Whether a run that asks for a share takes a test whose turn this is, when it is the turn of `today`."""
    if share == "all":
        return True
    if share == "others":
        return turn not in (None, today)
    return turn in (None, int(share))


def seconds() -> float:
    """How long slow tests may begin."""
    return float(os.environ.get("SHARE_SECONDS", "inf"))
