"""Elements of ZunTzu's XML: what the files of boxes and games have in common, both ways."""

from __future__ import annotations

import math
from xml.sax.saxutils import quoteattr

from adjudicator.errors import CorruptFile, Source
from adjudicator.lean import dataclass

LARGEST = 10_000_000.0
Rectangle = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Node:
    """An XML element as the program sees it: name, attributes, children, text."""

    name: str
    attributes: dict[str, str]
    children: tuple[Node, ...] = ()
    text: str = ""
    line: int = 0

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)

    def of(self, *names: str) -> tuple[Node, ...]:
        return tuple(child for child in self.children if child.name in names)


def clean(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return "".join(
        each
        for each in text
        if each in "\t\n\r" or (each >= " " and not "\ud800" <= each <= "\udfff" and each < "\ufffe")
    )


def attributes_text(values: dict[str, str]) -> str:
    return "".join(
        f" {name}={quoteattr(clean(value), {chr(10): '&#10;', chr(13): '&#13;', chr(9): '&#9;'})}"
        for name, value in values.items()
    )


def number_in(node: Node, name: str, default: float | None = None) -> float:
    text = node.get(name)
    if not text and default is not None:
        return default
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or abs(value) > LARGEST:
        raise wrong(node, f"'{name}' wants a number, found '{text[:40]}'")
    return value


def whole_in(node: Node, name: str, default: int | None = None) -> int:
    text = node.get(name).strip()
    if not text and default is not None:
        return default
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise wrong(node, f"'{name}' wants a whole number, found '{text[:40]}'")
    return int(text)


def text_in(node: Node, name: str) -> str:
    return next((child.text for child in node.of(name)), "")


def wrong(node: Node, message: str) -> CorruptFile:
    return CorruptFile(f"line {node.line}: <{node.name}>: {message}", Source())
