"""Corner positions after what the series' question columns ruled, and where they and the rules disagreed (rulings.toml)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.book_alone import disagreements_are_told, other_articles_are_expected, written

HERE = Path(__file__).parent
NAME = "rulings"


@pytest.mark.parametrize(("pack", "least"), [("fire_in_the_east", 90), ("sudden_storm", 70)])
def test_there_are_as_many_as_a_reader_needs(pack: str, least: int) -> None:
    assert len(written(pack, NAME)) >= least


def test_each_disagreement_names_a_position_and_who_was_right() -> None:
    disagreements_are_told(HERE, "*", NAME)


def test_another_article_is_the_one_that_the_position_expects() -> None:
    other_articles_are_expected(HERE, "*", NAME)
