"""An ink that parts a board in two explains its examples, however many hexsides have it."""

from __future__ import annotations

import numpy as np

from adjudicator.tracing.valley import lie_apart

RNG = np.random.default_rng(6)


def crowd(count: int, middle: float, spread: float) -> np.ndarray:
    return RNG.normal(middle, spread, count).astype(np.float32)


def test_two_groups_with_nothing_between_lie_apart() -> None:
    run = np.concatenate([crowd(300, 0.0, 0.1), crowd(60, 2.0, 0.1)])
    assert lie_apart(run, run[-3:])


def test_many_that_have_the_kind_lie_apart_as_well_as_few() -> None:
    run = np.concatenate([crowd(200, 0.0, 0.1), crowd(160, 2.0, 0.1)])
    assert lie_apart(run, run[-3:])


def test_a_crowd_that_reaches_up_to_the_examples_does_not() -> None:
    run = np.concatenate([crowd(300, 0.0, 0.1), RNG.uniform(0.0, 2.0, 150).astype(np.float32), crowd(60, 2.0, 0.1)])
    assert not lie_apart(run, run[-3:])


def test_one_crowd_is_not_two() -> None:
    run = crowd(300, 0.0, 0.5)
    assert not lie_apart(run, np.sort(run)[-3:])
