"""Asking a game as a program does: folders, viewers, names that there are not, and that no answer tells what is hidden."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest

from adjudicator import UsageError, load_rules, open_game
from adjudicator.cli import render
from adjudicator.errors import ReadError
from adjudicator.game.pictures import LAYERS, USUAL_LAYERS
from adjudicator.importers.vassal.wire import obfuscation
from adjudicator.lean import in_full
from tests.helpers import FIXTURES, vassal_save
from tests.importers.vassal.games import log, move, piece, save
from tests.leaks import game as secrets
from tests.leaks.search import leaks

RIVERS = FIXTURES / "vassal" / "two_rivers"


@pytest.fixture(scope="module")
def secret_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("secrets")
    secrets.build(folder)
    return folder


def test_a_folder_is_opened_in_the_order_of_play(tmp_path: Path) -> None:
    for name, called in (("two_rivers.vmod", "two_rivers.vmod"), ("start.vsav", "z.vsav"), ("turn_1.vlog", "a.vlog")):
        shutil.copy(RIVERS / name, tmp_path / called)
    game = open_game(tmp_path)
    assert [path.name for path in game.paths] == ["z.vsav", "a.vlog"]
    assert game.chain().sound
    assert game.module_path == tmp_path / "two_rivers.vmod"
    assert "two_rivers.vmod" in game.remarks[0]


@pytest.mark.parametrize("come_back", [1, 2])
def test_a_log_that_comes_back_to_its_first_table_does_not_hide_the_first_file(tmp_path: Path, come_back: int) -> None:
    """Talk alone, or there and back again in two logs: the game's beginning stays the beginning."""
    here, there = piece("1"), piece("1", where="Main;90;20")
    vassal_save(tmp_path / "m first.vsav", save(here))
    if come_back == 1:
        vassal_save(tmp_path / "n talk.vlog", log(save(here), "CHAThello"))
    else:
        vassal_save(tmp_path / "n there.vlog", log(save(here), move("1", 90, 20)))
        vassal_save(tmp_path / "o back.vlog", log(save(there), move("1", 10, 20, old=(90, 20))))
    vassal_save(tmp_path / "p on.vlog", log(save(here), move("1", 50, 50)))
    vassal_save(tmp_path / "z other.vsav", save(piece("2")))
    names = [path.name for path in open_game(tmp_path).paths]
    assert names == sorted(names)


def test_a_folder_without_a_game_is_said(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="no save or log"):
        open_game(tmp_path)


def test_one_file_of_several_is_asked_alone() -> None:
    game = open_game([RIVERS / "start.vsav", RIVERS / "midgame.vsav"], pack="two_rivers")
    assert not game.check().clean
    assert game.only("start.vsav").check().clean
    with pytest.raises(UsageError, match=r"moon\.vsav: there are start\.vsav"):
        game.only("moon.vsav")


def test_rules_are_loaded_once_for_many_games() -> None:
    rules = load_rules("two_rivers")
    judged = [open_game(RIVERS / name, pack=rules).check().clean for name in ("start.vsav", "midgame.vsav")]
    assert judged == [True, False]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"viewer": "Russian"}, "viewer Russian: there are Austrian, French"),
        ({"pack": "chess"}, "no pack is named 'chess'"),
        ({"pack": "two_rivers", "phase": "tea"}, "phase tea: no phase is called 'tea'; there are weather"),
        ({"pack": "two_rivers", "conditions": {"weather": "frogs"}}, "condition weather=frogs: in the pack"),
    ],
)
def test_a_name_that_there_is_not_is_a_usage_error(asked: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        open_game(RIVERS / "start.vsav", **asked)  # type: ignore[arg-type]


def test_what_needs_rules_says_so_without_them(tmp_path: Path) -> None:
    game = open_game(RIVERS / "start.vsav")
    with pytest.raises(UsageError, match="open the game with a pack"):
        game.check()
    with pytest.raises(UsageError, match="open the game with a pack"):
        game.render(tmp_path / "map.png", layers=["zoc"])
    with pytest.raises(UsageError, match="no layer is named 'smell'"):
        game.render(tmp_path / "map.png", layers=["smell"])


def test_a_remark_on_a_condition_that_the_pack_does_not_list_is_kept() -> None:
    game = open_game(RIVERS / "start.vsav", pack="two_rivers", conditions={"wether": "rain"})
    assert "lists no condition 'wether'" in game.remarks[0]


@pytest.mark.parametrize("viewer", ["", "French", "Austrian"])
def test_no_answer_tells_what_the_viewer_may_not_know(secret_game: Path, tmp_path: Path, viewer: str) -> None:
    """The table and the position too, which no command shows as they are."""
    game = open_game([secret_game / "start.vsav", secret_game / "turn.vlog"], pack="two_rivers", viewer=viewer)
    game.write(tmp_path / "a.csv")
    state = game.state()
    answers = [
        json.dumps(game.inspect()),
        json.dumps(game.dice().as_json()),
        json.dumps(game.differences().as_json()),
        json.dumps(game.moves().as_json()),
        json.dumps(game.check().as_json()),
        in_full([state.counters, state.properties, state.carried]),
        in_full((*game.position().units.values(), *game.position().markers.values(), *game.position().unidentified)),
        (tmp_path / "a.csv").read_text(),
    ]
    assert leaks("\n".join(answers).encode(), secrets.words_from(viewer)) == []


def test_the_umpire_is_told_all(secret_game: Path) -> None:
    state = open_game(secret_game / "start.vsav", viewer="umpire").state()
    assert leaks(in_full(list(state.counters.values())).encode(), [each.word for each in secrets.SECRETS])


def test_the_command_names_the_layers_that_there_are() -> None:
    """The help is made before the library is loaded, so it has a list of its own."""
    assert (LAYERS, ",".join(USUAL_LAYERS)) == (render.LAYERS, render.USUAL)


def test_a_picture_tells_which_board_its_module_lacks(tmp_path: Path) -> None:
    """Modules whose boards come in files of their own."""
    with zipfile.ZipFile(RIVERS / "start.vsav") as archive:
        text = obfuscation.reveal(archive.read("savedGame"))
    save = tmp_path / "elsewhere.vsav"
    with zipfile.ZipFile(save, "w") as archive:
        archive.writestr("savedGame", text.replace("Main MapBoardPicker\tMap", "Main MapBoardPicker\tWest"))
    saved = open_game(save, module=RIVERS / "two_rivers.vmod").render(tmp_path / "map.svg")
    assert "map 'Main Map' wants a board 'West' that the module has not" in [note.text for note in saved.notes]
