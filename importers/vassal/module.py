"""The game box: a build file's maps, boards, palettes, sides and set-ups as a `Module` of the canonical model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial

from adjudicator.budget import bounded
from adjudicator.errors import CorruptFile, ReadError, Source, reading
from adjudicator.importers import packed
from adjudicator.importers.vassal import extension as extensions
from adjudicator.importers.vassal.at_start import AtStart, AtStartPlace, place_of
from adjudicator.importers.vassal.board_size import board_size
from adjudicator.importers.vassal.buildfile import Component, parse
from adjudicator.importers.vassal.grids import ComponentReading, colour, flag, read_grid
from adjudicator.importers.vassal.images import Entries, Images
from adjudicator.importers.vassal.layouts import read_layout
from adjudicator.importers.vassal.metadata import BUILD_FILES, Metadata, build_file_name, read_metadata
from adjudicator.importers.vassal.parts import (
    ANY_BOARD,
    BOARD,
    BOARD_PICKER,
    DRAW_PILE,
    EXTENSION_ROOT,
    HAND_METRICS,
    LAST_MOVED,
    LAYERS,
    MAP_KINDS,
    MODULE,
    OPTION_TAB,
    PROPERTIES,
    PROPERTY,
    PROTOTYPE,
    ROOTS,
    ROSTER,
    SETUP,
    SETUP_STACK,
    SLOTS,
    STACK_METRICS,
    TURN_TRACKER,
    ZONE,
    ZONE_PROPERTY,
)
from adjudicator.importers.vassal.prototypes import Definition, Prototypes, definition
from adjudicator.importers.vassal.slots import SlotPlace, Slots
from adjudicator.importers.vassal.turns import first_levels
from adjudicator.importers.vassal.wire import chains, sequences
from adjudicator.importers.vassal.wire.numbers import whole
from adjudicator.lean import cached_property, dataclass, replace
from adjudicator.model.boards import Board, PlacedBoard
from adjudicator.model.module import (
    DeckPlace,
    GameMap,
    MapKind,
    Module,
    Setup,
    Stacking,
    deck_points,
    lay_out,
    when_asked,
)
from adjudicator.model.state import GameState, TurnTracker
from adjudicator.notes import Note, NoteKind
from adjudicator.persistent import PersistentMap
from adjudicator.said import say

MOST_MISNAMED = 100


@dataclass(frozen=True, slots=True)
class ExtensionRecord:
    """An extension that was applied: its file, tree and metadata."""

    file: str
    build: Component
    metadata: Metadata


@dataclass(frozen=True, slots=True)
class ModuleRecord:
    """What rides along on `Module.carried["vassal"]`: the trees as read and as the extensions leave them, and the archive."""

    build: Component
    whole: Component
    metadata: Metadata | None
    build_file: str
    prototypes: Prototypes
    extensions: tuple[ExtensionRecord, ...] = ()
    archive: Entries | None = field(default=None, compare=False, repr=False)


@bounded
def read_module(
    archive: Entries, file: str = "", added: Sequence[tuple[Entries, str]] = ()
) -> tuple[Module, list[Note]]:
    """A module from its opened archive, with these extensions (archive and file) applied in order."""
    notes: list[Note] = []
    with reading(file=file):
        build, metadata, build_file = _read_build_file(archive, "moduledata", notes, file)
        if build.kind not in ROOTS:
            raise CorruptFile(f"a module begins with GameModule, this with {build.kind}", Source(entry=build_file))
    whole = build
    records = []
    for other, name in added:
        with reading(file=name):
            tree, about, entry = _read_build_file(other, "extensiondata", notes, name)
            if tree.kind != EXTENSION_ROOT:
                raise CorruptFile(
                    f"an extension begins with ModuleExtension, this with {tree.kind}", Source(entry=entry)
                )
        whole = extensions.extend(whole, tree, notes, Source(name, entry))
        records.append(ExtensionRecord(name, tree, about or Metadata()))
    prototypes = Prototypes({part.get("name"): part.text for part in whole.walk() if part.kind == PROTOTYPE})
    record = ModuleRecord(build, whole, metadata, build_file, prototypes, tuple(records), archive)
    source = Source(file, build_file)
    module = _ModuleReading(record, Images((archive, *(other for other, _ in added))), source, notes).module()
    return module, notes


def read_extension(archive: Entries, file: str = "") -> ExtensionRecord:
    """An extension on its own."""
    with reading(file=file):
        tree, metadata, entry = _read_build_file(archive, "extensiondata", [], file)
        if tree.kind != EXTENSION_ROOT:
            raise CorruptFile(f"an extension begins with ModuleExtension, this with {tree.kind}", Source(entry=entry))
    return ExtensionRecord(file, tree, metadata or Metadata())


def _read_build_file(
    archive: Entries, about: str, notes: list[Note], file: str
) -> tuple[Component, Metadata | None, str]:
    """The tree, the metadata if there are any, and the entry's name; which entry counts depends on the version.

    A module zipped from its parts may lack the metadata, or they may name no version that is one: then what is there counts,
    though VASSAL would look for the other.
    """
    metadata = None
    if about in archive.names:
        with reading(entry=about):
            metadata = read_metadata(archive.read(about))
    version = metadata.vassal_version if metadata else ""
    wanted = build_file_name(version)
    if wanted not in archive.names:
        other = next((name for name in BUILD_FILES if name in archive.names), "")
        if not other:
            raise CorruptFile(_missing(archive, wanted, metadata), Source(entry=wanted))
        notes.append(Note(NoteKind.MISSING, about, _other_read(about, version, other), Source(file, other)))
        wanted = other
    notes.extend(_misnamed(archive, file))
    with reading(entry=wanted):
        return parse(archive.read(wanted)), metadata, wanted


def _missing(archive: Entries, wanted: str, metadata: Metadata | None) -> str:
    version = f"VASSAL {metadata.vassal_version}" if metadata and metadata.vassal_version else "no VASSAL version"
    hint = packed.hint(archive.names)
    return (
        f"its metadata name {version}, which reads '{wanted}', but there is no build file{f'; {hint}' if hint else ''}"
    )


def _other_read(about: str, version: str, other: str) -> str:
    """What it means that the build file has not the name under which VASSAL looks for it."""
    if not version:
        return f"no '{about}' names a VASSAL version; '{other}' is read, which VASSAL itself would not open"
    looks = f"'{about}' names VASSAL {version}, which looks for another build file"
    return f"{looks}; '{other}' is read, which VASSAL itself would not open"


def _misnamed(archive: Entries, file: str) -> Iterator[Note]:
    """A note on each entry that has a backslash in its name, as some zippers of Windows write it: VASSAL never finds it."""
    for name in getattr(archive, "misnamed", ())[:MOST_MISNAMED]:
        text = say("the entry '{name}' has a backslash in its name, so that VASSAL does not find it", name)
        yield Note(NoteKind.MISSING, name, text, Source(file, name))


@dataclass
class _ModuleReading:
    """One reading of a module's tree."""

    record: ModuleRecord
    images: Images
    source: Source
    notes: list[Note]

    def module(self) -> Module:
        root = self.record.whole
        maps = tuple(self._maps())
        self._note_strangers()
        slots = Slots(tuple(self._slots()), self.record.prototypes)
        module = Module(
            name=root.get("name").strip(),
            version=root.get("version").strip(),
            maps=maps,
            slots=slots,
            sides=tuple(entry.text for roster in root.of(ROSTER) for entry in roster.of("entry")),
            setups=tuple(_setups(root, ())),
            trackers=tuple(self._trackers()),
            properties=self._properties,
            image=self.images.read,
            streamed=self.images.pieces,
            entry=self.images.entry,
            carried={"vassal": self.record},
        )
        module = replace(module, at_start=when_asked(self._set_up(module)))
        self.notes.extend(replace(note, source=self.source) for note in self.record.prototypes.notes)
        return module

    @cached_property
    def _reading(self) -> ComponentReading:
        words = {name: value for (container, name), value in self._properties.items() if container == "Module"}
        return ComponentReading(self.notes, self.source, words)

    @cached_property
    def _map_parts(self) -> list[tuple[str, Component]]:
        """Every map's component and the name that saves use: its own, or its id if it has none."""
        parts = [part for part in self.record.whole.walk() if part.kind in MAP_KINDS or _is_own_map(part)]
        return [(part.get("mapName") or f"Map{number}", part) for number, part in enumerate(parts)]

    @cached_property
    def _properties(self) -> Mapping[tuple[str, str], str]:
        """The first value of every global property, keyed (container, name); containers as in saves."""
        values: dict[tuple[str, str], str] = {}
        for owner in self.record.whole.of(PROPERTIES):
            for each in owner.parts():
                defined = each.parts() if each.kind == OPTION_TAB else (each,)
                values.update({("Module", one.get("name")): one.get("initialValue") for one in defined})
        for name, part in self._map_parts:
            for owner in part.of(PROPERTIES):
                values.update({(name, each.get("name")): each.get("initialValue") for each in owner.of(PROPERTY)})
            for zone in (each for each in part.walk() if each.kind == ZONE):
                container = f"{name}:{zone.get('name')}"
                for each in zone.of(ZONE_PROPERTY):
                    values[container, each.get("name")] = each.get("initialValue")
        return values

    def _maps(self) -> Iterator[GameMap]:
        known: dict[str, GameMap] = {}
        for number, (name, part) in enumerate(self._map_parts):
            if part.kind not in MAP_KINDS:
                text = f"a map of a class of its own ({part.kind}); read as far as it is an ordinary map"
                self._reading.note(NoteKind.GUESSED, part, text)
            found = self._map(name, f"Map{number}", part)
            lender = known.get(part.get("useBoards")) if found.kind is not MapKind.PUBLIC else None
            if lender is not None:
                points = found.points if lender.layout == found.layout else {}
                found = replace(found, layout=lender.layout, edge=lender.edge, boards=lender.boards, points=points)
                found = replace(found, points=_points(found))
            known.setdefault(name, found)
            yield found

    def _map(self, name: str, identity: str, part: Component) -> GameMap:
        pickers = [each for each in part.parts() if each.kind == BOARD_PICKER or each.word.endswith("BoardPicker")]
        boards = tuple(self._board(each, part) for picker in pickers for each in picker.of(BOARD))
        edge = self._edge(part)
        setup = next((each.text for picker in pickers for each in picker.walk() if each.kind == "setup"), "")
        layout = self._layout(setup, boards, edge, part)
        layers = next(part.of(LAYERS), None)
        found = GameMap(
            name=name,
            id=identity,
            kind=MAP_KINDS.get(part.kind, MapKind.PUBLIC),
            boards=boards,
            layout=layout,
            edge=edge,
            colour=colour(part.get("backgroundcolor")),
            stacking=self._stacking(part),
            owners=tuple(sequences.split(part.get("side"), ",")) if part.get("side") else (),
            shown=MAP_KINDS.get(part.kind) in (None, MapKind.PUBLIC) or flag(part, "visible", default=False),
            draw_order=tuple(sequences.split(layers.get("layerOrder"), ",")) if layers else (),
            draw_property=layers.get("property") if layers else "",
            lifts=any(flag(each, "enabled", default=True) for each in part.of(LAST_MOVED)),
            decks=tuple(self._deck_place(pile) for pile in part.of(DRAW_PILE)),
        )
        return replace(found, points=_points(found))

    def _edge(self, part: Component) -> tuple[int, int]:
        old = sequences.split(part.get("edge"), ",")
        if len(old) == 2 and all(whole(side) for side in old):
            return whole(old[0]), whole(old[1])
        return self._reading.integer(part, "edgeWidth", 0), self._reading.integer(part, "edgeHeight", 0)

    def _board(self, part: Component, owner: Component) -> Board:
        size = board_size(part, owner, self.images, self._reading, self.source)
        grid = read_grid(part, size, self._reading)
        image = part.get("image")
        reversible = flag(part, "reversible", default=False)
        return Board(part.get("name"), image, size, grid, reversible, colour(part.get("color"), "#ffffff"))

    def _layout(
        self, setup: str, boards: tuple[Board, ...], edge: tuple[int, int], part: Component
    ) -> tuple[PlacedBoard, ...]:
        if setup:
            chosen, unknown = read_layout(setup, boards)
            for name in unknown:
                self._reading.note(NoteKind.MISSING, part, f"its default layout names a board '{name}' that it has not")
            return lay_out(chosen, edge)
        if len(boards) == 1 and not boards[0].reversible:
            return lay_out([(boards[0], 0, 0, False)], edge)
        return ()

    def _stacking(self, part: Component) -> Stacking:
        """How the map's stack metrics fan stacks; those of hands have other defaults (`HandMetrics`)."""
        metrics = next(part.of(STACK_METRICS, HAND_METRICS), None)
        if metrics is None:
            return Stacking()
        defaults = (12, 0, 12, 0) if metrics.kind == HAND_METRICS else (2, 4, 6, 18)
        names = ("unexSepX", "unexSepY", "exSepX", "exSepY")
        x, y, wide_x, wide_y = (
            self._reading.integer(metrics, name, default) for name, default in zip(names, defaults, strict=True)
        )
        return Stacking(not flag(metrics, "disabled", default=False), (x, y), (wide_x, wide_y))

    def _deck_place(self, part: Component) -> DeckPlace:
        board = part.get("owningBoard")
        x, y = self._reading.integer(part, "x", 0), self._reading.integer(part, "y", 0)
        return DeckPlace(part.get("name"), "" if board == ANY_BOARD else board, x, y)

    def _slots(self) -> Iterator[SlotPlace]:
        yield from self._slots_below(self.record.whole, ())

    def _slots_below(self, part: Component, path: tuple[str, ...]) -> Iterator[SlotPlace]:
        for child in part.parts():
            if child.kind in SLOTS:
                made = self._definition(child)
                if made is not None:
                    yield SlotPlace(child, path, made)
            elif child.children:
                yield from self._slots_below(child, (*path, child.name or child.word))

    def _definition(self, part: Component) -> Definition | None:
        try:
            made = definition(part.text)
            self.record.prototypes.check(chains.split_chain(made.kind, made.state))
        except ReadError as error:
            self._reading.note(NoteKind.MISSING, part, f"its piece cannot be read ({error.message}); left out")
            return None
        return made

    def _trackers(self) -> Iterator[TurnTracker]:
        number = 0
        for part in self.record.whole.walk():
            if part.kind == TURN_TRACKER:
                values = tuple(first_levels(part, self._reading))
                yield TurnTracker(part.get("name"), values, {"id": f"TurnTracker{number}"})
                number += 1

    def _note_strangers(self) -> None:
        """One note for all classes that are not VASSAL's."""
        kinds = [part.kind for part in self.record.whole.walk() if "." in part.kind]
        strangers = dict.fromkeys(kind for kind in kinds if not kind.startswith("VASSAL."))
        if strangers:
            listed = ", ".join(f"{kind} ({kinds.count(kind)})" for kind in strangers)
            text = f"classes of the module's own are kept unread: {listed}"
            self.notes.append(Note(NoteKind.CARRIED, "classes of the module's own", text, self.source))

    def _set_up(self, module: Module) -> Callable[[], GameState]:
        """What lays out the table of a new game: where is looked up now, since notes may tell of it, and what when asked."""
        places = [
            place_of(found, each, self._reading)
            for found, (_, part) in zip(module.maps, self._map_parts, strict=True)
            for each in part.of(SETUP_STACK, DRAW_PILE)
        ]
        return partial(_start, module, [place for place in places if place], self.record.prototypes)


