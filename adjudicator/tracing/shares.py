"""How much of each hex looks like which terrain: its nineteen patches vote.

A partly wooded hex is told with its share and left to a person, since rulebooks differ in what "mostly" means.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudicator.lean import dataclass
from adjudicator.tracing.hex_features import HexFeatures
from adjudicator.tracing.lattice import Floats
from adjudicator.tracing.logistic import Scores

SURE = 0.8
DUST = 0.01
SECOND = 0.15
"""The share of a second terrain from which a hex may be doubtful."""
OF_USUAL = 0.85
"""A hex is doubtful if its own terrain's share is less than this part of what is usual for that terrain."""


@dataclass(frozen=True)
class Shares:
    """Per hex and terrain the share of patches, and whether two terrains share the hex."""

    shares: Floats
    doubtful: NDArray[np.bool_]


def shares(features: HexFeatures, scores: Scores) -> Shares:
    """Let the patches of every hex vote, by what surely told hexes of each terrain look like."""
    told = scores.argmax(axis=1)
    classes = scores.shape[1]
    looks = np.stack([_look(features, scores[:, each], told == each) for each in range(classes)])
    votes = np.einsum("hpc,kc->hpk", features.patches, np.log(looks + DUST)).argmax(axis=2)
    found = np.stack([(votes == each).mean(axis=1) for each in range(classes)], axis=1).astype(np.float32)
    own = np.take_along_axis(found, told[:, None], axis=1)[:, 0]
    usual = np.array([_usual(own, scores, told == each) for each in range(classes)])
    second = np.sort(found, axis=1)[:, -2] if classes > 1 else np.zeros(len(found))
    return Shares(found, (second >= SECOND) & (own < OF_USUAL * usual[told]))


def _look(features: HexFeatures, scores: Scores, told: NDArray[np.bool_]) -> Floats:
    sure = told & (scores >= min(SURE, float(scores.max())))
    chosen = sure if sure.any() else scores >= scores.max()
    return np.asarray(features.shares[chosen].mean(axis=0), dtype=np.float32)


def _usual(own: Floats, scores: Scores, told: NDArray[np.bool_]) -> float:
    sure = told & (scores.max(axis=1) >= SURE)
    return float(np.median(own[sure])) if sure.any() else 0.0
