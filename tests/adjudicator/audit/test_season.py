"""A season of a campaign by both sides, from its first step to its last: legal, and with sixty-three mistakes, each found."""

from __future__ import annotations

import pytest

from tests.adjudicator.audit.sample_games import CAMPAIGN, areas_of, chain, found_in, mistakes, to_be_found

MISTAKES = mistakes(CAMPAIGN)


def test_the_legal_season_has_no_finding() -> None:
    audit = chain(CAMPAIGN, "legal")
    assert audit.findings == ()
    assert audit.chain.sound
    assert len(audit.acts) > 700


def test_every_planted_mistake_is_found_and_nothing_else() -> None:
    audit = chain(CAMPAIGN, "planted")
    assert found_in(audit) == to_be_found(CAMPAIGN)
    assert audit.chain.sound


def test_the_mistakes_are_of_every_area() -> None:
    assert len(MISTAKES) == 63
    assert areas_of(CAMPAIGN) >= {
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
