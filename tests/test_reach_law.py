"""The law of reach on a few units of every sample game; `python -m tests.reach_law` tries it on all of them."""

from __future__ import annotations

import pytest

from tests.adjudicator.audit.sample_games import SAMPLES, Sample
from tests.reach_law import tallies


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.pack for sample in SAMPLES])
def test_a_unit_may_be_dragged_where_it_reaches_and_nowhere_else(sample: Sample) -> None:
    found = tallies(sample, walks=6).values()
    assert [str(pair) for tally in found for pair in tally.broken] == []
    assert sum(tally.reached.total() for tally in found) >= 150
