"""What a kind's paths met at every hexside, as numbers to learn from: ink, gaps, width, wobble, colours on and beside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.lean import cached_property, dataclass
from adjudicator.tracing.bands import in_bands
from adjudicator.tracing.inks import Ink
from adjudicator.tracing.lattice import Floats
from adjudicator.tracing.paths import Paths, beside, best_paths, mean_beside
from adjudicator.tracing.quantiles import medians
from adjudicator.tracing.views import StripView, even

BESIDE = (1, 2, 3, 4, 6, 8)
FLANKS = (9, 11, 13)
FLANK = 5
"""So many columns aside lies what a line must stand out from."""
RIDGE, RIDGED = 1.5, 0.8
"""How much it counts that a line stands out from what is beside it, and how far it need stand out."""
THERE = 0.25
"""From so much ink on something is taken to be drawn."""
ON, NEAR, RHYTHM = 0.45, 0.25, 0.25
"""How much colours count against ink, on the path and next to it; and how much the dashes and ties do.

They help to tell kinds of one ink, but three examples say little of them: where these lie in woods, others need not.
"""
WEIGHTS = np.array([ON] * 4 + [NEAR] * 12 + [RHYTHM] * 8, dtype=np.float32)
LEANS, LIT, COLOURED = (2, 4, 6, 9), (2, -2, 3, -3), (0, 3, -3, 6, -6)
ASIDES = tuple(
    way * each for each in sorted({0, FLANK, *BESIDE, *FLANKS, *LEANS}) for way in ((1, -1) if each else (1,))
)
STRIPS = 512
"""So many strips are looked at together."""


@dataclass(frozen=True)
class Profiles:
    """One row of features a hexside."""

    features: Floats
    run: Floats
    """How well the ink runs from end to end; a line must stand out from what is beside it, too."""
    flanks: Floats
    """How much of the ink lies farther aside on both sides: much of it in the middle of a sea, little at a river."""
    edges: Floats
    """The same of the side that has more: much of it at a coast. Lines may run beside anything, so that theirs is none."""
    tone: Floats
    """The colour of the better half of the path: the ink itself, not the gaps between dashes."""
    inked: Floats
    """How much more ink lies on the second hex's side, near the path and farther."""
    paths: Paths
    view: StripView
    places: NDArray[np.int64]
    stands_out: bool
    """Whether it is a line that is told by how it stands out alone."""

    @cached_property
    def lean(self) -> Floats:
        """Ink and lightness on the second hex's side less those on the first's, near the path and farther."""
        asides = [way * each for each in LEANS for way in (1, -1)]

        def light(band: slice) -> Floats:
            points = self.view.points_beside(self.places[band], self.paths.columns[band], asides)
            return np.asarray(self.view.lightness_at(points).mean(axis=1) / 20)

        bright = np.concatenate(in_bands(light, len(self.places), STRIPS))
        return np.stack([self.inked, bright[:, ::2] - bright[:, 1::2]], axis=2).reshape(len(bright), -1)


def profiles(view: StripView, ink: Ink, shift: NDArray[np.float64], places: NDArray[np.int64]) -> Profiles:
    """Follow the paths of one kind through strips of a board, and look along them; a row for each of the places."""
    prior = view.prior(shift)
    bands = in_bands(lambda band: _looked(view, ink, shift, prior, places[band]), len(places), STRIPS)
    numbers, looks, run, flanks, edges, tone, lean, columns, on = (
        np.concatenate(each) for each in zip(*bands, strict=True)
    )
    features = np.column_stack([even(numbers), WEIGHTS * even(looks), view.surroundings[places]])
    stands_out = view.crosses and not ink.weights[0]
    return Profiles(features, run, flanks, edges, tone, lean, Paths(columns, on), view, places, stands_out)


def _looked(
    view: StripView, kind: Ink, shift: NDArray[np.float64], prior: Floats, band: NDArray[np.int64]
) -> tuple[NDArray[Any], ...]:
    """What is told of some strips: numbers, colours and rhythm, and the rest of a profile."""
    bare = kind.bare(view.coded(band, kind.weights))
    ink = kind.bridged(bare)
    paths = best_paths(ink, prior[view.ways[band]])
    mean = _means(ink, paths)
    light = view.lightness_at(view.points_beside(band, paths.columns, LIT))
    points = view.points_beside(band, paths.columns, COLOURED)
    middle, coloured = view.colours_at(points[:, :, 0]), view.colours_at(points[:, ::2])
    numbers = _numbers(view, ink, paths, mean, _off(view, paths, shift, band))
    looks = np.column_stack(
        [_colours(middle, coloured), _dash_features(beside(bare, paths.columns, (0,))[:, :, 0], light)]
    )
    aside = [np.mean([mean[way * each] for each in FLANKS], axis=0) for way in (1, -1)]
    flanks, edges = np.min(aside, axis=0), np.zeros_like(aside[0])
    if not view.crosses:
        # a colour that is seldom ink is no ink, and makes an example's ground no narrower than bare
        flanks, edges = np.maximum(flanks, 0), np.maximum(np.max(aside, axis=0), 0)
    run = run_of(paths.ink, mean[FLANK] + mean[-FLANK] if view.crosses else None)
    lean = np.column_stack([mean[each] - mean[-each] for each in LEANS])
    return numbers, looks, run, flanks, edges, _tone(paths, middle), lean, paths.columns, paths.ink


