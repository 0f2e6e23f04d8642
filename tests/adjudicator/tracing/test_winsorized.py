"""An example that is hidden or odd says something of itself, not of the whole board."""

from __future__ import annotations

import numpy as np

from adjudicator.tracing.kinds import strangeness
from adjudicator.tracing.winsorized import winsorized

RNG = np.random.default_rng(4)


def test_few_examples_are_believed_as_they_are() -> None:
    values = np.array([1.0, 9.0, 2.0])
    assert (winsorized(values) == values).all()


def test_of_twelve_examples_the_farthest_say_no_more_than_the_next() -> None:
    values = np.array([5.0, 4.0, 90.0, 6.0, 5.0, -80.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0])
    assert winsorized(values).tolist() == [5.0, 4.0, 6.0, 6.0, 5.0, 4.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0]


def test_each_column_is_winsorized_by_itself() -> None:
    values = np.zeros((12, 2))
    values[0, 0], values[3, 1] = 7.0, -7.0
    assert not winsorized(values).any()


def test_one_odd_example_of_many_does_not_make_everything_usual() -> None:
    features = (RNG.normal(size=(40, 12)) / 4 + 2).astype(np.float32)
    features[20:] += 4
    before = strangeness(features, list(range(12)))
    features[11] += 6
    after = strangeness(features, list(range(12)))
    assert after[20:].min() > 0.8 * before[20:].min() > 0
