"""SVG images of game boxes, made safe and complete: nothing runs, nothing is fetched, parts from other entries are taken in.

A counter may be drawn from the symbols of another entry of the same box (`<use xlink:href="symbols.svg#infantry">`), and its
text may ask for fonts that the machine does not have. The engine draws both; so do we.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field
from typing import TypeAlias

from lxml import etree

from adjudicator.errors import CorruptFile, UnsafeFile
from adjudicator.exporters import lettering
from adjudicator.lean import dataclass

ImageSource: TypeAlias = Callable[[str], bytes | None]
"""The bytes of an image of the game box by its name; None if there is none."""

MOST_BYTES = 16_000_000
MOST_TAKEN_IN = 32
"""How many other entries one image may draw from, theirs included."""
MOST_ELEMENTS = 200_000
LONGEST = 1e9
"""Width and height of an image at most: what is longer is not believed, and nobody draws as much."""

_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_SVG = "{http://www.w3.org/2000/svg}"
_HREFS = ("href", "{http://www.w3.org/1999/xlink}href")
_FONTS = re.compile(r"((?<![\w-])font(?:-family)?\s*:\s*)([^;}]+)")
_PARTS = re.compile(r"[\s,]+")
MOST = {"numOctaves": 8, "stdDeviation": 200, "radius": 50, "order": 9, "filterRes": 2000}
"""Attributes of effects, and what they may be at most."""
_LOCAL = re.compile(r"url\(\s*(['\"]?)#")


def whole_svg(data: bytes, source: ImageSource | None = None) -> etree._Element:
    """The image's tree, without scripts or links outside, with what it draws from other entries of `source` taken in.

    CorruptFile if it is no XML, UnsafeFile if it is larger than we draw.
    """
    return _Whole(source or _no_image).of(data)


def lacks_parts(root: etree._Element) -> bool:
    """Whether an image that was made whole uses something that neither it nor its box has."""
    return any(not any(element.get(name) for name in _HREFS) for element in root.iter(f"{_SVG}use"))


def parsed_svg(data: bytes) -> etree._Element:
    """The image's tree as it stands; CorruptFile if it is no XML, UnsafeFile if it is larger than we draw."""
    if len(data) > MOST_BYTES:
        raise UnsafeFile(f"SVG image of {len(data)} bytes, at most {MOST_BYTES} are read")
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise CorruptFile(f"SVG image is not well-formed XML ({error.msg})") from error


def svg_size(root: etree._Element) -> tuple[float, float]:
    """Width and height as a browser would lay it out: attributes, else the view box, else 100 × 100."""
    box = [min(float(part), LONGEST) for part in re.findall(r"-?\d+(?:\.\d+)?", root.get("viewBox", ""))]
    fallback = (box[2], box[3]) if len(box) == 4 else (100.0, 100.0)
    wide = _length(root.get("width", ""), fallback[0])
    high = _length(root.get("height", ""), fallback[1])
    return max(1.0, wide), max(1.0, high)


@dataclass(slots=True)
class _Whole:
    """One image being completed: which entries were taken in, under which number, and their trees."""

    source: ImageSource
    numbers: dict[str, int] = field(default_factory=dict)
    taken: list[etree._Element] = field(default_factory=list)
    elements: int = 0

    def of(self, data: bytes) -> etree._Element:
        root = self._clean(parsed_svg(data))
        if self.taken:
            home = etree.SubElement(root, f"{_SVG}defs")
            home.extend(self.taken)
        return root

    def _clean(self, root: etree._Element) -> etree._Element:
        for element in list(root.iter("*")):
            self.elements += 1
            if self.elements > MOST_ELEMENTS:
                raise UnsafeFile(f"SVG image of more than {MOST_ELEMENTS} elements")
            kind = etree.QName(element).localname
            if kind == "script" and (parent := element.getparent()) is not None:
                parent.remove(element)
                continue
            if kind == "style" and element.text:
                element.text = _with_our_fonts(element.text)
            _moderate(element)
            _letter(element)
            for name in _HREFS:
                self._link(element, name, kind)
        return root

    def _link(self, element: etree._Element, name: str, kind: str) -> None:
        """A link stays if it leads into the image or is one itself; what is used of another entry is taken in."""
        target = element.get(name, "").strip()
        inline = target.startswith("data:image/") and not target.startswith("data:image/svg")
        if not target or inline or target.startswith("#"):
            return
        file, _, part = target.partition("#")
        number = self._take_in(file) if kind == "use" else 0
        if number:
            element.set(name, f"#entry-{number}-{part}" if part else f"#entry-{number}")
        else:
            del element.attrib[name]

    def _take_in(self, file: str) -> int:
        """The number of another entry, taken in now if it was not before; 0 if there is none, or too many."""
        if file in self.numbers:
            return self.numbers[file]
        data = self.source(file) if len(self.numbers) < MOST_TAKEN_IN else None
        number = self.numbers[file] = len(self.numbers) + 1 if data is not None else 0
        if data is not None:
            other = parsed_svg(data)
            _rename(other, f"entry-{number}")
            self.taken.append(self._clean(other))
        return number


def _no_image(_name: str) -> None:
    """An image that stands alone draws from no other."""


def _rename(root: etree._Element, prefix: str) -> None:
    """Give every id of a tree a prefix, and every mention of one, so that two entries' ids do not meet."""
    for element in root.iter("*"):
        for name, told in element.attrib.items():
            value = str(told)
            if name == "id":
                element.set(name, f"{prefix}-{value}")
            elif name in _HREFS and value.strip().startswith("#"):
                element.set(name, f"#{prefix}-{value.strip()[1:]}")
            elif "url(" in value:
                element.set(name, _LOCAL.sub(rf"url(\g<1>#{prefix}-", value))
        if element.text and "url(" in element.text:
            element.text = _LOCAL.sub(rf"url(\g<1>#{prefix}-", element.text)
    root.set("id", prefix)


def _moderate(element: etree._Element) -> None:
    """Effects no stronger than anybody sees: a program that shows the image would work at them for minutes."""
    for name, most in MOST.items():
        told = element.get(name)
        if told is not None:
            element.set(
                name, " ".join(str(most) if _number(each) > most else each for each in _PARTS.split(told.strip()))
            )


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _letter(element: etree._Element) -> None:
    """Our font behind those that an element asks for, which the machine may not have."""
    family, style = element.get("font-family"), element.get("style")
    if family:
        element.set("font-family", f"{family.rstrip(' ,;')}, '{lettering.FAMILY}'")
    if style and "font" in style:
        element.set("style", _with_our_fonts(style))


def _with_our_fonts(style: str) -> str:
    return _FONTS.sub(lambda found: f"{found[1]}{found[2].rstrip(' ,')}, '{lettering.FAMILY}'", style)


def _length(text: str, fallback: float) -> float:
    found = re.fullmatch(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*([a-z]*)\s*", text)
    if found is None or found[2] not in _UNITS:
        return fallback
    return min(float(found[1]) * _UNITS[found[2]], LONGEST)
