"""Bounded numbers: arithmetic keeps both bounds and the names of what is missing."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from adjudicator.model.interval import INFINITE, ZERO, Bound, Interval, sum_of
from adjudicator.model.known import NO, YES, Known, KnownMask

ONE, THREE = Interval.of(1), Interval.of(3)
UNSURE = Interval(Fraction(1), Fraction(4), frozenset({"the weather"}))


def test_sums_and_differences_carry_the_missing_data() -> None:
    assert sum_of((ONE, UNSURE, THREE)) == Interval(Fraction(5), Fraction(8), frozenset({"the weather"}))
    assert THREE.minus(UNSURE) == Interval(Fraction(-1), Fraction(2), frozenset({"the weather"}))
    assert sum_of(()) == ZERO


def test_what_is_infinite_stays_so() -> None:
    assert Interval.of(INFINITE).minus(THREE) == Interval.of(INFINITE)
    assert Interval.unknown("the weather").times(Fraction(1, 2)).high == INFINITE


def test_one_of_two_and_the_smaller_of_two() -> None:
    assert ONE.either(THREE, "the die") == Interval(Fraction(1), Fraction(3), frozenset({"the die"}))
    assert UNSURE.smaller(THREE) == Interval(Fraction(1), Fraction(3), frozenset({"the weather"}))


def test_one_number_or_another_as_an_answer_says() -> None:
    open_ = Known.open("the die")
    assert [Interval.by(answer, ONE, UNSURE) for answer in (YES, NO)] == [ONE, UNSURE]
    both = frozenset({"the weather", "the die"})
    assert Interval.by(open_, UNSURE, ZERO) == Interval(Fraction(0), Fraction(4), both)
    assert Interval.by(open_, ZERO, UNSURE) == Interval.by(open_, UNSURE, ZERO)
    assert [Interval.one_if(answer) for answer in (YES, NO)] == [ONE, ZERO]
    assert Interval.one_if(open_) == Interval.by(open_, ONE, ZERO)


def test_a_comparison_is_open_only_where_the_bounds_overlap() -> None:
    assert UNSURE.at_least(ONE) == YES
    assert UNSURE.at_least(Interval.of(5)) == NO
    assert UNSURE.at_least(THREE) == Known.open("the weather")
    assert (THREE.settled, UNSURE.settled) == (YES, Known.open("the weather"))


def test_a_search_takes_what_is_open_as_wished_or_as_feared() -> None:
    open_ = Known.open("the weather")
    assert (Bound.BEST.cost(UNSURE), Bound.BEST.purse(UNSURE)) == (1, 4)
    assert (Bound.WORST.cost(UNSURE), Bound.WORST.purse(UNSURE)) == (4, 1)
    assert [bound.allows(open_) for bound in (Bound.BEST, Bound.WORST)] == [True, False]
    assert [bound.forbids(open_) for bound in (Bound.BEST, Bound.WORST)] == [False, True]


def test_what_is_open_helps_at_best_and_hinders_at_worst() -> None:
    open_ = Known.open("the weather")
    mask = KnownMask(np.array([True, False]), np.array([True, True]), ("the weather",))
    taken = {(bound, helps): bound.takes(open_, helps) for bound in Bound for helps in (True, False)}
    places = {(bound, helps): bool(bound.places(mask, helps)[1]) for bound in Bound for helps in (True, False)}
    wished = {
        (Bound.BEST, True): True,
        (Bound.BEST, False): False,
        (Bound.WORST, True): False,
        (Bound.WORST, False): True,
    }
    assert taken == places == wished
