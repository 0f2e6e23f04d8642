"""A game's folder teaches how its module reports dice; everything that counts rolls then reads them."""

from __future__ import annotations

import pytest

from adjudicator import open_game
from adjudicator.audit.dice import DiceRoll, series
from adjudicator.cli.main import status
from adjudicator.game.settings import Settings, as_text, read_settings
from adjudicator.model.taught_dice import DicePattern
from tests.helpers import vassal_save
from tests.importers.vassal.games import log, piece, save

LINES = ("* [ Anna rolls 2 dice: INFx1 XSWx1 ] *", "* [ Anna rolls 1 die: ARTx1 ] *")


@pytest.fixture
def game(tmp_path):
    vassal_save(tmp_path / "turn.vlog", log(save(piece("1")), *(f"CHAT{line}" for line in LINES)))
    return tmp_path


def test_the_command_offers_a_pattern_and_written_down_it_is_used(game, capsys):
    assert status(["dice", str(game / "turn.vlog")]) == 0
    told = capsys.readouterr().out
    assert "2 lines of chat look like rolls" in told and "which is read as: INF XSW" in told
    toml = told[told.index("[[dice]]") :]
    (game / "adjudicator.toml").write_text(toml, encoding="utf-8")
    found = open_game(game).dice()
    assert [roll.thrown for roll in found.rolls] == ["INF XSW", "ART"]
    assert [roll.player for roll in found.rolls] == ["Anna", "Anna"]
    assert found.proposals == ()


def test_settings_with_dice_are_written_as_they_are_read(tmp_path):
    said = Settings(side="French", dice=[DicePattern(pattern=r"it's (?P<result>\d+)", name="d", sides=6, faces=["a"])])
    (tmp_path / "adjudicator.toml").write_text(as_text(said), encoding="utf-8")
    assert read_settings(tmp_path / "adjudicator.toml") == said


def rolled(dice, sides):
    return DiceRoll("a", 1, "Anna", "battle", dice, sides, "")


def test_dice_of_which_some_faces_have_no_number_are_not_tested():
    """What is left of them would look like other dice than were thrown."""
    assert series([rolled((1, 2), 6), rolled((0, 3), 0)]) == ()
    assert len(series([rolled((1, 2), 6), rolled((1, 3), 6)])) == 1
