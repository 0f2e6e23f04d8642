"""Numbers and nouns."""

from __future__ import annotations

import pytest

from adjudicator.words import counted


@pytest.mark.parametrize(
    ("number", "what", "said"),
    [
        (1, "hex", "1 hex"),
        (2, "hex", "2 hexes"),
        (0, "step", "0 steps"),
        (3, "loose joint", "3 loose joints"),
        (2, "class", "2 classes"),
    ],
)
def test_one_is_singular_and_nothing_is_plural(number: int, what: str, said: str) -> None:
    assert counted(number, what) == said
