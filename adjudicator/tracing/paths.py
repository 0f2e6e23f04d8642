"""The best path through a strip: along the hexside, or across it, wherever the ink runs.

A drawn line wobbles, so straight profiles miss it. A path may go aside by one point at every step; it is found for all
hexsides of a board at once, one step after another (dynamic programming).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from adjudicator.lean import dataclass
from adjudicator.tracing.lattice import Floats

WALL, ASIDE = -1e6, np.array([[-1], [0], [1]])
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

    `prior` has a row of columns for each strip, added to all of its steps: where paths of this kind are expected.
    """
    columns = columns_of_many(ink[..., None], None if prior is None else prior[:, 0, :, None])[..., 0]
    columns = np.ascontiguousarray(columns.T)
    return Paths(columns, beside(ink, columns, (0,))[:, :, 0])


def columns_of_many(ink: Floats, prior: Floats | None = None) -> NDArray[np.int64]:
    """The columns of the best paths of many inks through the same strips: (step, strip, ink).

    Their values lie side by side, as (strip, step, column, ink); `prior` has (strip, column, ink).
    """
    count, steps, width, many = ink.shape
    # step by step in one row, with a wall on both sides of every strip, so that nobody asks where a strip ends
    gain = np.empty((steps, count, width + 2, many), dtype=np.float32)
    gain[:, :, 0] = gain[:, :, -1] = WALL
    gain[:, :, 1:-1] = ink.swapaxes(0, 1)
    if prior is not None:
        gain[:, :, 1:-1] += prior
    totals = gain.reshape(steps, -1)
    for step in range(1, steps):
        before, now = totals[step - 1], totals[step, many:-many]
        best = np.maximum(before[: -2 * many], before[2 * many :])
        best -= SWERVE
        now += np.maximum(best, before[many:-many], out=best)
    return _traced_back(gain)


def _traced_back(gain: Floats) -> NDArray[np.int64]:
    steps, count, wide, many = gain.shape
    totals, columns = gain.reshape(steps, -1), np.empty((steps, count * many), dtype=np.int64)
    first = ((np.arange(count) * (wide * many))[:, None] + np.arange(many)).ravel()
    at = first + gain[-1].argmax(axis=1).ravel() * many + ASIDE * many
    columns[-1] = at[1]
    for step in range(steps - 1, 0, -1):
        left, ahead, right = totals[step - 1].take(at)
        swerves = ahead < np.maximum(left, right) - np.float32(SWERVE)
        at += np.where(swerves, np.where(right >= left, many, -many), 0)
        columns[step - 1] = at[1]
    columns -= first
    if many > 1:
        columns //= many
    columns -= 1
    return columns.reshape(steps, count, many)


def places_beside(columns: NDArray[np.int64], width: int, asides: Sequence[int]) -> NDArray[np.int64]:
    """The flat places in strips so wide of what stands so many columns beside paths: (strip, step, aside)."""
    count, steps = columns.shape
    places = column_beside(width, asides, 1).take(columns, axis=0)
    places += (np.arange(count * steps) * width).reshape(count, steps, 1)
    return np.asarray(places)


def mean_beside(values: Floats, columns: NDArray[np.int64], asides: Sequence[int]) -> Floats:
    """The same on the mean of all steps: (strip, aside)."""
    part = np.full((1, columns.shape[1]), 1 / columns.shape[1], dtype=np.float32)
    return np.asarray((part @ beside(values, columns, asides))[:, 0])


def column_beside(width: int, asides: Sequence[int], apart: int) -> NDArray[np.int64]:
    """For every column those beside it, at most the outermost; columns lie `apart` points."""
    return np.asarray(np.clip(np.arange(width)[:, None] + np.array(asides), 0, width - 1) * apart)


def beside(values: NDArray[T], columns: NDArray[np.int64], asides: Sequence[int]) -> NDArray[T]:
    """What stands so many columns beside paths: (strip, step, aside)."""
    return np.asarray(values.reshape(-1).take(places_beside(columns, values.shape[2], asides)))
