"""The elements of a build file and of the data beside it: made, given attributes, written."""

from __future__ import annotations

from lxml import etree

from adjudicator.exporters.vassal.bookkeeping import holdable
from adjudicator.exporters.vassal.box.buildfile import SAVED
from adjudicator.exporters.vassal.box.plan import VASSAL_VERSION


def data(name: str, version: str, *, module: bool) -> bytes:
    """`moduledata` or `savedata`."""
    root = etree.Element("data", version="1")
    for tag, text in (
        ("version", version),
        ("VassalVersion", VASSAL_VERSION),
        ("dateSaved", str(SAVED)),
        ("description", ""),
    ):
        add_part(root, tag).text = text or None
    if module:
        add_part(root, "name").text = holdable(name) or None
    body: bytes = etree.tostring(root, encoding="UTF-8", xml_declaration=False)
    return b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' + body + b"\n"


def give(element: etree._Element, **attributes: str) -> None:
    for name, value in sorted(attributes.items()):
        element.set(name, holdable(value))


def add_part(parent: etree._Element, kind: str, **attributes: str) -> etree._Element:
    child = etree.SubElement(parent, kind)
    give(child, **attributes)
    return child


def rgb(colour: str) -> str:
    """`#rrggbb` as `r,g,b`, "" as none."""
    digits = colour.removeprefix("#")
    return ",".join(str(int(digits[at : at + 2], 16)) for at in (0, 2, 4)) if len(digits) == 6 else ""
