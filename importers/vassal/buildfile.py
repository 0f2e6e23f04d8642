"""The build file as a tree of components, kept in order and whole, unknown classes too (VASSAL's `Builder`).

Read with expat, which alone of Python's parsers tells CDATA from text (the engine drops CDATA) and gives byte offsets.
Whatever could make XML dangerous is refused before it is expanded: DOCTYPE, entities, depth, number of elements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import field
from xml.parsers import expat

from adjudicator.errors import CorruptFile, ReadError, Source, UnsafeFile
from adjudicator.lean import dataclass
from adjudicator.model.counters import NOTHING

DEEPEST = 200
MOST_ELEMENTS = 1_000_000
BLANKS = "".join(map(chr, range(0x21)))
FOLDERS = "VASSAL.build.module.folder."


@dataclass(frozen=True, slots=True)
class Component:
    """One element: its Java class, attributes in file order, direct text, children; `line` and `offset` (in bytes) are where
    it starts.

    `text` is what the engine reads (direct text trimmed, without `cdata`); two trees that the engine reads alike are equal.
    """

    kind: str
    attributes: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    text: str = ""
    children: tuple[Component, ...] = ()
    cdata: str = ""
    line: int = field(default=0, compare=False)
    offset: int = field(default=0, compare=False)

    def get(self, name: str, default: str = "") -> str:
        """An attribute's value, or the default if the file leaves it out."""
        return self.attributes.get(name, default)

    @property
    def word(self) -> str:
        """The class name without its packages."""
        return self.kind.rpartition(".")[2]

    @property
    def name(self) -> str:
        """What the editor's tree calls the component: its configure name."""
        for attribute in ("mapName", "entryName", "deckName", "name"):
            if attribute in self.attributes:
                return self.attributes[attribute]
        return ""

    def parts(self) -> Iterator[Component]:
        """The children, those in folders in their folder's place."""
        for child in self.children:
            if child.kind.startswith(FOLDERS):
                yield from child.parts()
            else:
                yield child

    def of(self, *kinds: str) -> Iterator[Component]:
        """The children of these classes."""
        return (child for child in self.parts() if child.kind in kinds)

    def walk(self) -> Iterator[Component]:
        """This component and everything below, depth first."""
        waiting = [self]
        while waiting:
            found = waiting.pop()
            yield found
            waiting += reversed(found.children)

    def __str__(self) -> str:
        return f"{self.word} [{self.name}]" if self.name else self.word


@dataclass(slots=True)
class _Open:
    """An element whose end has not come yet."""

    kind: str
    attributes: dict[str, str]
    line: int
    offset: int
    texts: list[str] = field(default_factory=list)
    cdata: list[str] = field(default_factory=list)
    children: list[Component] = field(default_factory=list)

    def closed(self) -> Component:
        text = "".join(self.texts).strip(BLANKS)
        return Component(
            self.kind, self.attributes, text, tuple(self.children), "".join(self.cdata), self.line, self.offset
        )


class _Builder:
    """Collects expat's events into components."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.buffer_size = 1 << 16
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartCdataSectionHandler = self._start_cdata
        self.parser.EndCdataSectionHandler = self._end_cdata
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.open: list[_Open] = []
        self.root: Component | None = None
        self.in_cdata = False
        self.elements = 0

    def place(self) -> Source:
        return Source(offset=max(self.parser.CurrentByteIndex, 0))

    def refuse(self, what: str) -> ReadError:
        return UnsafeFile(f"line {self.parser.CurrentLineNumber}: {what}", self.place())

    def _start(self, kind: str, attributes: dict[str, str]) -> None:
        self.elements += 1
        if len(self.open) >= DEEPEST:
            raise self.refuse(f"elements nested more than {DEEPEST} deep")
        if self.elements > MOST_ELEMENTS:
            raise self.refuse(f"more than {MOST_ELEMENTS} elements")
        self.open.append(_Open(kind, attributes, self.parser.CurrentLineNumber, self.parser.CurrentByteIndex))

    def _end(self, _kind: str) -> None:
        component = self.open.pop().closed()
        if self.open:
            self.open[-1].children.append(component)
        else:
            self.root = component

    def _text(self, text: str) -> None:
        (self.open[-1].cdata if self.in_cdata else self.open[-1].texts).append(text)

    def _start_cdata(self) -> None:
        self.in_cdata = True

    def _end_cdata(self) -> None:
        self.in_cdata = False

    def _doctype(self, *_declared: object) -> None:
        raise self.refuse("a DOCTYPE, which no such file needs; it may define entities")


def parse(data: bytes) -> Component:
    """The tree of an XML entry. UnsafeFile for what would hurt, CorruptFile for what is no XML; both name line and byte."""
    builder = _Builder()
    try:
        builder.parser.Parse(data, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code) or "not XML"
        message = f"line {error.lineno}, column {error.offset + 1}: {reason}"
        raise CorruptFile(message, builder.place()) from error
    except (LookupError, ValueError) as error:
        raise CorruptFile(f"encoding not readable: {error}", builder.place()) from error
    if builder.root is None:
        raise CorruptFile("no element in it", builder.place())
    return builder.root


def root_of(head: bytes) -> tuple[str, Mapping[str, str]]:
    """Class and attributes of the root of an XML entry that begins so; "" if they are not all in it.

    What is wrong behind them is for the reader to say.
    """
    found: list[tuple[str, dict[str, str]]] = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda kind, attributes: found.append((kind, attributes))
    parser.StartDoctypeDeclHandler = _Builder()._doctype
    with suppress(expat.ExpatError, LookupError, ValueError, ReadError):
        parser.Parse(head)
    return found[0] if found else ("", {})
