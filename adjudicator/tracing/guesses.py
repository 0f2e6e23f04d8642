"""Which of several guesses at a kind's ink is the likeliest: a strip shows more than what it is an example of.

Two of three examples of a railway may have a road beside it. So the ink is learnt several times: from all examples and
with each left out, with and without the colours that lie on other kinds' examples. The guess whose paths run best through
all the examples, and stand out most from the board's other strips, is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from adjudicator.tracing.inks import Against, Ink, learnt
from adjudicator.tracing.lattice import Floats
from adjudicator.tracing.paths import best_paths
from adjudicator.tracing.profiles import run_of
from adjudicator.tracing.tamed import tamed
from adjudicator.tracing.views import View

FEW = 5
"""Up to so many examples each is left out in turn."""
DOUBT = 0.5
SHIFT_DOUBT = 0.25
"""How much better a guess must be that began at the shift of the first look: three examples may all run beside by chance."""
GAPS = (1, 7)
"""Steps of a gap that a dashed line may have: it is tried with and without."""
BULK_SAMPLE = 150
BULK = (60, 90)
"""The percentiles of the board's other strips that a guess is measured against: nothing is there, or other things are."""


@dataclass(frozen=True)
class Evidence:
    """What is known of a kind: hexsides that have it and that lack it, by their place in the layout."""

    present: tuple[int, ...]
    absent: tuple[int, ...] = ()
    doubtful_absent: tuple[int, ...] = ()
    """Hexsides marked with other kinds only: they lack this one, but for all we know."""
    others: tuple[tuple[int, ...], ...] = ()
    """For each other kind of the layer the hexsides that have it and not, for all we know, this one."""


@dataclass(frozen=True)
class Way:
    """How an ink is learnt: what it is told from, the gap of its dashes, the shift at which its paths are sought first."""

    others: Against
    gap: int
    shift: NDArray[np.float64]


@dataclass(frozen=True)
class Guess:
    """An ink, the shift of its paths in the image, and how well both explain the examples."""

    ink: Ink
    shift: NDArray[np.float64]
    worth: float


def likeliest(view: View, examples: NDArray[np.int64], evidence: Evidence, before: Guess | None = None) -> Guess:
    """The likeliest ink of a kind and its shift; `before` was guessed from fewer examples, and tells where to look, too."""
    if before is None and len(examples) > FEW:
        # those that came by corrections are the odd ones: what the first showed is not to be lost among them
        before = likeliest(view, examples[:FEW], replace(evidence, present=evidence.present[:FEW]))
    return max(_guesses(view, examples, evidence, before), key=lambda guess: guess.worth)


def _guesses(view: View, examples: NDArray[np.int64], evidence: Evidence, before: Guess | None) -> Iterator[Guess]:
    own = np.array(evidence.present, dtype=np.int64)
    discounts: list[tuple[tuple[int, ...], ...]] = [()]
    if any(evidence.others):
        discounts.append(evidence.others)
    against = [
        Against(view.compared(each), view.commonly(each), view.likeness, DOUBT if each else 0.0) for each in discounts
    ]
    # a kind that is drawn beside its hexsides would be sought on them, where the grid's own lines run
    starts = [view.no_shift] if before is None or not before.shift.any() else [view.no_shift, before.shift]
    for others, gap in product(against, GAPS):
        for chosen, start in product(_choices(examples, own), starts):
            yield _guess(view, chosen, own, Way(others, gap, start))


def _choices(examples: NDArray[np.int64], own: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    yield examples
    if len(examples) == len(own) and 2 < len(own) <= FEW:
        yield from (np.delete(examples, each) for each in range(len(own)))


def _guess(view: View, chosen: NDArray[np.int64], own: NDArray[np.int64], way: Way) -> Guess:
    shift, others = way.shift, way.others.over(view.ground(chosen))
    for _ in range(2):
        prior = view.prior(shift)
        ink = learnt(view.codes[chosen], prior[view.ways[chosen]], others, way.gap)
        shift = view.shift_of(best_paths(ink.on(view.codes[chosen]), prior[view.ways[chosen]]), chosen)
    runs, bulk = tamed(_runs(view, ink, shift, own)), _runs(view, ink, shift, view.chosen[:BULK_SAMPLE])
    worth = float((runs.min() + runs.mean()) / 2 - np.percentile(bulk, BULK).mean())
    return Guess(ink, shift, worth - way.others.doubt - SHIFT_DOUBT * bool(way.shift.any()))


def _runs(view: View, ink: Ink, shift: NDArray[np.float64], places: NDArray[np.int64]) -> Floats:
    inks = ink.on(view.codes[places])
    return run_of(inks, best_paths(inks, view.prior(shift)[view.ways[places]]), view.crosses)
