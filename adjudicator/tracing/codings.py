"""A view's strips as codes of a palette, and what its codes are compared with: once as printed, once against their ground.

A black dash is grey on paper and dark green in woods; against the ground around both, it is dark. A sea is blue, but no
bluer than what is around.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudicator.lean import cached_property, dataclass
from adjudicator.tracing.hex_features import likeness
from adjudicator.tracing.inks import Against, covered
from adjudicator.tracing.lattice import Floats
from adjudicator.tracing.picture import SEED
from adjudicator.tracing.strips import FAR

SAMPLE = 400
SAME_INK = 4.0
"""Inks are told apart more finely than terrains: a river's blue from a sea's."""


def chosen(count: int) -> NDArray[np.int64]:
    """Some of a board's strips, to compare examples with."""
    return np.random.default_rng(SEED).permutation(count)[:SAMPLE]


@dataclass(frozen=True)
class Coding:
    """Codes of whole strips, which both views of a board share, and how one of them looks at these: (strip, step, column)."""

    strips: NDArray[np.uint8]
    palette: Floats
    rows: slice
    along: bool
    """Whether steps go along the hexside."""

    @property
    def codes(self) -> NDArray[np.uint8]:
        """The codes of all strips; not in one piece, so that some are better had by `of`."""
        found = self.strips[:, self.rows]
        return found.swapaxes(1, 2) if self.along else found

    def of(self, places: NDArray[np.int64]) -> NDArray[np.uint8]:
        """The codes of some strips."""
        some = self.strips.take(places, axis=0)[:, self.rows]
        return np.ascontiguousarray(some.swapaxes(1, 2) if self.along else some)

    @cached_property
    def likeness(self) -> Floats:
        """How alike the palette's colours are."""
        return likeness(self.palette, SAME_INK)

    def against(self, others: tuple[tuple[int, ...], ...], doubt: float) -> Against:
        """What is told from a kind's ink: the board's strips, and some other kinds' examples if they show more of a colour.

        A hexside with a railway may have a road as well; what lies on the road's examples is not the railway's ink.
        """
        shown = [self.of(np.array(each, dtype=np.int64)) for each in others if each]
        met = [self._usual, *(covered(each, len(self.palette)).mean(axis=0) for each in shown)]
        shares = [self._elsewhere, *(self._share(each) for each in shown)]
        return Against(np.max(met, axis=0), np.max(shares, axis=0), self.likeness, doubt)

    def ground(self, places: NDArray[np.int64], filled: bool) -> Floats:
        """Each colour's share of both hexes beside some strips: where all examples lie in woods, green is not their ink.

        What is drawn off its hexside, as walls are, lies in one of the two only; what is `filled` is asked of each: a colour
        that has most of one hex is its ground as well.
        """
        beyond = self.strips.take(places, axis=0)[:, FAR, ::2].reshape(len(places), -1)
        one, other = (self._shares(each) for each in np.array_split(beyond, 2, axis=1))
        least = np.minimum(one, other)
        if filled:
            least = np.maximum(least, 2 * np.maximum(one, other) - 1)
        return np.asarray(least.mean(axis=0), dtype=np.float32)

    def _shares(self, codes: NDArray[np.uint8]) -> Floats:
        rows = np.arange(len(codes))[:, None] * len(self.palette) + codes
        counted = np.bincount(rows.ravel(), minlength=len(codes) * len(self.palette)).reshape(len(codes), -1)
        return np.asarray(counted / codes.shape[1], dtype=np.float32)

    def _share(self, codes: NDArray[np.uint8]) -> Floats:
        return np.asarray(np.bincount(codes.ravel(), minlength=len(self.palette)) / codes.size, dtype=np.float32)

    @cached_property
    def _sample(self) -> NDArray[np.uint8]:
        return self.of(chosen(len(self.strips)))

    @cached_property
    def _elsewhere(self) -> Floats:
        return self._share(self._sample)

    @cached_property
    def _usual(self) -> Floats:
        """How many of a strip's steps each colour usually meets."""
        return np.asarray(covered(self._sample, len(self.palette)).mean(axis=0), dtype=np.float32)
