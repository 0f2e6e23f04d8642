"""The strip of image on both sides of every hexside, turned so that the hexside lies the same way in each.

Columns run along the hexside from corner to corner, rows from the first hex (negative) to the second (positive).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.lean import dataclass
from adjudicator.tracing.bands import BAND, in_bands
from adjudicator.tracing.lattice import BoardLayout, Floats, Ints
from adjudicator.tracing.picture import BINS, HUE_STEP, HUES, LIGHTS, Coded, WorkingImage, binned, sorting
from adjudicator.tracing.quantiles import medians

ALONG = 27
"""Points along a hexside, corner to corner."""
ACROSS = 45
"""Points across it."""
REACH = 0.46
"""How far the strip goes to each side, as a share of the pitch: nearly to both centres."""
RELIEFS = 32
"""Colours against their ground that are told apart."""
GRAINS = 32
"""Grains, that is strengths of strokes across and along a hexside, that are told apart."""
GRAIN_STEP = 3.6
"""How finely the root of a grain's strength is told, in units of colour."""
RIDGES = 32
"""Ways of standing out from both sides that are told apart."""
ASIDE = 4
"""So many points aside lies what a line must stand out from."""
RIDGE_STEP = 4.0
"""How finely the root of that is told, in units of colour on white ground: a line is fainter in woods, and yet as clear."""
DARKEST = 0.1
"""No ground reflects less (the cube root of its share of light): black does a little more."""
SAMPLE = 9000
"""On larger boards so many strips tell which reliefs, grains and ridges are told apart."""
IN_BYTES = np.array([2.5, 1.0, 1.0], dtype=np.float32)
BYTE_ZERO = np.array([0, 128, 128], dtype=np.float32)
"""How colours are told in bytes: lightness by the two fifths of a unit."""
COUNTED = 6
"""So many bands are counted together."""
Bins = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]
"""Some strips' colours against their ground, grains and ridges, sorted into bins."""
OFFSETS = np.linspace(-REACH, REACH, ACROSS).astype(np.float32)
RUNS_WITHIN = 0.38
"""How far from its hexside a feature may run, as a share of the pitch: walls are drawn nearly half a hex off."""
CROSSES_WITHIN = 0.38
"""How far a line must be seen to each side of the hexside that it crosses."""
BEYOND = 0.3
"""From where on a strip shows the hex beside rather than what runs along the hexside."""
ALONG_ROWS, ACROSS_ROWS = (
    slice(int(each.argmax()), ACROSS - int(each.argmax()))
    for each in (np.abs(OFFSETS) <= RUNS_WITHIN, np.abs(OFFSETS) <= CROSSES_WITHIN)
)
FAR = np.flatnonzero(np.abs(OFFSETS) > BEYOND)


@dataclass(frozen=True)
class StripColours:
    """The colours of strips, (strip, row, column, part); on a large board in bytes, which are as exact as a scan is."""

    values: NDArray[Any]

    @classmethod
    def empty(cls, count: int) -> StripColours:
        """Room for so many strips."""
        return cls(np.empty((count, ACROSS, ALONG, 3), dtype=np.uint8 if count > SAMPLE else np.float32))

    def put(self, some: Ints, lab: Floats) -> None:
        """Write the colours of some strips."""
        self.values[some] = lab if self.values.dtype != np.uint8 else np.clip(lab * IN_BYTES + BYTE_ZERO + 0.5, 0, 255)

    def at(self, points: NDArray[np.int64]) -> Floats:
        """The colours at flat points, in a last axis of three."""
        return self._told(self.values.reshape(-1, 3).take(points, axis=0))

    def light_at(self, points: NDArray[np.int64]) -> Floats:
        """How light it is at flat points."""
        found = self.values.reshape(-1).take(3 * points)
        return np.asarray(found / IN_BYTES[0] if found.dtype == np.uint8 else found, dtype=np.float32)

    def inside(self, strips: slice, rows: slice, columns: slice) -> Floats:
        """The colours of a part of some strips."""
        return self._told(self.values[strips, rows, columns])

    def _told(self, found: NDArray[Any]) -> Floats:
        if found.dtype != np.uint8:
            return found
        told = found.astype(np.float32)
        told -= BYTE_ZERO
        told /= IN_BYTES
        return told


