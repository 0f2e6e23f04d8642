"""Images of a module: how their names are looked up (`DataArchive.getInputStream`), and their sizes from the headers.

A header is read without decoding the picture, so a claim of 10^9 pixels costs nothing and is not believed.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

from adjudicator.errors import CorruptFile
from adjudicator.importers.vassal.wire.numbers import decimal
from adjudicator.lean import dataclass

FOLDER = "images/"
HEAD = 1 << 16
MOST_PIXELS = 999_999_999
LONGEST_SIDE = 1_000_000
_SVG = re.compile(rb"<(?:\w+:)?svg\b[^>]*>", re.DOTALL)
_LENGTH = rb"\s*=\s*[\"']\s*([0-9]+(?:\.[0-9]*)?)\s*(?:px)?\s*[\"']"
_BOX = re.compile(rb"\bviewBox\s*=\s*[\"']\s*[-+.\d]+[\s,]+[-+.\d]+[\s,]+([.\d]+)[\s,]+([.\d]+)\s*[\"']")


class Entries(Protocol):
    """What is asked of an opened archive."""

    @property
    def names(self) -> Collection[str]: ...

    def read(self, name: str) -> bytes: ...

    def pieces(self, name: str) -> Iterator[bytes]: ...

    def head(self, name: str, length: int) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Images:
    """The images of a module and its extensions, the module's first; nothing is read before it is asked for."""

    archives: Sequence[Entries]

    def read(self, name: str) -> bytes | None:
        """An image's bytes, None if no archive has it."""
        found = self._find(name)
        return None if found is None else found[0].read(found[1])

    def pieces(self, name: str) -> Iterator[bytes] | None:
        """The same piece by piece."""
        found = self._find(name)
        return None if found is None else found[0].pieces(found[1])

    def entry(self, name: str) -> bytes | None:
        """The bytes of any entry by its full name, None if no archive has it."""
        for archive in self.archives:
            if name in archive.names:
                return archive.read(name)
        return None

    def size(self, name: str) -> tuple[int, int] | None:
        """An image's width and height, None if no archive has it; CorruptFile if it is no image or beyond all measure."""
        found = self._find(name)
        if found is None:
            return None
        archive, entry = found
        size = measure(archive.head(entry, HEAD)) or measure(archive.read(entry))
        if size is None:
            raise CorruptFile("neither PNG, JPEG, GIF, BMP nor SVG, or no size in its header")
        width, height = size
        if not 0 < width * height <= MOST_PIXELS:
            raise CorruptFile(f"its header claims {width} × {height} pixels, which is not believed")
        return size

    def find(self, name: str) -> str | None:
        """The entry that an image's name leads to, None if no archive has it."""
        found = self._find(name)
        return None if found is None else found[1]

    def _find(self, name: str) -> tuple[Entries, str] | None:
        if not name or name.startswith("/"):
            return None
        for form in (name, unicodedata.normalize("NFD", name), f"{name}.gif"):
            for archive in self.archives:
                if FOLDER + form in archive.names:
                    return archive, FOLDER + form
        return None


def measure(data: bytes) -> tuple[int, int] | None:
    """Width and height from the first bytes of an image, None if they do not say."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        width, height = struct.unpack("<HH", data[6:10])
        return width, height
    if data.startswith(b"BM") and len(data) >= 26:
        width, height = struct.unpack("<ii", data[18:26])
        return width, abs(height)
    if data.startswith(b"\xff\xd8"):
        return _measure_jpeg(data)
    return _measure_svg(data)


def _measure_jpeg(data: bytes) -> tuple[int, int] | None:
    """Walk the segments to the frame header (SOF0…SOF15 but for the three that are tables)."""
    at = 2
    while at + 9 <= len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _measure_svg(data: bytes) -> tuple[int, int] | None:
    """The root element's width and height, else those of its view box."""
    root = _SVG.search(data[:HEAD])
    if root is None:
        return None
    width, height = (re.search(rb"\b" + side + _LENGTH, root.group()) for side in (b"width", b"height"))
    if width and height:
        return _pixels(width.group(1), height.group(1))
    box = _BOX.search(root.group())
    return _pixels(box.group(1), box.group(2)) if box else None


def _pixels(width: bytes, height: bytes) -> tuple[int, int] | None:
    """Two lengths in whole pixels, None if no picture is that large."""
    sides = decimal(width.decode("ascii")), decimal(height.decode("ascii"))
    return (round(sides[0]), round(sides[1])) if min(sides) > 0 and max(sides) <= LONGEST_SIDE else None
