"""The images of a game box as they are drawn on counters, and what is missing of them."""

from __future__ import annotations

import time
from functools import lru_cache

from PIL import Image

from adjudicator.budget import budget
from adjudicator.errors import ReadError, UnsafeFile
from adjudicator.exporters import pictures
from adjudicator.exporters.drawn_before import DrawnBefore
from adjudicator.exporters.foreign_svg import ImageSource
from adjudicator.notes import Note, NoteKind
from adjudicator.said import say

MOST_KEPT = 8_000_000
"""Pixels of the images that are kept: thousands of counters, few boards."""
MOST_NAMED = 3
"""So many missing images are named one by one; of more, these are examples."""
MOST_PARTS = 8
"""So many entries are held that many images draw from: sheets of symbols."""
SLOW = 1.0
"""Seconds from which on an image counts as slow; all slow ones together may take what reading a file may."""


class BoxImages:
    """Images by name at one scale; the ones used last are kept, which are those that many counters share."""

    def __init__(self, source: ImageSource, scale: float) -> None:
        self._source, self._scale = source, scale
        self._part = lru_cache(maxsize=MOST_PARTS)(source)
        self._before = DrawnBefore()
        self._kept: dict[str, Image.Image | None] = {}
        self._lacking: set[str] = set()
        self._broken: dict[str, Note] = {}
        self._slow = 0.0
        self._pixels = 0

    def get(self, name: str) -> Image.Image | None:
        """The image; None, and a note, if it is missing or broken."""
        if name in self._kept:
            image = self._kept.pop(name)
        else:
            image = self._load(name)
            self._pixels += _pixels(image)
        self._kept[name] = image
        while self._pixels > MOST_KEPT and len(self._kept) > 1:
            self._pixels -= _pixels(self._kept.pop(next(iter(self._kept))))
        return image

    def size(self, name: str) -> tuple[int, int] | None:
        """An image's size; silent if it cannot be had, since a note would name what the viewer may not know."""
        data = self._source(name) if name else None
        if data is None:
            return None
        try:
            return pictures.size_of(data)
        except ReadError:
            return None

    @property
    def notes(self) -> tuple[Note, ...]:
        """What could not be drawn; many images that the box lacks are one note."""
        names = sorted(self._lacking)
        if len(names) <= MOST_NAMED:
            lacking = [_missing(name, f"the image '{name}' is not in the game box") for name in names]
        else:
            some = ", ".join(f"'{name}'" for name in names[:MOST_NAMED])
            lacking = [_missing(names[0], f"{len(names)} images are not in the game box, such as {some}")]
        return (*lacking, *self._broken.values())

    def _load(self, name: str) -> Image.Image | None:
        data = self._source(name)
        if data is None:
            self._lacking.add(name)
            return None
        began = time.monotonic()
        try:
            if self._slow > budget().seconds:
                raise UnsafeFile(say("not drawn, since others before it took {seconds} seconds", f"{self._slow:.0f}"))
            return pictures.decoded(data, self._scale, self._part, self._before)
        except ReadError as error:
            self._broken[name] = _missing(name, f"'{name}': {error.message}")
            return None
        finally:
            took = time.monotonic() - began
            self._slow += took if took > SLOW else 0.0


def _pixels(image: Image.Image | None) -> int:
    return image.width * image.height if image is not None else 0


def _missing(name: str, what: str) -> Note:
    return Note(NoteKind.MISSING, name, f"{what}; the name is drawn instead")
