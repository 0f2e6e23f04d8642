"""Laying the module's grid on the hexes as printed: scans are turned by parts of a degree, and modules are some pixels off.

The printed outlines are thin and darker (or lighter) than what is beside them. The lattice is moved, block by block from
the middle of the board outwards, to where its outlines meet such thin lines best, and an affine change is fitted to that.
A board that prints no outlines keeps the module's grid.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from adjudicator.tracing.bands import together
from adjudicator.tracing.lattice import BoardLayout, Floats, Lattice

REACH = 0.16
"""How far outlines are looked for around where they are expected, as a share of the pitch."""
STEPS_EACH_WAY = 4
ROUNDS = (0.25, 0.5, 0.8, 1.2, 1.2)
"""How much of the board, from its middle, takes part in each round."""
GAIN = 1.03
"""How much better printed lines must be met before the module's own grid is given up."""
CLEAR = 1.3
"""How much more of thin lines outlines must meet than any pixel does, to count as seen."""
POINTS = 9


def fitted(layout: BoardLayout, thin: Floats) -> BoardLayout:
    """The layout moved onto the printed outlines, or as it was if there are none to be seen among the thin lines."""
    lattice = layout.lattice
    for share in ROUNDS:
        lattice = _improved(layout, lattice, thin, share)
    before, after = (_met(layout, each, thin) for each in (layout.lattice, lattice))
    return layout.with_lattice(lattice) if after > GAIN * before and after > CLEAR * float(thin.mean()) else layout


def thin_lines(lightness: Floats, pitch: float) -> Floats:
    """How much each pixel belongs to a line, dark or light, thinner than a tenth of the pitch."""
    smooth = ndimage.gaussian_filter(lightness, max(0.7, pitch * 0.015), truncate=2.5)
    thin = ndimage.uniform_filter(smooth, max(3, int(pitch * 0.11) | 1))
    # in place: to fill an image anew takes longer than to reckon it
    np.subtract(smooth, thin, out=thin)
    np.abs(thin, out=thin)
    return np.asarray(np.minimum(thin, 12.0, out=thin))


def _improved(layout: BoardLayout, lattice: Lattice, thin: Floats, share: float) -> Lattice:
    centres = lattice.centres(layout.axial)
    middle = (centres.min(axis=0) + centres.max(axis=0)) / 2
    half = np.maximum((centres.max(axis=0) - centres.min(axis=0)) / 2, lattice.pitch)
    chosen = (np.abs(centres - middle) <= half * share + lattice.pitch).all(axis=1)
    blocks = np.floor((centres - middle) / (half * min(share, 1.0)) * 2.999).clip(-3, 2).astype(int)
    shifts = _shifts(lattice.pitch)
    centres, blocks = centres[chosen], blocks[chosen]
    answers = _answers(lattice, centres, thin, shifts)
    rows, aims, weights = [], [], []
    for block in np.unique(blocks, axis=0):
        inside = (blocks == block).all(axis=1)
        if inside.sum() < 3:
            continue
        mean = answers[inside].mean(axis=0)
        best = int(mean.argmax())
        sharp = float((mean[best] - np.median(mean)) / (mean.std() + 0.05))
        at = centres[inside].mean(axis=0)
        rows.append(at)
        aims.append(at + shifts[best])
        weights.append(max(0.0, sharp - 1.5) * np.sqrt(inside.sum()))
    return _refitted(lattice, np.array(rows), np.array(aims), np.array(weights))


def _refitted(
    lattice: Lattice, at: NDArray[np.float64], aims: NDArray[np.float64], weights: NDArray[np.float64]
) -> Lattice:
    """The lattice after the affine change that brings `at` to `aims`, outliers weighing less."""
    if len(at) < 6 or (weights > 0).sum() < 6:
        return lattice
    design = np.column_stack([at, np.ones(len(at))])
    root = np.sqrt(weights)
    change = np.zeros((3, 2))
    for _ in range(4):
        # a little pull towards no change keeps a few noisy blocks from turning the board
        change = np.linalg.lstsq(design * root[:, None], (aims - at) * root[:, None], rcond=None)[0]
        missed = np.hypot(*(aims - at - design @ change).T) / (0.04 * lattice.pitch)
        root = np.sqrt(weights) / (1 + missed**2)
    return lattice.moved(np.eye(2) + change[:2], change[2])


def _shifts(pitch: float) -> NDArray[np.float64]:
    steps = np.linspace(-REACH, REACH, 2 * STEPS_EACH_WAY + 1) * pitch
    return np.array([(x, y) for y in steps for x in steps])


def _outline(lattice: Lattice) -> NDArray[np.float64]:
    """Points along three sides of a hex, from its centre; the other three are its neighbours'."""
    corners = [lattice.corner(direction) for direction in range(-1, 3)]
    along = np.linspace(0.05, 0.95, POINTS)
    return np.concatenate([a + (b - a) * along[:, None] for a, b in pairwise(corners)])


def _answers(
    lattice: Lattice, centres: NDArray[np.float64], thin: Floats, shifts: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How well each hex's outline meets thin lines at each shift."""
    points = centres[:, None, :] + _outline(lattice)[None, :, :]
    height, width = thin.shape
    # many shifts have a row or a column in common
    columns = {x: np.clip(np.rint(points[..., 0] + x), 0, width - 1).astype(np.intp) for x in np.unique(shifts[:, 0])}
    rows = {
        y: np.clip(np.rint(points[..., 1] + y), 0, height - 1).astype(np.intp) * width for y in np.unique(shifts[:, 1])
    }
    means = together(lambda shift: thin.take(rows[shift[1]] + columns[shift[0]]).mean(axis=1), shifts)
    return np.stack(means, axis=1).astype(np.float64)


def _met(layout: BoardLayout, lattice: Lattice, thin: Floats) -> float:
    centres = lattice.centres(layout.axial)
    return float(_answers(lattice, centres, thin, np.zeros((1, 2))).mean())
