"""Pictures of a ZunTzu box: scans as they are, pieces cut from the scans of their sheets, as PNG (`Counter.cs`, `Card.cs`)."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from dataclasses import field

from PIL import Image

from adjudicator.errors import CorruptFile, ReadError, UnsafeFile
from adjudicator.images import in_rgba
from adjudicator.importers.vassal.images import measure
from adjudicator.importers.zuntzu.wire.box import Section, ZunTzuBox
from adjudicator.importers.zuntzu.wire.nodes import Rectangle
from adjudicator.lean import dataclass

MOST_PIXELS = 240_000_000
DECODERS = ("PNG", "JPEG", "BMP", "GIF", "TIFF")


def piece_name(sheet: int, section: int, row: int, column: int, *, back: bool) -> str:
    """What the picture of a piece's side is called."""
    return f"piece-{sheet}-{section}-{row}-{column}-{'back' if back else 'front'}.png"


@dataclass
class ZunTzuPictures:
    """The pictures of a box by name; pieces come at the scale of `factor`, that of the box's first map."""

    box: ZunTzuBox
    entry: Callable[[str], bytes | None]
    factor: int
    _scans: dict[str, Image.Image] = field(default_factory=dict, repr=False)

    def read(self, name: str) -> bytes | None:
        """An image's bytes: a scan of the box, or a piece cut from one; None if there is none."""
        found = self._asked(name)
        if found is None:
            return self.entry(name)
        image = self._cut(*found)
        if image is None:
            return None
        out = io.BytesIO()
        image.save(out, "PNG")
        return out.getvalue()

    def size(self, name: str) -> tuple[int, int] | None:
        """A scan's size in its own pixels, None if it is not in the box; ReadError if it is no image."""
        data = self.entry(name)
        if data is None:
            return None
        size = measure(data)
        if size is None:
            raise CorruptFile("no image that can be measured")
        if not 0 < size[0] * size[1] <= MOST_PIXELS:
            raise UnsafeFile(f"an image of {size[0]} × {size[1]} pixels")
        return size

    def _asked(self, name: str) -> tuple[int, int, int, int, bool] | None:
        """Sheet, section, row, column and side that a piece's picture is named by."""
        words = name.removesuffix(".png").split("-")
        if len(words) != 6 or words[0] != "piece" or words[5] not in ("front", "back"):
            return None
        numbers = [int(word) if word.isascii() and word.isdecimal() and len(word) < 7 else -1 for word in words[1:5]]
        sheet, section, row, column = numbers
        if not 0 <= sheet < len(self.box.sheets) or not 0 <= section < len(self.box.sheets[sheet].sections):
            return None
        found = self.box.sheets[sheet].sections[section]
        fits = 0 <= row < found.rows and 0 <= column < found.columns
        return (sheet, section, row, column, words[5] == "back") if fits else None

    def _cut(self, sheet: int, section: int, row: int, column: int, back: bool) -> Image.Image | None:
        about, found = self.box.sheets[sheet], self.box.sheets[sheet].sections[section]
        box, from_back = side(found, row, column, back=back)
        name, factor = (about.back_image, about.back_factor) if from_back else (about.front_image, about.front_factor)
        data = self.entry(name) if name and box else None
        if data is None or box is None:
            return None
        if name not in self._scans:
            # One scan at a time: pieces are asked for sheet by sheet, and scans are large.
            self._scans = {name: decoded(data)}
        left, top, right, bottom = (round(each) for each in box)
        scale = factor / self.factor
        if not (left < right and top < bottom and (right - left) * (bottom - top) * max(1, scale**2) <= MOST_PIXELS):
            return None
        cut = self._scans[name].crop((left, top, right, bottom))
        if factor == self.factor:
            return cut
        wide, high = (max(1, round(length * scale)) for length in cut.size)
        return cut.resize((wide, high), Image.Resampling.LANCZOS)


def side(section: Section, row: int, column: int, *, back: bool) -> tuple[Rectangle | None, bool]:
    """Where a side's picture lies, and whether on the back scan; backs of counters are mirrored, a card's back is one."""
    if not back:
        if section.card or section.front is not None:
            return _cell(section.front, section, row, column), section.face_on_back
        return None, False
    if section.card:
        return section.back, not section.back_on_front
    return _cell(section.back, section, row, section.columns - 1 - column), True


def decoded(data: bytes) -> Image.Image:
    """An image in red, green, blue and alpha, of a size that its header has been found to claim bearably."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        return in_rgba(data, DECODERS, MOST_PIXELS)


def _cell(box: Rectangle | None, section: Section, row: int, column: int) -> Rectangle | None:
    if box is None:
        return None
    left, top, right, bottom = box
    wide, high = (right - left) / section.columns, (bottom - top) / section.rows
    return left + column * wide, top + row * high, left + (column + 1) * wide, top + (row + 1) * high


def fitting_size(pictures: ZunTzuPictures, name: str) -> tuple[tuple[int, int] | None, str]:
    """A scan's size, or why there is none."""
    try:
        size = pictures.size(name)
    except ReadError as error:
        return None, error.message
    return size, "" if size else "it is not in the box"
