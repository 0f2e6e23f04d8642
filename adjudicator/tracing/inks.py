"""What a kind is printed in: how much more each colour of the palette lies on its paths than elsewhere.

The examples say only that a hexside has a river, not where in its strip the river runs. So colours that cover the strips
of the examples more than others' come first; then the best path through these is found, colours are counted along it,
and so on, two or three times.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from adjudicator.tracing.lattice import Floats
from adjudicator.tracing.paths import beside, best_paths

ROUNDS = 2
DUST = 0.004
"""A share of a strip below which a colour is chance."""
SELDOM = 0.03
GROUND = 4.0
"""A strip's steps meet a colour of the ground about so many times as often as the ground has it."""
ON_PATH = (-1, 0, 0, 1)
"""Columns beside the path whose colours count as ink; its own count twice, since edges of a line are half paper."""


@dataclass(frozen=True)
class Ink:
    """`strength` is between -1 (never on its path) and 1 (nowhere else) for each colour of the palette."""

    strength: Floats
    gap: int = 1
    """How many steps of a gap between dashes are bridged; 1 for an unbroken line."""

    def on(self, codes: NDArray[np.uint8]) -> Floats:
        """The ink at every point of some strips of (step, column)."""
        found = np.asarray(self.strength[codes], dtype=np.float32)
        return (
            found if self.gap == 1 else np.asarray(ndimage.grey_closing(found, size=(1, self.gap, 2)), dtype=np.float32)
        )

    def like(self, other: Ink) -> float:
        """How alike two inks are, 1 for the same."""
        one, two = np.maximum(self.strength, 0), np.maximum(other.strength, 0)
        return float(one @ two / (np.linalg.norm(one) * np.linalg.norm(two) + 1e-9))


def covered(codes: NDArray[np.uint8], colours: int) -> Floats:
    """For strips of (step, column) codes: the share of steps at which each colour is met at all."""
    count, steps, width = codes.shape
    met = np.zeros(count * steps * colours, dtype=bool)
    places = np.arange(count * steps).repeat(width) * colours + codes.reshape(-1)
    met[places] = True
    return np.asarray(met.reshape(count, steps, colours).mean(axis=1), dtype=np.float32)


@dataclass(frozen=True)
class Against:
    """What a kind's ink is told from: how much of other strips each colour covers, and its share of them."""

    covered: Floats
    elsewhere: Floats
    likeness: Floats
    doubt: float = 0.0
    """How much better this must explain the examples than another: what lies on another kind's may be there for both."""

    def over(self, ground: Floats) -> Against:
        """The same where the ground beside the examples is of such colours: these are not what is drawn on it."""
        return replace(
            self,
            covered=np.maximum(self.covered, np.minimum(GROUND * ground, 1)),
            elsewhere=np.maximum(self.elsewhere, ground),
        )

    def ink(self, covered: Floats, gap: int) -> Ink:
        """By how much of the examples each colour covers."""
        return self._compared(covered @ self.likeness, self.covered @ self.likeness, 5 * DUST, gap)

    def ink_along(self, met: NDArray[np.uint8], gap: int) -> Ink:
        """By the codes met along paths."""
        own = (np.bincount(met, minlength=len(self.likeness)) / met.size).astype(np.float32)
        return self._compared(own @ self.likeness, self.elsewhere @ self.likeness, DUST, gap)

    def _compared(self, own: Floats, others: Floats, dust: float, gap: int) -> Ink:
        return Ink(np.asarray((own - others) / (own + others + dust), dtype=np.float32), gap)


def learnt(examples: NDArray[np.uint8], prior: Floats, against: Against, gap: int = 1) -> Ink:
    """The ink of a kind from the strips of its examples; `prior` says per example and column where paths are expected."""
    # a geometric mean: what all of the examples share, rather than what one of them has by chance
    usual = np.exp(np.log(covered(examples, len(against.likeness)) + SELDOM).mean(axis=0)) - SELDOM
    ink = against.ink(usual, gap)
    for _ in range(ROUNDS):
        paths = best_paths(ink.on(examples), prior)
        met = np.concatenate([beside(examples, paths, aside).ravel() for aside in ON_PATH])
        ink = against.ink_along(met, gap)
    return ink
