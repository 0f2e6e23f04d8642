"""The figures of a series of dice, against distributions counted by hand."""

from __future__ import annotations

import itertools

import pytest

from adjudicator.audit.dice import Rolled, faces_p, holm, series, sum_p


def rolled(player: str, *dice: int, sides: int = 6) -> Rolled:
    return Rolled("a.vlog", 1, player, "1d6", dice, sides, "")


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
