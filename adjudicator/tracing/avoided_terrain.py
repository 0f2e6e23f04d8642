"""What a kind avoids: a stream is no coast of the same blue, since none of its examples lies beside the sea.

Told from the examples, as far as they cannot all lie elsewhere by chance: of what looks like the kind, most would have to lie
beside a terrain beside which none of them does. A person must have said there, too, that the kind is not: three examples miss
many a terrain. One example there, and it is avoided no more.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from adjudicator.tracing.logistic import Scores

REFUSED = 1
"""So many hexsides beside a terrain must have been told to lack the kind."""
CHANCE = 0.02
"""By chance no example lies beside a terrain no more often than this, or it is a coincidence."""
LEAST = 0.02
Grounds = NDArray[np.bool_]
"""For every hexside and terrain whether one of its two hexes is of it."""


def without_avoided_terrain(
    scores: Scores, grounds: Grounds, examples: Iterable[int], refused: Iterable[int]
) -> Scores:
    """The scores without what lies beside a terrain that the kind avoids."""
    places, claimed = list(examples), scores > 0.5
    if not places or not claimed.any():
        return scores
    by_chance = (1 - grounds[claimed].mean(axis=0)) ** len(places)
    avoided = ~grounds[places].any(axis=0) & (by_chance < CHANCE) & (grounds[list(refused)].sum(axis=0) >= REFUSED)
    return np.where(grounds[:, avoided].any(axis=1), np.minimum(scores, LEAST), scores)
