"""Reading ZunTzu's XML safely: no DOCTYPE, no entities, bounded depth and size (the shared tree reader does the guarding)."""

from __future__ import annotations

from adjudicator.importers.vassal.buildfile import Component, parse
from adjudicator.importers.zuntzu.wire.nodes import Node


def read(data: bytes) -> Node:
    """The tree of a file."""
    return _node(parse(data))


def _node(component: Component) -> Node:
    children = tuple(_node(child) for child in component.children)
    text = component.text or component.cdata
    return Node(component.kind, dict(component.attributes), children, text, component.line)
