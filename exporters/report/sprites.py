"""Counters' pictures packed into a few sheets, each picture once, and pictures as data that stand in a page."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence

import pyvips
from PIL import Image

from adjudicator.exporters import pictures
from adjudicator.exporters.drawing import Picture
from adjudicator.lean import dataclass

SHEET_WIDTH = 2048
MOST_SHEET_HEIGHT = 2048
"""Making a WebP takes fifteen bytes for a pixel, so no sheet is large."""
MOST_PIXELS = 16_000_000
"""All sheets together; more pictures are made smaller."""
LOSSLESS_PIXELS = 600_000
SHEET_QUALITY = 80
FEW_COLOURS = 2048


@dataclass(frozen=True, slots=True)
class Sheets:
    """The sheets as data addresses, and for each picture its sheet, place and size there, and its size on the map."""

    images: tuple[str, ...]
    places: tuple[tuple[int | float, ...], ...]


def packed(cast: Sequence[tuple[Picture, float, float]]) -> Sheets:
    """Lay the pictures on shelves, highest first."""
    factor = _factor(cast)
    small = [pictures.resized(pictures.as_image(picture), factor) for picture, _, _ in cast]
    order = sorted(range(len(small)), key=lambda number: (-small[number].height, -small[number].width, number))
    spots: dict[int, tuple[int, int, int]] = {}
    heights = [0]
    x = y = shelf = 0
    for number in order:
        image = small[number]
        if x + image.width > SHEET_WIDTH:
            x, y, shelf = 0, y + shelf, 0
        if y + image.height > MOST_SHEET_HEIGHT and y:
            heights.append(0)
            x = y = shelf = 0
        spots[number] = (len(heights) - 1, x, y)
        x += image.width
        shelf = max(shelf, image.height)
        heights[-1] = max(heights[-1], y + image.height)
    wide = max((spots[n][1] + small[n].width for n in spots), default=1)
    places = tuple(
        (*spots[number], small[number].width, small[number].height, round(width, 1), round(height, 1))
        for number, (_, width, height) in enumerate(cast)
    )
    sheets = []
    for sheet, height in enumerate(heights if cast else ()):
        made = Image.new("RGBA", (wide, max(1, height)))
        for number, (of, left, top) in spots.items():
            if of == sheet:
                made.paste(small[number], (left, top))
        sheets.append(_sheet_address(made))
    return Sheets(tuple(sheets), places)


def ground_address(image: Image.Image, most_bytes: int) -> str:
    """A map as data: without loss if it has few colours, else as good as fits into that many bytes."""
    if image.getcolors(FEW_COLOURS) is not None:
        data = webp(image, lossless=True)
        if len(data) <= most_bytes:
            return address(data)
    for quality, factor in ((86, 1.0), (76, 1.0), (66, 0.75), (60, 0.5)):
        data = webp(pictures.resized(image, factor) if factor < 1 else image, quality=quality)
        if len(data) <= most_bytes:
            break
    return address(data)


def address(data: bytes, kind: str = "webp") -> str:
    """An image as an address that holds it."""
    return f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"


def _factor(cast: Sequence[tuple[Picture, float, float]]) -> float:
    pixels = sum(picture.width * picture.height for picture, _, _ in cast)
    return 1.0 if pixels <= MOST_PIXELS else float((MOST_PIXELS / pixels) ** 0.5)


def _sheet_address(sheet: Image.Image) -> str:
    if sheet.width * sheet.height <= LOSSLESS_PIXELS:
        return address(webp(sheet, lossless=True))
    return address(webp(sheet, quality=SHEET_QUALITY))


def webp(image: Image.Image, quality: int = 80, lossless: bool = False) -> bytes:
    """The image as a WebP."""
    if not lossless and image.mode == "RGB":  # a map; libvips makes it from half the memory that Pillow takes
        whole = pyvips.Image.new_from_memory(image.tobytes(), image.width, image.height, 3, "uchar")
        return bytes(whole.copy(interpretation="srgb").webpsave_buffer(Q=quality, effort=2, keep="none"))
    out = io.BytesIO()
    # A slower method saves two bytes in a hundred; without loss, "quality" is how long it tries.
    image.save(out, "WEBP", quality=20 if lossless else quality, lossless=lossless, method=1 if lossless else 2)
    return out.getvalue()
