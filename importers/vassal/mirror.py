"""The canonical state beside the engine's table: counters, stacks, places, trackers and seats as they lie there now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from adjudicator.errors import Source
from adjudicator.importers.vassal.buildfile import Component
from adjudicator.importers.vassal.counters import Placement, read_counter
from adjudicator.importers.vassal.dice import buttons_of
from adjudicator.importers.vassal.dice_buttons import Button
from adjudicator.importers.vassal.layouts import read_layout
from adjudicator.importers.vassal.memory import KnownPieces, Spots
from adjudicator.importers.vassal.module import ModuleRecord
from adjudicator.importers.vassal.parts import GLOBAL_OPTIONS, MESSAGE
from adjudicator.importers.vassal.table import EngineTable
from adjudicator.importers.vassal.table.items import Heap, TableItem, TableMap, TablePiece, deck_name
from adjudicator.importers.vassal.table.world import OF_SIDES
from adjudicator.importers.vassal.turns import read_turn, trackers_of
from adjudicator.importers.vassal.wire import chains, sequences, traits
from adjudicator.lean import dataclass, replace
from adjudicator.model.boards import PlacedBoard
from adjudicator.model.counters import Counter, Deck, Spot, Stack
from adjudicator.model.memo import remembered
from adjudicator.model.module import MapKind, Module, lay_out, locate, location_name
from adjudicator.model.state import GameState, Seat, TurnTracker
from adjudicator.notes import Note, NoteKind

FORMAT = "vassal"
OBSERVER = "<observer>"
ZEROS = "storeLeadingZeroIntegersAsStrings"
LAYER_SPAN = 1 << 32
"""Drawing orders of one layer lie below those of the next one up."""


@dataclass
class Mirror:
    """One game on the engine's table, read as counters and stacks of the canonical model."""

    module: Module | None
    source: Source = field(default_factory=Source)
    memory: KnownPieces = field(default_factory=KnownPieces)
    notes: list[Note] = field(default_factory=list)
    state: GameState = field(default_factory=GameState)

    def __post_init__(self) -> None:
        self._maps = {found.name: found for found in self.module.maps} if self.module else {}
        self._top_layer = max([1, *(len(found.draw_order) for found in self._maps.values() if found.draw_property)])
        self.people = self.memory.people
        self.table = EngineTable(self._grounds(), self._names, kinds=self.memory.kinds, splits=self.memory.splits)
        self._spots: dict[str, tuple[tuple[str, ...] | None, Spots]] = {}
        self._boards: dict[str, tuple[PlacedBoard, ...]] = {}
        self._laid_out: dict[str, tuple[str, ...]] = {}
        self.misnamed: dict[str, list[list[object]]] = {}
        self._made: dict[str, Counter] = {}
        self._undoing = False
        self.unread: dict[str, dict[str, None]] = {}
        record = self.module.carried.get(FORMAT) if self.module else None
        self._trackers: Mapping[str, Component] = {}
        self._buttons: tuple[Button, ...] = ()
        if self.module:
            self.table.properties.update(self.module.properties)
        if isinstance(record, ModuleRecord):
            self._trackers, self._buttons, preferences = _told_in(record.whole)
            self.table.preferences.update(preferences)
            self.table.zeros = any(part.get(ZEROS) == "true" for part in record.whole.of(GLOBAL_OPTIONS))

    def close(self) -> None:
        """Let go of the table once its file is read: its pieces, stacks and this hold each other, megabytes for each file."""
        self.table.clear()
        del self.table

    def _counter(self, piece: TablePiece, *, loading: bool = False) -> Counter:
        """The canonical counter of a piece; worked out anew only if its traits may say something new."""
        spot = self._spot(*piece.place)
        stack = self._stack_of(piece)
        order = 0 if stack else self._order(piece)
        made = self._made.get(piece.id)
        if loading and not piece.asks and not piece.changed:
            made = self._recalled(piece, spot) or made
        if made is not None and not piece.changed and not piece.asks:
            there = made.spot is spot or made.spot == spot
            if not there or made.stack != stack or made.order != order:
                made = made.lying(spot, stack, order)
        else:
            if piece.changed:
                piece.state_text = self._rewritten(piece)
                piece.changed = False
            carried = {"type": piece.kind.text, "state": piece.state_text}
            if loading:
                carried.update(self._elsewhere(piece, spot))
            elif piece.id in self._made and "at" in self._made[piece.id].carried:
                carried["at"] = self._made[piece.id].carried["at"]
            lying, people = Placement(spot, stack, order), self.people
            reading = self.table.reading(piece)
            made = read_counter(piece.id, reading, carried, lying, people.seat, side=people.side, names=people.names)
            for expression in reading.unread:
                self.unread.setdefault(expression, {})[piece.id] = None
        self._made[piece.id] = made
        if loading and not piece.asks:
            self.memory.keep(piece.id, piece.kind, piece.states, made)
        return made

    def _recalled(self, piece: TablePiece, spot: Spot) -> Counter | None:
        """The counter as another file of the game had it, with what this file's own text says of its place."""
        known = self.memory.recall(piece.id, piece.kind, piece.states, piece.state_text)
        if known is None or ((known.spot is spot or known.spot == spot) and known.carried["state"] == piece.state_text):
            return known
        carried = {"type": piece.kind.text, "state": piece.state_text, **self._elsewhere(piece, spot)}
        return replace(known, spot=spot, carried=carried)

    def _rewritten(self, piece: TablePiece) -> str:
        """The piece's state as the engine would write it now: its traits' states, and where it lies."""
        tokens = sequences.split(piece.states[-1], ";")
        name, x, y = piece.place
        tokens[:3] = [name or "null", str(x), str(y)]
        piece.states[-1] = sequences.join(tokens, ";")
        return chains.join_levels(piece.states)

    def _elsewhere(self, piece: TablePiece, spot: Spot) -> dict[str, str]:
        """Where the piece lies, if its own state names another place; the writer then knows that it did not move."""
        own = sequences.split_first(piece.states[-1], ";", 3)
        here = [spot.map or "null", str(spot.x), str(spot.y)]
        return {} if own == here else {"at": ";".join(here)}

    def _stack(self, heap: Heap, *, loading: bool = False, known: Sequence[str] | None = None) -> Stack:
        """A stack as it is now; `known` are its members, where somebody has just asked for them."""
        members = tuple(self.table.members(heap) if known is None else known)
        deck = None
        if heap.deck:
            owners = traits.decode(heap.deck).items("owners")
            deck = Deck(deck_name(heap.deck), heap.face_down, tuple(owners))
        carried: dict[str, str] = {}
        if heap.state_text:
            carried = {"type": heap.deck or "stack", "state": heap.state_text}
            if loading:
                carried.update(self._differently(heap, members))
            elif heap.id in self.state.stacks:
                former = self.state.stacks[heap.id].carried
                if former.get("state") == heap.state_text:
                    carried = dict(former)
        return Stack(heap.id, self._spot(heap.map, heap.x, heap.y), members, self._order(heap), deck, carried)

    def _differently(self, heap: Heap, members: tuple[str, ...]) -> dict[str, str]:
        """What the stack holds and where it lies, where its own state says otherwise: ids that nobody has, for one."""
        if heap.state_text == f"{heap.map};{heap.x};{heap.y};{';'.join(members)};@@{heap.layer}":
            return {}  # nearly every one; had an id a sign that must be quoted, its text would be otherwise
        now = self.table.heap_state(heap, members)
        plain = now.rpartition(";@@")[0] if not heap.deck else now
        return {} if heap.state_text in (now, plain) else {"at": now}

    def _stack_of(self, piece: TablePiece) -> str:
        heap = piece.parent
        if heap is None or self.table.items.get(heap.id) is not heap or piece not in heap.contents:
            return ""
        return heap.id

    def _order(self, item: TableItem) -> int:
        """Its place in the drawing order of its map: layers bottom up, within each in order of arrival."""
        found = 0
        for (name, layer), order in item.entries.items():
            if name == item.map and (place := layer * LAYER_SPAN + order) > found:
                found = place
        return found

    def _above_all(self) -> int:
        """A place in the drawing order above everything on any map, whatever its layer."""
        return self._top_layer * LAYER_SPAN + self.table.order

    def _spot(self, name: str, x: int, y: int) -> Spot:
        boards = self.table.boards.get(name)
        kept = self._spots.get(name)
        if kept is None or kept[0] is not boards:
            kept = self._spots[name] = boards, self.memory.spots_of(name, self._maps.get(name), boards)
        known = kept[1].get((x, y))
        if known is None:
            found = self._maps.get(name)
            known = locate(found, self._layout(name), x, y) if found else Spot(name, x, y)
            kept[1][x, y] = known
        return known

    def _names(self, name: str, x: int, y: int) -> tuple[str, str, str]:
        spot = self._spot(name, x, y)
        return spot.board, spot.zone, location_name(self._layout(name), spot) if name in self._maps else spot.location

    def _layout(self, name: str) -> tuple[PlacedBoard, ...]:
        """The boards as the game laid them, else the map's own arrangement."""
        known = self._boards.get(name)
        found = self._maps[name]
        fields = self.table.boards.get(name)
        if fields is None:
            return found.layout
        if known is not None and self._laid_out.get(name) == fields:
            return known
        self._laid_out[name] = fields
        chosen, unknown = read_layout(sequences.join(("", *fields), "\t"), found.boards)
        for missing in unknown:
            self._note(NoteKind.MISSING, name, f"map '{name}' wants a board '{missing}' that the module has not")
        laid = lay_out(chosen, found.edge) if chosen else found.layout
        if unknown:
            self.misnamed[name] = [[each.board.name, each.column, each.row, each.reversed] for each in laid]
        self._boards[name] = laid
        return laid

    def _map_name(self, name: str) -> str:
        ground = self.table.ground(name)
        return ground.name if ground else ""

    def _grounds(self) -> dict[str, TableMap] | None:
        """Every map by name and by id."""
        if self.module is None:
            return None
        grounds: dict[str, TableMap] = {}
        for found in self.module.maps:
            name = found.name or found.id
            shut = found.kind is not MapKind.PUBLIC
            ground = TableMap(name, found.stacking.enabled, found.draw_order, found.draw_property, found.lifts, shut)
            grounds.setdefault(found.id, ground)
            grounds.setdefault(name, ground)
        return grounds

    def _seats(self) -> Iterator[Seat]:
        for player, seats in self.table.seats.items():
            yield from (Seat(self.people.seat(player), name, side) for name, side in seats)

    def _all_trackers(self) -> tuple[TurnTracker, ...]:
        known = dict.fromkeys([*self._trackers, *self.table.trackers])
        return tuple(self._tracker(identity, self.table.trackers.get(identity)) for identity in known)

    def _tracker(self, identity: str, state: str | None) -> TurnTracker:
        part = self._trackers.get(identity)
        name = part.get("name") if part is not None else identity
        carried = {"id": identity} if state is None else {"id": identity, "state": state}
        values = read_turn(part, state) if state is not None else ()
        if state is None and self.module:
            values = next((each.values for each in self.module.trackers if each.carried.get("id") == identity), ())
        return TurnTracker(name, values, carried)

    def _note(self, kind: NoteKind, subject: str, text: str) -> None:
        self.notes.append(Note(kind, subject, text, self.source))


