"""What a kind wants beside it: bridges stand where a road crosses a river, gates in walls. Told from the examples alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from adjudicator.tracing.logistic import Scores

CHANCE = 0.03
"""All examples have another kind as well: by chance no more often than this, or it is a coincidence."""
LEAST = 0.02


def all_have(places: list[int], scores: Scores) -> bool:
    """Whether all of some hexsides have a kind with these scores, and not by chance."""
    usual = float((scores > 0.5).mean())
    return len(places) > 1 and bool((scores[places] > 0.5).all()) and usual ** len(places) < CHANCE


def companions_present(examples: Iterable[int], others: Mapping[str, Scores]) -> Scores | None:
    """For every hexside how far all is there that every example has as well; None if the examples have nothing in common.

    `others` are the scores of all other kinds, 1 where a person marked them.
    """
    places = list(examples)
    found: Scores | None = None
    for scores in others.values():
        if all_have(places, scores):
            found = scores if found is None else np.minimum(found, scores)
    return None if found is None else np.maximum(found, LEAST)
