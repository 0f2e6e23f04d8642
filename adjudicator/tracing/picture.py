"""A board's image at the size that tracing works at: CIELAB colours without their gradient, and codes of a small palette."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyvips
from numpy.typing import NDArray
from skimage.color import rgb2lab
from sklearn.cluster import KMeans

from adjudicator.images import require_bearable
from adjudicator.lean import dataclass, replace
from adjudicator.tracing.bands import BAND, in_bands
from adjudicator.tracing.lattice import Floats

PALETTE = 48
"""Colours in a board's palette: enough that a road's yellow and a beach's are two."""
SEED = 13
LEVELS = 64
LIGHT_STEP, HUE_STEP = 2.0, 4.0
LIGHTS, HUES = 51, 64
BINS = LIGHTS * HUES * HUES
COARSE = 4
GROUND_WIDE = 0.45
"""How broad the window is in which the ground is looked for, as a share of the pitch."""
GROUND_SCALE = np.array([2.5, 1.0, 1.0], dtype=np.float32)
REMEMBERED = 100
"""So many operations libvips remembers if nobody says otherwise."""
GROUND_ZERO = np.array([0, 128, 128], dtype=np.float32)


def working_pitch(hexes: int) -> float:
    """Pixels from centre to centre at which a board is looked at: fewer on large boards, to bound time and memory."""
    return 64.0 if hexes <= 2500 else 48.0 if hexes <= 6000 else 40.0


@dataclass(frozen=True, slots=True)
class ImagePart:
    """One of several images that lie as one: its file's bytes, and the pixel of its left top corner among them all."""

    image: bytes
    x: int
    y: int


Source = Path | bytes | NDArray[np.uint8] | Sequence[ImagePart]
"""A board's image: a file, a file's bytes, pixels, or several files laid as one."""


def pixels_of(image: Source, factor: float) -> NDArray[np.uint8]:
    """A board's image scaled, and never enlarged; pyvips.Error if it is no image."""
    whole = _opened(image)
    if factor < 1:
        whole = whole.resize(factor)
    pixels: NDArray[np.uint8] = whole.cast("uchar").numpy()
    del whole
    # libvips remembers what it read last, which may be a hundred megabytes and is not wanted again
    pyvips.cache_set_max(0)
    pyvips.cache_set_max(REMEMBERED)
    return pixels


def _opened(image: Source) -> Any:
    if isinstance(image, np.ndarray):
        return _coloured(
            pyvips.Image.new_from_array(image).copy(interpretation="srgb" if image.shape[2] > 2 else "b-w")
        )
    if isinstance(image, bytes):
        return _coloured(_bearable(pyvips.Image.new_from_buffer(image, "", access="sequential"), len(image)))
    if isinstance(image, Path):
        return _coloured(_bearable(pyvips.Image.new_from_file(str(image), access="sequential"), image.stat().st_size))
    return _laid([(_opened(each.image), each.x, each.y) for each in image])


def _bearable(image: Any, size: int) -> Any:
    require_bearable(image, size)
    return image


def _laid(pieces: Sequence[tuple[Any, int, int]]) -> Any:
    """Images as one, each with its left top corner where it belongs, on white."""
    width = max(x + each.width for each, x, _ in pieces)
    height = max(y + each.height for each, _, y in pieces)
    whole = (pyvips.Image.black(width, height, bands=3) + 255).cast("uchar").copy(interpretation="srgb")
    for each, x, y in pieces:
        whole = whole.insert(each, x, y)
    return whole


def _coloured(image: Any) -> Any:
    """Red, green and blue."""
    image = image.colourspace("srgb")
    if image.hasalpha():
        image = image.flatten(background=255)
    return image.bandjoin([image, image]) if image.bands == 1 else image


