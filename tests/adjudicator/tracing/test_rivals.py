"""Two kinds in one ink: what goes on from hexside to hexside is of one kind."""

from __future__ import annotations

import numpy as np

from adjudicator.tracing.guesses import KnownExamples
from adjudicator.tracing.logistic import logit, sigmoid
from adjudicator.tracing.rivals import in_company, too_often

LINE = np.array([[0, 1, -1], [1, 2, -1], [2, 3, -1], [3, 4, -1]])
"""Five hexsides one after another, each with the next in a hex where no third is."""


def test_one_that_looks_odd_follows_those_before_and_behind_it() -> None:
    looks = np.array([0.9, 0.9, 0.3, 0.9, 0.9])
    told = sigmoid(in_company(logit(looks), np.ones(5, dtype=np.bool_), LINE))
    assert (told > 0.5).all()


def test_where_the_kind_surely_changes_it_changes() -> None:
    looks = np.array([0.95, 0.95, 0.95, 0.05, 0.05])
    told = sigmoid(in_company(logit(looks), np.ones(5, dtype=np.bool_), LINE))
    assert (told > 0.5).tolist() == [True, True, True, False, False]


def test_where_three_meet_or_nothing_is_contested_nobody_is_heard() -> None:
    odds = logit(np.array([0.9, 0.9, 0.3]))
    star = np.array([[0, 1, 2]])
    assert (in_company(odds, np.ones(3, dtype=np.bool_), star) == odds).all()
    assert (in_company(odds, np.array([True, False, True]), np.array([[0, 1, -1]])) == odds).all()


def evidence(*kinds: tuple[int, ...]) -> dict[str, KnownExamples]:
    return {kind: KnownExamples(present) for kind, present in zip(("road", "trail"), kinds, strict=True)}


def test_a_trail_claimed_on_every_road_is_drawn_once_though_one_example_has_both() -> None:
    scores = {"road": np.full(10, 0.9), "trail": np.full(10, 0.9)}
    same = np.ones(10, dtype=np.bool_)
    assert too_often(scores, evidence((0, 1, 2), (2, 3, 4)), "road", "trail", same)
    assert not too_often(scores, evidence((0, 1, 2), (2, 3, 4)), "road", "trail", ~same)


def test_what_always_lies_on_another_is_no_rival_of_it() -> None:
    scores = {"road": np.full(10, 0.9), "trail": np.full(10, 0.9)}
    assert not too_often(scores, evidence((0, 1, 2), (1, 2)), "road", "trail", np.ones(10, dtype=np.bool_))
