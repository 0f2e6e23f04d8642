"""Roads and rivers go on: a weak word for what joins up, against what stands alone. How much, the board itself says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from adjudicator.tracing.lattice import Layout
from adjudicator.tracing.logistic import Scores, logit, sigmoid

WEIGHT = 1.5
GAP = 2.0
"""What a gap between two loose ends counts, in log odds: enough to be asked about, not to be told."""
OFF_MAP = 0.7
"""What an end at the edge of the map counts: there nobody sees whether it goes on."""
LEAST = 0.55
"""A kind whose surest ends go on less often than this has no continuity (bridges, gates)."""


@dataclass(frozen=True)
class Continuity:
    """Which hexsides lie at the two ends of each: at its corners for what runs along, in its hexes for what crosses."""

    layout: Layout
    crosses: bool

    @cached_property
    def ends(self) -> NDArray[np.int64]:
        """Per hexside and end, the places of the others there; -1 where there is none."""
        around = self.layout.around
        one, other, way = np.array(self.layout.sides, dtype=np.int64).reshape(-1, 3).T
        if self.crosses:
            turns = np.arange(1, 6)
            return np.stack(
                [
                    around[one[:, None], (way[:, None] + turns) % 6],
                    around[other[:, None], (way[:, None] + 3 + turns) % 6],
                ],
                axis=1,
            )
        first = [around[one, (way - 1) % 6], around[other, (way - 2) % 6]]
        second = [around[one, (way + 1) % 6], around[other, (way + 2) % 6]]
        return np.stack([np.stack(first, axis=1), np.stack(second, axis=1)], axis=1)

    def joined(self, scores: Scores) -> Scores:
        """The scores after each has asked whether it goes on at its ends."""
        if not len(scores):
            return scores
        ends = self.ends
        others = np.where(ends >= 0, scores[ends], 0.0)
        there = others.max(axis=2)
        # where one comes to each end and goes no further, a box or a name may hide the piece between
        loose = (np.maximum(1 - np.abs(others.sum(axis=2) - 1), 0) * there).prod(axis=1)
        at_edge = (ends < 0).any(axis=2)
        there = np.where(at_edge, np.maximum(there, OFF_MAP), there)
        surest = scores > 0.85
        goes_on = float(there[surest].mean()) if surest.sum() >= 4 else 0.0
        if goes_on < LEAST:
            return scores
        return sigmoid(logit(scores) + WEIGHT * goes_on * (there.sum(axis=1) - 2 * goes_on) + GAP * goes_on * loose)
