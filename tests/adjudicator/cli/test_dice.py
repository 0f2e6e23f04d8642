"""`dice` from the shell."""

from __future__ import annotations

from tests.adjudicator.cli.conftest import Run
from tests.helpers import FIXTURES

GAME = FIXTURES / "vassal" / "two_rivers"


def test_rolls_and_series_are_told(run: Run) -> None:
    told = run("dice", GAME / "turn_1.vlog", "--json").json
    assert [(roll["player"], roll["dice"]) for roll in told["rolls"]] == [
        ("Player 1", [4]),
        ("Player 1", [3, 5]),
        ("Player 2", [6]),
    ]
    assert {(each["player"], each["what"], each["count"]) for each in told["series"]} == {
        ("Player 1", "1d6", 1),
        ("Player 1", "2d6", 2),
        ("Player 2", "1d6", 1),
    }


def test_every_roll_is_listed_if_asked_for(run: Run) -> None:
    assert "is under fire from the fieldworks" in run("dice", GAME / "turn_1.vlog", "--all").out


def test_a_game_without_dice_says_so(run: Run) -> None:
    assert run("dice", GAME / "start.vsav").out == "no roll is reported in a form that the module's dice buttons have\n"
