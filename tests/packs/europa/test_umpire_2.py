"""A second round of positions as an umpire of the series is asked them, and where they and the rules disagreed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.book_alone import disagreements_are_told, written

HERE = Path(__file__).parent
NAME = "umpire_2"


@pytest.mark.parametrize(("pack", "least"), [("fire_in_the_east", 25), ("sudden_storm", 40)])
def test_there_are_as_many_as_a_reader_needs(pack: str, least: int) -> None:
    assert len(written(pack, NAME)) >= least


def test_each_disagreement_names_a_position_and_who_was_right() -> None:
    disagreements_are_told(HERE, "*", NAME)
