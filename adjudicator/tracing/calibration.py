"""How often a proposal of some certainty is right, as boards with known answers have it.

Measured on the drawn boards and on Ragnarok, with three examples of each kind and five choices of these
(`python -m tests.benchmarks trace` prints the same table, so that it can be held against what stands here).
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from adjudicator.tracing.logistic import Scores
from adjudicator.tracing.proposals import TracedLayer


class Sort(IntEnum):
    """What is known of a proposal besides its score: bare, claimed, claimed by a rival too, unlike all that was marked."""

    BARE = 0
    CLAIM = 1
    CONTESTED = 2
    STRANGE = 3


MARGINS = (0.0, 0.3, 0.6, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0)
"""How far a score is from the middle, 0 to 1."""
RIGHT = {
    (TracedLayer.TERRAIN, Sort.CLAIM): (0.62, 0.89, 0.975, 0.995, 0.998, 0.999, 0.999, 0.999, 0.999, 0.999, 0.999),
    (TracedLayer.HEXSIDE, Sort.BARE): (0.61, 0.66, 0.80, 0.855, 0.88, 0.90, 0.96, 0.972, 0.982, 0.995, 0.999),
    (TracedLayer.HEXSIDE, Sort.CLAIM): (0.53, 0.60, 0.74, 0.83, 0.90, 0.937, 0.95, 0.968, 0.988, 0.995, 0.999),
    (TracedLayer.HEXSIDE, Sort.CONTESTED): (0.60, 0.67, 0.77, 0.84, 0.85, 0.88, 0.93, 0.95, 0.96, 0.98, 0.99),
    (TracedLayer.HEXSIDE, Sort.STRANGE): (0.42, 0.49, 0.64, 0.70, 0.77, 0.85, 0.92, 0.93, 0.948, 0.97, 0.99),
    (TracedLayer.LINE, Sort.BARE): (0.81, 0.86, 0.92, 0.96, 0.99, 0.996, 0.998, 0.998, 0.999, 0.999, 0.999),
    (TracedLayer.LINE, Sort.CLAIM): (0.20, 0.25, 0.42, 0.74, 0.91, 0.97, 0.99, 0.995, 0.998, 0.999, 0.999),
    (TracedLayer.LINE, Sort.CONTESTED): (0.28, 0.34, 0.46, 0.65, 0.80, 0.87, 0.95, 0.965, 0.985, 0.99, 0.99),
    (TracedLayer.LINE, Sort.STRANGE): (0.23, 0.30, 0.50, 0.80, 0.90, 0.93, 0.95, 0.97, 0.985, 0.99, 0.99),
}


def calibrated(layer: TracedLayer, sorts: NDArray[np.int64], margins: Scores) -> Scores:
    """The probability that each proposal is right, by its sort and its margin."""
    found = (1 + margins) / 2
    at = _stretched(margins)
    for sort in Sort:
        right = RIGHT.get((layer, sort))
        if right is not None:
            found = np.where(sorts == sort, np.interp(at, _stretched(np.array(MARGINS)), right), found)
    return np.asarray(found)


def _stretched(margins: Scores) -> Scores:
    """Margins such that those near 1 lie as far apart as they differ in what they say."""
    return np.asarray(-np.log10(1.0002 - np.clip(margins, 0, 1)))
