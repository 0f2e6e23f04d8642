"""Numbers and nouns."""

from __future__ import annotations

import pytest

from adjudicator.record.act_json import act_types
from adjudicator.words import DEEDS, counted

OF_NOBODY = frozenset(("say", "roll", "phase", "now", "value"))
"""Kinds of act that no unit does: what is said, rolled or told."""


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


def test_every_kind_of_act_that_units_do_has_a_word() -> None:
    """Of any other kind a finding would say "moves by ...", as of a mode of movement."""
    words = {kind.word for kind in act_types().values() if kind.word and kind.word not in OF_NOBODY}
    assert words - DEEDS.keys() == set()
