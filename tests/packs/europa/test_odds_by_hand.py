"""The odds of random battles agree with a second reckoning from the articles; `odds_by_hand` compares thousands."""

from __future__ import annotations

from tests.packs.europa.odds_by_hand import differences


def test_random_battles_agree_with_a_reckoning_by_hand() -> None:
    assert differences(60, seed=7) == []
