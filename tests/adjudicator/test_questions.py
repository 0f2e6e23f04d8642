"""What the games of a series answer each in its own way: replaced method by method, and never by guess."""

from __future__ import annotations

import pytest

from adjudicator.checks.questions import Questions, answered_by, asked, replaces
from adjudicator.errors import PackError
from adjudicator.packs.load import load_pack

SERIES, GAME = "adjudicator.packs.europa", "adjudicator.packs.fire_in_the_east"


class Counting(Questions):
    __module__ = f"{SERIES}.questions.counting"

    def counts(self) -> bool:
        return True


@replaces(Counting)
class CountingOfFire(Counting):
    __module__ = f"{GAME}.questions.counting"

    def counts(self) -> bool:
        return False


def test_a_game_answers_in_place_of_its_series() -> None:
    assert type(asked(Counting, load_pack("fire_in_the_east").packages)) is CountingOfFire
    assert type(asked(Counting, load_pack("sudden_storm").packages)) is Counting


def test_the_chain_of_answers_is_told() -> None:
    assert answered_by(Counting, (SERIES, GAME)) == {"counts": (SERIES, GAME)}
    assert answered_by(Counting, (SERIES,)) == {"counts": (SERIES,)}


def test_what_is_not_asked_cannot_be_replaced() -> None:
    with pytest.raises(PackError, match=r"replaces counted, which .*Counting does not ask"):

        @replaces(Counting)
        class Misspelt(Counting):
            def counted(self) -> bool:
                return True


def test_other_questions_cannot_be_replaced() -> None:
    with pytest.raises(PackError, match="is none of its kind"):

        @replaces(Counting)  # type: ignore[arg-type]
        class Other(Questions):
            pass


def test_one_package_replaces_once() -> None:
    @replaces(Counting)
    class First(Counting):
        pass

    with pytest.raises(PackError, match="replace the same questions"):

        @replaces(Counting)
        class Second(Counting):
            pass
