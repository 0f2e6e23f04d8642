"""SVG images of game boxes, made safe and complete: nothing runs, nothing is fetched, parts from other entries are taken in.

A counter may be drawn from the symbols of another entry of the same box (`<use xlink:href="symbols.svg#infantry">`), and its
text may ask for fonts that the machine does not have. The engine draws both; so do we.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import field
from functools import lru_cache
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
_FILE = re.compile(rb"""href\s*=\s*(?:"([^"#]+)|'([^'#]+))""")
_OTHERWISE = re.compile(
    rb"<!(?:DOCTYPE|ENTITY)[^>]*\[|encoding\s*=\s*[\"'](?!(?i:utf-8|us-ascii|iso-8859-1|windows-1252)[\"'])"
)
_LOCAL = re.compile(r"url\(\s*(['\"]?)#([^'\")]*)")


def whole_svg(data: bytes, source: ImageSource | None = None) -> etree._Element:
    """The image's tree, without scripts or links outside, with what it draws from other entries of `source` taken in.

    CorruptFile if it is no XML, UnsafeFile if it is larger than we draw.
    """
    return _Whole(source or no_image).of(data)


def digest_of(data: bytes, source: ImageSource) -> bytes | None:
    """A digest of an image and of all entries that it may draw from; None if a link is written in a way that hides its name."""
    whole = hashlib.sha256(data)
    found, waiting = set[str](), [data]
    while waiting:
        files = _files(waiting.pop())
        if files is None or len(found) > MOST_TAKEN_IN:
            return None
        for file in files:
            if file in found:
                continue
            found.add(file)
            part = source(file)
            whole.update(repr((file, _digest(part) if part is not None else None)).encode())
            waiting += [part] if part is not None else []
    return whole.digest()


@lru_cache(maxsize=8)
def _digest(part: bytes) -> bytes:
    """A digest of a sheet of symbols, which many images draw from."""
    return hashlib.sha256(part).digest()


@lru_cache(maxsize=8)
def _files(text: bytes) -> tuple[str, ...] | None:
    """The entries that an image links to; None where a link may be written in a way that hides its name."""
    if b"\0" in text or _OTHERWISE.search(text):
        return None
    links = sorted({one or other for one, other in _FILE.findall(text)})
    if any(b"&" in link or not link.isascii() for link in links):
        return None
    return tuple(link.decode("ascii").strip() for link in links)


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
    """One image being completed: which entries were taken in, under which number, and what of their trees is used."""

    source: ImageSource
    numbers: dict[str, int] = field(default_factory=dict)
    entries: list[_Taken] = field(default_factory=list)
    waiting: list[tuple[int, str]] = field(default_factory=list)
    elements: int = 0

    def of(self, data: bytes) -> etree._Element:
        root = _tidied(parsed_svg(data))
        self._link_all(root)
        while self.waiting:
            number, part = self.waiting.pop()
            taken = self.entries[number - 1]
            if part not in taken.parts:
                taken.parts.add(part)
                for copied in taken.copies(part):
                    self._link_all(copied, number)
        if self.entries:
            etree.SubElement(root, f"{_SVG}defs").extend([taken.root for taken in self.entries])
        return root

    def _link_all(self, root: etree._Element, number: int = 0) -> None:
        """Mend the links of the image itself, or of what was copied from the entry of that number."""
        for element in root.iter("*"):
            self.elements += 1
            if self.elements > MOST_ELEMENTS:
                raise UnsafeFile(f"SVG image of more than {MOST_ELEMENTS} elements")
            for name in _HREFS:
                self._link(element, name, number)
            if number:
                self.waiting += [(number, part) for part in _renamed(element, f"entry-{number}-")]

    def _link(self, element: etree._Element, name: str, number: int) -> None:
        """A link stays if it leads into the image or is one itself; what is used of another entry is taken in."""
        target = element.get(name, "").strip()
        inline = target.startswith("data:image/") and not target.startswith("data:image/svg")
        if not target or inline:
            return
        file, _, part = target.partition("#")
        if file:
            number = self._take_in(file) if etree.QName(element).localname == "use" else 0
        elif not number or not part:
            return
        if not number:
            del element.attrib[name]
            return
        if part == self.entries[number - 1].entry.root.get("id"):
            part = ""
        element.set(name, f"#entry-{number}-{part}" if part else f"#entry-{number}")
        self.waiting.append((number, part))

    def _take_in(self, file: str) -> int:
        """The number of another entry, taken in now if it was not before; 0 if there is none, or too many."""
        if file in self.numbers:
            return self.numbers[file]
        data = self.source(file) if len(self.numbers) < MOST_TAKEN_IN else None
        number = self.numbers[file] = len(self.numbers) + 1 if data is not None else 0
        if data is not None:
            self.entries.append(_Taken(_entry(data), f"entry-{number}"))
        return number


class _Entry:
    """Another image of the box, tidied: `named` are its elements with an id, `styles` what says how its classes look."""

    def __init__(self, data: bytes) -> None:
        self.root = _tidied(parsed_svg(data))
        self.named: dict[str, etree._Element] = {}
        for element in self.root.iter("*"):
            self.named.setdefault(element.get("id", ""), element)
        self.styles = list(self.root.iter(f"{_SVG}style"))


@lru_cache(maxsize=4)
def _entry(data: bytes) -> _Entry:
    """An entry from which many images of a box draw: it is read once."""
    return _Entry(data)


class _Taken:
    """What one image uses of another entry: a tree with these parts alone, each under its ancestors, which may say how it
    looks.
    """

    def __init__(self, entry: _Entry, name: str) -> None:
        self.entry, self.parts = entry, set[str]()
        self.root = _bare(entry.root)
        self.root.set("id", name)
        self._ancestors = {entry.root: self.root}

    def copies(self, part: str) -> list[etree._Element]:
        """Take in a part, "" for all; with the first one what says how classes look."""
        found = list(self.entry.root.iterchildren("*")) if not part else [self.entry.named.get(part, self.entry.root)]
        styles = self.entry.styles if len(self.parts) == 1 else []
        return [self._copied(each) for each in (*styles, *found) if each is not self.entry.root]

    def _copied(self, element: etree._Element) -> etree._Element:
        copied = deepcopy(element)
        copied.tail = None
        self._under(element).append(copied)
        return copied

    def _under(self, element: etree._Element) -> etree._Element:
        """The parent of an element, without what else it holds."""
        parent = element.getparent()
        assert parent is not None  # noqa: S101 - the root is never asked about
        if parent not in self._ancestors:
            self._ancestors[parent] = bare = _bare(parent)
            self._under(parent).append(bare)
        return self._ancestors[parent]


def _bare(element: etree._Element) -> etree._Element:
    """An element without what it holds, and without its name: that is the whole one's."""
    bare = etree.Element(element.tag)
    for name, told in element.attrib.items():
        if name != "id":
            bare.set(name, told)
    return bare


def _tidied(root: etree._Element) -> etree._Element:
    """A tree without scripts and with effects and fonts as they can be drawn; its links as they were."""
    for count, element in enumerate(list(root.iter("*"))):
        if count >= MOST_ELEMENTS:
            raise UnsafeFile(f"SVG image of more than {MOST_ELEMENTS} elements")
        kind = etree.QName(element).localname
        if kind == "script" and (parent := element.getparent()) is not None:
            parent.remove(element)
            continue
        if kind == "style" and element.text:
            element.text = _with_our_fonts(element.text)
        _moderate(element)
        _letter(element)
    return root


def no_image(_name: str) -> None:
    """An image that stands alone draws from no other."""


def _renamed(element: etree._Element, prefix: str) -> Iterator[str]:
    """Put a prefix before an element's id and before each that it mentions, so that two entries' ids do not meet. The mentioned
    ones but those of links, which have theirs.
    """
    for name, told in element.attrib.items():
        value = str(told)
        if name == "id":
            element.set(name, f"{prefix}{value}")
        elif "url(" in value:
            yield from _mentioned(value)
            element.set(name, _LOCAL.sub(rf"url(\g<1>#{prefix}\g<2>", value))
    if element.text and "url(" in element.text:
        yield from _mentioned(element.text)
        element.text = _LOCAL.sub(rf"url(\g<1>#{prefix}\g<2>", element.text)


def _mentioned(text: str) -> list[str]:
    return [part for _, part in _LOCAL.findall(text)]


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
