"""Positions written from the rulebook alone, and where they and the rules disagreed (book_alone.toml)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from tests.cases import Case, all_cases

LISTED = Path(__file__).with_name("book_alone.toml")
RIGHT = frozenset(("writer", "rules"))


def written() -> dict[str, list[Case]]:
    """The positions by their ids; one that stands under both printings is there twice."""
    found: dict[str, list[Case]] = {}
    for filed in all_cases("thunder_in_the_east*"):
        if filed.path.stem == "book_alone":
            found.setdefault(filed.case.id, []).append(filed.case)
    return found


def listed() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads(LISTED.read_text("utf-8"))


def test_there_are_as_many_as_a_reader_needs() -> None:
    assert len(written()) >= 120


def test_each_disagreement_names_a_position_and_who_was_right() -> None:
    for entry in listed()["disagreement"]:
        assert entry["case"] in written(), entry["case"]
        assert entry["right"] in RIGHT and entry["said"] and entry["found"] and entry["mended"], entry["case"]


def test_another_article_is_the_one_that_the_position_expects() -> None:
    for entry in listed()["named"]:
        for case in entry["cases"]:
            found = {expected.rule for each in written()[case] for expected in each.expect}
            assert entry["rules"] in found, case
