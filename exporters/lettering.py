"""Text on pictures: our own fonts, so that every machine draws the same, and how wide words are in them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

FOLDER = Path(__file__).parent / "fonts"
REGULAR = FOLDER / "DejaVuSansCondensed.ttf"
BOLD = FOLDER / "DejaVuSansCondensed-Bold.ttf"
FAMILY = "DejaVu Sans Condensed"
CSS_FAMILY = f"'{FAMILY}','DejaVu Sans','Arial Narrow',Arial,sans-serif"

_COVERED = ((0x20, 0x24F), (0x370, 0x45F), (0x490, 0x491), (0x1E00, 0x1EFF), (0x2010, 0x203A), (0x2190, 0x2199))
_MEASURE = 64


@lru_cache(maxsize=64)
def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The font at a whole size in pixels."""
    return ImageFont.truetype(str(BOLD if bold else REGULAR), max(1, size), layout_engine=ImageFont.Layout.BASIC)


def covered(text: str) -> bool:
    """Whether our fonts have every character; for others the machine's own fonts must help."""
    return all(any(first <= ord(char) <= last for first, last in _COVERED) for char in set(text))


@lru_cache(maxsize=8192)
def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a line of text is."""
    return font(_MEASURE, bold).getlength(text) * size / _MEASURE


def fitted(text: str, size: float, room: float, bold: bool = False) -> float:
    """The size, at most `size`, at which the text fits into `room`."""
    wide = width(text, size, bold)
    return size if wide <= room else size * room / wide


def wrapped(text: str, size: float, room: float, bold: bool = False) -> tuple[str, ...]:
    """The text broken into lines that fit into `room`; a word too long for a line is cut, behind a hyphen if it has one."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if width(longer, size, bold) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while len(line) > 1 and width(line, size, bold) > room:
            part = _leading(line, size, room, bold)
            part = part[: part.rfind("-") + 1] or part
            lines.append(part)
            line = line[len(part) :]
    return (*lines, line) if line else tuple(lines)


def shortened(text: str, size: float, room: float, bold: bool = False) -> str:
    """The text, cut with an ellipsis if it does not fit."""
    if width(text, size, bold) <= room:
        return text
    return _leading(text, size, room - width("…", size, bold), bold).rstrip() + "…"


def _leading(text: str, size: float, room: float, bold: bool) -> str:
    """The longest start of the text that fits, at least one character."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle], size, bold) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low]
