"""Which way a one-way hexside faces: by the side on which its hatching or its teeth are drawn."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from adjudicator.tracing.lattice import Floats
from adjudicator.tracing.logistic import Scores


def towards(leans: Floats, signs: Mapping[int, int]) -> Scores:
    """For every hexside how much it faces its second hex (negative: its first).

    `leans` tells signed differences between the two sides; `signs` is 1 or -1 for the examples. Zeros without any.
    """
    if not signs:
        return np.zeros(len(leans))
    places = np.array(list(signs))
    facing = leans[places] * np.array(list(signs.values()))[:, None]
    typical = facing.mean(axis=0) / (facing.std(axis=0) + leans.std(axis=0) + 1e-6) ** 2
    return np.asarray(leans @ typical, dtype=np.float64)
