"""Trees of components on their way into a build file, and archives as the writers see them.

A tree written and read is the same tree: order, unknown classes, CDATA (which the engine does not read, `Builder.getText`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Protocol

from adjudicator.lean import dataclass

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_VALUE = str.maketrans({"&": "&amp;", "<": "&lt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"})


class Tree(Protocol):
    """A component as read: its class, attributes, text and children."""

    @property
    def kind(self) -> str: ...
    @property
    def attributes(self) -> Mapping[str, str]: ...
    @property
    def text(self) -> str: ...
    @property
    def cdata(self) -> str: ...
    @property
    def children(self) -> Sequence[Tree]: ...


class Entries(Protocol):
    """An opened archive."""

    @property
    def order(self) -> Sequence[str]: ...
    @property
    def names(self) -> Collection[str]: ...
    def read(self, name: str) -> bytes: ...
    def head(self, name: str, length: int) -> bytes: ...


@dataclass(slots=True)
class TreeComponent:
    """A component on its way into a file: what a `Component` holds, but open to change."""

    kind: str
    attributes: dict[str, str] = field(default_factory=dict)
    text: str = ""
    children: list[TreeComponent] = field(default_factory=list)
    cdata: str = ""

    @classmethod
    def of(cls, tree: Tree) -> TreeComponent:
        """A copy of a component and all below it."""
        children = [cls.of(child) for child in tree.children]
        return cls(tree.kind, dict(tree.attributes), tree.text, children, tree.cdata)

    def walk(self) -> Iterator[TreeComponent]:
        """This component and everything below, depth first."""
        yield self
        for child in self.children:
            yield from child.walk()

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)


def encode(root: TreeComponent | Tree) -> bytes:
    """The XML of a tree, one component a line."""
    lines: list[str] = [HEAD]
    _encode(root, "", lines)
    return "".join(lines).encode("utf-8")


def _encode(element: TreeComponent | Tree, indent: str, lines: list[str]) -> None:
    attributes = "".join(f' {name}="{value.translate(_VALUE)}"' for name, value in element.attributes.items())
    lines.append(f"{indent}<{element.kind}{attributes}")
    content = element.text.translate(_TEXT)
    if element.cdata:
        content += "<![CDATA[" + element.cdata.replace("]]>", "]]]]><![CDATA[>") + "]]>"
    if not content and not element.children:
        lines.append("/>\n")
        return
    lines.append(f">{content}")
    if element.children:
        lines.append("\n")
        for child in element.children:
            _encode(child, f"{indent}    ", lines)
        lines.append(indent)
    lines.append(f"</{element.kind}>\n")
