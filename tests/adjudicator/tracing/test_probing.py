"""Of many claims that look like no example one is asked about first; what looks like a mark is left in peace."""

from __future__ import annotations

import numpy as np

from adjudicator.tracing.probing import claims_to_ask

RNG = np.random.default_rng(2)
STREAMS = RNG.normal(scale=0.1, size=(20, 4)).astype(np.float32)
COASTS = STREAMS + np.array([3, 0, 0, 0], dtype=np.float32)
LOOKS = np.concatenate([STREAMS, COASTS])
CLAIMED = np.arange(3, 40)


def test_one_of_the_sort_that_nobody_marked_is_asked_about() -> None:
    ((asked, stands_for),) = claims_to_ask(LOOKS, CLAIMED, np.array([0, 1, 2]))
    assert asked in stands_for and (stands_for >= 20).all()
    assert asked >= 20


def test_a_sort_with_an_answer_is_not_asked_about_again() -> None:
    assert claims_to_ask(LOOKS, CLAIMED[:-1], np.array([0, 1, 2, 39])) == []


def test_nothing_is_asked_before_anything_is_marked_or_claimed() -> None:
    assert claims_to_ask(LOOKS, CLAIMED, np.array([], dtype=np.int64)) == []
    assert claims_to_ask(LOOKS, CLAIMED[:2], np.array([0])) == []


def test_a_few_odd_claims_are_no_sort() -> None:
    assert claims_to_ask(LOOKS, np.append(np.arange(3, 20), [20, 21]), np.array([0, 1, 2])) == []
