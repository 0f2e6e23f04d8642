"""Many inks tried on the same strips at once: how well the best path of each runs through every strip.

A strip's colours are looked up once for all inks, whose values then lie side by side: a guess more costs little.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from adjudicator.tracing.bands import in_bands
from adjudicator.tracing.inks import Ink, closed
from adjudicator.tracing.lattice import Floats
from adjudicator.tracing.paths import columns_of_many
from adjudicator.tracing.profiles import FLANK, run_of
from adjudicator.tracing.views import StripView

POINTS = 1 << 19
"""So many points of strips, counted once for each ink, are worked on together."""
Trial = tuple[Ink, NDArray[np.float64]]
"""An ink, and the shift of its paths in the image."""


def runs(view: StripView, trials: Sequence[Trial], places: NDArray[np.int64]) -> Floats:
    """How well each ink runs through each of some strips: a row an ink."""
    found = np.empty((len(trials), len(places)), dtype=np.float32)
    alike: dict[tuple[object, ...], list[int]] = {}
    for at, (ink, _) in enumerate(trials):
        alike.setdefault((ink.gap, *(bool(each) for each in ink.weights)), []).append(at)
    steps, width = view.codes.shape[1:]
    for which in alike.values():
        some = [trials[at] for at in which]
        size = max(1, POINTS // (steps * width * len(some)))
        parts = in_bands(partial(_runs, view, some, places), len(places), size)
        found[which] = np.concatenate(parts, axis=1)
    return found


def _runs(view: StripView, trials: Sequence[Trial], everywhere: NDArray[np.int64], band: slice) -> Floats:
    """The same for inks of one gap that are read in the same codings, and for a band of the places."""
    places = everywhere[band]
    first, many = trials[0][0], len(trials)
    met = None
    for at, codes in enumerate(view.coded(places, first.weights)):
        if first.weights[at]:
            table = np.stack([ink.weights[at] * ink.strengths[at] for ink, _ in trials], axis=1)
            found = table.take(codes.astype(np.intp), axis=0, mode="clip")
            met = found if met is None else np.add(met, found, out=met)
    assert met is not None, "an ink is read in one coding at least"  # noqa: S101
    ink = closed(met, first.gap)
    prior = np.stack([view.prior(shift)[:, 0] for _, shift in trials], axis=2)
    columns = columns_of_many(ink, None if view.crosses else prior[view.ways[places]])
    count, steps, width, _ = ink.shape
    row = ((np.arange(steps)[:, None] + np.arange(count) * steps) * (width * many))[..., None] + np.arange(many)
    on = ink.reshape(-1).take(row + columns * many).reshape(steps, -1)
    flanks = None
    if view.crosses:
        beside = (np.clip(columns + aside, 0, width - 1) * many + row for aside in (FLANK, -FLANK))
        flanks = np.sum([ink.reshape(-1).take(each).mean(axis=0) for each in beside], axis=0).ravel()
    return run_of(np.ascontiguousarray(on.T), flanks).reshape(count, many).T
