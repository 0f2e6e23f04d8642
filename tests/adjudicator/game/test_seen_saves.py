"""A save for one side: it holds what that side sees, where it sees it, and no more; a log for one side is refused."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from adjudicator import open_game
from adjudicator.errors import WriteError
from adjudicator.exporters.vassal.fresh import as_vassal
from adjudicator.exporters.vassal.savegame import save_text
from adjudicator.importers.vassal.wire import obfuscation
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from tests.helpers import FIXTURES
from tests.leaks import game

TWO_RIVERS = FIXTURES / "vassal" / "two_rivers"
MODULE = TWO_RIVERS / "two_rivers.vmod"


def places(path: Path, viewer: str) -> list[tuple[object, ...]]:
    pieces = open_game(path, module=MODULE, viewer=viewer).inspect()["pieces"]
    return sorted((each["map"], each["x"], each["y"], each["index"]) for each in pieces)


@pytest.mark.parametrize("side", ["Austrian", "French", "everybody"])
def test_it_holds_what_the_side_sees(side: str, tmp_path: Path) -> None:
    saved = open_game(TWO_RIVERS / "turn_1.vlog", viewer=side).write(tmp_path / "side.vsav")
    assert any("who has the file" in note.text for note in saved.notes)
    assert places(tmp_path / "side.vsav", "umpire") == places(TWO_RIVERS / "turn_1.vlog", side)


def test_nothing_else_is_in_it(tmp_path: Path) -> None:
    module, start, *_ = game.build(tmp_path)
    open_game(start, module=module, viewer="French").write(tmp_path / "side.vsav")
    with zipfile.ZipFile(tmp_path / "side.vsav") as archive:
        text = obfuscation.reveal(archive.read("savedGame"))
    assert not [word for word in game.words_from("French") if word in text]
    assert game.HIDDEN_FR.name in text


def test_a_log_and_a_save_without_its_module_are_refused(tmp_path: Path) -> None:
    played = open_game(TWO_RIVERS / "turn_1.vlog", viewer="French")
    with pytest.raises(WriteError, match="cannot be written for one side"):
        played.write(tmp_path / "side.vlog")
    (tmp_path / "alone.vsav").write_bytes((TWO_RIVERS / "midgame.vsav").read_bytes())
    with pytest.raises(WriteError, match="name the module"):
        open_game(tmp_path / "alone.vsav", viewer="everybody").write(tmp_path / "side.vsav")


def test_a_zone_s_property_stands_in_no_container() -> None:
    state = GameState("Test")
    state = GameState("Test", properties=state.properties.set(("Module", "Held\tNorth\tField\tMain"), "yes"))
    made, _ = as_vassal(state, Module("Test", "1"), 0)
    assert "GlobalProperty\t;Held\tNorth\tField\tMain;yes;\x1b" in save_text(made)[0].replace("\\", "")
