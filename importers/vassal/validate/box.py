"""A module, or an extension alone, while it is looked through: its parts with their places, its pieces with their traits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from adjudicator.errors import ReadError, Source
from adjudicator.importers.archive import Archive
from adjudicator.importers.vassal.buildfile import Component
from adjudicator.importers.vassal.images import Images
from adjudicator.importers.vassal.module import ModuleRecord
from adjudicator.importers.vassal.parts import PROTOTYPE, SLOTS
from adjudicator.importers.vassal.prototypes import definition
from adjudicator.importers.vassal.validate.problems import Flaw, Problem, path_text
from adjudicator.importers.vassal.wire import chains
from adjudicator.lean import cached_property, dataclass
from adjudicator.model.module import Module

MOST_REFERRERS = 20
Chain = list[tuple[str, str]]


@dataclass
class Box:
    """A module being looked through; `used` gathers who refers to which image."""

    module: Module
    record: ModuleRecord
    archives: tuple[Archive, ...]
    used: dict[str, dict[str, None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.images = Images(self.archives)
        self.places = dict(_placed(self.record.whole, ()))

    @cached_property
    def parts(self) -> tuple[Component, ...]:
        """Every component."""
        return tuple(self.record.whole.walk())

    @cached_property
    def entries(self) -> frozenset[str]:
        """The names of all entries."""
        return frozenset(name for archive in self.archives for name in archive.names)

    @cached_property
    def pieces(self) -> tuple[tuple[Component, Chain], ...]:
        """Every component that defines a piece, and its traits as written."""
        return tuple(self._pieces())

    def _pieces(self) -> Iterator[tuple[Component, Chain]]:
        for part in self.parts:
            if part.kind in SLOTS or part.kind == PROTOTYPE:
                try:
                    found = definition(part.text)
                    yield part, chains.split_chain(found.kind, found.state)
                except ReadError:
                    continue

    @cached_property
    def expanded(self) -> tuple[tuple[Component, Chain], ...]:
        """Every slot with the traits of its piece, those of its prototypes among them."""
        found = []
        for part in self.parts:
            if part.kind in SLOTS:
                try:
                    found.append((part, self.record.prototypes.expanded(definition(part.text))))
                except ReadError:
                    continue
        return tuple(found)

    def where(self, part: Component) -> tuple[str, ...]:
        """The path of a component in the editor."""
        return self.places.get(id(part), (str(part),))

    def path(self, part: Component) -> str:
        return path_text(self.where(part))

    def source(self, part: Component) -> Source:
        """Where a component stands in its file."""
        file, entry = self._files.get(id(part), (self.archives[0].path.name, self.record.build_file))
        return Source(file, entry, part.offset)

    @cached_property
    def _files(self) -> dict[int, tuple[str, str]]:
        """The file and entry of each component that an extension brings."""
        found = {}
        for each, archive in zip(self.record.extensions, self.archives[1:], strict=False):
            entry = next((name for name in ("buildFile.xml", "buildFile") if name in archive.names), "")
            found.update({id(part): (each.file, entry) for part in each.build.walk()})
        return found

    def problem(self, flaw: Flaw, subject: str, text: str, *parts: Component) -> Problem:
        """A problem of some components, which stands where the first of them does."""
        users = tuple(dict.fromkeys(self.path(part) for part in parts))
        source = self.source(parts[0]) if parts else Source(self.archives[0].path.name)
        return Problem(flaw, subject, text, users[:MOST_REFERRERS], source)

    def has_own_classes(self) -> bool:
        """Whether classes of the module's own are in it; they may do and fetch anything."""
        kinds = {part.kind for part in self.parts if "." in part.kind}
        strangers = any(not kind.startswith("VASSAL.") for kind in kinds)
        return strangers or any(name.endswith(".class") for name in self.entries)


def _placed(part: Component, path: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Each component's path of names, by its identity."""
    for child in part.children:
        here = (*path, str(child))
        yield id(child), here
        yield from _placed(child, here)
