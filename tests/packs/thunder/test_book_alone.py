"""Positions written from the rulebook alone, and where they and the rules disagreed (book_alone.toml)."""

from __future__ import annotations

from pathlib import Path

from tests.book_alone import disagreements_are_told, other_articles_are_expected, written

HERE = Path(__file__).parent
PACKS = "thunder_in_the_east*"


def test_there_are_as_many_as_a_reader_needs() -> None:
    assert len(written(PACKS)) >= 120


def test_each_disagreement_names_a_position_and_who_was_right() -> None:
    disagreements_are_told(HERE, PACKS)


def test_another_article_is_the_one_that_the_position_expects() -> None:
    other_articles_are_expected(HERE, PACKS)
