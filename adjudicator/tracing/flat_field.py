"""Taking a scan's slow change of light and tint out of its colours.

Neighbouring hexes of one terrain differ only by that change. So a smooth surface is fitted to the small differences
between neighbours; large ones are borders of terrains and say nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudicator.tracing.lattice import BoardLayout, Floats

SMALL = 2.0
"""Differences of this many units between neighbours are still believed by half."""
POWERS = ((1, 0), (0, 1), (2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3))
TILE = 16
LEAST_SIDES = 60


def flat_fielded(lab: Floats, layout: BoardLayout, hex_colours: Floats) -> Floats:
    """The image with the fitted surface taken away; `hex_colours` are the median colours of the layout's hexes."""
    if len(layout.sides) < LEAST_SIDES:
        return lab
    height, width = lab.shape[:2]
    scale = np.array([width, height]) / 2
    centres = (layout.centres - scale) / scale
    surface = _surface(centres, layout.pairs, hex_colours)
    rows, columns = np.arange(TILE / 2, height + TILE, TILE), np.arange(TILE / 2, width + TILE, TILE)
    x, y = np.meshgrid((columns - scale[0]) / scale[0], (rows - scale[1]) / scale[1])
    coarse = (_terms(np.stack([x.ravel(), y.ravel()], axis=1)) @ surface).astype(np.float32)
    tiles = coarse.reshape(len(rows), len(columns), 3)
    for row in range(len(rows)):
        band = np.repeat(tiles[row], TILE, axis=0)[:width]
        lab[row * TILE : (row + 1) * TILE] -= band[None, :, :]
    return lab


def _terms(at: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.stack([at[:, 0] ** a * at[:, 1] ** b for a, b in POWERS], axis=1)


def _surface(centres: NDArray[np.float64], pairs: NDArray[np.int64], colours: Floats) -> NDArray[np.float64]:
    """The surface's coefficients, one column for each of the three parts of a colour."""
    terms = _terms(centres)
    change = terms[pairs[:, 1]] - terms[pairs[:, 0]]
    seen = (colours[pairs[:, 1]] - colours[pairs[:, 0]]).astype(float)
    weight = 1 / (1 + (np.linalg.norm(seen, axis=1) / SMALL) ** 2) ** 2
    found = np.zeros((len(POWERS), 3))
    pull = np.eye(len(POWERS)) * 1e-3 * weight.sum() * (change**2).mean()
    for _ in range(5):
        found = np.linalg.solve(change.T @ (change * weight[:, None]) + pull, change.T @ (seen * weight[:, None]))
        missed = np.linalg.norm(seen - change @ found, axis=1)
        weight = 1 / (1 + (missed / SMALL) ** 2) ** 2
    return found
