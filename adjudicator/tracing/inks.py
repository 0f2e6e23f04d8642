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
from adjudicator.tracing.paths import Paths, beside, best_paths

ROUNDS = 2
DUST = 0.004
"""A share of a strip below which a colour is chance."""
SELDOM = 0.03
SELDOM_ON = 0.06
"""Shares that all examples have a little more of, so that a colour that one of them lacks is not lost at once."""
GROUND = 4.0
"""A strip's steps meet a colour of the ground about so many times as often as the ground has it."""
ON_PATH = (-1, 0, 0, 1)
"""Columns beside the path whose colours count as ink; its own count twice, since edges of a line are half paper."""


@dataclass(frozen=True)
class Ink:
    """For each coding a strength between -1 (never on its path) and 1 (nowhere else) for each code of the palette."""

    strengths: tuple[Floats, ...]
    gap: int = 1
    """How many steps of a gap between dashes are bridged; 1 for an unbroken line."""
    weights: tuple[float, ...] = (1.0, 0.0)
    """How much each coding counts."""

    def on(self, codes: tuple[NDArray[np.uint8], ...]) -> Floats:
        """The ink at every point of some strips of (step, column), given in each coding."""
        found = self.bare(codes)
        return (
            found if self.gap == 1 else np.asarray(ndimage.grey_closing(found, size=(1, self.gap, 2)), dtype=np.float32)
        )

    def bare(self, codes: tuple[NDArray[np.uint8], ...]) -> Floats:
        """The same, with the gaps between dashes."""
        each = zip(self.weights, self.strengths, codes, strict=True)
        return np.asarray(
            np.sum([(weight * strength)[code] for weight, strength, code in each if weight], axis=0), dtype=np.float32
        )

    def like(self, other: Ink) -> float:
        """How alike two inks are as printed, 1 for the same."""
        one, two = np.maximum(self.strengths[0], 0), np.maximum(other.strengths[0], 0)
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

    def ink(self, examples: NDArray[np.uint8]) -> Floats:
        """The strengths of an ink by how much of some examples' strips each colour covers."""
        usual = _shared(covered(examples, len(self.likeness)), SELDOM)
        return _compared(usual @ self.likeness, self.covered @ self.likeness, 5 * DUST)

    def ink_along(self, met: NDArray[np.uint8]) -> Floats:
        """By the codes met along paths, a row an example."""
        rows = np.arange(len(met))[:, None] * len(self.likeness) + met
        counted = np.bincount(rows.ravel(), minlength=len(met) * len(self.likeness)).reshape(len(met), -1)
        own = _shared((counted / met.shape[1]).astype(np.float32), SELDOM_ON)
        return _compared(own @ self.likeness, self.elsewhere @ self.likeness, DUST)


def learnt(
    examples: tuple[NDArray[np.uint8], ...],
    prior: Floats,
    against: tuple[Against, ...],
    gap: int = 1,
    weights: tuple[float, ...] = (1.0, 0.0),
) -> Ink:
    """The ink of a kind from its examples' strips in each coding; `prior` says for each where its path is expected."""
    ink = Ink(tuple(each.ink(strips) for each, strips in zip(against, examples, strict=True)), gap, weights)
    for _ in range(ROUNDS):
        paths = best_paths(ink.on(examples), prior)
        ink = Ink(
            tuple(each.ink_along(_met(strips, paths)) for each, strips in zip(against, examples, strict=True)),
            gap,
            weights,
        )
    return ink


def _met(strips: NDArray[np.uint8], paths: Paths) -> NDArray[np.uint8]:
    return np.concatenate([beside(strips, paths, aside) for aside in ON_PATH], axis=1)


def _compared(own: Floats, others: Floats, dust: float) -> Floats:
    return np.asarray((own - others) / (own + others + dust), dtype=np.float32)


def _shared(shares: Floats, seldom: float) -> Floats:
    """A geometric mean: what all of the examples share, rather than what one of them has by chance."""
    return np.asarray(np.exp(np.log(shares + seldom).mean(axis=0)) - seldom, dtype=np.float32)