@dataclass(frozen=True)
class Strips:
    """Per hexside, row across and column along, the codes of the colours as printed and against their ground, the grain's,
    and those of how far each point stands out from both sides.

    `lab` are the colours themselves, `outer` those of the two hexes beside.
    """

    coded: tuple[Coded, Coded, Coded, Coded]
    lab: StripColours
    outer: Floats
    ways: NDArray[np.int64]


def strips(layout: BoardLayout, picture: WorkingImage) -> Strips:
    """Cut out the strip of every hexside of a layout."""
    count = len(layout.sides)
    codes, relief, grain, ridge = (np.empty((count, ACROSS, ALONG), dtype=np.uint8) for _ in range(4))
    colours = StripColours.empty(count)
    outer = np.empty((count, 2, 3), dtype=np.float32)
    ways = np.array([way for _, _, way in layout.sides], dtype=np.int64)
    middles = layout.centres[layout.pairs].mean(axis=1)
    offsets = np.stack([strip_offsets(layout, way) for way in range(3)]).transpose(3, 0, 1, 2).copy()

    def cut(some: Ints) -> Bins:
        x, y = ((middles[some, axis, None, None] + offsets[axis, ways[some]]).astype(np.float32) for axis in (0, 1))
        places = picture.places(x, y)
        lab = picture.lab_at(places)
        codes[some], outer[some] = picture.codes_at(places), _outer(lab)
        colours.put(some, lab)
        light = np.ascontiguousarray(lab[..., 0])
        ground = picture.ground_at(x, y)
        stands_out = binned(ridges(lab, ground))
        lab -= ground
        # lightness may differ both ways: its differences are halved to lie where lightness does
        lab[..., 0] = lab[..., 0] / 2 + 50
        return binned(lab), _grain(light), stands_out

    size = BAND // (ACROSS * ALONG)
    first = np.arange(0, count, -(-count // SAMPLE) if count <= SAMPLE else -(-count // (SAMPLE // 2)))
    bins = in_bands(lambda band: cut(first[band]), len(first), size)
    found = [
        sorting(_counted(mine), most, sampled=len(first) < count)
        for mine, most in zip(zip(*bins, strict=True), (RELIEFS, GRAINS, RIDGES), strict=True)
    ]

    def code(some: Ints, seen: Bins) -> None:
        relief[some], grain[some], ridge[some] = (
            each.coded(mine).codes for each, mine in zip(found, seen, strict=True)
        )

    for at, seen in enumerate(bins):
        code(first[at * size : (at + 1) * size], seen)
    others = np.setdiff1d(np.arange(count), first)
    in_bands(lambda band: code(others[band], cut(others[band])), len(others), size)
    palettes = picture.palette, *(each.palette for each in found)
    printed, against, strokes, lines = map(Coded, (codes, relief, grain, ridge), palettes)
    return Strips((printed, against, strokes, lines), colours, outer, ways)


def _counted(bins: Sequence[NDArray[np.int32]]) -> NDArray[np.int64]:
    """How often each bin is seen, counted a few bands at a time."""
    few = (bins[at : at + COUNTED] for at in range(0, len(bins), COUNTED))
    return np.asarray(sum(np.bincount(np.concatenate(each, axis=None), minlength=BINS) for each in few))


def _grain(light: Floats) -> NDArray[np.int32]:
    """How much lightness changes around every point, along the hexside and across it, sorted into bins as hues are.

    Strokes of a slope, stones of a wall and dots of a hedge change it along the hexside, as no printed outline does.
    """
    along, across = np.empty_like(light), np.empty_like(light)
    points = light.reshape(-1)
    np.subtract(points[1:], points[:-1], out=along.reshape(-1)[:-1])
    np.subtract(light[:, 1:], light[:, :-1], out=across[:, :-1])
    along[:, :, -1] = across[:, -1] = 0
    one, other = (_summed(np.abs(each, out=each)) for each in (along, across))
    return np.asarray((LIGHTS // 2 * HUES + one) * HUES + other, dtype=np.int32)


def ridges(lab: Floats, ground: Floats) -> Floats:
    """How far every point of some strips stands out from what lies aside of it along the hexside, to both sides alike.

    A line that crosses does; an edge of woods differs from one side only, and the hexside's own outline from none. What is
    printed takes away a share of the light that the ground reflects, so that colours are told as they were on white.
    """
    x, y, z = (
        np.divide(part, white, out=part) for part, white in zip(_reflected(lab), _reflected(ground), strict=True)
    )
    light, red, yellow = (_root_of_ridge(each) for each in (50 * y, 500 * (x - y), 200 * (y - z)))
    return np.stack([light + 50, red, yellow], axis=-1)


def on_white(tone: Floats, ground: Floats) -> Floats:
    """Colours as they were on white, if what is printed takes away a share of the light that the ground reflects."""
    x, y, z = (part / white for part, white in zip(_reflected(tone), _reflected(ground), strict=True))
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def _reflected(lab: Floats) -> tuple[Floats, Floats, Floats]:
    """Of the three parts of light the cube root of what is reflected, as CIELAB has it."""
    middle = (lab[..., 0] + 16) / 116
    parts = middle + lab[..., 1] / 500, middle, middle - lab[..., 2] / 200
    x, y, z = (np.maximum(each, DARKEST, out=each) for each in parts)
    return x, y, z


def _root_of_ridge(values: Floats) -> Floats:
    """By how much more or less of something lies at every point than on both sides, with its sign: the root of the lesser."""
    smooth = values.copy()
    smooth[:, 1:] += values[:, :-1]
    smooth[:, :-1] += values[:, 1:]
    middle = smooth[:, :, ASIDE:-ASIDE]
    one, other = middle - smooth[:, :, : -2 * ASIDE], middle - smooth[:, :, 2 * ASIDE :]
    both = np.maximum(np.minimum(one, other), 0)
    both += np.minimum(np.maximum(one, other, out=one), 0, out=one)
    found = np.zeros_like(values)
    np.copysign(np.sqrt(np.abs(both, out=other), out=other), both, out=found[:, :, ASIDE:-ASIDE])
    found *= RIDGE_STEP / 3**0.5
    return found


def _summed(change: Floats) -> NDArray[np.int32]:
    """The hue of the sum of three rows and five columns around every point; at a strip's ends of those that there are."""
    rows = change.copy()
    rows[:, 1:] += change[:, :-1]
    rows[:, :-1] += change[:, 1:]
    # nothing stands between two rows, so that all of them are one long row
    apart = np.zeros((*change.shape[:2], change.shape[2] + 2), dtype=np.float32)
    apart[:, :, :-2] = rows
    points = apart.reshape(-1)
    found = points.copy()
    for far in (1, 2):
        found[far:] += points[:-far]
        found[:-far] += points[far:]
    hue = np.sqrt(found, out=found)
    hue *= GRAIN_STEP / HUE_STEP
    hue += HUES / 2
    return np.minimum(hue, HUES - 1, out=hue).astype(np.int32).reshape(apart.shape)[:, :, :-2]


def _outer(lab: Floats) -> Floats:
    """The median colours of some strips' ends: in the first hex, in the second."""
    half = len(FAR) // 2
    ends = lab[:, FAR, ::2].reshape(len(lab), 2, half, -1, 3)
    return medians(ends.reshape(2 * len(lab), -1, 3)).reshape(-1, 2, 3)


def strip_offsets(layout: BoardLayout, way: int) -> NDArray[np.float64]:
    """Where the strip's points lie from the middle of a hexside of that direction: across, along, (x, y)."""
    lattice = layout.lattice
    one, other = lattice.corner(way - 1), lattice.corner(way)
    along = np.linspace(-0.5, 0.5, ALONG)[None, :, None] * (other - one)
    return np.asarray(OFFSETS[:, None, None] * lattice.step(way)[None, None, :] + along)