def _start(module: Module, places: Sequence[AtStartPlace], prototypes: Prototypes) -> GameState:
    table = AtStart(prototypes)
    for place in places:
        table.lay(place)
    return GameState(
        module=module.name,
        module_version=module.version,
        counters=PersistentMap(table.counters),
        stacks=PersistentMap(table.stacks),
        boards={found.name: found.layout for found in module.maps},
        properties=PersistentMap(module.properties),
        trackers=module.trackers,
        next_order=table.order,
    )


def _is_own_map(part: Component) -> bool:
    """A class that VASSAL has not, but that holds what only a map holds."""
    stranger = not part.kind.startswith("VASSAL.") and "mapName" in part.attributes
    return stranger and any(child.kind.startswith(MODULE + "map.") for child in part.children)


def _points(found: GameMap) -> dict[tuple[int, int], str]:
    return deck_points(found.decks, found.layout, found.edge)


def _setups(part: Component, path: tuple[str, ...]) -> Iterator[Setup]:
    """Predefined setups, those in menus with the menus' names."""
    for child in part.of(SETUP):
        name = child.get("name")
        if flag(child, "isMenu", default=False):
            yield from _setups(child, (*path, name))
            continue
        file = child.get("file") if flag(child, "useFile", default=True) else ""
        yield Setup(name, file, child.get("description"), path)
        yield from _setups(child, (*path, name))
