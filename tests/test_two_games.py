"""A game is a folder of data: no Python file outside a pack's own folder names a game."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from adjudicator.packs.load import list_packs

ROOT = Path(__file__).parent.parent
PACKS = ROOT / "adjudicator" / "packs"
FILES = [
    path for package in ("adjudicator", "importers", "exporters") for path in sorted((ROOT / package).rglob("*.py"))
]


SAMPLE = "two_rivers"
"""Our own game, which docstrings and templates may take as their example."""


@cache
def names() -> dict[str, str]:
    """Every pack's id, and its title's words however joined -> the folder it may stand in."""
    found: dict[str, str] = {}
    for folder in sorted(path.parent for path in PACKS.glob("*/pack.toml")):
        found[re.escape(folder.name)] = folder.name
    for pack in list_packs():
        found.setdefault(r"\W".join(re.escape(word) for word in pack.title.split()), pack.id)
    return {pattern: folder for pattern, folder in found.items() if folder != SAMPLE}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_engine_names_a_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    named = {
        match[0]
        for pattern, folder in names().items()
        if PACKS / folder not in path.parents
        for match in re.finditer(rf"\b(?:{pattern})\b", text, re.IGNORECASE)
    }
    assert not named
