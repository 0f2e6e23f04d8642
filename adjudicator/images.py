"""Images that strangers made, decoded under the budget: what one takes is reckoned by its header, before it is decoded.

Decoders work in one long call that no watch can stop, and their memory is none that the interpreter counts.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Sequence
from typing import Any

from PIL import Image

from adjudicator.budget import bounded, spend
from adjudicator.errors import CorruptFile, Source, UnsafeFile
from adjudicator.said import say

MOST_BOARD_PIXELS = 2_000_000_000
"""The largest board that is drawn, which takes a few rows of memory at a time."""
MOST_SIDE = 200_000
"""Its longest side: each row costs time, however short it is."""
MOST_PER_BYTE = 8 * 1032
"""Pixels that a byte of a file stands for at most: deflate packs 1,032 bytes into one, and a byte has 8 pixels of one bit."""
_SMALL_FILE = 1024
MOST_SCANS = 100
"""How often a JPEG image may go over its pixels; a colour image that grows clear while it arrives does so some ten times."""
WHOLE = 4
"""Bytes of a pixel in red, green, blue and alpha."""
HARMFUL = (
    OSError,
    ValueError,
    SyntaxError,
    EOFError,
    LookupError,
    ArithmeticError,
    TypeError,
    struct.error,
    zlib.error,
)
"""What Pillow raises of an image that it cannot decode."""
_STREAMED = ("png", "jpeg", "tiff")
"""What libvips calls the loaders that keep a few rows of an image in memory, unless it comes interlaced."""
_SCAN = b"\xff\xda"
_TILE_WIDTH, _TILE_LENGTH = 322, 323
_SMALL = frozenset({"1", "L", "P"})
"""Pillow's modes of images that take a byte for each pixel."""
_KEPT = {"WEBP": 14}
"""Bytes for each pixel that a format's decoder keeps until the image is in colour, as measured."""
_COARSE = 2
"""Bytes for each pixel that an image which grows clear while it arrives takes more at first than in colour."""


def opened(data: bytes, kinds: Sequence[str], most: int) -> Image.Image:
    """An image whose header was read, and nothing else; `kinds` are Pillow's names of formats.

    UnsafeFile if it has more than `most` pixels or decoding it would take more than may be, CorruptFile if it is no image.
    """
    try:
        image = Image.open(io.BytesIO(data), formats=list(kinds))
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise UnsafeFile(say("image of more than {count} pixels", most)) from error
    except HARMFUL as error:
        raise CorruptFile(say("cannot be read as an image ({kinds})", ", ".join(kinds))) from error
    if image.width * image.height > most:
        raise UnsafeFile(
            say("image of {width} × {height} pixels, at most {count} are decoded", image.width, image.height, most)
        )
    require_few_scans(data)
    return image


@bounded
def in_rgba(data: bytes, kinds: Sequence[str], most: int) -> Image.Image:
    """An image in red, green, blue and alpha; errors as of `opened`."""
    with opened(data, kinds, most) as image:
        try:
            spend(_taken_by(image))
            image.load()
            return image.convert("RGBA")
        except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
            raise UnsafeFile(say("image of more than {count} pixels", most)) from error
        except HARMFUL as error:
            raise CorruptFile(say("{kind} image cannot be decoded ({why})", image.format or "", error)) from error


def require_bearable(image: Any, size: int) -> None:
    """UnsafeFile if an image that libvips opened has more pixels than we draw, or than so many bytes of it can hold.

    Also if it is read whole and takes more memory than it may. What a damaged one lacks libvips draws all the same, row by row.
    """
    pixels = image.width * image.height
    if pixels > MOST_BOARD_PIXELS or max(image.width, image.height) > MOST_SIDE:
        raise UnsafeFile(f"{image.width} × {image.height} pixels, at most {MOST_BOARD_PIXELS} are drawn")
    if pixels > MOST_PER_BYTE * max(size, _SMALL_FILE):
        told = say("its header claims {width} × {height} pixels, which it cannot hold", image.width, image.height)
        raise UnsafeFile(told, Source(offset=size))
    streamed = image.get("vips-loader").startswith(_STREAMED) and not image.get_typeof("interlaced")
    if not streamed:
        spend(2 * WHOLE * image.width * image.height)


def require_few_scans(data: bytes) -> None:
    """UnsafeFile for a JPEG image that goes over its pixels so often that a few bytes of it keep a decoder busy for minutes."""
    if data.startswith(b"\xff\xd8") and data.count(_SCAN) > MOST_SCANS:
        raise UnsafeFile(say("a JPEG image of more than {count} scans", MOST_SCANS))


def _taken_by(image: Image.Image) -> int:
    """Bytes that decoding takes at most: the image as it is and in colour, what its decoder keeps, a tile larger than it is."""
    each = (1 if image.mode in _SMALL else WHOLE) + WHOLE + _KEPT.get(image.format or "", 0)
    each += _COARSE if image.info.get("progressive") else 0
    tags = getattr(image, "tag_v2", {})
    wide, high = (told if isinstance(told := tags.get(tag), int) else 0 for tag in (_TILE_WIDTH, _TILE_LENGTH))
    return each * (image.width * image.height + wide * high)
