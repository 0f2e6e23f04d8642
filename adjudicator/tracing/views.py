"""A board's strips as one layer looks at them: along the hexside for features of hexsides, across it for lines."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from adjudicator.lean import cached_property, dataclass
from adjudicator.tracing.bands import in_bands
from adjudicator.tracing.codings import Coding, chosen
from adjudicator.tracing.lattice import BoardLayout, Floats
from adjudicator.tracing.paths import Paths, column_beside
from adjudicator.tracing.quantiles import quantiles
from adjudicator.tracing.strips import (
    ACROSS,
    ACROSS_ROWS,
    ALONG,
    ALONG_ROWS,
    CROSSES_WITHIN,
    OFFSETS,
    StripColours,
    Strips,
)

EXPECTED_WIDTH = 0.16
EXPECTED_PULL = 0.25
SPOT, OUTER = 0.3, 0.06
"""How much colours in the middle of the hexside and in the two hexes count against ink."""
SPOT_ALONG, SPOT_ASIDE = 0.3, 0.12
SPOTS_AT_ONCE = 2048
"""The middles of so many strips are looked at together."""


@dataclass(frozen=True)
class StripView:
    """Strips as (step, column): steps along the path, columns aside of it."""

    codings: tuple[Coding, ...]
    """The strips as printed, against their ground, and by their grain; lines by how they stand out from both sides instead."""
    whole: StripColours
    """The colours of whole strips, whichever way these are looked at."""
    ways: NDArray[np.int64]
    aside: Floats
    """Where every column lies, as a share of the pitch."""
    normals: NDArray[np.float64]
    """For each of the three directions the unit vector along which columns count."""
    crosses: bool
    outer: Floats
    """The colours of the two hexes beside, for what is told by them."""

    @property
    def codes(self) -> NDArray[np.uint8]:
        """The codes as printed."""
        return self.codings[0].codes

    def coded(
        self, places: NDArray[np.int64], weights: Sequence[float] = (1.0, 1.0, 1.0)
    ) -> tuple[NDArray[np.uint8], ...]:
        """The codes of some strips in each coding; of one without weight none."""
        return tuple(
            each.of(places if weight else places[:0]) for each, weight in zip(self.codings, weights, strict=True)
        )

    def points_beside(
        self, strips: NDArray[np.int64], columns: NDArray[np.int64], asides: Sequence[int]
    ) -> NDArray[np.int64]:
        """The flat points in the whole strips of what stands so many columns beside paths: (strip, step, aside)."""
        steps, width = self.codes.shape[1:]
        step, column = (ALONG, 1) if self.crosses else (1, ALONG)
        first = (ACROSS_ROWS if self.crosses else ALONG_ROWS).start * ALONG
        points = column_beside(width, asides, column).take(columns, axis=0)
        points += (strips * (ACROSS * ALONG) + first)[:, None, None] + (np.arange(steps) * step)[:, None]
        return np.asarray(points)

    def colours_at(self, points: NDArray[np.int64]) -> Floats:
        """The colours at flat points, in a last axis of three."""
        return self.whole.at(points)

    def lightness_at(self, points: NDArray[np.int64]) -> Floats:
        """How light it is at flat points."""
        return self.whole.light_at(points)

    @cached_property
    def chosen(self) -> NDArray[np.int64]:
        """Some strips of the board, to compare examples with."""
        return chosen(len(self.ways))

    @cached_property
    def spot(self) -> Floats:
        """The colours in the middle of every strip, where boxes and symbols stand: lowest, middle and highest tenths."""
        steps = self.codes.shape[1]
        middle_steps = slice(round(steps * (0.5 - SPOT_ALONG / 2)), round(steps * (0.5 + SPOT_ALONG / 2)) + 1)
        near = np.flatnonzero(np.abs(self.aside) <= SPOT_ASIDE)
        rows, columns = slice(near[0], near[-1] + 1), middle_steps
        if self.crosses:
            rows, columns = columns, rows
        first = (ACROSS_ROWS if self.crosses else ALONG_ROWS).start
        rows = slice(first + rows.start, first + rows.stop)

        def tenths(band: slice) -> Floats:
            inside = self.whole.inside(band, rows, columns)
            if not self.crosses:
                inside = inside.swapaxes(1, 2)
            return np.concatenate(quantiles(inside.reshape(len(inside), -1, 3), (0.1, 0.5, 0.9)), axis=1)

        return np.concatenate(in_bands(tenths, len(self.ways), SPOTS_AT_ONCE))

    @cached_property
    def surroundings(self) -> Floats:
        """What tells a strip whatever kind is sought: the colours in its middle and in the two hexes beside it."""
        outer = self.outer
        around = np.column_stack([outer.mean(axis=1), np.abs(outer[:, 0] - outer[:, 1])])
        return np.column_stack([SPOT * even(self.spot), OUTER * even(around)])

    @cached_property
    def looks(self) -> Floats:
        """The same where all of it counts alike."""
        middle, around = np.split(self.surroundings, [self.spot.shape[1]], axis=1)
        return np.column_stack([middle / (SPOT * middle.shape[1] ** 0.5), around / (OUTER * around.shape[1] ** 0.5)])

    @property
    def reach(self) -> float:
        """How far the steps of a strip reach from its middle, as a share of the pitch."""
        return CROSSES_WITHIN if self.crosses else 0.5 / 3**0.5

    @property
    def no_shift(self) -> NDArray[np.float64]:
        """No shift in the image."""
        return np.zeros(2)

    def prior(self, shift: NDArray[np.float64]) -> Floats:
        """For each direction of hexside, how much each column is expected, given the kind's shift in the image."""
        if self.crosses:
            return np.zeros((3, 1, len(self.aside)), dtype=np.float32)
        middle = self.normals @ shift
        missed = (self.aside[None, :] - middle[:, None]) / EXPECTED_WIDTH
        return np.asarray(-EXPECTED_PULL * missed**2, dtype=np.float32)[:, None, :]

    def shift_of(self, paths: Paths, examples: NDArray[np.int64]) -> NDArray[np.float64]:
        """How far off their hexsides the examples run, as one shift in the image common to them all.

        A wall seen from the south stands north of all its hexsides, whichever way these lie. A shift below a tenth of
        the pitch is a wobble.
        """
        if self.crosses:
            return self.no_shift
        off = np.median(self.aside[paths.columns], axis=1)
        normals = self.normals[self.ways[examples]]
        pull = 0.3 * np.eye(2)
        shift = np.asarray(np.linalg.solve(normals.T @ normals + pull, normals.T @ off), dtype=np.float64)
        return shift if np.hypot(*shift) > 0.1 else self.no_shift


