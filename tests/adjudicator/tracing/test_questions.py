"""Proposals as questions: what hangs together is one, some of it halves it, and nothing that is proposed is in none."""

from __future__ import annotations

import numpy as np
import pytest

from adjudicator.tracing.calibration import Sort, calibrated
from adjudicator.tracing.learning import Crowd
from adjudicator.tracing.proposals import Proposal, Subject, TracedLayer, Why
from adjudicator.tracing.questions import Meetings, Question, audited, questions
from adjudicator.tracing.strangers import strangers, told_apart

COUNT = 12
PLACES: dict[Subject, int] = {(f"{at:02}00", f"{at:02}01"): at for at in range(COUNT)}
LINE = Meetings(PLACES, np.array([[at, at + 1] for at in range(COUNT - 1)]))
"""Hexsides one after another."""


def proposal(at: int, likely: float, kind: str = "river") -> Proposal:
    there = likely > 0.5
    score, certain = (0.9, likely) if there else (0.1, 1 - likely)
    return Proposal(list(PLACES)[at], TracedLayer.HEXSIDE, kind, score, "m", certain, certain=certain)


def asked(likely: list[float], parted: list[set[int]] | None = None) -> list[Question]:
    subjects = list(PLACES)
    some = [frozenset(subjects[at] for at in each) for each in parted or []]
    return questions([proposal(at, each) for at, each in enumerate(likely)], LINE, some)


def about(question: Question) -> set[int]:
    return {PLACES[each] for each in question.subjects}


def test_doubtful_ones_that_meet_are_one_question_and_all_sure_ones_another() -> None:
    found = asked([0.8] * 4 + [0.99] * 4 + [0.8] * 4)
    assert sorted(map(sorted, map(about, found))) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
    assert [each.why for each in found].count(Why.SURE) == 1


@pytest.mark.parametrize("likely", [[0.99] * COUNT, [0.8] * COUNT, [0.6, 0.97] * 6])
def test_everything_that_is_proposed_stands_in_just_one_question(likely: list[float]) -> None:
    found = asked(likely)
    assert sorted(at for each in found for at in about(each)) == list(range(COUNT))


def test_what_is_surely_bare_is_not_asked_about_and_what_may_be_there_is() -> None:
    (found,) = asked([0.01] * 6 + [0.3] + [0.01] * 5)
    assert about(found) == {6} and not found.present


def test_some_of_it_halves_a_run() -> None:
    found = asked([0.8] * 8 + [0.01] * 4, [set(range(8))])
    assert sorted(map(len, map(about, found))) == [4, 4]


def test_of_sure_ones_that_are_so_in_part_pieces_are_asked_that_lie_together() -> None:
    found = asked([0.99] * 4 + [0.01] * 4 + [0.99] * 4, [{0, 1, 2, 3, 8, 9, 10, 11}])
    assert sorted(map(sorted, map(about, found))) == [[0, 1, 2, 3], [8, 9, 10, 11]]


def test_halves_of_halves_come_down_to_one() -> None:
    parted: list[set[int]] = []
    for _ in range(6):
        several = [about(each) for each in asked([0.8] * COUNT, parted) if len(about(each)) > 1]
        parted += several
    assert all(len(about(each)) == 1 for each in asked([0.8] * COUNT, parted))


def test_what_is_likely_wrong_comes_before_what_is_not() -> None:
    found = asked([0.94, 0.01, 0.01, 0.55] + [0.01] * 8)
    assert [about(each) for each in found] == [{3}, {0}]


def test_all_that_is_sure_is_taken_after_what_is_doubtful() -> None:
    found = asked([0.6] + [0.01] * 3 + [0.99] * 8)
    assert [each.why for each in found] == [Why.LEAST_CERTAIN, Why.SURE]


def test_a_long_run_that_is_as_likely_all_along_comes_after_a_doubtful_one() -> None:
    found = asked([0.85] * 10 + [0.01, 0.55])
    assert [about(each) for each in found] == [{11}, set(range(10))]


def test_what_stands_for_many_comes_first() -> None:
    one, other = proposal(0, 0.7), proposal(5, 0.6)
    found = questions([one._replace(stands_for=20), other], LINE, [])
    assert about(found[0]) == {0}


def test_of_the_random_share_one_is_asked_alone() -> None:
    some = [proposal(at, 0.99) for at in range(COUNT)]
    found = audited([each._replace(subject=(f"{at:04}", f"{at + 1:04}")) for at, each in enumerate(some * 20)])
    assert found is not None and len(found.subjects) == 1 and found.why is Why.AUDIT


def test_certainty_rises_with_the_score_and_is_lower_where_two_kinds_claim_it() -> None:
    margins = np.linspace(0, 1, 50)
    for layer in TracedLayer:
        sure = calibrated(layer, np.full(50, Sort.CLAIM), margins)
        assert (np.diff(sure) >= 0).all() and sure[-1] < 1
    claimed, contested = (
        calibrated(TracedLayer.LINE, np.full(50, each), margins) for each in (Sort.CLAIM, Sort.CONTESTED)
    )
    assert claimed[-10] > contested[-10]


RNG = np.random.default_rng(3)
LAND = RNG.normal(scale=0.1, size=(60, 8)).astype(np.float32)
SEA = LAND[:20] + np.array([4, 0, 0, 0, 0, 0, 0, 0], dtype=np.float32)


def test_hexes_that_look_like_no_mark_are_strange_if_there_are_several() -> None:
    crowd = Crowd(np.concatenate([LAND, SEA]))
    found = strangers(crowd, {0: 0, 1: 0, 2: 0})
    assert found[60:].all() and not found[:60].any()
    alone = strangers(Crowd(np.concatenate([LAND, SEA[:1]])), {0: 0, 1: 0, 2: 0})
    assert not alone.any()


def test_what_was_taken_out_though_it_looks_like_the_rest_is_no_sort_of_its_own() -> None:
    points = Crowd(np.concatenate([LAND, SEA])).reduced
    marked = dict.fromkeys(range(30), 0)
    assert told_apart(points, marked | dict.fromkeys(range(60, 70), 1), 1)
    assert not told_apart(points, marked | dict.fromkeys(range(30, 36), 1), 1)
