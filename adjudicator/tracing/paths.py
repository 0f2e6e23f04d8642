"""The best path through a strip: along the hexside, or across it, wherever the ink runs.

A drawn line wobbles, so straight profiles miss it. A path may go aside by one point at every step; it is found for all
hexsides of a board at once, one step after another (dynamic programming).
"""

from __future__ import annotations

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
    total = np.array(gain[:, 0], dtype=np.float32)
    came = np.zeros((count, steps, width), dtype=np.int8)
    edge = np.full((count, 1), -1e6, dtype=np.float32)
    for step in range(1, steps):
        left = np.concatenate([edge, total[:, :-1]], axis=1) - SWERVE
        right = np.concatenate([total[:, 1:], edge], axis=1) - SWERVE
        best = np.maximum(np.maximum(left, right), total)
        came[:, step] = (best == right).astype(np.int8) - ((best == left) & (best != right)).astype(np.int8)
        came[:, step][best == total] = 0
        total = best + gain[:, step]
    columns = np.empty((count, steps), dtype=np.int64)
    everyone = np.arange(count)
    columns[:, -1] = total.argmax(axis=1)
    for step in range(steps - 1, 0, -1):
        columns[:, step - 1] = columns[:, step] + came[everyone, step, columns[:, step]]
    return Paths(columns, np.take_along_axis(ink, columns[:, :, None], axis=2)[:, :, 0])


def beside(values: NDArray[T], paths: Paths, offset: int) -> NDArray[T]:
    """What stands at so many columns beside a path, at every step; `values` may have further axes."""
    width = values.shape[2]
    columns = np.clip(paths.columns + offset, 0, width - 1)
    count, steps = columns.shape
    return np.asarray(values[np.arange(count)[:, None], np.arange(steps)[None, :], columns])