def to_lab(pixels: NDArray[np.uint8]) -> Floats:
    """CIELAB of an image, by a table of 64 levels a channel: exact to about one unit, and fast."""
    table = _lab_table()
    flat, lab = pixels.reshape(-1, 3), np.empty((pixels.size // 3, 3), dtype=np.float32)

    def convert(band: slice) -> None:
        colours = flat[band]
        places = (colours[:, 0] >> 2).astype(np.intp)
        for part in (1, 2):
            places <<= 6
            places |= colours[:, part] >> 2
        table.take(places, axis=0, out=lab[band], mode="clip")

    in_bands(convert, len(flat), BAND)
    return lab.reshape(pixels.shape)


@cache
def _lab_table() -> Floats:
    """CIELAB of every colour of 64 levels a channel."""
    levels = (np.arange(LEVELS) * 4 + 2).astype(np.uint8)
    cube = np.stack(np.meshgrid(levels, levels, levels, indexing="ij"), axis=-1)
    return np.asarray(rgb2lab(cube.reshape(-1, 1, 3), channel_axis=-1).reshape(-1, 3), dtype=np.float32)


@dataclass(frozen=True)
class WorkingImage:
    """`lab` is the image without its gradient, `codes` the palette's nearest colour for every pixel, `palette` those colours."""

    lab: NDArray[np.floating[Any]]
    codes: NDArray[np.uint8]
    palette: Floats
    ground: Floats
    """The usual colour around, for every fourth pixel."""

    @property
    def height(self) -> int:
        return int(self.codes.shape[0])

    @property
    def width(self) -> int:
        return int(self.codes.shape[1])

    def places(self, x: Floats, y: Floats) -> NDArray[np.int64]:
        """Flat places of the pixels nearest to points; points outside get the nearest pixel of the border."""
        rows = np.clip(np.rint(y), 0, self.height - 1).astype(np.int64)
        rows *= self.width
        rows += np.clip(np.rint(x), 0, self.width - 1).astype(np.int64)
        return rows

    def codes_at(self, places: NDArray[np.int64]) -> NDArray[np.uint8]:
        """The codes at flat places."""
        return self.codes.take(places)

    def lab_at(self, places: NDArray[np.int64]) -> Floats:
        """The colours at flat places, in a last axis of three."""
        return self.lab.reshape(-1, 3).take(places, axis=0).astype(np.float32, copy=False)

    @property
    def lighter(self) -> WorkingImage:
        """The same with half the bits, which are as exact as the image is."""
        return replace(self, lab=self.lab.astype(np.float16))

    def ground_at(self, x: Floats, y: Floats) -> Floats:
        """The usual colours around points."""
        height, width = self.ground.shape[:2]
        rows = np.clip(y / COARSE, 0, height - 1).astype(np.int64)
        rows *= width
        rows += np.clip(x / COARSE, 0, width - 1).astype(np.int64)
        return self.ground.reshape(-1, 3).take(rows, axis=0)


def coded(lab: Floats, pitch: float) -> WorkingImage:
    """Find the palette of an image and give every pixel its code; `pitch` is the distance of hexes in it."""
    found = quantised(lab, PALETTE)
    return WorkingImage(lab, found.codes, found.palette, _ground(lab, pitch))


@dataclass(frozen=True)
class Coded:
    """Colours as places in a palette."""

    codes: NDArray[np.uint8]
    palette: Floats


def quantised(lab: Floats, most: int) -> Coded:
    """Colours as codes of a palette of their own."""
    points = lab.reshape(-1, 3)
    bins = np.empty(len(points), dtype=np.int32)

    def sort(band: slice) -> None:
        bins[band] = binned(points[band])

    in_bands(sort, len(points), BAND)
    return from_bins(bins.reshape(lab.shape[:-1]), most)


def from_bins(bins: NDArray[np.int32], most: int) -> Coded:
    """Codes of a palette of so many colours at most, for colours that are sorted into bins.

    Rare colours count: bins of similar colours weigh by the root of their pixels, so that roads get codes of their own.
    """
    flat = bins.ravel()
    counts = np.sum(in_bands(lambda band: np.bincount(flat[band], minlength=BINS), bins.size, 8 * BAND), axis=0)
    return sorting(counts, most).coded(bins)


@dataclass(frozen=True)
class Sorting:
    """The place in a palette of every bin of colours."""

    table: NDArray[np.uint8]
    palette: Floats

    def coded(self, bins: NDArray[np.int32]) -> Coded:
        """Bins as places in the palette."""
        flat, codes = bins.ravel(), np.empty(bins.size, dtype=np.uint8)

        def code(band: slice) -> None:
            codes[band] = self.table.take(flat[band])

        in_bands(code, bins.size, BAND)
        return Coded(codes.reshape(bins.shape), self.palette)


def sorting(counts: NDArray[np.int64], most: int, *, sampled: bool = False) -> Sorting:
    """A palette of so many colours at most, by how often each bin is seen; if in a sample, others may be seen elsewhere."""
    used = np.flatnonzero(counts > max(2, counts.sum() // 400_000))
    colours = _bin_colours()
    wanted = min(most, len(used))
    found = KMeans(wanted, n_init=1, max_iter=25, random_state=SEED).fit(
        colours[used], sample_weight=np.sqrt(counts[used])
    )
    palette = found.cluster_centers_.astype(np.float32)
    table = np.zeros(BINS, dtype=np.uint8)
    some = np.arange(BINS) if sampled else np.flatnonzero(counts)
    table[some] = nearest(colours[some], palette)
    return Sorting(table, palette)


def _ground(lab: Floats, pitch: float) -> Floats:
    """The usual colour around every fourth pixel: the median of a window broader than what is drawn on the ground."""
    few = np.clip(lab[::COARSE, ::COARSE] * GROUND_SCALE + GROUND_ZERO, 0, 255).astype(np.uint8)
    wide = max(3, round(GROUND_WIDE * pitch / COARSE) | 1)
    found = pyvips.Image.new_from_array(few).rank(wide, wide, wide * wide // 2).numpy()
    return np.asarray((found.astype(np.float32) - GROUND_ZERO) / GROUND_SCALE, dtype=np.float32)


def nearest(colours: Floats, palette: Floats) -> NDArray[np.uint8]:
    """The place of the palette's nearest colour for each of some colours."""
    apart = (palette**2).sum(axis=1)[None, :] - 2 * colours @ palette.T
    return np.asarray(apart.argmin(axis=1), dtype=np.uint8)


def binned(colours: Floats) -> NDArray[np.int32]:
    """For each colour the place of the bin of similar ones that it belongs to."""
    light = np.clip(colours[..., 0] * (1 / LIGHT_STEP), 0, LIGHTS - 1).astype(np.int32)
    red = np.clip(colours[..., 1] * (1 / HUE_STEP) + HUES / 2, 0, HUES - 1).astype(np.int32)
    yellow = np.clip(colours[..., 2] * (1 / HUE_STEP) + HUES / 2, 0, HUES - 1).astype(np.int32)
    return np.asarray((light * HUES + red) * HUES + yellow, dtype=np.int32)


def _bin_colours() -> Floats:
    light, red, yellow = np.unravel_index(np.arange(BINS), (LIGHTS, HUES, HUES))
    centres = ((light + 0.5) * LIGHT_STEP, (red + 0.5 - HUES / 2) * HUE_STEP, (yellow + 0.5 - HUES / 2) * HUE_STEP)
    return np.stack(centres, axis=1).astype(np.float32)
