"""A season of a campaign by both sides, from its first step to its last: legal, and with sixty-three mistakes, each found."""

from __future__ import annotations

import tomllib

import pytest

from adjudicator.audit.record import Audit
from tests.adjudicator.audit.sample_games import CAMPAIGN, audited, rules

SHORT = rules(CAMPAIGN)[0].header.short
MISTAKES = tomllib.loads((CAMPAIGN.folder / "expected.toml").read_text(encoding="utf-8"))["mistake"]


def audit_of(name: str) -> Audit:
    return audited(CAMPAIGN, sorted((CAMPAIGN.folder / name).glob("*.vlog"))).audit


def test_the_legal_season_has_no_finding() -> None:
    audit = audit_of("legal")
    assert audit.findings == ()
    assert audit.chain.sound
    assert len(audit.acts) > 700


def test_every_planted_mistake_is_found_and_nothing_else() -> None:
    audit = audit_of("planted")
    found = sorted((each.file, each.file_step, each.rule, each.severity.value) for each in audit.findings)
    assert found == sorted(
        (
            f"{finding['log']:02}.vlog",
            finding["step"],
            f"{SHORT}:{finding['rule']}",
            finding.get("severity", "violation"),
        )
        for mistake in MISTAKES
        for finding in mistake["found"]
    )
    assert audit.chain.sound


def test_the_mistakes_are_of_every_area() -> None:
    pack = rules(CAMPAIGN)[0]
    areas = {pack.rules[found["rule"]].area for mistake in MISTAKES for found in mistake["found"]}
    assert len(MISTAKES) == 63
    assert areas >= {
        "air",
        "card",
        "combat",
        "morale",
        "movement",
        "naval",
        "partisan",
        "production",
        "supply",
        "victory",
    }


@pytest.mark.parametrize("mistake", MISTAKES, ids=[str(each["number"]) for each in MISTAKES])
def test_every_mistake_says_what_it_is(mistake: dict[str, object]) -> None:
    assert mistake["why"]
    assert mistake["found"]
