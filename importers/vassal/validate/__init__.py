"""What is wrong with a module, before anybody plays with it: what it names and has not, has and does not name, and grids.

Facts: `UsePrototype`, `GpIdChecker`, `PredefinedSetup`, `SetupStack`. A problem is a fact about the box; whether it harms the
game is for its maker to say. Where a name is put together while the game runs (`$…$`, `{…}`), or a class of the module's own
could read a file, nothing is accused.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from itertools import islice
from pathlib import Path

from adjudicator.budget import bounded
from adjudicator.errors import ReadError, Source
from adjudicator.importers.archive import Archive
from adjudicator.importers.format import Sample
from adjudicator.importers.vassal.buildfile import Component
from adjudicator.importers.vassal.container import is_extension
from adjudicator.importers.vassal.extension import ELEMENT
from adjudicator.importers.vassal.images import FOLDER
from adjudicator.importers.vassal.metadata import BUILD_FILES, NEW_BUILD_FILE
from adjudicator.importers.vassal.module import ModuleRecord, read_extension, read_module
from adjudicator.importers.vassal.parts import BOARD, SLOTS
from adjudicator.importers.vassal.prototypes import COMMENT, USES, Prototypes
from adjudicator.importers.vassal.validate import pictures, pieces, structure
from adjudicator.importers.vassal.validate.box import MOST_REFERRERS, Box
from adjudicator.importers.vassal.validate.image_names import (
    image_names,
    images_of,
    is_computed,
    is_engines,
    is_file,
    text_of,
    words_of,
)
from adjudicator.importers.vassal.validate.problems import Flaw, ModuleProblems, Problem, path_text
from adjudicator.importers.vassal.validate.repeated_numbers import repeated_numbers
from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.picture_names import computed_names
from adjudicator.lean import replace
from adjudicator.model.boards import Board
from adjudicator.model.module import GameMap, Module
from adjudicator.words import counted

DRAWS = (
    "emb2;",
    "emb;",
    "label;",
    "AreaOfEffect;",
    "nonRect2;",
    "nonRect;",
    "border;",
    "table;",
    "mat;",
    "propertysheet;",
)


@bounded
def validate(path: Path) -> ModuleProblems:
    """Look through a module file, with the extensions in the folder beside it, or through an extension alone."""
    archive = Archive(path)
    if not _is_extension(path, archive):
        return _of_module(path, archive)
    record = read_extension(archive, path.name)
    build = record.build
    whole = replace(build, children=tuple(part for child in build.children for part in _added(child)))
    around = ModuleRecord(build, whole, record.metadata, _build_file(archive), Prototypes({}), (record,), archive)
    box = _ModuleCheck(Module("", ""), around, (archive,))
    name = path.stem
    return ModuleProblems(name, build.get("version"), tuple(box.problems_alone()), box.referrers())


def _of_module(path: Path, archive: Archive) -> ModuleProblems:
    folder = path.with_name(f"{path.stem}_ext")
    beside = sorted(each for each in folder.iterdir() if each.is_file()) if folder.is_dir() else []
    added = [(Archive(each), each.name) for each in beside if each.suffix in (".vmdx", ".mdx")]
    module, notes = read_module(archive, path.name, added)
    record = module.carried.get("vassal")
    if not isinstance(record, ModuleRecord):
        raise ReadError("this is no VASSAL module", Source(path.name))
    box = _ModuleCheck(module, record, (archive, *(other for other, _ in added)))
    return ModuleProblems(module.name, module.version, tuple(box.problems()), box.referrers(), tuple(notes))


def _is_extension(path: Path, archive: Archive) -> bool:
    return is_extension(Sample(path, b"", archive))


def _added(child: Component) -> tuple[Component, ...]:
    """What an element of an extension adds: the components in it, or itself."""
    return child.children if child.kind == ELEMENT else (child,)


def _build_file(archive: Archive) -> str:
    return next((name for name in BUILD_FILES if name in archive.names), NEW_BUILD_FILE)


class _ModuleCheck(Box):
    """A module with all that is looked for in it."""

    def problems(self) -> Iterator[Problem]:
        yield from self._metadata()
        yield from structure.entries(self)
        yield from structure.classes(self)
        yield from self._prototypes()
        yield from pieces.prototypes(self)
        yield from pieces.definitions(self)
        yield from self._dangling_images()
        yield from self._unused_images()
        yield from pictures.sizes(self)
        yield from self._gpids()
        yield from self._sizes()
        yield from pieces.menus_and_keys(self)
        yield from pieces.properties(self)
        yield from self._setups()
        yield from structure.grids(self)
        yield from structure.places(self)
        yield from structure.extensions(self)
        for found in self.module.maps:
            for board in found.boards:
                yield from repeated_numbers(found, board)
        yield from self._off_the_map()

    def problems_alone(self) -> Iterator[Problem]:
        """What is wrong with an extension whatever its module holds."""
        yield from structure.entries(self)
        yield from pieces.prototypes(self)
        yield from pieces.definitions(self)
        yield from pictures.sizes(self)
        yield from self._gpids()
        yield from structure.grids(self)
        yield from structure.extensions(self)

    def _metadata(self) -> Iterator[Problem]:
        if (
            not (self.record.metadata and self.record.metadata.vassal_version)
            and self.record.build_file == NEW_BUILD_FILE
        ):
            text = f"no 'moduledata' names a VASSAL version: VASSAL looks for 'buildFile' then, and finds '{NEW_BUILD_FILE}'"
            yield Problem(Flaw.ABSENT_METADATA, "moduledata", text)

    def referrers(self) -> dict[str, tuple[str, ...]]:
        """Every image with what refers to it, as far as the build file tells."""
        names = sorted(image_names(self.archives))
        return {name: tuple(islice(self.used.get(name, ()), MOST_REFERRERS)) for name in names}

    def _prototypes(self) -> Iterator[Problem]:
        known = self.record.prototypes.texts
        missing: dict[str, list[Component]] = {}
        for part, chain in self.pieces:
            for kind, _ in chain:
                name = sequences.split(kind[len(USES) :], ";")[0] if kind.startswith(USES) else ""
                if name and name not in known and not is_computed(name) and not _is_remark(name):
                    missing.setdefault(name, []).append(part)
        for name, users in sorted(missing.items()):
            count = counted(len({self.path(part) for part in users}), "definition")
            text = f"prototype '{name}' is used by {count} and not defined"
            yield self.problem(Flaw.DANGLING_PROTOTYPE, name, text, *users)

    def _dangling_images(self) -> Iterator[Problem]:
        users: dict[str, list[Component]] = {}
        for name, part in self._named_images():
            entry = self._entry(name) or name
            self.used.setdefault(entry, {})[self.path(part)] = None
            users.setdefault(entry, []).append(part)
        for name in sorted(each for each in users if f"{FOLDER}{each}" not in self.entries):
            if self._entry(name) is None and not is_engines(name):
                alike = self._alike(name)
                hint = f"; there is '{alike}'" if alike else ""
                count = counted(len({self.path(part) for part in users[name]}), "component")
                text = f"image '{name}' is named by {count} and not in the box{hint}"
                yield self.problem(Flaw.DANGLING_IMAGE, name, text, *users[name])

    def _entry(self, name: str) -> str | None:
        """The entry that an image's name leads to, without its folder."""
        found = self.images.find(name)
        return None if found is None else found.removeprefix(FOLDER)

    def _alike(self, name: str) -> str:
        """An image of the box whose name differs only in case."""
        folded = {entry.casefold(): entry for entry in image_names(self.archives)}
        return folded.get(name.casefold(), "")

    def _named_images(self) -> Iterator[tuple[str, Component]]:
        """Every image that a board, a piece or an icon names, and who names it; computed names are passed over."""
        for part in self.parts:
            for key, value in part.attributes.items():
                icon = "icon" in key.casefold() or "image" in key.casefold()
                if (icon or (part.kind == BOARD and key == "image")) and is_file(value):
                    yield value, part
        for part, chain in self.pieces:
            for kind, _ in chain:
                if not kind.startswith((USES, COMMENT)):
                    yield from ((name, part) for name in images_of(kind) if is_file(name))

    def _unused_images(self) -> Iterator[Problem]:
        if self.has_own_classes():
            return
        names = image_names(self.archives) - self.used.keys()
        if not names:
            return
        texts = list(self._texts())
        words = {word for text in texts for word in words_of(text)}
        computed = computed_names(texts)
        for name in sorted(names):
            stem = name.rpartition(".")[0]
            if name in words or stem in words or name.rpartition("/")[2] in words:
                continue
            if any(name in text for text in texts):
                continue
            if any(form.fullmatch(name) for form in computed):
                continue
            where = next((each.path.name for each in self.archives if f"{FOLDER}{name}" in each.names), "")
            text = f"image '{name}' is in the box and nothing names it"
            yield Problem(Flaw.UNUSED_IMAGE, name, text, source=Source(where, f"{FOLDER}{name}"))

    def _texts(self) -> Iterator[str]:
        """All text in which a name could stand: the build files, saves, pages."""
        for archive in self.archives:
            for name in archive.order:
                data = text_of(archive, name)
                if data:
                    yield unescape(data).replace("\\", "")

    def _gpids(self) -> Iterator[Problem]:
        slots: dict[str, list[Component]] = {}
        for part in self.record.whole.walk():
            if part.kind in SLOTS and part.get("gpid"):
                slots.setdefault(part.get("gpid"), []).append(part)
        for gpid, parts in sorted(slots.items()):
            if len(parts) > 1:
                yield self.problem(Flaw.DUPLICATE_GPID, gpid, f"{len(parts)} pieces have the gpid {gpid}", *parts)

    def _sizes(self) -> Iterator[Problem]:
        for index, slot in enumerate(self.module.slots):
            design = slot.counter.design
            shown = design.image or design.mask or any(image for layer in design.layers for image in layer.images)
            if shown or any(kind.startswith(DRAWS) for kind in slot.counter.carried.get("type", "").split("\t")):
                continue
            places = getattr(self.module.slots, "places", ())
            where = (*slot.path, slot.name) if not places else self.where(places[index].component)
            text = f"piece '{slot.name}' has no image, layer or label, so that nothing gives it a size"
            yield Problem(Flaw.NO_SIZE, slot.name or slot.gpid, text, (path_text(where),))

    def _setups(self) -> Iterator[Problem]:
        for setup in self.module.setups:
            if setup.file and setup.file not in self.entries:
                text = f"set-up '{setup.name}' wants the file '{setup.file}', which is not in the box"
                yield Problem(Flaw.ABSENT_SETUP, setup.name, text, (path_text((*setup.path, setup.name)),))

    def _off_the_map(self) -> Iterator[Problem]:
        """At-start stacks and decks that lie on no board of a map whose boards are known beforehand."""
        for found in self.module.maps:
            if not found.layout or any(self._sizeless(placed.board) for placed in found.layout):
                continue
            start = self.module.at_start
            lying = [(each.id, each.spot) for each in start.stacks.values()]
            lying += [(each.id, each.spot) for each in start.counters.values() if not each.stack]
            for identity, spot in lying:
                if spot.map == found.name and not _on_boards(found, spot.x, spot.y):
                    name = self._called(identity)
                    text = f"'{name}' starts at ({spot.x}, {spot.y}) of map '{found.name}', outside its boards"
                    yield Problem(Flaw.OFF_THE_MAP, name, text, (path_text((found.name, name)),))

    def _sizeless(self, board: Board) -> bool:
        """Whether a board's size is a guess, its image not being in the box."""
        return bool(board.image) and self.images.find(board.image) is None

    def _called(self, identity: str) -> str:
        start = self.module.at_start
        stack = start.stacks.get(identity)
        if stack is None:
            return start.counters[identity].name
        if stack.deck is not None:
            return stack.deck.name
        return ", ".join(counter.name for counter in start.of(stack)) or identity


def _is_remark(name: str) -> bool:
    """Whether the name of a prototype is a remark: makers use the trait so, with a name that none can have."""
    return not name[0].isalnum() and name[0] not in "_('\""


def _on_boards(found: GameMap, x: int, y: int) -> bool:
    """Whether a point lies on a map's boards or in the margin around them, which players use too."""
    right = max(placed.x + placed.board.size[0] for placed in found.layout) + found.edge[0]
    bottom = max(placed.y + placed.board.size[1] for placed in found.layout) + found.edge[1]
    return 0 <= x < right and 0 <= y < bottom
