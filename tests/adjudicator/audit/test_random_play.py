"""Random legal play of every sample game is audited without a finding; one illegal change in it is found.

`ADJUDICATOR_EXAMPLES` says how many times as long; at length: `random_play.py`.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from adjudicator.audit.record import Audit
from adjudicator.findings import Severity
from tests.adjudicator.audit.random_play import KINDS, audit_of, game, play, spoilt

TIMES = int(os.environ.get("ADJUDICATOR_EXAMPLES", "1"))
ACTS = {
    "two_rivers": 120,
    "fire_in_the_east": 60,
    "sudden_storm": 60,
    "thunder_in_the_east": 60,
    "blitz_in_the_east": 60,
}
NOWHERE = {("two_rivers", "past the enemy")}
"""Where the opening offers no such mistake: the armies are too far from one another."""


@pytest.mark.parametrize("name", ACTS)
def test_legal_play_has_no_findings(name: str, tmp_path: Path) -> None:
    for seed in range(1, TIMES + 1):
        audit = audit_of(game(name), play(game(name), ACTS[name], seed, tmp_path))
        assert len([act for act in audit.acts if act.kind not in ("chat", "report")]) >= ACTS[name] / 2
        assert audit.findings == ()
        assert audit.chain.sound


def noticed(audit: Audit, kind: str) -> bool:
    """Whether a change is accused; a way through enemies may be an overrun, whose odds can wait for articles not judged."""
    doubts = {Severity.DOUBT} if kind == "past the enemy" else set()
    return any(each.severity in {Severity.VIOLATION, *doubts} for each in audit.findings)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ACTS)
def test_one_illegal_change_is_found(name: str, kind: str, tmp_path: Path) -> None:
    tried = 0
    for seed in range(1, TIMES + 4):
        files, done = spoilt(game(name), seed, kind, tmp_path)
        tried += bool(done)
        assert not done or noticed(audit_of(game(name), files), kind)
        if tried == TIMES:
            break
    assert tried or (name, kind) in NOWHERE
