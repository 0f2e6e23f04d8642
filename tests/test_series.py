"""The empty game of docs/series.md is made from the blocks of the page, judged, and what its commands print is compared."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.game.cases import try_cases
from adjudicator.packs.load import load_pack, load_theatre_for
from tests.helpers import ROOT
from tests.test_examples_in_docs import blocks
from tests.test_tutorial import fits
from tests.tutorial import Ran, followed

PAGE = "series.md"
GAME = "second_front"


def written(room: Path) -> Path:
    """The folder of the game as the page shows it, with its cases beside it."""
    for _, _, text in blocks(PAGE, "toml", "text"):
        name = re.match(r"# (\S+\.(?:toml|txt))\n", text)
        path = room / GAME / name[1] if name else room / "cases.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return room / GAME


def unpadded(printed: str) -> str:
    """Lines without the blanks that fill the last column of a table."""
    return re.sub(r" +$", "", printed, flags=re.MULTILINE)


def test_the_empty_game_does_what_its_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path)
    monkeypatch.chdir(tmp_path)
    ran: list[Ran] = list(followed("../series", tmp_path, capsys.readouterr))
    assert len(ran) == 4
    assert [(each.command, each.printed) for each in ran if not fits(each.shown, unpadded(each.printed))] == []


def test_four_lines_and_a_map_are_a_game(tmp_path: Path) -> None:
    folder = written(tmp_path)
    for path in folder.glob("*.toml"):
        if path.name != "pack.toml":
            path.unlink()
    pack = load_pack(folder)
    assert load_theatre_for(pack).title == "The Narrows"
    assert set(pack.rules) == set(load_pack("europa").rules)
    (march,) = [each for each in try_cases(folder, tmp_path / "cases.toml") if each.case.id == "march"]
    assert not march.wrong


def test_every_file_that_the_table_names_is_in_the_reference() -> None:
    page = (ROOT / "docs" / PAGE).read_text(encoding="utf-8")
    named = re.findall(r"\[`(\w+\.toml)`\]\((\S+?)\)", page)
    assert len(named) == 12
    for name, link in named:
        assert link == f"reference/{name.removesuffix('.toml')}.md"
