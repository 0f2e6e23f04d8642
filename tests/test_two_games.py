"""No Python file outside a game's own folder names the game, but for games that extend it, the articles of its series, and the
examples of checks."""

from __future__ import annotations

import re
import tomllib
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


def allowed(path: Path) -> set[str]:
    """The packs that a file may name: the one in whose folder it lies, and those that this one extends."""
    own = next((parent for parent in path.parents if parent.parent == PACKS), None)
    if own is not None and path.parent == own / "rules":  # an article says which games of its series have it
        return {each.parent.name for each in PACKS.glob("*/pack.toml") if own.name in chain(each.parent)}
    return chain(own)


def chain(own: Path | None) -> set[str]:
    """A pack and those that it extends."""
    found: set[str] = set()
    while own is not None and (own / "pack.toml").is_file():
        found.add(own.name)
        extends = tomllib.loads((own / "pack.toml").read_text(encoding="utf-8")).get("extends", "")
        own = PACKS / extends if extends else None
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_engine_names_a_game(path: Path) -> None:
    text = re.sub(r"^ *Under: .*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    named = {
        match[0]
        for pattern, folder in names().items()
        if folder not in allowed(path)
        for match in re.finditer(rf"\b(?:{pattern})\b", text, re.IGNORECASE)
    }
    assert not named
