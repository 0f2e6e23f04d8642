"""Many inks tried at once run as each of them alone."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from adjudicator.tracing import kinds
from adjudicator.tracing.board import TracedBoard
from adjudicator.tracing.guesses import Guess, KnownExamples
from adjudicator.tracing.inks import Ink
from adjudicator.tracing.profiles import profiles
from adjudicator.tracing.trials import runs
from tests.drawn_boards.small import small_board

RNG = np.random.default_rng(5)


@cache
def bare_board() -> TracedBoard:
    return small_board(lambda drawing: None)


@pytest.mark.parametrize("crosses", [False, True])
@pytest.mark.parametrize("gap", [1, 7])
def test_each_of_many_inks_runs_as_it_does_alone(crosses: bool, gap: int) -> None:
    view = bare_board().across if crosses else bare_board().along
    strengths = [[RNG.uniform(-1, 1, len(each.palette)).astype(np.float32) for each in view.codings] for _ in range(4)]
    weights = [(1.0, 0.0, 0.0), (0.5, 0.5, 0.0), (0.5, 0.0, 0.5), (1.0, 0.0, 0.0)]
    inks = [Ink(tuple(mine), gap, read) for mine, read in zip(strengths, weights, strict=True)]
    shifts = [np.zeros(2), np.array([0.1, -0.2]), np.array([-0.2, 0.0]), np.array([0.0, 0.2])]
    places = np.arange(0, len(view.codes), 3)
    together = runs(view, list(zip(inks, shifts, strict=True)), places)
    alone = [profiles(view, ink, shift, places).run for ink, shift in zip(inks, shifts, strict=True)]
    np.testing.assert_allclose(together, alone, atol=1e-4)


@pytest.mark.parametrize(("hidden", "bare"), [((2, 3), (1, 4)), ((), (1, 2, 3, 4)), ((1, 2, 3), (1, 2, 3, 4))])
def test_an_ink_is_judged_where_no_bridge_hides_it_if_that_is_enough(
    hidden: tuple[int, ...], bare: tuple[int, ...]
) -> None:
    assert KnownExamples((1, 2, 3, 4), hidden=hidden).bare == bare


@pytest.mark.parametrize(
    ("present", "absent", "wrong"),
    [
        ([1, 1, 0], [], 1),
        ([1, 1, 1, 0], [], 0),
        ([1, 1, 0, 0], [], 1),
        ([1, 1, 1, 0], [1, 0], 1),
    ],
)
def test_one_odd_example_of_four_is_not_told_wrongly(
    monkeypatch: pytest.MonkeyPatch, present: list[int], absent: list[int], wrong: int
) -> None:
    view = bare_board().along
    run = np.array([*present, *absent, *np.zeros(len(view.chosen))], dtype=np.float32)
    monkeypatch.setattr(kinds, "runs", lambda *_: run[None])
    some = list(range(len(present) + len(absent)))
    evidence = KnownExamples(tuple(some[: len(present)]), tuple(some[len(present) :]))
    assert kinds.told_wrongly(view, evidence, [Guess(Ink(()), view.no_shift, 0.0, 0.0)]) == [wrong]
