"""The strip of image on both sides of every hexside, turned so that the hexside lies the same way in each.

Columns run along the hexside from corner to corner, rows from the first hex (negative) to the second (positive).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudicator.tracing.lattice import Floats, Layout
from adjudicator.tracing.picture import Coded, Picture, quantised

ALONG = 27
"""Points along a hexside, corner to corner."""
ACROSS = 45
"""Points across it."""
REACH = 0.46
"""How far the strip goes to each side, as a share of the pitch: nearly to both centres."""
RELIEFS = 32
"""Colours against their ground that are told apart."""
OFFSETS = np.linspace(-REACH, REACH, ACROSS).astype(np.float32)


@dataclass(frozen=True)
class Strips:
    """Per hexside, row across and column along: the colours, and their codes as printed and against their ground."""

    coded: tuple[Coded, Coded]
    lab: NDArray[np.float32]
    ways: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.ways)


def strips(layout: Layout, picture: Picture) -> Strips:
    """Cut out the strip of every hexside of a layout."""
    count = len(layout.sides)
    codes = np.zeros((count, ACROSS, ALONG), dtype=np.uint8)
    lab = np.zeros((count, ACROSS, ALONG, 3), dtype=np.float32)
    relief = np.zeros_like(lab)
    ways = np.array([way for _, _, way in layout.sides], dtype=np.int64)
    for way in range(3):
        mine = np.flatnonzero(ways == way)
        middles = layout.centres[layout.pairs[mine]].mean(axis=1)
        offsets = strip_offsets(layout, way)
        x = (middles[:, 0, None, None] + offsets[None, ..., 0]).astype(np.float32)
        y = (middles[:, 1, None, None] + offsets[None, ..., 1]).astype(np.float32)
        places = picture.places(x, y)
        codes[mine], lab[mine] = picture.codes_at(places), picture.lab_at(places)
        relief[mine] = lab[mine] - picture.ground_at(x, y)
    # lightness may differ both ways: its differences are halved to lie where lightness does
    relief[..., 0] = relief[..., 0] / 2 + 50
    return Strips((Coded(codes, picture.palette), quantised(relief, RELIEFS)), lab, ways)


def strip_offsets(layout: Layout, way: int) -> NDArray[np.float64]:
    """Where the strip's points lie from the middle of a hexside of that direction: across, along, (x, y)."""
    lattice = layout.lattice
    one, other = lattice.corner(way - 1), lattice.corner(way)
    along = np.linspace(-0.5, 0.5, ALONG)[None, :, None] * (other - one)
    return np.asarray(OFFSETS[:, None, None] * lattice.step(way)[None, None, :] + along)


def turned(values: Floats) -> Floats:
    """The same strips seen from the second hex: both rows and columns the other way round."""
    return values[:, ::-1, ::-1]
