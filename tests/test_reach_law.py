"""The law of reach on a few units of every sample game; `python -m tests.reach_law` tries it on all of them."""

from __future__ import annotations

import pytest

from adjudicator.analysis.movement.reach import reach
from tests.adjudicator.audit.sample_games import SAMPLES, Sample
from tests.reach_law import tallies, walks_of


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.pack for sample in SAMPLES])
def test_a_unit_may_be_dragged_where_it_reaches_and_nowhere_else(sample: Sample) -> None:
    found = tallies(sample, walks=6).values()
    assert [str(pair) for tally in found for pair in tally.broken] == []
    assert sum(tally.reached.total() for tally in found) >= 150


def test_nobody_reaches_the_hex_where_he_stands() -> None:
    """Not by a way round either: two ways of one length may differ in what they leave open."""
    sample = next(each for each in SAMPLES if each.pack == "fire_in_the_east")
    walk = next(each for each in walks_of(sample) if each[1].id == "so.1gds" and each[2] == "rail")
    position, unit, mode = walk
    far = reach(position, unit, mode=mode)
    assert unit.hex not in {*far.sure, *far.perhaps}
    assert far.sure
