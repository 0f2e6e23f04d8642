"""Answers kept: the last ones to each question, by the identity of whom it was asked of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from adjudicator.model.memo import Same, remembered


@dataclass(frozen=True)
class Owner:
    name: str


def asked(most: int) -> tuple[list[str], Callable[[Owner, str], list[str]]]:
    made: list[str] = []

    @remembered(most)
    def greeting(owner: Owner, word: str) -> list[str]:
        made.append(owner.name)
        return [f"{word} {owner.name}"]

    return made, greeting


def test_an_answer_is_worked_out_once_for_each_owner_and_argument() -> None:
    made, greeting = asked(8)
    anne, bruno = Owner("Anne"), Owner("Bruno")
    assert greeting(anne, "hail") is greeting(anne, "hail")
    assert greeting(anne, "farewell") is not greeting(anne, "hail")
    assert greeting(bruno, "hail") == ["hail Bruno"]
    assert made == ["Anne", "Anne", "Bruno"]


def test_owners_that_are_equal_but_not_the_same_have_answers_of_their_own() -> None:
    made, greeting = asked(8)
    one, other = Owner("Anne"), Owner("Anne")
    assert one == other
    assert greeting(one, "hail") is not greeting(other, "hail")
    assert made == ["Anne", "Anne"]


def test_the_answer_worked_out_longest_ago_goes_first() -> None:
    made, greeting = asked(2)
    anne, bruno, clara = Owner("Anne"), Owner("Bruno"), Owner("Clara")
    for owner in (anne, bruno, anne, clara, bruno, anne):
        greeting(owner, "hail")
    assert made == ["Anne", "Bruno", "Clara", "Anne"]


def test_a_term_as_a_key_is_equal_to_itself_alone() -> None:
    one, other = Owner("Anne"), Owner("Anne")
    assert {Same(one): 1}[Same(one)] == 1
    assert Same(one) != Same(other)
