"""The best path through a strip: along the hexside, or across it, wherever the ink runs.

A drawn line wobbles, so straight profiles miss it. A path may go aside by one point at every step; it is found for all
hexsides of a board at once, one step after another (dynamic programming).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from adjudicator.tracing.lattice import Floats

T = TypeVar("T", bound=np.generic)
SWERVE = 0.04
"""What a step aside costs, in units of ink: of two equal paths the straighter one is taken."""


@dataclass(frozen=True)
class Paths:
    """Per strip: the column in which the path stands at every step, and the ink it meets there."""

    columns: NDArray[np.int64]
    ink: Floats


def best_paths(ink: Floats, prior: Floats | None = None) -> Paths:
    """For strips of (step, column) values, the path from the first step to the last that meets the most ink.

    `prior` is added to every step's columns: where paths of this kind are expected.
    """
    count, steps, width = ink.shape
    gain = ink if prior is None else ink + prior
    # a column of walls on both sides saves asking where the strip ends
    totals = np.full((steps, count, width + 2), -1e6, dtype=np.float32)
    totals[0, :, 1:-1] = gain[:, 0]
    for step in range(1, steps):
        before, now = totals[step - 1], totals[step, :, 1:-1]
        np.maximum(before[:, :-2], before[:, 2:], out=now)
        now -= SWERVE
        np.maximum(now, before[:, 1:-1], out=now)
        now += gain[:, step]
    columns = _traced_back(totals)
    return Paths(columns, np.take_along_axis(ink, columns[:, :, None], axis=2)[:, :, 0])


def _traced_back(totals: Floats) -> NDArray[np.int64]:
    steps, count, _ = totals.shape
    columns = np.empty((count, steps), dtype=np.int64)
    everyone = np.arange(count)
    at = totals[-1].argmax(axis=1)
    columns[:, -1] = at - 1
    for step in range(steps - 1, 0, -1):
        before = totals[step - 1]
        left, right = before[everyone, at - 1], before[everyone, at + 1]
        swerves = before[everyone, at] < np.maximum(left, right) - np.float32(SWERVE)
        at = at + swerves * np.where(right >= left, 1, -1)
        columns[:, step - 1] = at - 1
    return columns


def beside(values: NDArray[T], columns: NDArray[np.int64], asides: Sequence[int]) -> NDArray[T]:
    """What stands so many columns beside paths: (strip, step, aside), then any further axes of the values."""
    count, steps, width = values.shape[:3]
    places = np.clip(columns[:, :, None] + np.array(asides), 0, width - 1)
    places += (np.arange(count * steps) * width).reshape(count, steps, 1)
    return np.asarray(values.reshape(count * steps * width, *values.shape[3:]).take(places, axis=0))
