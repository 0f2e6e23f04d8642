"""Something is forgotten of every case: no verdict turns round, and doubts name what is missing, once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from zlib import crc32

import pytest

from adjudicator.findings import Report, Severity
from tests.law.games import Game, case_games
from tests.law.trials import BEGINNING, POINTWISE, VALUE, Tried, tried

KINDS = (*POINTWISE, BEGINNING, VALUE)
IDENTITY = "a counter's identity"
EACH = 1
"""How many kinds of forgetting are tried on each case; which, its name decides. More are for `python -m tests.law`."""
WHO = ("counter", "what else is in", "what is in")
"""The words with which doubts name counters that nobody can tell."""


@pytest.mark.parametrize("game", case_games(), ids=lambda game: game.name)
def test_forgetting_opens_and_names(game: Game) -> None:
    random = Random(crc32(game.name.encode()))
    wrong: list[str] = []
    for kind in random.sample(KINDS, EACH):
        found = tried(game, kind, random)
        if found is not None:
            wrong += (f"{kind}: {found.what}: {each}" for each in faults(found, kind))
    assert not wrong, "\n".join(("", *wrong))


def faults(found: Tried, kind: str) -> Iterator[str]:
    """What is wrong with the verdict of one who does not know everything."""
    yield from found.flips
    if kind == VALUE:
        yield from found.lost
    for finding in found.partial.findings:
        data = finding.missing.split(", ")
        if len(data) != len(set(data)):
            yield f"{finding.rule} names a datum twice: {finding.missing}"
        if (finding.severity is Severity.DOUBT) != bool(finding.missing):
            yield f"{finding.rule} is {finding.severity}, for want of: {finding.missing or 'nothing'}"
    if kind == IDENTITY:
        for missing in _doubts(found.partial) - _doubts(found.whole):
            if not any(word in missing for word in WHO):
                yield f"a new doubt names no counter: {missing}"


def _doubts(report: Report) -> set[str]:
    """The data that doubts name."""
    return {finding.missing for finding in report.findings if finding.severity is Severity.DOUBT}
