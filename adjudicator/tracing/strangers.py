"""Hexes that look like nothing that a person marked: the sea of a map whose words have none, a title, the margin."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from adjudicator.tracing.lattice import Floats
from adjudicator.tracing.learning import Crowd

FAR = 2.5
"""So many times as far from every mark as marks of one kind lie from each other is strange."""
FEW, SHARE = 3, 0.005
"""Fewer that look alike (or a smaller share of all) are single odd hexes, such as one with a counter printed in it."""
OWN = 0.6
"""Marks are told from all others if so many of them have one of their own nearest."""


def strangers(crowd: Crowd, marked: Mapping[int, int]) -> NDArray[np.bool_]:
    """Which of a crowd lie far from all marks, several alike; `marked` gives the class of each. None before a class has two."""
    points = crowd.reduced
    places, classes = np.array(list(marked)), np.array(list(marked.values()))
    apart = _apart(points[places], points[places])
    np.fill_diagonal(apart, np.inf)
    same = np.where(classes[:, None] == classes[None, :], apart, np.inf).min(axis=1)
    usual = same[np.isfinite(same)]
    if not len(usual):
        return np.zeros(len(points), dtype=bool)
    odd = np.flatnonzero(_apart(points, points[places]).min(axis=1) > FAR * usual.max())
    _, piece = connected_components(crowd.likes[odd][:, odd], directed=False)
    many = np.bincount(piece, minlength=1) >= max(FEW, SHARE * len(points))
    found = np.zeros(len(points), dtype=bool)
    found[odd] = many[piece]
    return found


def told_apart(points: Floats, marked: Mapping[int, int], class_: int) -> bool:
    """Whether marks of a class look like each other rather than like those of all others."""
    places, classes = np.array(list(marked)), np.array(list(marked.values()))
    mine = np.flatnonzero(classes == class_)
    if len(mine) < 2 or len(mine) == len(places):
        return True
    apart = _apart(points[places[mine]], points[places])
    apart[np.arange(len(mine)), mine] = np.inf
    return bool((classes[apart.argmin(axis=1)] == class_).mean() >= OWN)


def _apart(ones: Floats, others: Floats) -> Floats:
    squares = (ones**2).sum(axis=1)[:, None] + (others**2).sum(axis=1)[None, :] - 2 * ones @ others.T
    return np.asarray(np.sqrt(np.maximum(squares, 0)), dtype=np.float32)
