"""Looking for secrets in bytes, in every disguise that a program might give them."""

from __future__ import annotations

import base64
import binascii
import html
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageSequence, UnidentifiedImageError

from tests.leaks.game import Secret

Plane: TypeAlias = NDArray[np.uint8]
"""One colour of a picture, (height, width)."""
ADDRESS = re.compile(rb"base64,([A-Za-z0-9+/=]{40,})")
NEAR = 6
ENOUGH = 16
"""So many pixels with all eight around them: less than a counter of 7 by 7, and the edges of drawn lines have none."""


def leaks(data: bytes, words: Iterable[str]) -> list[str]:
    """The words that occur in the data or in what is packed in it, as they are or in disguise."""
    found = []
    layers = list(unpacked(data))
    for word in words:
        for disguise, form in disguises(word):
            if any(form in layer for layer in layers):
                found.append(f"{word} ({disguise})")
    return found


def disguises(word: str) -> Iterator[tuple[str, bytes]]:
    """A word as it may be written."""
    yield "plain", word.encode()
    yield "UTF-16LE", word.encode("utf-16-le")
    yield "UTF-16BE", word.encode("utf-16-be")
    yield "percent", quote(word, safe="").encode()
    yield "JSON", json.dumps(word)[1:-1].encode()
    yield "HTML", html.escape(word).encode()
    yield "HTML numbers", "".join(f"&#{ord(char)};" for char in word).encode()
    yield "backslash-u", "".join(f"\\u{ord(char):04x}" for char in word).encode()
    yield "hexadecimal", word.encode().hex().encode()
    yield "spaces as signs", re.sub(r"\W", "_", word).encode()
    for shift in range(3):
        whole = base64.b64encode(b"\0" * shift + word.encode())
        # the first and last signs depend on what stands around the word
        inner = whole[4 if shift else 0 : len(whole) - 4]
        if len(inner) >= 6:
            yield f"base64, shifted by {shift}", inner


def unpacked(data: bytes, depth: int = 0) -> Iterator[bytes]:
    """The data, and what is packed in it: data addresses, zip entries, PNG text.

    A data address is looked through as what it holds: among the million signs of a picture five digits stand by chance.
    """
    if depth > 2:
        yield data
        return
    for match in ADDRESS.finditer(data):
        try:
            yield from unpacked(base64.b64decode(match[1]), depth + 1)
        except binascii.Error:
            yield match[1]
    yield ADDRESS.sub(b"base64,", data)
    if data[:1] == b"\x78":
        with suppress(zlib.error):
            yield from unpacked(zlib.decompress(data), depth + 1)
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                yield name.encode()
                yield from unpacked(archive.read(name), depth + 1)
    if data.startswith(b"\x89PNG"):
        for match in re.finditer(rb"(?:zTXt|iTXt)", data):
            try:
                yield zlib.decompressobj().decompress(data[match.end() + 6 :])
            except zlib.error:
                continue


def shown(data: bytes, secrets: Iterable[Secret]) -> list[str]:
    """The secrets whose colour is in a picture of the data, or in one that it holds."""
    pictures = [found for layer in unpacked(data) for found in _opened(layer)]
    return [each.word for picture in pictures for each in secrets if _how_much(picture, each.colour) >= ENOUGH]


def _how_much(picture: Sequence[Plane], colour: Sequence[int]) -> int:
    """How many pixels of a picture have almost this colour, as all around them have."""
    near = np.ones_like(picture[0], dtype=np.bool_)
    for plane, level in zip(picture, colour, strict=True):
        near &= (plane >= max(0, level - NEAR)) & (plane <= min(255, level + NEAR))
        if not near.any():
            return 0
    rows = near[:-2] & near[1:-1] & near[2:]
    return int((rows[:, :-2] & rows[:, 1:-1] & rows[:, 2:]).sum())


def _opened(data: bytes) -> Iterator[tuple[Plane, ...]]:
    """The red, green and blue of a picture, of each frame if it is animated; nothing if the data is none."""
    if not data.startswith((b"\x89PNG", b"RIFF", b"GIF8", b"\xff\xd8")):
        return
    try:
        with Image.open(io.BytesIO(data)) as image:
            for frame in ImageSequence.Iterator(image):
                yield tuple(np.asarray(plane) for plane in frame.convert("RGB").split())
    except UnidentifiedImageError:
        return


def all_bytes(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file in a folder, with its name, which is looked through as well."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            name = str(path.relative_to(folder))
            yield name, path.read_bytes()
            yield f"the name of {name}", name.encode()
