"""Where an ink parts a board's hexsides: those that have the kind lie on one side of a valley, the others on the other.

How well the ink runs is told as a share, from what is usual (0) to the examples (1).
"""

from __future__ import annotations

import numpy as np

from adjudicator.tracing.lattice import Floats
from adjudicator.tracing.logistic import Scores

HALFWAY, BOUNDS = 0.62, (0.52, 0.88)
LEAST_WAY = 0.05
"""What the examples have more than is usual, at least."""
WIDE = 0.12
"""What lies so near to the valley's bottom lies in it."""
FEW, FAR = 0.17, 5.0
"""Groups lie apart if so few are between them, as a share of the upper one, and if their means are so many spreads apart."""


def part_of(run: Floats, mine: Floats) -> tuple[Scores, float]:
    """How far each strip is on the way from what is usual to the examples, `mine`; and how far the poorest of these is."""
    usual, wanted = float(np.median(run)), float(mine.mean())
    way = max(wanted - usual, LEAST_WAY)
    return ((run - usual) / way).astype(np.float64), (float(mine.min()) - usual) / way


def valley(part: Scores, least: float) -> float:
    """Where between the bulk (0) and the examples (1) the fewest lie: near the middle, unless lettering reaches up there.

    `least` is the poorest example's place; the valley lies below it.
    """
    where = np.linspace(BOUNDS[0], min(max(least - 0.06, 0.7), BOUNDS[1]), 15)
    crowd = (np.abs(part[:, None] - where[None, :]) < 0.07).sum(axis=0)
    rarely = crowd + len(part) * 0.02 * np.abs(where - HALFWAY) / 0.3
    return float(where[rarely.argmin()])


def lie_apart(run: Floats, mine: Floats) -> bool:
    """Whether what has the ink and what has not are two groups with hardly anything between."""
    part, least = part_of(run, mine)
    bottom = valley(part, least)
    over = part > bottom
    if not 1 < over.sum() < len(part) - 1:
        return False
    between = (np.abs(part - bottom) < WIDE).sum() / over.sum()
    spread = np.sqrt((part[over].var() + part[~over].var()) / 2) + 1e-3
    return bool(between < FEW and part[over].mean() - part[~over].mean() > FAR * spread)
