"""Positions written from a rulebook alone, and the lists of where they and the rules disagreed (book_alone.toml and its like)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from tests.cases import Case, all_cases

NAME = "book_alone"
RIGHT = frozenset(("writer", "rules"))


def written(packs: str, name: str = NAME) -> dict[str, list[Case]]:
    """The positions of some packs by their ids; one that stands in several packs is there several times."""
    found: dict[str, list[Case]] = {}
    for filed in all_cases(packs):
        if filed.path.stem == name:
            found.setdefault(filed.case.id, []).append(filed.case)
    return found


def listed(folder: Path, name: str = NAME) -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads((folder / f"{name}.toml").read_text("utf-8"))


def disagreements_are_told(folder: Path, packs: str, name: str = NAME) -> None:
    """Each disagreement names a position, who was right, and what was mended."""
    for entry in listed(folder, name)["disagreement"]:
        assert entry["case"] in written(entry.get("game", packs), name), entry["case"]
        assert entry["right"] in RIGHT and entry["said"] and entry["found"] and entry["mended"], entry["case"]


def other_articles_are_expected(folder: Path, packs: str, name: str = NAME) -> None:
    """Where the rules name another article than the writer, the position expects theirs."""
    for entry in listed(folder, name)["named"]:
        for case in entry["cases"]:
            found = {
                expected.rule for each in written(entry.get("game", packs), name)[case] for expected in each.expect
            }
            assert entry["rules"] in found, case
