"""What is wrong with a module, before anybody plays with it: what it names and has not, has and does not name, and grids.

Facts: `UsePrototype`, `DataArchive.getInputStream` (image lookup), `GpIdChecker`, `PredefinedSetup`, `SetupStack`,
`RegularGridNumbering`. A problem is a fact about the box; whether it harms the game is for its maker to say. Where a name
is put together while the game runs (`$…$`, `{…}`), or a class of the module's own could read a file, nothing is accused.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from html import unescape
from itertools import islice
from pathlib import Path

from adjudicator.errors import ReadError, Source
from adjudicator.model.grid import Grid, SquareGrid, Zone, ZonedGrid, hexes
from adjudicator.model.module import Board, GameMap, Module
from adjudicator.notes import Note
from adjudicator.words import counted
from importers.archive import Archive
from importers.vassal.buildfile import Component
from importers.vassal.images import FOLDER, Images
from importers.vassal.module import ModuleRecord, read_module
from importers.vassal.parts import BOARD, PROTOTYPE, SLOTS
from importers.vassal.prototypes import COMMENT, USES, definition
from importers.vassal.wire import chains, endings, obfuscation, sequences, traits

OWN_ICON = "moved.gif"
"""The engine's own picture, which its oldest files name without its folder."""
SUFFIXES = (".png", ".gif", ".jpg", ".jpeg", ".svg", ".bmp")
MOST_CELLS = 200_000
MOST_REFERRERS = 20
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
_TEXTS = (".html", ".htm", ".xhtml", ".css", ".xml", ".txt", ".properties", ".bsh", ".js")
_WORD_ENDS = re.compile(r"""[;,\t\n\r"'<>|/\\=():~&\x1b]+""")


