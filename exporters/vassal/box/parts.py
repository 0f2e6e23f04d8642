"""Where the engine's components lie, and how one is put into a build file."""

from __future__ import annotations

from lxml import etree

MODULE = "VASSAL.build.module."
MAP = "VASSAL.build.module.map."
GRID = "VASSAL.build.module.map.boardPicker.board."
WIDGET = "VASSAL.build.widget."


def add(parent: etree._Element, kind: str, **attributes: str) -> etree._Element:
    """A component, its attributes in alphabetical order, as the engine writes them."""
    child = etree.SubElement(parent, kind)
    give(child, **attributes)
    return child


def give(element: etree._Element, **attributes: str) -> None:
    for name, value in sorted(attributes.items()):
        element.set(name, value)