def along_view(layout: BoardLayout, strips: Strips) -> StripView:
    """The strips for features that run along hexsides."""
    printed, relief, grain, _ = strips.coded
    codings = tuple(Coding(each.codes, each.palette, ALONG_ROWS, along=True) for each in (printed, relief, grain))
    return StripView(codings, strips.lab, strips.ways, OFFSETS[ALONG_ROWS], _normals(layout), False, strips.outer)


def across_view(layout: BoardLayout, strips: Strips) -> StripView:
    """The strips for lines that cross hexsides."""
    printed, relief, _, ridge = strips.coded
    codings = tuple(Coding(each.codes, each.palette, ACROSS_ROWS, along=False) for each in (printed, relief, ridge))
    aside = np.linspace(-0.5, 0.5, ALONG).astype(np.float32) / np.float32(np.sqrt(3))
    return StripView(codings, strips.lab, strips.ways, aside, _normals(layout), True, strips.outer)


def _normals(layout: BoardLayout) -> NDArray[np.float64]:
    steps = np.array([layout.lattice.step(way) for way in range(3)])
    return np.asarray(steps / np.linalg.norm(steps, axis=1, keepdims=True))


def even(values: Floats) -> Floats:
    """Columns of like spread; robust, since a rare kind is an outlier in all that tells it."""
    middle = np.median(values, axis=0)
    spread = values.std(axis=0) + 1e-3
    return np.asarray(np.clip((values - middle) / spread, -6, 6), dtype=np.float32)
