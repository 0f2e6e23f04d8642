"""What the games of a series answer each in its own way: replaced method by method, and never by guess."""

from __future__ import annotations

import pytest

from adjudicator.checks.questions import Questions, answered_by, asked, replaces
from adjudicator.cli.main import status
from adjudicator.errors import PackError
from adjudicator.packs.europa.questions.garrison import GarrisonUnits
from adjudicator.packs.fire_in_the_east.questions.garrison import GarrisonUnitsOfFire
from adjudicator.packs.load import load_pack
from adjudicator.packs.thunder_in_the_east.questions.attrition import AttritionDice


def test_a_game_answers_in_place_of_its_series() -> None:
    assert type(asked(GarrisonUnits, load_pack("fire_in_the_east").packages)) is GarrisonUnitsOfFire
    assert type(asked(GarrisonUnits, load_pack("sudden_storm").packages)) is GarrisonUnits
    ten, eleven = (asked(AttritionDice, load_pack(f"thunder_in_the_east{each}").packages) for each in ("_10", ""))
    assert (ten.one_for_each_hex(), eleven.one_for_each_hex()) == (True, False)


def test_the_chain_of_answers_is_told() -> None:
    series, game = "adjudicator.packs.europa", "adjudicator.packs.fire_in_the_east"
    assert answered_by(GarrisonUnits, (series, game)) == {"counts": (series, game)}
    assert answered_by(GarrisonUnits, (series,)) == {"counts": (series,)}


def test_explain_shows_the_chain(capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["explain", "fite:33.1"]) == 0
    assert "answered by europa → fire_in_the_east" in capsys.readouterr().out


def test_what_is_not_asked_cannot_be_replaced() -> None:
    with pytest.raises(PackError, match=r"replaces counted, which .*GarrisonUnits does not ask"):

        @replaces(GarrisonUnits)
        class Misspelt(GarrisonUnits):
            def counted(self) -> bool:
                return True


def test_other_questions_cannot_be_replaced() -> None:
    with pytest.raises(PackError, match="is none of its kind"):

        @replaces(GarrisonUnits)  # type: ignore[type-var]
        class Other(Questions):
            pass


def test_one_package_replaces_once() -> None:
    @replaces(GarrisonUnits)
    class First(GarrisonUnits):
        pass

    with pytest.raises(PackError, match="replace the same questions"):

        @replaces(GarrisonUnits)
        class Second(GarrisonUnits):
            pass
