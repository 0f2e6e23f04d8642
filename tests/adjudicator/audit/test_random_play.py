"""Random legal play of every sample game is audited without a finding; one illegal change in it is found.

`ADJUDICATOR_EXAMPLES` says how many times as long, and with more than one all kinds of mistakes are tried; at length:
`random_play.py`.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from adjudicator.audit.record import Audit
from adjudicator.findings import Severity
from tests.adjudicator.audit import campaign_play, europa_play
from tests.adjudicator.audit.europa_slips import CONTACT, SLIPS
from tests.adjudicator.audit.random_play import KINDS, audit_of, game, play, spoilt
from tests.adjudicator.audit.sample_games import CAMPAIGN

TIMES = int(os.environ.get("ADJUDICATOR_EXAMPLES", "1"))
ACTS = {
    "two_rivers": 120,
    "fire_in_the_east/front": 60,
    "fire_in_the_east/districts": 40,
    "sudden_storm/front": 60,
    "sudden_storm/coast": 40,
    "thunder_in_the_east": 60,
    "blitz_in_the_east": 60,
}
CAMPAIGN_ACTS = 90
"""Enough for missions to be flown, escorted and intercepted."""
DOUBTED = {
    "past the enemy",
    "advance for nothing",
    "retreat for nothing",
}
"""Kinds of which a doubt is as much as a log gives: an overrun with unknown odds, a retreat from beside the enemy after an attack
that nobody told."""
UNSEEN = {
    "gone from the map",
    "their fort is gone",
    "an airfield in a day",
    "an airfield is gone",
    "whole again on the march",
}
"""Kinds that no rule judges yet in one game or another, or that no opening offers."""
UNOFFERED: set[tuple[str, str]] = set()
NOWHERE = {("two_rivers", "past the enemy")}
"""Where the opening offers no such mistake: the armies are too far from one another."""


@pytest.mark.parametrize("name", ACTS)
def test_legal_play_has_no_findings(name: str, tmp_path: Path) -> None:
    for seed in range(1, TIMES + 1):
        audit = audit_of(game(name), play(game(name), ACTS[name], seed, tmp_path))
        assert len([act for act in audit.acts if act.kind not in ("chat", "report")]) >= ACTS[name] / 2
        assert audit.findings == ()
        assert audit.chain.sound


@pytest.mark.parametrize("name", ["two_rivers", "fire_in_the_east/front", "sudden_storm/coast", "blitz_in_the_east"])
def test_legal_play_is_not_accused_where_only_the_ends_of_a_march_are_seen(name: str, tmp_path: Path) -> None:
    """Most moves are dragged from end to end: what cannot be told of the way is a doubt at the most."""
    audit = audit_of(game(name), play(game(name), ACTS[name], 7, tmp_path, drags=0.8))
    assert [each for each in audit.findings if each.severity is Severity.VIOLATION] == []


def test_a_legal_turn_of_the_campaign_has_no_findings(tmp_path: Path) -> None:
    of = game(CAMPAIGN.name)
    audit = audit_of(of, play(of, CAMPAIGN_ACTS, 1, tmp_path))
    assert audit.findings == ()
    assert {"mission", "dogfight"} <= {act.kind for act in audit.acts}
    assert audit.chain.sound
    assert len([act for act in audit.acts if act.kind not in ("chat", "report")]) >= CAMPAIGN_ACTS / 2


def noticed(audit: Audit, kind: str) -> bool:
    """Whether a change is accused, or doubted where a log gives no more."""
    doubts = {Severity.DOUBT} if kind in DOUBTED else set()
    return any(each.severity in {Severity.VIOLATION, *doubts} for each in audit.findings)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", [name for name in ACTS if name.partition("/")[2] in ("", "front")])
def test_one_illegal_change_is_found(name: str, kind: str, tmp_path: Path) -> None:
    tried = 0
    for seed in range(1, TIMES + 4):
        files, done = spoilt(game(name), seed, kind, tmp_path)
        tried += bool(done)
        assert not done or noticed(audit_of(game(name), files), kind)
        if tried == TIMES:
            break
    assert tried or (name, kind) in NOWHERE


@pytest.mark.parametrize("kind", campaign_play.WRONG if TIMES > 1 else campaign_play.LINES)
def test_one_illegal_change_in_the_campaign_is_found(kind: str, tmp_path: Path) -> None:
    files, done = spoilt(game(CAMPAIGN.name), 1, kind, tmp_path)
    assert done or kind in UNSEEN
    assert kind in UNSEEN or noticed(audit_of(game(CAMPAIGN.name).with_cards, files), kind)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        (name, kind)
        for name in ("fire_in_the_east", "sudden_storm")
        for kind in europa_play.WRONG
        if kind not in europa_play.NOT_IN.get(name, ()) and (TIMES > 1 or kind not in SLIPS)
    ],
)
def test_one_illegal_change_in_europa_is_found(name: str, kind: str, tmp_path: Path) -> None:
    of = game(f"{name}/{europa_play.WRONG[kind][0]}")
    for seed in range(3 * TIMES):
        files, done = spoilt(of, seed, kind, tmp_path)
        if done:
            assert kind in UNSEEN or noticed(audit_of(of, files), kind)
            return
    assert (name, kind) in UNOFFERED or kind in CONTACT
