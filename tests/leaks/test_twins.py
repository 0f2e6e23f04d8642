"""A share of the pairs that `python -m tests.leaks --twins N` makes: the same in every run, through outputs that cost little.

The hunt itself asks for all outputs, of far more pairs.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.leaks.twins.hunt import Hunter, Task, settle
from tests.leaks.twins.pairs import pair

FIXED = 39
SHARE = range(90)


def test_the_same_seed_and_number_make_the_same_pair() -> None:
    assert [pair(FIXED, number) for number in range(20)] == [pair(FIXED, number) for number in range(20)]


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("ADJUDICATOR_INSTALLED_PACKS", "ADJUDICATOR_HOME", "COLUMNS", "SOURCE_DATE_EPOCH"):
        monkeypatch.setenv(name, os.environ.get(name, ""))
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    kept = gc.get_threshold()
    settle()
    yield
    gc.set_threshold(*kept)


@pytest.mark.usefixtures("settled")
def test_most_pairs_count_and_no_viewer_is_given_other_bytes(tmp_path: Path) -> None:
    account = Hunter(Task(FIXED, SHARE, str(tmp_path), quick=True, few=True)).hunt(SHARE)
    assert account.pairs - account.void > 0.9 * len(SHARE)
    assert [(each.kind, each.output, each.where) for each in account.found] == []


LEAKED = (
    (867530, 0, "log"),
    (867530, 36, "log"),
    (867530, 57, "convert a step"),
    (867530, 90, "log"),
    (867530, 213, "inspect as JSON"),
    (4471902, 262, "convert CSV (.csv, 2)"),
    (77340915, 200, "convert adjudicator JSON (.json, 1)"),
    (5150, 3, "inspect as JSON"),
    (5150, 4, "inspect as JSON"),
    (5150, 9, "inspect as JSON"),
    (5150, 10, "inspect as JSON"),
    (5150, 28, "inspect as JSON"),
    (5150, 48, "inspect a step"),
    (5150, 56, "audit of the folder"),
    (120199, 102, "our JSON"),
    (120199, 303, "our JSON"),
    (120199, 873, "our JSON"),
    (451201, 241, "our JSON of later to CSV"),
    (451201, 1127, "inspect as JSON"),
    (451201, 1251, "diff SVG picture"),
    (451201, 4232, "convert VASSAL (.vsav, 2)"),
    (451201, 4386, "audit our JSON"),
    (780113, 123, "inspect the last file"),
    (780113, 2259, "convert a step"),
    (780113, 2595, "audit audit as JSON (.json, 1)"),
    (780113, 3236, "convert adjudicator JSON (.json, 2)"),
)
"""Pairs, by seed and number, of which a viewer was once given other bytes, and by which output."""


@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize(("seed", "number", "output"), LEAKED)
def test_what_leaked_once_does_no_more(seed: int, number: int, output: str) -> None:
    account = Hunter(Task(seed, range(number, number + 1), only=output)).hunt((number,))
    assert account.compared and not account.found
