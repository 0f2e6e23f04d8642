"""Two kinds in the same ink cannot both be the same drawn thing: where both claim it, the likelier has it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from adjudicator.tracing.guesses import Evidence
from adjudicator.tracing.kinds import KindModel, rather
from adjudicator.tracing.logistic import Scores, logit, sigmoid

TOLD = 2.0
SUREST = 3.0
"""Log odds beyond which a claim counts no more: both may be as good as certain of the same thing."""
SAME = 0.5
NEAR = 4
"""Paths that are less than so many points apart run on the same thing."""


def settled(
    scores: Mapping[str, Scores],
    models: Mapping[str, KindModel],
    evidence: Mapping[str, Evidence],
    together: set[frozenset[str]],
) -> dict[str, Scores]:
    """The scores after rivals have settled their claims; kinds that a person marked together are no rivals."""
    found = {kind: np.array(each) for kind, each in scores.items()}
    for one, other in combinations([kind for kind, each in scores.items() if each.any()], 2):
        if frozenset((one, other)) in together or models[one].ink.like(models[other].ink) < SAME:
            continue
        gap = models[one].profiles.paths.columns - models[other].profiles.paths.columns
        same = np.abs(gap).mean(axis=1) < NEAR
        share = _share(models, evidence, one, other, (scores[one], scores[other]))
        found[one] *= np.where(same, share, 1.0)
        found[other] *= np.where(same, 1 - share, 1.0)
    return found


def _share(
    models: Mapping[str, KindModel],
    evidence: Mapping[str, Evidence],
    one: str,
    other: str,
    claims: tuple[Scores, Scores],
) -> Scores:
    """How far a thing is rather the one than the other: by what tells their examples apart, and by how sure each is."""
    mine, theirs = list(evidence[one].present), np.array(evidence[other].present)
    told = rather(models[one].profiles.features, mine, theirs)
    told = told - rather(models[other].profiles.features, list(theirs), np.array(mine))
    sure = np.clip(logit(claims[0]), -SUREST, SUREST) - np.clip(logit(claims[1]), -SUREST, SUREST)
    return sigmoid(TOLD * np.clip(told, -2, 2) + sure)
