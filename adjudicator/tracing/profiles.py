"""What a kind's paths met at every hexside, as numbers to learn from: ink, gaps, width, wobble, colours on and beside."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudicator.tracing.lattice import Floats
from adjudicator.tracing.paths import Paths, beside
from adjudicator.tracing.views import View

BESIDE = (1, 2, 3, 4, 6, 8)
FLANKS = (9, 11, 13)
RIDGE, RIDGED = 1.5, 0.8
"""How much it counts that a line stands out from what is beside it, and how far it need stand out."""
ON, NEAR, SPOT, FAR, RHYTHM = 0.45, 0.25, 0.3, 0.06, 0.25
"""How much colours count against ink, on the path, next to it, in the middle of the hexside and in the two hexes; and how
much the dashes and ties do.

They help to tell kinds of one ink, but three examples say little of them: where these lie in woods, others need not.
"""


@dataclass(frozen=True)
class Profiles:
    """One row of features a hexside, and `lean`, signed: on which side of the path the ink and the dark lie."""

    features: Floats
    run: Floats
    """How well the ink runs from end to end; a line must stand out from what is beside it, too."""
    flanks: Floats
    """How much of the ink lies farther aside on both sides: much of it in the middle of a sea, little at a river."""
    tone: Floats
    """The colour of the better half of the path: the ink itself, not the gaps between dashes."""
    lean: Floats
    paths: Paths


def profiles(view: View, ink: Floats, bare: Floats, paths: Paths, shift: NDArray[np.float64]) -> Profiles:
    """Look along the paths of one kind at every hexside."""
    on = paths.ink
    plus = [beside(ink, paths, aside).mean(axis=1) for aside in BESIDE]
    minus = [beside(ink, paths, -aside).mean(axis=1) for aside in BESIDE]
    width = [np.minimum(a, b) for a, b in zip(plus, minus, strict=True)]
    wider = [np.maximum(a, b) for a, b in zip(plus, minus, strict=True)]
    expected = (view.normals @ shift)[view.ways][:, None]
    off = view.aside[paths.columns] - (0 if view.crosses else expected)
    thick = (ink > 0.25).sum(axis=2) / 4
    numbers = np.column_stack(
        [
            on.mean(axis=1) * 2,
            np.percentile(on, 25, axis=1),
            _weakest(on),
            (on > 0.25).mean(axis=1) * 2,
            on.std(axis=1),
            _ridge(ink, paths),
            np.abs(off).mean(axis=1) / 0.1,
            off.std(axis=1) / 0.1,
            np.abs(off[:, 0] - off[:, -1]) / 0.2,
            np.log1p(np.median(thick, axis=1)),
            ink.mean(axis=(1, 2)),
            *width,
            *wider,
        ]
    )
    colours = np.column_stack([_colours(view, paths), _rhythm(view, bare, paths)])
    run = run_of(ink, paths, view.crosses)
    features = np.column_stack([_even(numbers.astype(np.float32)), colours])
    flanks = np.min([_flank(ink, paths, -1), _flank(ink, paths, 1)], axis=0)
    return Profiles(
        features.astype(np.float32), run.astype(np.float32), flanks, _tone(view, paths), _lean(view, ink, paths), paths
    )


def _tone(view: View, paths: Paths) -> Floats:
    half = paths.ink.shape[1] // 2
    best = np.argpartition(-paths.ink, half, axis=1)[:, :half]
    lab = beside(view.lab, paths, 0)
    return np.asarray(np.take_along_axis(lab, best[:, :, None], axis=1).mean(axis=1), dtype=np.float32)


def _flank(ink: Floats, paths: Paths, way: int) -> Floats:
    """The mean ink on one side, beyond what lines and rivers are wide."""
    return np.asarray(
        np.mean([beside(ink, paths, way * each).mean(axis=1) for each in FLANKS], axis=0), dtype=np.float32
    )


def run_of(ink: Floats, paths: Paths, crosses: bool) -> Floats:
    """How well the ink runs from end to end: on the whole, in its poorer quarter, at its weakest."""
    on = paths.ink
    run = on.mean(axis=1) + np.percentile(on, 25, axis=1) + _weakest(on)
    return np.asarray(run + (RIDGE * np.minimum(_ridge(ink, paths), RIDGED) if crosses else 0), dtype=np.float32)


def best_run(crosses: bool) -> float:
    """The run of an ink that is nowhere else, and has no gap."""
    return 3 + (RIDGE * RIDGED if crosses else 0)


def _weakest(on: Floats) -> Floats:
    return np.asarray(((on[:, :-2] + on[:, 1:-1] + on[:, 2:]) / 3).min(axis=1), dtype=np.float32)


def _ridge(ink: Floats, paths: Paths) -> Floats:
    """How much more ink lies on the path than to both sides of it."""
    flanks = beside(ink, paths, 5).mean(axis=1) + beside(ink, paths, -5).mean(axis=1)
    return np.asarray(paths.ink.mean(axis=1) - 0.5 * flanks, dtype=np.float32)


def _colours(view: View, paths: Paths) -> Floats:
    """Colours on the path and beside it (of both sides the mean and the difference, whichever side is which)."""
    middle = _median(view, paths, 0)
    change = np.asarray(beside(view.lab, paths, 0)[..., 0].std(axis=1)[:, None], dtype=np.float32)
    columns = [ON * _even(middle), ON * _even(change)]
    for aside in (3, 6):
        one, other = _median(view, paths, aside), _median(view, paths, -aside)
        columns += [NEAR * _even(((one + other) / 2 - middle).astype(np.float32)), NEAR * _even(np.abs(one - other))]
    columns.append(SPOT * _even(view.spot))
    outer = view.outer
    columns += [FAR * _even(outer.mean(axis=1)), FAR * _even(np.abs(outer[:, 0] - outer[:, 1]))]
    return np.column_stack(columns).astype(np.float32)


def _rhythm(view: View, bare: Floats, paths: Paths) -> Floats:
    """How the ink comes and goes along the path: dashes on it, ties and strokes beside it."""
    on = beside(bare, paths, 0)
    light = view.lab[..., 0]
    columns = [on.mean(axis=1), (on > 0.25).mean(axis=1), on.std(axis=1), np.abs(np.diff(on, axis=1)).mean(axis=1)]
    for aside in (2, 3):
        both = (beside(light, paths, aside) + beside(light, paths, -aside)) / 2
        columns += [both.std(axis=1), np.abs(np.diff(both, axis=1)).mean(axis=1)]
    return RHYTHM * _even(np.column_stack(columns).astype(np.float32))


def _median(view: View, paths: Paths, aside: int) -> Floats:
    every_second = Paths(paths.columns[:, ::2], paths.ink[:, ::2])
    return np.asarray(np.median(beside(view.lab[:, ::2], every_second, aside), axis=1), dtype=np.float32)


def _lean(view: View, ink: Floats, paths: Paths) -> Floats:
    """Ink and lightness on the second hex's side less those on the first's, near the path and farther."""
    columns = []
    light = (view.lab[..., 0] / 20).astype(np.float32)
    for aside in (2, 4, 6, 9):
        columns += [(beside(each, paths, aside) - beside(each, paths, -aside)).mean(axis=1) for each in (ink, light)]
    return np.column_stack(columns).astype(np.float32)


def _even(values: Floats) -> Floats:
    """Columns of like spread; robust, since a rare kind is an outlier in all that tells it."""
    middle = np.median(values, axis=0)
    spread = values.std(axis=0) + 1e-3
    return np.asarray(np.clip((values - middle) / spread, -6, 6), dtype=np.float32)
