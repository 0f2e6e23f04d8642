"""The figures of a series of dice, against distributions counted by hand."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest

from adjudicator.audit.dice import DiceRoll, faces_p, holm, series, sum_p, untested
from adjudicator.importers.vassal.buildfile import parse
from adjudicator.importers.vassal.dice import buttons_of, read_roll


def rolled(player: str, *dice: int, sides: int = 6) -> DiceRoll:
    return DiceRoll("a.vlog", 1, player, "1d6", dice, sides, "")


@pytest.mark.parametrize(("total", "dice", "sides"), [(3, 3, 6), (11, 3, 6), (2, 2, 10), (7, 2, 6)])
def test_the_sum_is_as_likely_as_counting_every_throw_says(total: int, dice: int, sides: int) -> None:
    mean = dice * (sides + 1) / 2
    throws = [sum(throw) for throw in itertools.product(range(1, sides + 1), repeat=dice)]
    far = sum(abs(throw - mean) >= abs(total - mean) for throw in throws)
    assert sum_p(total, dice, sides) == pytest.approx(far / len(throws))


def test_even_faces_are_the_least_surprising_of_all() -> None:
    assert faces_p((5, 5, 5, 5, 5, 5)) == 1.0


def test_one_face_thirty_times_is_beyond_chance() -> None:
    assert faces_p((30, 0, 0, 0, 0, 0)) < 0.001


def test_holm_multiplies_the_smallest_by_all_and_never_decreases() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_a_lucky_streak_among_many_series_is_corrected() -> None:
    alone = series([rolled("Player 1", 6, 6, 6, 6)])
    many = series([rolled("Player 1", 6, 6, 6, 6), *(rolled(f"Player {i}", 1, 6, 3, 4) for i in range(2, 30))])
    lucky = next(one for one in many if one.player == "Player 1")
    assert lucky.sum_p == alone[0].sum_p
    assert lucky.sum_adjusted > alone[0].sum_adjusted


def test_dice_of_unknown_size_are_counted_nowhere() -> None:
    assert series([rolled("Player 1", 3, sides=0)]) == ()


def test_dice_that_are_not_fair_ones_are_counted_nowhere_nor_the_player_s_others_of_the_kind() -> None:
    keeps = replace(rolled("Player 1", 6, 6), untested="this button keeps the 2 largest of 3")
    assert series([keeps, rolled("Player 1", 6, 6)]) == ()
    assert untested(keeps) == "this button keeps the 2 largest of 3"


def test_results_that_such_dice_do_not_have_are_not_passed_over() -> None:
    assert series([rolled("Player 1", 3, 7), rolled("Player 1", 6)]) == ()
    assert series([replace(rolled("Player 1", 13), sum_of=2)]) == ()


def test_eighty_honest_throws_that_keep_the_two_largest_of_three_are_measured_by_their_own_odds() -> None:
    luck = random.Random(4)
    button = parse(
        b'<VASSAL.build.GameModule><VASSAL.build.module.DiceButton name="best" nDice="3" nSides="6" keepDice="true" '
        b'keepOption="l" keepCount="2"/></VASSAL.build.GameModule>'
    )
    thrown = [sorted(luck.randint(1, 6) for _ in range(3))[1:] for _ in range(80)]
    told = [read_roll(f"*** best = {low},{high} *** <A>", buttons_of(button)) for low, high in thrown]
    figures = [
        DiceRoll("a", at, "A", "best", r.dice, r.sides, r.text, untested=r.untested, odds=r.odds, draws=r.draws)
        for at, r in enumerate(told)
        if r
    ]
    assert len(figures) == 80
    (found,) = series(figures)
    assert found.expected == pytest.approx(8.4583, abs=1e-4)
    assert min(found.sum_adjusted, found.faces_adjusted) > 0.05
