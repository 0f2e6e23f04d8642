"""Rolls with their circumstances: said for what, followed by what."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from adjudicator.audit.dice import DiceRoll, series, sum_p
from adjudicator.exporters.vassal.scribe import LogWriter
from tests.adjudicator.audit.game import audited, write


def test_rolls_tell_by_whom_when_and_for_what(two_logs: tuple[Path, Path], module: Path) -> None:
    one, two = audited(two_logs, module).rolls
    assert (one.player, one.side, one.what, one.dice, one.sides) == ("Player 1", "French", "2d6", (3, 5), 6)
    assert (one.purpose, one.turn, one.file_step) == ("At the bridge.", "2 French movement", 7)
    assert two.purpose == ""


def test_a_roll_again_at_once_followed_nothing(table: LogWriter, tmp_path: Path, module: Path) -> None:
    table.record()
    table.roll(1, 2)
    table.roll(6, 6)
    table.move("fr.1inf", "0405")
    table.roll(4)
    rolls = audited((write(tmp_path / "a.vlog", table.log()),), module).rolls
    assert [roll.aftermath for roll in rolls] == ["nothing", "", "nothing"]


def test_sums_of_dice_are_a_series_of_their_own() -> None:
    thrown = [DiceRoll("a", at, "P", "2d6", (total,), 6, "", sum_of=2) for at, total in enumerate((12, 11, 12))]
    (told,) = series(thrown)
    chances = [sum(throw) for throw in itertools.product(range(1, 7), repeat=6)]
    assert told.sum_p == pytest.approx(sum(abs(each - 21) >= 14 for each in chances) / len(chances))
    assert (told.faces, told.faces_adjusted, told.count) == ((), 1.0, 6)


def test_the_face_is_counted_without_what_the_button_adds() -> None:
    (told,) = series([DiceRoll("a", 1, "P", "d10", (0, 9), 10, "", plus=-1)])
    assert (told.faces[0], told.faces[9]) == (1, 1)
    assert told.sum_p == sum_p(11, 2, 10)


def test_what_a_player_typed_proves_nothing() -> None:
    assert series([DiceRoll("a", 1, "P", "2d6", (6, 6), 6, "", typed=True)]) == ()
