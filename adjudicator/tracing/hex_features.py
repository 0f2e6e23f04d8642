"""What a hex looks like inside: shares of the palette's colours, medians, texture; as a whole and in nineteen patches.

Only the inside is looked at, away from what runs along hexsides. Shares and medians move little under a number, a few
letters or a counter printed in the hex; the patches tell how much of a partly covered hex each terrain has.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudicator.lean import cached_property, dataclass
from adjudicator.model.hexes import Hex
from adjudicator.tracing.bands import BAND, in_bands
from adjudicator.tracing.lattice import BoardLayout, Floats, Lattice
from adjudicator.tracing.picture import WorkingImage
from adjudicator.tracing.quantiles import medians, quantiles

INSIDE = 0.88
"""The part of a hex that is looked at, from its centre."""
SPACING = 0.036
LIKE = 7.0
"""Colours this many CIELAB units apart count as alike by six tenths: printing and scans vary that much."""
PATCHES = tuple(Hex(0, 0).within(2))
PATCH_STEP = 0.19


@dataclass(frozen=True)
class HexFeatures:
    """Per hex: `shares` of colours, `core` the same of its middle, `patches` per patch, and `colours`, its medians."""

    shares: Floats
    core: Floats
    patches: Floats
    colours: Floats
    texture: Floats

    @cached_property
    def usual(self) -> Floats:
        """The shares of the usual patch: a counter or a name over a third of the hex does not change it."""
        middle = np.median(self.patches, axis=1) + 1e-6
        return np.asarray(middle / middle.sum(axis=1, keepdims=True), dtype=np.float32)

    @cached_property
    def vectors(self) -> Floats:
        """All of it as one row a hex, every part scaled by how much it should count."""
        spread = self.colours.std(axis=0).max() + 2.0
        parts = (
            0.7 * np.sqrt(self.shares),
            0.4 * np.sqrt(self.core),
            np.sqrt(self.usual),
            0.35 * self.colours / spread,
            0.25 * self.texture / (self.texture.std(axis=0) + 1.0),
        )
        return np.concatenate(parts, axis=1).astype(np.float32)


def hex_features(layout: BoardLayout, picture: WorkingImage, thin: Floats) -> HexFeatures:
    """Look at every hex of a layout; `thin` tells for every pixel how much it belongs to a thin line."""
    offsets, patch = sample_points(layout.lattice)
    sizes = np.bincount(patch, minlength=len(PATCHES)).astype(np.float32)
    inner = np.array([hex_.distance(Hex(0, 0)) < 2 for hex_ in PATCHES])

    def look(band: slice) -> tuple[Floats, ...]:
        points = layout.centres[band, None, :] + offsets[None, :, :]
        places = picture.places(points[..., 0].astype(np.float32), points[..., 1].astype(np.float32))
        codes, lab = picture.codes_at(places), picture.lab_at(places)
        patches = _patch_shares(codes, patch, len(picture.palette))
        whole = (patches * sizes[None, :, None]).sum(axis=1) / sizes.sum()
        core = (patches * (sizes * inner)[None, :, None]).sum(axis=1) / (sizes * inner).sum()
        low, middle, high = quantiles(lab, (0.25, 0.5, 0.75))
        texture = np.column_stack([high - low, thin.ravel().take(places).mean(axis=1)])
        return whole, core, patches, middle, texture

    bands = in_bands(look, len(layout.cells), max(1, BAND // len(offsets)))
    whole, core, patches, colours, texture = (np.concatenate(each) for each in zip(*bands, strict=True))
    alike = likeness(picture.palette)
    return HexFeatures(whole @ alike, core @ alike, patches @ alike, colours, texture)


def sample_points(lattice: Lattice) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Offsets of the points to look at from a hex's centre, and the patch that each lies in."""
    reach = np.arange(-0.7, 0.7, SPACING) * lattice.pitch
    grid = np.stack(np.meshgrid(reach, reach), axis=-1).reshape(-1, 2)
    axial = grid @ np.linalg.inv(lattice.basis)
    cube = np.column_stack([axial, -axial.sum(axis=1)])
    inside = np.abs(cube - np.roll(cube, 1, axis=1)).max(axis=1) < INSIDE
    middles = np.array(PATCHES) * PATCH_STEP @ lattice.basis
    apart = np.linalg.norm(grid[inside][:, None, :] - middles[None], axis=2)
    return grid[inside], apart.argmin(axis=1)


def median_colours(layout: BoardLayout, lab: Floats) -> Floats:
    """The median colour of every hex, for evening out the scan."""
    offsets, _ = sample_points(layout.lattice)
    points = np.rint(layout.centres[:, None, :] + offsets[None, ::3, :]).astype(np.int64)
    x, y = np.clip(points[..., 0], 0, lab.shape[1] - 1), np.clip(points[..., 1], 0, lab.shape[0] - 1)
    return medians(lab.reshape(-1, 3).take(y * lab.shape[1] + x, axis=0))


def likeness(palette: Floats, like: float = LIKE) -> Floats:
    """How much each colour of a palette counts as each other one; rows sum to 1."""
    apart = ((palette[:, None, :] - palette[None, :, :]) ** 2).sum(axis=2)
    alike = np.exp(-apart / (2 * like**2))
    return np.asarray(alike / alike.sum(axis=1, keepdims=True), dtype=np.float32)


def _patch_shares(codes: NDArray[np.uint8], patch: NDArray[np.int64], colours: int) -> Floats:
    count, patches = len(codes), len(PATCHES)
    places = (np.arange(count)[:, None] * patches + patch[None, :]) * colours + codes
    counted = np.bincount(places.ravel(), minlength=count * patches * colours).reshape(count, patches, colours)
    return np.asarray(counted / np.maximum(counted.sum(axis=2, keepdims=True), 1), dtype=np.float32)