def _means(ink: Floats, paths: Paths) -> dict[int, Floats]:
    """The ink on the paths and so many columns beside them, on the mean of all steps."""
    return dict(zip(ASIDES, mean_beside(ink, paths.columns, ASIDES).T, strict=True))


def _off(view: StripView, paths: Paths, shift: NDArray[np.float64], band: NDArray[np.int64]) -> NDArray[Any]:
    """How far the paths lie from where those of this kind are expected."""
    expected = 0 if view.crosses else (view.normals @ shift)[view.ways[band]][:, None]
    return np.asarray(view.aside[paths.columns] - expected)


def _numbers(view: StripView, ink: Floats, paths: Paths, mean: Mapping[int, Floats], off: NDArray[Any]) -> Floats:
    on = paths.ink
    there = np.add.reduce((ink > THERE).view(np.uint8), axis=2, dtype=np.uint8)
    thick = np.sort(there, axis=1)[:, ink.shape[1] // 2] / 4
    numbers = [
        on.mean(axis=1) * 2,
        _quarter(on),
        _weakest(on),
        (on > THERE).mean(axis=1) * 2,
        on.std(axis=1),
        mean[0] - 0.5 * (mean[FLANK] + mean[-FLANK]),
        np.abs(off).mean(axis=1) / 0.1,
        off.std(axis=1) / 0.1,
        np.abs(off[:, 0] - off[:, -1]) / 0.2,
        np.log1p(thick),
        ink.reshape(len(ink), -1).mean(axis=1),
        *(np.minimum(mean[each], mean[-each]) for each in BESIDE),
        *(np.maximum(mean[each], mean[-each]) for each in BESIDE),
    ]
    return np.column_stack(numbers).astype(np.float32)


def run_of(on: Floats, flanks: Floats | None) -> Floats:
    """How well the ink on each step of some paths runs from end to end: on the whole, in its poorer quarter, at its weakest.

    A line must stand out from its `flanks`, what lies to both sides of it, too.
    """
    mean = on.mean(axis=1)
    run = mean + _quarter(on) + _weakest(on)
    if flanks is not None:
        run += RIDGE * np.minimum(mean - 0.5 * flanks, RIDGED)
    return np.asarray(run, dtype=np.float32)


def _quarter(on: Floats) -> Floats:
    """The ink that three quarters of the steps have."""
    ordered, at = np.sort(on, axis=1), (on.shape[1] - 1) / 4
    below, part = int(at), at % 1
    return np.asarray(ordered[:, below] * (1 - part) + ordered[:, below + 1] * part, dtype=np.float32)


def _weakest(on: Floats) -> Floats:
    return np.asarray(((on[:, :-2] + on[:, 1:-1] + on[:, 2:]) / 3).min(axis=1), dtype=np.float32)


def _tone(paths: Paths, middle: Floats) -> Floats:
    half = paths.ink.shape[1] // 2
    best = np.argpartition(-paths.ink, half, axis=1)[:, :half]
    best += (np.arange(len(best)) * middle.shape[1])[:, None]
    return np.asarray(middle.reshape(-1, 3).take(best, axis=0).mean(axis=1), dtype=np.float32)


def _colours(middle: Floats, coloured: Floats) -> Floats:
    """Colours on the path and beside it (of both sides the mean and the difference, whichever side is which)."""
    on, *others = medians(coloured).swapaxes(0, 1)
    columns = [on, middle[..., :1].std(axis=1)]
    for one, other in zip(others[::2], others[1::2], strict=True):
        columns += [(one + other) / 2 - on, np.abs(one - other)]
    return np.column_stack(columns)


def _dash_features(on: Floats, light: Floats) -> Floats:
    """How the ink comes and goes along the path: dashes on it, gaps and all, ties and strokes beside it."""
    columns = [on.mean(axis=1), (on > THERE).mean(axis=1), on.std(axis=1), np.abs(np.diff(on, axis=1)).mean(axis=1)]
    for aside in (2, 3):
        both = (light[:, :, LIT.index(aside)] + light[:, :, LIT.index(-aside)]) / 2
        columns += [both.std(axis=1), np.abs(np.diff(both, axis=1)).mean(axis=1)]
    return np.column_stack(columns).astype(np.float32)
