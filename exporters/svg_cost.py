"""What an SVG image would take to draw, reckoned before it is drawn: parts used again and again, layers, pictures within."""

from __future__ import annotations

import base64
import binascii
import io
import math
from collections.abc import Iterator
from dataclasses import field

from lxml import etree
from PIL import Image

from adjudicator.budget import budget
from adjudicator.errors import UnsafeFile
from adjudicator.exporters.foreign_svg import MOST_ELEMENTS
from adjudicator.lean import dataclass
from adjudicator.said import say

_SVG = "{http://www.w3.org/2000/svg}"
_HREFS = ("href", "{http://www.w3.org/1999/xlink}href")
_OWN_LAYER = frozenset({"opacity", "filter", "mask", "clip-path", "mix-blend-mode", "isolation", "style", "class"})
"""What an element may have that makes the drawer take a sheet of its own for it."""
LAYERS = 4
"""Sheets of the image's size that the drawer has anyway, at most."""


def require_bearable(root: etree._Element, pixels: int) -> None:
    """UnsafeFile if the image would take more than it may at so many pixels."""
    uses = _Uses({str(each.get("id")): each for each in root.iter("*") if each.get("id")})
    if uses.of(root) > MOST_ELEMENTS:
        raise UnsafeFile(say("SVG image uses its parts more than {count} times", MOST_ELEMENTS))
    sheets = LAYERS + _nested(root) + max((len(each) for each in root.iter(f"{_SVG}filter")), default=0)
    within = sum(map(_pixels_of, _pictures(root)))
    if 4 * (sheets * pixels + within) > budget().memory:
        raise UnsafeFile(say("SVG image takes more than {megabytes} MB of memory to draw", f"{budget().megabytes:g}"))


@dataclass(slots=True)
class _Uses:
    """How many elements an image has where each use of a part counts as that part."""

    named: dict[str, etree._Element]
    known: dict[etree._Element, float] = field(default_factory=dict)

    def of(self, element: etree._Element) -> float:
        if element in self.known:
            return self.known[element]
        self.known[element] = 0.0  # a part within itself is not drawn
        target = self._used(element)
        found = 1.0 + sum(self.of(each) for each in element if isinstance(each.tag, str))
        self.known[element] = found if target is None else found + self.of(target)
        return self.known[element]

    def _used(self, element: etree._Element) -> etree._Element | None:
        if element.tag != f"{_SVG}use":
            return None
        told = next((told for name in _HREFS if (told := element.get(name))), "")
        return self.named.get(told.strip().removeprefix("#"))


def _nested(root: etree._Element) -> int:
    """How many elements with a sheet of their own lie within one another."""
    deepest, waiting = 0, [(root, 0)]
    while waiting:
        element, depth = waiting.pop()
        depth += not _OWN_LAYER.isdisjoint(map(str, element.attrib))
        deepest = max(deepest, depth)
        waiting += [(each, depth) for each in element if isinstance(each.tag, str)]
    return deepest


def _pictures(root: etree._Element) -> Iterator[str]:
    """The pictures that stand within the image."""
    for element in root.iter("*"):
        yield from (told for name in _HREFS if (told := element.get(name, "").strip()).startswith("data:"))


def _pixels_of(told: str) -> float:
    """How many pixels a picture has by its header; one that nobody can read is not drawn."""
    try:
        with Image.open(io.BytesIO(base64.b64decode(told.partition(",")[2]))) as image:
            return image.width * image.height
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return math.inf
    except (OSError, ValueError, SyntaxError, binascii.Error):
        return 0
