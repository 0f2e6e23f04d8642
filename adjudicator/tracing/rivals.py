"""Two kinds in the same ink cannot both be the same drawn thing: where both claim it, the likelier has it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from adjudicator.tracing.kinds import KindModel
from adjudicator.tracing.logistic import Scores

SAME = 0.5
NEAR = 4
"""Paths that are less than so many points apart run on the same thing."""


def settled(
    scores: Mapping[str, Scores], models: Mapping[str, KindModel], together: set[frozenset[str]]
) -> dict[str, Scores]:
    """The scores after rivals have settled their claims; kinds that a person marked together are no rivals."""
    against = {kind: np.zeros(len(each)) for kind, each in scores.items()}
    for one, other in combinations([kind for kind, each in scores.items() if each.any()], 2):
        if frozenset((one, other)) in together or models[one].ink.like(models[other].ink) < SAME:
            continue
        gap = models[one].profiles.paths.columns - models[other].profiles.paths.columns
        same = np.abs(gap).mean(axis=1) < NEAR
        against[one] += same * _odds(scores[other])
        against[other] += same * _odds(scores[one])
    return {kind: _odds(each) / (1 + _odds(each) + against[kind]) for kind, each in scores.items()}


def _odds(scores: Scores) -> Scores:
    return np.asarray(scores / np.maximum(1 - scores, 1e-6))
