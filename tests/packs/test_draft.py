"""A pack begun from a module: its hexes lie as the board's do, every counter is known, and a rule written into it judges."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator import importers
from adjudicator.cli.main import status
from adjudicator.errors import PackError
from adjudicator.identify import identify
from adjudicator.importers.vassal.module import read_module
from adjudicator.model.module import Module
from adjudicator.packs.draft import BLANK, draft
from adjudicator.packs.load import load_pack, load_theatre_for
from tests.helpers import FIXTURES
from tests.importers.vassal.boxes import PACKAGE, a_board, a_map, box

GAMES = {"two_rivers": ("valley", "two_rivers"), "dvina_line": ("dvina_line", "fire_in_the_east")}


def module_of(game: str) -> Path:
    (path,) = (FIXTURES / "vassal" / game).glob("*.vmod")
    return path


@pytest.mark.parametrize("game", GAMES)
def test_a_draft_has_the_hexes_that_the_module_was_built_from(game: str, tmp_path: Path) -> None:
    folder = tmp_path / "begun"
    assert status(["packs", "draft", str(module_of(game)), "-o", str(folder)]) == 0
    own = load_theatre_for(load_pack(GAMES[game][1]), GAMES[game][0])
    begun = load_theatre_for(load_pack(folder))
    assert set(own.hexes) and {each.number for each in own.hexes.values()} <= {
        each.number for each in begun.hexes.values()
    }
    for each in own.hexes.values():
        around = {own.hexes[at].number for at in each.at.neighbours() if at in own.hexes}
        there = {
            begun.numbering.format(at) for at in begun.numbering.parse(each.number).neighbours() if at in begun.hexes
        }
        assert around <= there


def test_a_rule_written_into_a_draft_judges(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "begun"
    game = module_of("two_rivers")
    assert status(["packs", "draft", str(game), "-o", str(folder)]) == 0
    (folder / "stacking.toml").write_text('[[limit]]\nname = "stacking"\nby = "units"\nmost = 1\n')
    (folder / "rules.toml").write_text(
        '[[rule]]\nid = "3.1"\ntitle = "One unit"\ncheck = "stacking.limit"\nterms = { limit = "stacking" }\n'
    )
    save = game.with_name("midgame.vsav")
    capsys.readouterr()
    assert status(["check", str(save), "--pack", str(folder), "--umpire", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert {finding["rule"] for finding in told["findings"]} == {"beg:3.1"}


def test_a_pack_without_rules_gives_no_clean_bill(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "begun"
    game = module_of("two_rivers")
    assert status(["packs", "draft", str(game), "-o", str(folder)]) == 0
    assert status(["check", str(game.with_name("midgame.vsav")), "--pack", str(folder)]) == 0
    assert "nothing was judged: the pack has no rules" in capsys.readouterr().out


def test_every_counter_of_the_module_is_known(tmp_path: Path) -> None:
    folder = tmp_path / "begun"
    path = module_of("dvina_line")
    assert status(["packs", "draft", str(path), "-o", str(folder)]) == 0
    module = importers.read(path).module
    assert module is not None
    pack = load_pack(folder)
    state = importers.read(next(path.parent.glob("*.vsav")), module).state
    assert state is not None
    position = identify(state, module, pack, load_theatre_for(pack))
    assert position.units
    assert not position.unidentified


def test_nothing_is_guessed() -> None:
    module = importers.read(module_of("dvina_line")).module
    assert module is not None
    begun = draft(module, "dvina")
    lines = [line.split("#")[0].split() for line in begun.files["theatres/map/hexes.txt"].splitlines()[1:]]
    assert {tuple(words[1:]) for words in lines} == {(BLANK,)}
    assert "attack" not in begun.files["units.toml"]
    assert any("rules.toml" in point for point in begun.open_points)


@pytest.mark.parametrize("name", ["", "Dvina", "2nd", "../up", "a b"])
def test_a_pack_has_a_plain_name(name: str) -> None:
    with pytest.raises(PackError, match="cannot name a pack"):
        draft(Module("m", ""), name)


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "rules.toml").write_text("kept")
    assert status(["packs", "draft", str(module_of("two_rivers")), "-o", str(tmp_path / "mine")]) == 2
    assert (tmp_path / "mine" / "rules.toml").read_text() == "kept"
    assert "new or empty folder" in capsys.readouterr().err


def test_a_module_without_numbers_says_so() -> None:
    with pytest.raises(PackError, match="no board has a hex grid"):
        draft(Module("m", ""), "m")


def test_hexes_whose_numbers_want_the_lacking_image_are_told() -> None:
    numbers = f'<{PACKAGE}.mapgrid.HexGridNumbering sep="." vDescend="true" vOff="-90"/>'
    board = a_board(f'<{PACKAGE}.HexGrid dx="50" dy="60">{numbers}</{PACKAGE}.HexGrid>', image="gone.png")
    module, _ = read_module(box(a_map(board)))
    with pytest.raises(PackError, match="the hexes of 'East' have no number that a map prints"):
        draft(module, "m")
