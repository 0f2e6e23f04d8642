"""The odds of random battles agree with a second reckoning from the articles; `odds_by_hand` compares thousands."""

from __future__ import annotations

import os

from tests.packs.europa.odds_by_hand import differences

MANY = int(os.environ.get("RANDOM_POSITIONS", "60"))
"""How many random battles of each game."""


def test_random_battles_agree_with_a_reckoning_by_hand() -> None:
    assert differences(MANY, seed=7) == []