class Flaw(StrEnum):
    """Kinds of problems, as programs read them."""

    DANGLING_PROTOTYPE = "dangling-prototype"
    DANGLING_IMAGE = "dangling-image"
    UNUSED_IMAGE = "unused-image"
    DUPLICATE_GPID = "duplicate-gpid"
    NO_SIZE = "piece-without-size"
    ABSENT_SETUP = "absent-setup"
    REPEATED_NUMBER = "repeated-number"
    OFF_THE_MAP = "off-the-map"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: what kind, with what, a sentence, and the components that it stands in (their path in the editor)."""

    flaw: Flaw
    subject: str
    text: str
    where: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """All problems of a module in a fixed order, and for every image what refers to it."""

    name: str
    version: str
    problems: tuple[Problem, ...]
    images: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()

    def by_flaw(self) -> dict[Flaw, tuple[Problem, ...]]:
        """The problems of each kind that there are any of."""
        found = {flaw: tuple(problem for problem in self.problems if problem.flaw is flaw) for flaw in Flaw}
        return {flaw: problems for flaw, problems in found.items() if problems}

    def as_json(self) -> dict[str, object]:
        """The verdict as plain JSON values."""
        return {
            "module": self.name,
            "version": self.version,
            "problems": [
                {"kind": each.flaw.value, "subject": each.subject, "text": each.text, "where": list(each.where)}
                for each in self.problems
            ],
            "images": {name: list(users) for name, users in self.images.items()},
        }


def validate(path: Path) -> Verdict:
    """Look through a module file, with the extensions in the folder beside it."""
    archive = Archive(path)
    folder = path.with_name(f"{path.stem}_ext")
    beside = sorted(each for each in folder.iterdir() if each.is_file()) if folder.is_dir() else []
    added = [(Archive(each), each.name) for each in beside if each.suffix in (".vmdx", ".mdx")]
    module, notes = read_module(archive, path.name, added)
    record = module.carried.get("vassal")
    if not isinstance(record, ModuleRecord):
        raise ReadError("this is no VASSAL module", Source(path.name))
    box = _Box(module, record, (archive, *(other for other, _ in added)))
    problems = tuple(box.problems())
    return Verdict(module.name, module.version, problems, box.referrers(), tuple(notes))


@dataclass
class _Box:
    """A module being looked through; `used` gathers who refers to which image."""

    module: Module
    record: ModuleRecord
    archives: tuple[Archive, ...]
    used: dict[str, dict[str, None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.images = Images(self.archives)
        self.places = dict(_placed(self.record.whole, ()))

    def problems(self) -> Iterator[Problem]:
        yield from self._prototypes()
        yield from self._dangling_images()
        yield from self._unused_images()
        yield from self._gpids()
        yield from self._sizes()
        yield from self._setups()
        for found in self.module.maps:
            for board in found.boards:
                yield from _repeats(found, board)
        yield from self._off_the_map()

    def referrers(self) -> dict[str, tuple[str, ...]]:
        """Every image with what refers to it, as far as the build file tells."""
        names = sorted(_image_names(self.archives))
        return {name: tuple(islice(self.used.get(name, ()), MOST_REFERRERS)) for name in names}

    def _pieces(self) -> Iterator[tuple[Component, list[tuple[str, str]]]]:
        """Every component that defines a piece, and its traits as written."""
        for part in self.record.whole.walk():
            if part.kind in SLOTS or part.kind == PROTOTYPE:
                try:
                    found = definition(part.text)
                    yield part, chains.split_chain(found.kind, found.state)
                except ReadError:
                    continue

    def _where(self, part: Component) -> tuple[str, ...]:
        return self.places.get(id(part), (str(part),))

    def _prototypes(self) -> Iterator[Problem]:
        known = self.record.prototypes.texts
        missing: dict[str, dict[str, None]] = {}
        for part, chain in self._pieces():
            for kind, _ in chain:
                name = sequences.split(kind[len(USES) :], ";")[0] if kind.startswith(USES) else ""
                if name and name not in known and not _computed(name) and not _is_remark(name):
                    missing.setdefault(name, {})[_path(self._where(part))] = None
        for name in sorted(missing):
            users = tuple(missing[name])
            text = f"prototype '{name}' is used by {_count(users, 'definition')} and not defined"
            yield Problem(Flaw.DANGLING_PROTOTYPE, name, text, users[:MOST_REFERRERS])

    def _dangling_images(self) -> Iterator[Problem]:
        for name, who in self._named_images():
            self.used.setdefault(self._entry(name) or name, {})[who] = None
        missing = {name: users for name, users in self.used.items() if f"{FOLDER}{name}" not in self._entries}
        for name in sorted(missing):
            if self._entry(name) is None:
                users = tuple(missing[name])
                alike = self._alike(name)
                hint = f"; there is '{alike}'" if alike else ""
                text = f"image '{name}' is named by {_count(users, 'component')} and not in the box{hint}"
                yield Problem(Flaw.DANGLING_IMAGE, name, text, users[:MOST_REFERRERS])

    @property
    def _entries(self) -> set[str]:
        return {name for archive in self.archives for name in archive.names}

    def _entry(self, name: str) -> str | None:
        """The entry that an image's name leads to, without its folder."""
        found = self.images.find(name)
        return None if found is None else found.removeprefix(FOLDER)

    def _alike(self, name: str) -> str:
        """An image of the box whose name differs only in case."""
        folded = {entry.casefold(): entry for entry in _image_names(self.archives)}
        return folded.get(name.casefold(), "")

    def _named_images(self) -> Iterator[tuple[str, str]]:
        """Every image that a board, a piece or an icon names, and who names it; computed names are passed over."""
        for part in self.record.whole.walk():
            who = _path(self._where(part))
            for key, value in part.attributes.items():
                icon = "icon" in key.casefold() or "image" in key.casefold()
                if (icon or (part.kind == BOARD and key == "image")) and _is_file(value):
                    yield value, who
        for part, chain in self._pieces():
            who = _path(self._where(part))
            for kind, _ in chain:
                if not kind.startswith((USES, COMMENT)):
                    yield from ((name, who) for name in _images_of(kind) if _is_file(name))

    def _unused_images(self) -> Iterator[Problem]:
        if self._has_own_classes():
            return
        names = _image_names(self.archives) - self.used.keys()
        if not names:
            return
        texts = list(self._texts())
        words = {word for text in texts for word in _words(text)}
        for name in sorted(names):
            stem = name.rpartition(".")[0]
            if name in words or stem in words or name.rpartition("/")[2] in words:
                continue
            if any(name in text for text in texts):
                continue
            yield Problem(Flaw.UNUSED_IMAGE, name, f"image '{name}' is in the box and nothing names it")

    def _has_own_classes(self) -> bool:
        """Whether classes of the module's own are in it; they may fetch any image."""
        kinds = {part.kind for part in self.record.whole.walk() if "." in part.kind}
        strangers = any(not kind.startswith("VASSAL.") for kind in kinds)
        return strangers or any(name.endswith(".class") for name in self._entries)

    def _texts(self) -> Iterator[str]:
        """All text in which a name could stand: the build files, saves, pages."""
        for archive in self.archives:
            for name in archive.order:
                data = _text_of(archive, name)
                if data:
                    yield unescape(data).replace("\\", "")

    def _gpids(self) -> Iterator[Problem]:
        slots: dict[str, list[Component]] = {}
        for part in self.record.whole.walk():
            if part.kind in SLOTS and part.get("gpid"):
                slots.setdefault(part.get("gpid"), []).append(part)
        for gpid, parts in sorted(slots.items()):
            if len(parts) > 1:
                users = tuple(_path(self._where(part)) for part in parts)
                yield Problem(
                    Flaw.DUPLICATE_GPID, gpid, f"{len(parts)} pieces have the gpid {gpid}", users[:MOST_REFERRERS]
                )

    def _sizes(self) -> Iterator[Problem]:
        for index, slot in enumerate(self.module.slots):
            design = slot.counter.design
            shown = design.image or design.mask or any(image for layer in design.layers for image in layer.images)
            if shown or any(kind.startswith(DRAWS) for kind in slot.counter.carried.get("type", "").split("\t")):
                continue
            places = getattr(self.module.slots, "places", ())
            where = (*slot.path, slot.name) if not places else self._where(places[index].component)
            text = f"piece '{slot.name}' has no image, layer or label, so that nothing gives it a size"
            yield Problem(Flaw.NO_SIZE, slot.name or slot.gpid, text, (_path(where),))

    def _setups(self) -> Iterator[Problem]:
        for setup in self.module.setups:
            if setup.file and setup.file not in self._entries:
                text = f"set-up '{setup.name}' wants the file '{setup.file}', which is not in the box"
                yield Problem(Flaw.ABSENT_SETUP, setup.name, text, (_path((*setup.path, setup.name)),))

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
                    yield Problem(Flaw.OFF_THE_MAP, name, text, (_path((found.name, name)),))

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


