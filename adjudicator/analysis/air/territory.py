"""Friendly territory in the air: what a side controls, and what is near it."""

from __future__ import annotations

import numpy as np

from adjudicator.analysis.control import controls
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.network import spread
from adjudicator.record.position import Position


def friendly_territory(position: Position, side: str, number: str, within: int = 2) -> Known:
    """Whether a hex is friendly territory of a side: it controls it, or one within so many hexes of it."""
    network = position.network
    if number not in network.index:
        return NO
    near = np.zeros(len(network.index), dtype=bool)
    near[network.index[number]] = True
    for _ in range(within):
        near = near | spread(network, near).any(axis=1)
    numbers = sorted((each for each, i in network.index.items() if near[i]), key=lambda each: (each != number, each))
    return any_of(controls(position, each, side) for each in numbers)
