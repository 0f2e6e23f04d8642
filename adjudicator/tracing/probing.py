"""What nobody has confirmed is asked first: of claims that look unlike all that a person marked, one of each sort.

Three examples of a stream may make every coast a stream, as surely as the streams. So of many claims that look alike, and
like no example, one is taken to be uncertain: its answer says most.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudicator.tracing.lattice import Floats
from adjudicator.tracing.picture import SEED

MOST_PROBES = 3
LEAST, SHARE = 4, 0.04
"""A sort of so many claims at least, and of such a share of all, is worth a question."""
NEAR = 0.7
"""What lies nearer to a mark than this share of the usual distance between two claims looks like that."""
ASKED = 600
FIRST, STEP = 0.02, 0.02
"""How certain the first of such claims is taken to be, and by how much each next one more."""


def claims_to_ask(
    looks: Floats, claimed: NDArray[np.int64], marked: NDArray[np.int64]
) -> list[tuple[int, NDArray[np.int64]]]:
    """The claims to ask about and those for which each stands, itself among them; the one that stands for most first.

    `looks` has a row for every hexside. `claimed` are the hexsides that are said to have a kind and not marked, `marked` those
    that a person spoke of.
    """
    if len(claimed) < LEAST or not len(marked):
        return []
    some = claimed
    if len(claimed) > ASKED:
        some = np.sort(np.random.default_rng(SEED).choice(claimed, ASKED, replace=False))
    apart = _apart(looks[some], looks[some])
    reach = NEAR * float(np.median(apart))
    alone = _apart(looks[some], looks[marked]).min(axis=1) > reach
    near: NDArray[np.bool_] = np.asarray(apart <= reach)
    found: list[tuple[int, NDArray[np.int64]]] = []
    for _ in range(MOST_PROBES):
        stands_for = (near & alone[None, :]).sum(axis=1) * alone
        best = int(stands_for.argmax())
        if stands_for[best] < max(LEAST, SHARE * len(some)):
            break
        found.append((int(some[best]), np.asarray(some[near[best] & alone])))
        alone &= ~near[best]
    return found


def _apart(ones: Floats, others: Floats) -> Floats:
    squares = (ones**2).sum(axis=1)[:, None] + (others**2).sum(axis=1)[None, :] - 2 * ones @ others.T
    return np.asarray(np.sqrt(np.maximum(squares, 0)), dtype=np.float32)