def _placed(part: Component, path: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Each component's path of names, by its identity."""
    for child in part.children:
        here = (*path, str(child))
        yield id(child), here
        yield from _placed(child, here)


def _path(where: Iterable[str]) -> str:
    return " › ".join(where)


def _count(users: tuple[str, ...], word: str) -> str:
    return f"{len(users)} {word}{'' if len(users) == 1 else 's'}"


def _computed(name: str) -> bool:
    """Whether a name is put together while the game runs."""
    return "$" in name or name.startswith("{")


def _is_file(name: str) -> bool:
    """Whether a value names an image of the box: no computed name, none of VASSAL's own (`/images/…`)."""
    said = bool(name.strip()) and name not in ("true", "false", "null", OWN_ICON)
    return said and not name.startswith("/") and not _computed(name)


def _is_remark(name: str) -> bool:
    """Whether the name of a prototype is a remark: makers use the trait so, with a name that none can have."""
    return not name[0].isalnum() and name[0] not in "_('\""


def _images_of(kind: str) -> Iterator[str]:
    """The images that one trait's type names."""
    trait = traits.parse(kind)
    prefix = trait.prefix
    if prefix == "piece;":
        yield trait.text("image")
    elif prefix == "emb2;":
        yield from trait.items("images")
    elif prefix == "emb;":
        yield from (sequences.split(level, ",")[0] for level in trait.rest("levels*"))
    elif prefix == "obs;":
        yield trait.text("image")
        style = trait.text("style")
        if style.startswith("G"):
            yield style[1:]
    elif prefix == "markmoved;":
        yield trait.text("icon")


def _image_names(archives: Iterable[Archive]) -> set[str]:
    return {
        name.removeprefix(FOLDER)
        for archive in archives
        for name in archive.names
        if name.startswith(FOLDER) and name.casefold().endswith(SUFFIXES)
    }


def _words(text: str) -> Iterator[str]:
    return (word.strip() for word in _WORD_ENDS.split(text))


def _text_of(archive: Archive, name: str) -> str:
    """An entry as text: plain, or a save inside the box revealed; "" for anything else."""
    lower = name.casefold()
    if lower in ("buildfile.xml", "buildfile") or lower.endswith(_TEXTS):
        return archive.read(name).decode("utf-8", "replace")
    if lower.endswith(endings.GAMES):
        return _save_text(archive.read(name))
    return ""


def _save_text(data: bytes) -> str:
    """The text of a save that lies in the box; "" if it cannot be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as inner:
            info = inner.getinfo("savedGame")
            if info.file_size > 1 << 28:
                return ""
            return obfuscation.reveal(bytearray(inner.read(info)))
    except (zipfile.BadZipFile, KeyError, ReadError, OSError, UnicodeDecodeError):
        return ""


def _repeats(found: GameMap, board: Board) -> Iterator[Problem]:
    """Numbers that two places of one board share."""
    first: dict[str, tuple[int, int]] = {}
    again: dict[str, int] = {}
    example = ""
    for name, x, y in islice(_cells(board.grid, board.size), MOST_CELLS):
        if not any(char.isdigit() for char in name):
            continue
        if name in first:
            again[name] = again.get(name, 1) + 1
            if not example:
                example = f"'{name}' at ({first[name][0]}, {first[name][1]}) and ({x}, {y})"
        else:
            first[name] = x, y
    if again:
        text = f"{counted(len(again), 'number')} of more than one place, such as {example}"
        yield Problem(Flaw.REPEATED_NUMBER, board.name, text, (_path((found.name, board.name)),))


def _cells(grid: Grid | None, size: tuple[int, int]) -> Iterator[tuple[str, int, int]]:
    """The number and centre of each cell; of a zone that names itself instead of its cells, nothing."""
    if isinstance(grid, ZonedGrid):
        parts: dict[int, list[tuple[str, int, int]]] = {}
        zones: dict[int, Zone] = {}
        for each in hexes(grid):
            zone = grid.zone_at(each.x, each.y)
            if zone is not None:
                zones[id(zone)] = zone
            parts.setdefault(id(zone), []).append((grid.location(each.x, each.y) or "", each.x, each.y))
        for cells in parts.values():
            if len({name for name, _, _ in cells}) > 1:
                yield from cells
    elif isinstance(grid, SquareGrid):
        yield from _squares(grid, size)
    else:
        yield from ((each.location, each.x, each.y) for each in hexes(grid) if each.grid.numbered)


def _squares(grid: SquareGrid, size: tuple[int, int]) -> Iterator[tuple[str, int, int]]:
    if grid.numbering is None or grid.dx < 2 or grid.dy < 2:
        return
    for column in range(int((size[0] - grid.x0) / grid.dx) + 2):
        for row in range(int((size[1] - grid.y0) / grid.dy) + 2):
            x, y = grid.centre(column, row)
            if 0 <= x < size[0] and 0 <= y < size[1]:
                yield grid.location(x, y) or "", x, y


def _on_boards(found: GameMap, x: int, y: int) -> bool:
    """Whether a point lies on a map's boards or in the margin around them, which players use too."""
    right = max(placed.x + placed.board.size[0] for placed in found.layout) + found.edge[0]
    bottom = max(placed.y + placed.board.size[1] for placed in found.layout) + found.edge[1]
    return 0 <= x < right and 0 <= y < bottom
