"""Judging by change says what judging anew says; at length: `python -m tests.second_opinion`."""

from __future__ import annotations

import pytest

from tests.second_opinion import compared, compared_positions


@pytest.mark.parametrize("pack", ["two_rivers", "sudden_storm"])
def test_the_fast_way_and_the_slow_way_find_the_same(pack: str) -> None:
    verdicts, differing = compared(pack, 6, seed=4)
    assert not differing
    assert sum(verdicts.values()) - verdicts.get("legal", 0) >= 2


def test_what_is_kept_of_earlier_positions_holds_in_later_ones() -> None:
    count, differing = compared_positions("two_rivers", 1, seed=4)
    assert count == 5
    assert not differing
