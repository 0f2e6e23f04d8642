"""Counters' pictures packed into a few sheets, each picture once, and pictures as data that stand in a page."""

from __future__ import annotations

import base64
import io
import sys
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from PIL import Image

from adjudicator.exporters import pictures
from adjudicator.exporters.drawing import Picture
from adjudicator.lean import dataclass

SHEET_WIDTH = 2048
MOST_SHEET_HEIGHT = 768
STRIP_PIXELS, STRIP_OVERLAP = 1_500_000, 8
"""Making a WebP takes fifteen bytes for a pixel, so no sheet is large, and a map is made in strips. Each reaches some rows into
the next one, so that no gap is seen between them."""
MOST_PIXELS = 16_000_000
"""All sheets together; more pictures are made smaller."""
LOSSLESS_PIXELS = 600_000
SHEET_QUALITY = 80
FEW_COLOURS = 2048
LOOKS = ((86, 1.0), (76, 1.0), (66, 0.75), (60, 0.5))
"""How good a map's picture is, and how large beside the map: the first that takes no more bytes than it may, else the last."""


Strip: TypeAlias = tuple[float, str]
"""How far below a map's top a strip of it begins, in widths of the map, and its data."""


@dataclass(frozen=True, slots=True)
class Sheets:
    """The sheets as data addresses, and for each picture its sheet, place and size there, and its size on the map."""

    images: tuple[str, ...]
    places: tuple[tuple[int | float, ...], ...]


def packed(cast: Sequence[tuple[Picture, float, float]]) -> Sheets:
    """Lay the pictures on shelves, highest first."""
    factor = _factor(cast)
    small = [_size(picture, factor) for picture, _, _ in cast]
    order = sorted(range(len(small)), key=lambda number: (-small[number][1], -small[number][0], number))
    spots: dict[int, tuple[int, int, int]] = {}
    heights = [0]
    x = y = shelf = 0
    for number in order:
        wide, high = small[number]
        if x + wide > SHEET_WIDTH:
            x, y, shelf = 0, y + shelf, 0
        if y + high > MOST_SHEET_HEIGHT and y:
            heights.append(0)
            x = y = shelf = 0
        spots[number] = (len(heights) - 1, x, y)
        x += wide
        shelf = max(shelf, high)
        heights[-1] = max(heights[-1], y + high)
    widest = max((spots[n][1] + small[n][0] for n in spots), default=1)
    places = tuple(
        (*spots[number], *small[number], round(width, 1), round(height, 1))
        for number, (_, width, height) in enumerate(cast)
    )
    sheets = []
    for sheet, height in enumerate(heights if cast else ()):
        made = Image.new("RGBA", (widest, max(1, height)))
        for number, (of, left, top) in spots.items():
            if of == sheet:
                made.paste(pictures.resized(pictures.as_image(cast[number][0]), factor), (left, top))
        sheets.append(_sheet_address(made))
    return Sheets(tuple(sheets), places)


def ground_address(image: Image.Image, most_bytes: int) -> str:
    """A map as data: without loss if it has few colours, else as good as fits into that many bytes."""
    [(_, made)] = _fitted(image, most_bytes, image.height)
    return made


def ground_strips(image: Image.Image, most_bytes: int) -> list[Strip]:
    """The same in strips."""
    return _fitted(image, most_bytes, max(4 * STRIP_OVERLAP, STRIP_PIXELS // image.width))


def _fitted(image: Image.Image, most_bytes: int, rows: int) -> list[Strip]:
    few = image.getcolors(FEW_COLOURS) is not None
    made = _packed_strips(image, rows, most_bytes, lossless=True) if few else None
    for quality, factor in LOOKS:
        if made is not None:
            break
        sized = pictures.resized(image, factor).convert("RGB") if factor < 1 else image
        most = most_bytes if (quality, factor) != LOOKS[-1] else sys.maxsize
        made = _packed_strips(sized, rows, most, quality=quality)
    return [(top, address(data)) for top, data in made or ()]


def _packed_strips(
    image: Image.Image, rows: int, most_bytes: int, quality: int = 80, lossless: bool = False
) -> list[tuple[float, bytes]] | None:
    """The strips as WebP; None as soon as they are more bytes."""
    made: list[tuple[float, bytes]] = []
    for top, strip in _strips(image, rows):
        made.append((top, webp(strip, quality=quality, lossless=lossless)))
        most_bytes -= len(made[-1][1])
        if most_bytes < 0:
            return None
    return made


def _strips(image: Image.Image, rows: int) -> Iterator[tuple[float, Image.Image]]:
    for top in range(0, max(1, image.height - STRIP_OVERLAP), rows):
        below = min(top + rows + STRIP_OVERLAP, image.height)
        yield round(top / image.width, 6), image.crop((0, top, image.width, below))


def address(data: bytes, kind: str = "webp") -> str:
    """An image as an address that holds it."""
    return f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"


def _factor(cast: Sequence[tuple[Picture, float, float]]) -> float:
    pixels = sum(picture.width * picture.height for picture, _, _ in cast)
    return 1.0 if pixels <= MOST_PIXELS else float((MOST_PIXELS / pixels) ** 0.5)


def _size(picture: Picture, factor: float) -> tuple[int, int]:
    """How large a picture is in its sheet, as `pictures.resized` makes it."""
    return max(1, round(picture.width * factor)), max(1, round(picture.height * factor))


def _sheet_address(sheet: Image.Image) -> str:
    if sheet.width * sheet.height <= LOSSLESS_PIXELS:
        return address(webp(sheet, lossless=True))
    return address(webp(sheet, quality=SHEET_QUALITY))


def webp(image: Image.Image, quality: int = 80, lossless: bool = False) -> bytes:
    """The image as a WebP."""
    out = io.BytesIO()
    # A slower method saves two bytes in a hundred; without loss, "quality" is how long it tries.
    image.save(out, "WEBP", quality=20 if lossless else quality, lossless=lossless, method=1 if lossless else 2)
    return out.getvalue()