@remembered(4)  # the files of a game have one module
def _told_in(tree: Component) -> tuple[Mapping[str, Component], tuple[Button, ...], Mapping[str, str]]:
    """A module's trackers, dice buttons and preferences."""
    return trackers_of(tree), buttons_of(tree), preferences_of(tree)


def preferences_of(tree: Component) -> dict[str, str]:
    """What the module asks of its players and the answers that it proposes; the reader of a file is an observer."""
    asked = {
        part.get("name"): part.get("default") for part in tree.walk() if part.kind.startswith("VASSAL.preferences.")
    }
    about = {name: tree.get(attribute) for name, attribute in ABOUT_MODULE.items()}
    messages = {part.get("name"): part.get("initialValue") for part in tree.walk() if part.kind == MESSAGE}
    return {**messages, **asked, **about, **NOBODY_POINTS, **dict.fromkeys(OF_SIDES, OBSERVER)}


ABOUT_MODULE = {
    "ModuleName": "name",
    "ModuleVersion": "version",
    "ModuleDescription": "description",
    "ModuleOther1": "ModuleOther1",
    "ModuleOther2": "ModuleOther2",
    "VassalVersionCreated": "VassalVersion",
}
"""What the module says of itself, and the attribute that it has it from (`GameModule.getProperty`)."""
NOBODY_POINTS = {"DrawingMouseover": "false", "DrawingMouseoverIndex": "1"}
"""What a counter is told that is drawn on the map, not beneath the mouse."""
