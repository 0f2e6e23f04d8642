"""What examples say together: one that a name or a counter hides, or that is drawn oddly, has no more say than the next.

Corrections bring just such examples, since what looks like the others was told before. By their extremes alone, one of
them would open or close a kind for the whole board.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

ODD = 12
"""Of so many examples one may be hidden or odd, at either end; fewer have to be believed."""

Values = TypeVar("Values", bound=np.floating[Any])


def winsorized(values: NDArray[Values]) -> NDArray[Values]:
    """One row an example: in each column the farthest are taken back to those that are left when the odd ones are not asked."""
    odd = len(values) // ODD
    ordered = np.sort(values, axis=0)
    return np.asarray(np.clip(values, ordered[odd], ordered[len(values) - 1 - odd]))
