"""Three-valued answers: the tables of Kleene, the missing data that still matter, and the tree of reasons."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known, KnownMask, Truth, all_of, any_of, first_of, whatever

TABLES = tomllib.loads((Path(__file__).parent / "kleene.toml").read_text())
WORDS = ("yes", "no", "open")


def known(word: str, datum: str = "the weather") -> Known:
    return {"yes": YES, "no": NO, "open": Known.open(datum)}[word]


@pytest.mark.parametrize(("one", "other"), tuple(product(WORDS, WORDS)))
def test_and_or_follow_the_tables(one: str, other: str) -> None:
    assert (known(one) & known(other)).truth.value == TABLES["and"][one][other]
    assert (known(one) | known(other)).truth.value == TABLES["or"][one][other]


@pytest.mark.parametrize("word", WORDS)
def test_not_follows_the_table(word: str) -> None:
    assert (~known(word)).truth.value == TABLES["not"][word]


@given(st.lists(st.sampled_from(WORDS), max_size=6))
def test_many_are_judged_like_two_and_two(words: list[str]) -> None:
    answers = [known(word, f"datum {at}") for at, word in enumerate(words)]
    together, either = YES, NO
    for answer in answers:
        together, either = together & answer, either | answer
    assert all_of(answers) == together
    assert any_of(answers) == either


def test_a_bool_is_refused() -> None:
    with pytest.raises(TypeError, match="is_yes"):
        bool(YES)
    with pytest.raises(TypeError):
        _ = 1 if Known.open("the turn") else 2


def test_a_deciding_no_drops_what_no_longer_matters() -> None:
    assert (Known.open("the weather") & NO).missing == ()
    assert (Known.open("the weather") | YES).missing == ()


def test_an_open_answer_unites_the_data_that_remain() -> None:
    answer = all_of((Known.open("the weather"), YES, Known.open("the turn", "the weather")))
    assert answer == Known.open("the weather", "the turn")


def test_an_open_answer_names_its_datum() -> None:
    with pytest.raises(ValueError, match="names what is missing"):
        Known.open("")


@pytest.mark.parametrize(
    ("costly", "expected"),
    [(("snow", "mud", "clear"), YES), ((), NO), (("snow",), Known.open("the weather"))],
)
def test_where_all_values_agree_it_is_known(costly: tuple[str, ...], expected: Known) -> None:
    values = ("clear", "mud", "snow")
    assert whatever(values, lambda value: Known.of(value in costly), "the weather") == expected


def test_one_datum_asked_twice() -> None:
    """Taken apart, "snow" and "no snow" are both open; each value in turn, one of the two holds."""
    values = ("clear", "snow")
    assert whatever(values, lambda value: Known.of(value == "snow") | ~Known.of(value == "snow"), "the weather") == YES


def test_the_tree_of_reasons() -> None:
    weather = Known.open("the weather of 0805").explained("it snows in 0805")
    infantry = YES.explained("1 Inf is infantry")
    answer = (infantry & weather).explained("1 Inf must stop in 0805")
    (top,) = answer.because
    assert [(depth, reason.text) for depth, reason in top.lines()] == [
        (0, "1 Inf must stop in 0805"),
        (1, "it snows in 0805"),
    ]
    assert top.as_text().splitlines()[1] == "  it snows in 0805 (not known: the weather of 0805)"


def test_a_decided_answer_keeps_only_the_reasons_that_decided() -> None:
    answer = Known.open("the turn").explained("it is turn 3") & NO.explained("1 Inf is no infantry")
    assert [reason.text for reason in answer.because] == ["1 Inf is no infantry"]


bools = st.lists(st.booleans(), min_size=4, max_size=4).map(np.array)


def mask(sure: np.ndarray, perhaps: np.ndarray) -> KnownMask:
    return KnownMask(sure & perhaps, perhaps, ("control",))


masks = st.builds(mask, bools, bools)


@given(masks, masks)
def test_masks_answer_as_their_places_do(one: KnownMask, other: KnownMask) -> None:
    for i in range(4):
        assert (one & other).at(i) == one.at(i) & other.at(i)
        assert (one | other).at(i) == one.at(i) | other.at(i)
        assert (~one).at(i) == ~one.at(i)


def test_a_certain_mask_stays_one_array() -> None:
    one = KnownMask.of(np.array([True, False]))
    assert (one & ~one).certain
    assert (one | one).perhaps is (one | one).sure or (one | one).certain


@given(*[st.integers(0, 9)] * 4)
def test_intervals_compare_as_their_numbers_would(a: int, b: int, c: int, d: int) -> None:
    one = Interval(Fraction(min(a, b)), Fraction(max(a, b)), frozenset({"the cost"} if a != b else ()))
    other = Interval(Fraction(min(c, d)), Fraction(max(c, d)), frozenset({"the allowance"} if c != d else ()))
    pairs = product(range(min(a, b), max(a, b) + 1), range(min(c, d), max(c, d) + 1))
    truths = {x <= y for x, y in pairs}
    answer = one.at_most(other)
    assert answer.truth is (Truth.OPEN if len(truths) == 2 else Truth.YES if True in truths else Truth.NO)


def test_the_first_row_that_applies_is_open_behind_one_that_may() -> None:
    maybe = Known.open("the ground")
    rows = [("none", NO), ("perhaps", maybe), ("surely", YES), ("never asked", YES)]
    assert [(row, answer.truth) for row, answer in first_of(rows)] == [("perhaps", Truth.OPEN), ("surely", Truth.OPEN)]
    assert list(first_of([("surely", YES), ("later", YES)])) == [("surely", YES)]
    assert not list(first_of([("none", NO)]))
