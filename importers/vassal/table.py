"""A table that behaves as the engine's: pieces, stacks and decks on maps, and what each command does to them.

Facts: `command.*Piece`, `Map.addPiece/placeAt/apply`, `StackMetrics.merge`, `CompoundPieceCollection` and its kinds,
`Stack`, `Deck`, `BasicPiece`, `Decorator`. It knows no canonical state; what a command touched is in `touched`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from adjudicator.notes import NoteKind
from importers.vassal.kinds import Kind, kind_of
from importers.vassal.readings import Reading
from importers.vassal.wire import sequences, traits
from importers.vassal.wire.commands import AddPiece, ChangePiece, Command, MovePiece, Named, RemovePiece
from importers.vassal.wire.traits import whole

UNSET = -1
MODULE = "Module"
_COUNTED = "_numPieces"

Complaint = tuple[NoteKind, str, str]
"""What kind, about which piece, and a sentence."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What the table must know of a map: its name, whether stacks form on it, and its layers of pieces, bottom up."""

    name: str
    stacking: bool = True
    layers: tuple[str, ...] = ()
    property: str = ""


class Item:
    """Anything that lies on a map. `entries` are its places in the maps' drawing orders, by (map, layer)."""

    __slots__ = ("entries", "id", "keys", "map", "x", "y")

    def __init__(self, identity: str) -> None:
        self.id = identity
        self.map = ""
        self.x = 0
        self.y = 0
        self.entries: dict[tuple[str, int], int] = {}
        self.keys: tuple[tuple[str, int, int], ...] = ()


class Piece(Item):
    """A counter: its kind, its traits' states outermost first, and the stack it lies in.

    `changed` = its states are no longer those of `state_text`; `asks` = what it shows may depend on more than itself.
    """

    __slots__ = ("asks", "changed", "kind", "parent", "state_text", "states")

    def __init__(self, identity: str, kind: Kind) -> None:
        super().__init__(identity)
        self.kind = kind
        self.states: list[str] = []
        self.state_text = ""
        self.parent: Heap | None = None
        self.changed = False
        self.asks = False

    @property
    def place(self) -> tuple[str, int, int]:
        """Map and point; a stack's count for what lies in it."""
        lying: Item = self.parent or self
        return lying.map, lying.x, lying.y


@dataclass(frozen=True, slots=True)
class Split:
    """A piece's state as a file has it, and taken apart; `loose` = some label may ask for any property."""

    kind: Kind
    text: str
    states: list[str]
    loose: bool


class Heap(Item):
    """A stack or, with a `deck` type, a deck: pieces bottom to top."""

    __slots__ = ("contents", "deck", "face_down", "layer", "state_text")

    def __init__(self, identity: str, deck: str = "") -> None:
        super().__init__(identity)
        self.contents: list[Piece] = []
        self.deck = deck
        self.face_down = False
        self.layer = UNSET
        self.state_text = ""


@dataclass
class Table:
    """The game as the engine holds it. `grounds` None = no module is known, so that every name may be a map.

    Empty stacks sleep until somebody asks for one: `beds` holds runs of commands' texts with the first one's place in the
    drawing order. `kinds` are the pieces' kinds by type text, `splits` their last states as files had them, by id.
    `complaints` is what the engine would warn of. `said` are the properties that a command set. `preferences` are what the
    module asks its players, with the answers it proposes.
    """

    grounds: Mapping[str, Ground] | None = None
    spot: Callable[[str, int, int], tuple[str, str, str]] = lambda _map, _x, _y: ("", "", "")
    kinds: dict[str, Kind] = field(default_factory=dict)
    splits: dict[str, Split] = field(default_factory=dict)
    items: dict[str, Piece | Heap] = field(default_factory=dict)
    beds: list[tuple[int, Sequence[str]]] = field(default_factory=list)
    complaints: list[Complaint] = field(default_factory=list)
    properties: dict[tuple[str, str], str] = field(default_factory=dict)
    said: set[tuple[str, str]] = field(default_factory=set)
    preferences: dict[str, str] = field(default_factory=dict)
    trackers: dict[str, str] = field(default_factory=dict)
    seats: dict[str, tuple[str, str]] = field(default_factory=dict)
    boards: dict[str, tuple[str, ...]] = field(default_factory=dict)
    scenario_notes: str = ""
    public_notes: str = ""
    new_game: bool = True
    touched: dict[Item, None] = field(default_factory=dict)
    unknown_maps: dict[str, int] = field(default_factory=dict)
    order: int = 0
    _at: dict[tuple[str, int, int], dict[Item, None]] = field(default_factory=dict)
    _readers: dict[str, dict[Piece, None]] = field(default_factory=dict)
    _decks: dict[str, list[Heap]] = field(default_factory=dict)
    _made: int = 0
    _sleeping: dict[str, tuple[int, str]] | None = None

    def execute(self, command: Command) -> None:
        """Do what the engine does; a command about what is not there does nothing."""
        if isinstance(command, AddPiece):
            self._add(command)
        elif isinstance(command, MovePiece):
            self._move(command)
        elif isinstance(command, ChangePiece):
            self._change(command)
        elif isinstance(command, RemovePiece):
            self._remove(command.id)
        elif isinstance(command, Named):
            self._set(command)

    def item(self, identity: str) -> Piece | Heap | None:
        """A piece, stack or deck by its id."""
        known = self.items.get(identity)
        return self._wake(identity) if known is None and self.beds else known

    def bed(self, first: int, texts: Sequence[str]) -> None:
        """Commands among which are empty stacks, with the first one's place in the drawing order."""
        if texts:
            self.beds.append((first, texts))
            self._sleeping = None

    def put(self, identity: str, name: str, x: int, y: int) -> None:
        """Lay an item at a point of a map, merging with nothing."""
        item, ground = self.item(identity), self.ground(name)
        if item is not None and ground is not None:
            self._place_at(ground, item, x, y)
            if isinstance(item, Piece):
                item.changed = True

    def property(self, piece: Piece, name: str) -> str | None:
        """A property of a piece, its traits' first, then its place's, then the world's."""
        return self.reading(piece).property(name)

    def reading(self, piece: Piece) -> Reading:
        return Reading(piece.kind, piece.states, lambda name: self._outside(piece, name))

    def top_items(self) -> Iterator[tuple[str, int, int, Item]]:
        """Map, layer, order and item of everything in the maps' drawing orders but sleeping stacks."""
        for item in self.items.values():
            for (name, layer), order in item.entries.items():
                yield name, layer, order, item

    def ground(self, name: str) -> Ground | None:
        """The map of that name or id; "" and "null" are none."""
        if name in ("", "null"):
            return None
        if self.grounds is not None:
            return self.grounds.get(name)
        return Ground(name)

    def _add(self, command: AddPiece) -> None:
        identity = self._new_id() if command.id == "null" else command.id
        kind = command.type
        if kind == "stack" or kind.startswith("deck;"):
            heap = Heap(identity, "" if kind == "stack" else kind)
            self._register(heap)
            self._set_heap(heap, command.state)
            return
        known = self.kinds.get(kind)
        if known is None:
            known = self.kinds[kind] = kind_of(kind)
        piece = Piece(identity, known)
        self._register(piece)
        said = self.splits.get(identity)
        if said is None or said.kind is not known or said.text != command.state:
            states = traits.split_states(known.types, command.state)
            said = self.splits[identity] = Split(known, command.state, states, _is_loose(known, states))
        piece.states = list(said.states)
        piece.state_text = command.state
        self._note_reader(piece, said.loose)
        self._set_basic(piece, piece.states[-1])

    def _remove(self, identity: str) -> None:
        target = self.item(identity)
        if target is None:
            return
        parent = target.parent if isinstance(target, Piece) else None
        name = parent.map if parent else target.map
        if name:
            self._take_off(name, target)
            self._set_map(target, "")
        if parent is not None and isinstance(target, Piece):
            self._drop(parent, target)
        del self.items[identity]
        self._touch(target)
        if isinstance(target, Piece):
            for readers in self._readers.values():
                readers.pop(target, None)

    def _change(self, command: ChangePiece) -> None:
        target = self.item(command.id)
        if isinstance(target, Heap):
            state = command.new if command.old is None else self._merged_heap(target, command.new, command.old)
            self._set_heap(target, state)
        elif target is not None:
            self._change_piece(target, command.new, command.old)

    def _move(self, move: MovePiece) -> None:
        item = self.item(move.id)
        if item is None:
            return
        ground = self.ground(move.map)
        if ground is None:
            old = self.ground(move.old_map)
            if old is not None:
                self._take_off(old.name, item)
                self._touch(item)
            return
        under = self.item(move.under) if move.under else None
        if isinstance(under, Piece) and under.place == (ground.name, move.x, move.y):
            self._merge(ground, under, item)
            return
        if not self._merge_found(ground, item, move):
            self._place_anew(ground, item, move.x, move.y)
        if not move.under and isinstance(item, Piece) and item.parent is not None:
            self._insert(item.parent, item, 0)

    def _set(self, command: Named) -> None:
        word, fields = command.word, command.fields
        if word == "begin":
            self._clear()
        elif word in ("property", "change"):
            self._set_property(word, fields)
        elif word == "turn" and len(fields) > 1:
            self.trackers[fields[0]] = fields[1]
        elif word == "player" and len(fields) > 2:
            self.seats[fields[0]] = (fields[1], fields[2])
        elif word == "leave":
            self.seats.pop(fields[0], None)
        elif word == "boards":
            ground = self.ground(fields[0])
            self.boards[ground.name if ground else fields[0]] = fields[1:]
        elif word == "scenario notes":
            self.scenario_notes = fields[0].replace("|", "\n")
        elif word == "public notes":
            self.public_notes = fields[0].replace("|", "\n")
        elif word == "no new game":
            self.new_game = False

    def _set_property(self, word: str, fields: tuple[str, ...]) -> None:
        if len(fields) < (2 if word == "property" else 3):
            return
        name, value = fields[0], fields[1] if word == "property" else fields[2]
        at = 2 if word == "property" else 3
        container = fields[at] if len(fields) > at and fields[at] else self.container_of(name)
        self.properties[container, name] = value
        self.said.add((container, name))
        for reader in (*self._readers.get(name, ()), *self._readers.get("", ())):
            self._touch(reader)

    def container_of(self, name: str) -> str:
        """Where a property without container belongs: the module, unless only another container has it."""
        if (MODULE, name) in self.properties:
            return MODULE
        return next((container for container, known in self.properties if known == name), MODULE)

    def _clear(self) -> None:
        for item in (self.items, self.beds, self.seats, self.boards, self._at, self._readers, self._decks):
            item.clear()
        self.new_game = True

    def _change_piece(self, piece: Piece, new: str, old: str | None) -> None:
        """Set the state, or only those traits' states that differ between old and new (`Decorator.mergeState`)."""
        count = len(piece.kind.types)
        states = traits.split_levels(new, count) if count > 1 else [new]
        before = piece.states if old is None else traits.split_levels(old, count) if count > 1 else [old]
        basic = None
        for index, state in enumerate(states[:count]):
            if old is not None and index < len(before) and state == before[index]:
                continue
            if index == count - 1:
                basic = state
            elif index in piece.kind.dynamic:
                self._set_dynamic(piece, index, state)
            else:
                piece.states[index] = state
        piece.changed = True
        self._touch(piece)
        if basic is not None:
            piece.states[-1] = basic
            self._set_basic(piece, basic)
        self._note_reader(piece, _is_loose(piece.kind, piece.states))

    def _set_dynamic(self, piece: Piece, index: int, state: str) -> None:
        """A dynamic property may name another layer of the map: the piece is laid anew (`DynamicProperty.setValue`)."""
        name, x, y = piece.place
        ground = self.ground(name)
        heap = piece.parent
        if ground is None or (heap is not None and heap.deck):
            piece.states[index] = state
            return
        if heap is None or len(heap.contents) < 2:
            lying: Piece | Heap = heap or piece
            self._take_off(name, lying)
            piece.states[index] = state
            self._place_or_merge(ground, lying, x, y)
            return
        piece.states[index] = state
        at = heap.contents.index(piece) if piece in heap.contents else 0
        other = heap.contents[at - 1] if at else heap.contents[1]
        if not self._can_merge(ground, other, piece):
            self._place_or_merge(ground, piece, x, y)

    def _place_or_merge(self, ground: Ground, item: Piece | Heap, x: int, y: int) -> None:
        """Merge with what lies at the point if it allows it, else lie there alone (`Map.placeOrMerge`)."""
        here = self._at.get((ground.name, x, y), {})
        for found in sorted(here, key=lambda item: min(_orders(item, ground.name))):
            if self._may_merge(ground, item, found, None):
                if self._merge(ground, found, item):
                    return
                break
        self._place_at(ground, item, x, y)
        if isinstance(item, Piece) and item.kind.stacks and ground.stacking:
            self._stack_around(item)

    def _set_basic(self, piece: Piece, state: str) -> None:
        """The innermost state: map and position (`BasicPiece.setState`)."""
        name, x, y = self._point(piece.id, sequences.split_first(state, ";", 3))
        ground = self._known(name)
        old = piece.place[0]
        piece.x, piece.y = x, y
        self._reindex(piece)
        self._touch(piece)
        new = ground.name if ground else ""
        if new == old:
            return
        if ground is not None:
            self._put_on(ground, piece)
        else:
            self._take_off(old, piece)
            piece.map = ""

    def _set_heap(self, heap: Heap, state: str) -> None:
        """A stack's or deck's state: its place, then its contents by id; ids that nobody has are skipped."""
        heap.state_text = state
        tokens = sequences.split(state, ";")
        ground = self._known(tokens[0])
        nowhere = tokens[0] == "null" and not heap.deck
        heap.x, heap.y = (0, 0) if nowhere else self._point(heap.id, tokens)[1:]
        if heap.deck:
            self._put_at(heap, ground)
            heap.face_down = len(tokens) > 3 and tokens[3] == "true"
            named = sequences.split(tokens[4], ",") if len(tokens) > 4 else []
        else:
            # Behind "null" the engine takes the position for ids as well, which matters only if a piece bears such an id.
            named = [token for token in tokens[1:3] if nowhere and token in self.items] + tokens[3:]
        self._fill(heap, named)
        if not heap.deck:
            self._put_at(heap, ground)
        self._reindex(heap)
        self._touch_heap(heap)

    def _fill(self, heap: Heap, named: Iterable[str]) -> None:
        found = [(name, self.items.get(name) if name.startswith("@@") else self.item(name)) for name in named]
        for piece in heap.contents:
            self._touch(piece)
        heap.contents = []
        for name, child in found:
            if isinstance(child, Piece):
                self._insert_child(heap, child, len(heap.contents))
            elif name.startswith("@@") and not heap.deck:
                heap.layer = whole(name[2:], heap.layer)
            elif name:
                self._complain(
                    NoteKind.MISSING, heap.id, f"stack {heap.id} names '{name}', which is no piece in the game"
                )

    def _put_at(self, heap: Heap, ground: Ground | None) -> None:
        if (ground.name if ground else "") == heap.map:
            return
        if ground is not None:
            self._put_on(ground, heap)
        else:
            self._set_map(heap, "")

    def _merged_heap(self, heap: Heap, new: str, old: str) -> str:
        """The new state with those pieces kept that neither state knows of (`Stack.mergeState`)."""
        if old == self.heap_state(heap):
            return new
        fresh, former = sequences.split(new, ";"), sequences.split(old, ";")
        contents, before = fresh[3:], former[3:]
        for index, piece in enumerate(heap.contents):
            if piece.id not in contents and piece.id not in before:
                below = heap.contents[index - 1].id if index else ""
                contents.insert(contents.index(below) + 1 if below in contents else 0, piece.id)
        return sequences.join([*fresh[:3], *contents], ";")

    def members(self, heap: Heap) -> list[str]:
        """The ids of what lies in a stack; a piece whose id another one has taken is not to be found."""
        return [piece.id for piece in heap.contents if self.items.get(piece.id) is piece]

    def heap_state(self, heap: Heap, names: Sequence[str] | None = None) -> str:
        """A stack's or deck's state as the engine writes it, or as if it held the pieces named."""
        place = [heap.map or "null", str(heap.x), str(heap.y)]
        ids = [piece.id for piece in heap.contents] if names is None else names
        if not heap.deck:
            return sequences.join([*place, *ids, f"@@{heap.layer}"], ";")
        cards = [sequences.join(ids, ",")] if ids else []
        return sequences.join([*place, "true" if heap.face_down else "false", *cards], ";")

    def _merge_found(self, ground: Ground, item: Piece | Heap, move: MovePiece) -> bool:
        """Merge with the lowest thing drawn at the point that allows it (`MovePiece.createMergeFinder`)."""
        here = self._at.get((ground.name, move.x, move.y))
        if not here:
            return False
        for found in sorted(here, key=lambda item: min(_orders(item, ground.name))):
            if self._may_merge(ground, item, found, move.player):
                self._merge(ground, found, item)
                return True
        return False

    def _may_merge(self, ground: Ground, item: Piece | Heap, found: Item, player: str | None) -> bool:
        if isinstance(found, Heap) and found.deck:
            return True
        if not ground.stacking or (isinstance(item, Piece) and not item.kind.stacks):
            return False
        if isinstance(found, Heap):
            return self._top(found, player) is not None and self._can_merge(ground, item, found)
        if not isinstance(found, Piece) or not found.kind.stacks:
            return False
        hidden = self._hidden_by(found)
        return (hidden is None or hidden == player) and self._can_merge(ground, item, found)

    def _can_merge(self, ground: Ground, first: Item, second: Item) -> bool:
        """Whether the visible top pieces may share a stack (`CompoundPieceCollection.canMerge`)."""
        if any(isinstance(item, Heap) and item.deck for item in (first, second)):
            return True
        tops = [self._top(item) if isinstance(item, Heap) else item for item in (first, second)]
        one, other = tops
        if not isinstance(one, Piece) or not isinstance(other, Piece):
            return False
        if not (one.kind.stacks and other.kind.stacks):
            return False
        if self._hidden_by(one) != self._hidden_by(other):
            return False
        return not ground.layers or self._layer(ground, one) == self._layer(ground, other)

    def _merge(self, ground: Ground, fixed: Item, moving: Piece | Heap) -> bool:
        """Put what moves on top of what stays, and say whether anything moved (`StackMetrics.merge`)."""
        if isinstance(fixed, Heap):
            fixed = self._top(fixed) or fixed
        parent = fixed.parent if isinstance(fixed, Piece) else None
        if moving is fixed or moving is parent:
            return False
        if parent is not None and isinstance(fixed, Piece):
            index = parent.contents.index(fixed) + 1
        elif isinstance(fixed, Heap):
            parent, index = fixed, len(fixed.contents)
        elif isinstance(fixed, Piece):
            parent, index = self._stack_around(fixed), 1
        if parent is None:
            return False
        if isinstance(moving, Heap):
            some = bool(moving.contents)
            for piece in list(moving.contents):
                self._insert_child(parent, piece, index)
                index += 1
            self._reindex(moving)
            self._touch_heap(moving)
            return some
        if moving.parent is parent and moving in parent.contents and parent.contents.index(moving) < index:
            index -= 1
        name = moving.place[0]
        if name and name != ground.name:
            self._take_off(name, moving)
        self._insert(parent, moving, index)
        return True

    def _stack_around(self, piece: Piece) -> Heap:
        """A new stack where a lone piece lies, with the piece in it."""
        heap = Heap(self._new_id())
        heap.map, heap.x, heap.y = piece.place
        ground = self.ground(heap.map)
        if ground is not None:
            heap.layer = self._layer(ground, piece)
        self._insert(heap, piece, 0)
        self._register(heap)
        if ground is not None:
            self._put_on(ground, heap)
        return heap

    def _place_anew(self, ground: Ground, item: Piece | Heap, x: int, y: int) -> None:
        """Where nothing merges: a stacking piece comes with a stack of its own, all else lies as it is."""
        if ground.stacking and isinstance(item, Piece) and item.parent is None and item.kind.stacks:
            heap = Heap(self._new_id())
            self._insert(heap, item, 0)
            self._register(heap)
            self._place_at(ground, heap, x, y)
        else:
            self._place_at(ground, item, x, y)

    def _place_at(self, ground: Ground, item: Piece | Heap, x: int, y: int) -> None:
        item.x, item.y = x, y
        self._put_on(ground, item)
        self._reindex(item)
        if isinstance(item, Heap):
            self._touch_heap(item)
        else:
            self._touch(item)

    def _put_on(self, ground: Ground, item: Piece | Heap) -> None:
        """Add to the map's drawing order, on top of its layer, unless it is there (`Map.addPiece`)."""
        key = (ground.name, self._layer(ground, item))
        if key in item.entries:
            return
        if isinstance(item, Piece) and item.parent is not None:
            item.map = item.parent.map
            self._drop(item.parent, item)
        if item.map and item.map != ground.name:
            self._take_off(item.map, item)
        self._set_map(item, ground.name)
        item.entries[key] = self.order
        self.order += 1
        self._reindex(item)
        self._touch(item)

    def _take_off(self, name: str, item: Item) -> None:
        """Take out of the map's drawing order, if its present layer has it (`Map.removePiece`)."""
        ground = self.ground(name)
        if ground is None or not item.entries:
            return
        item.entries.pop((ground.name, self._layer(ground, item)), None)
        self._reindex(item)

    def _set_map(self, item: Item, name: str) -> None:
        item.map = name
        self._touch(item)
        if isinstance(item, Heap):
            for piece in item.contents:
                piece.map = name
                self._touch(piece)

    def _insert(self, heap: Heap, piece: Piece, index: int) -> None:
        """Put a piece into a stack at `index`, or move it there within the stack (`Stack.insert`)."""
        index = min(max(index, 0), len(heap.contents))
        if piece not in heap.contents:
            self._insert_child(heap, piece, index)
            return
        at = heap.contents.index(piece)
        if index > at:
            heap.contents.insert(index + 1, piece)
            del heap.contents[at]
        else:
            del heap.contents[at]
            heap.contents.insert(index, piece)
        self._touch(heap)

    def _insert_child(self, heap: Heap, piece: Piece, index: int) -> None:
        if piece.parent is not None:
            self._drop(piece.parent, piece)
        elif piece.map:
            self._take_off(piece.map, piece)
        piece.parent = heap
        heap.contents.insert(min(max(index, 0), len(heap.contents)), piece)
        self._recount(heap)
        self._touch(piece)
        self._touch(heap)
        if len(heap.contents) == 1:
            self._reindex(heap)

    def _drop(self, heap: Heap, piece: Piece) -> None:
        """Take a piece out of a stack; its own map and position hold again."""
        if piece in heap.contents:
            heap.contents.remove(piece)
            self._recount(heap)
        piece.parent = None
        self._touch(piece)
        self._touch(heap)
        if not heap.contents:
            self._reindex(heap)

    def _layer(self, ground: Ground, item: Item) -> int:
        """The layer of the map's drawing order that the item belongs in now."""
        if not ground.property:
            return 0 if isinstance(item, Piece) and not item.kind.stacks else 1
        if isinstance(item, Piece):
            return self._layer_of_piece(ground, item)
        if not isinstance(item, Heap) or item.deck:
            return len(ground.layers)
        top = self._top(item)
        if top is None and item.layer != UNSET and item.contents:
            top = item.contents[0]
        return len(ground.layers) if top is None else self._layer_of_piece(ground, top)

    def _layer_of_piece(self, ground: Ground, piece: Piece) -> int:
        value = self.property(piece, ground.property)
        return ground.layers.index(value) if value in ground.layers else len(ground.layers)

    def _top(self, heap: Heap, player: str | None = None) -> Piece | None:
        """The top piece that is not hidden, or hidden by the player given."""
        for piece in reversed(heap.contents):
            hidden = self._hidden_by(piece)
            if hidden is None or hidden == player:
                return piece
        return None

    def _hidden_by(self, piece: Piece) -> str | None:
        hiding = piece.kind.hiding
        return None if hiding is None or piece.states[hiding.index] == "null" else piece.states[hiding.index]

    def _complain(self, kind: NoteKind, subject: str, text: str) -> None:
        self.complaints.append((kind, subject, text))

    def _register(self, item: Piece | Heap) -> None:
        known = self.items.get(item.id)
        if isinstance(known, Heap):
            self._touch_heap(known)
        elif known is not None and known.parent is not None:
            self._touch(known.parent)
        if isinstance(known, Piece) or (known is not None and known.contents):
            self._complain(
                NoteKind.REPAIRED, item.id, f"a second piece with the id {item.id}; the first is not found again"
            )
        self.items[item.id] = item
        if isinstance(item, Heap) and item.deck:
            self._decks.setdefault(deck_name(item.deck), []).append(item)
        if self._sleeping:
            self._sleeping.pop(item.id, None)
        self._touch(item)

    def _touch(self, item: Item) -> None:
        self.touched[item] = None

    def _touch_heap(self, heap: Heap) -> None:
        self.touched[heap] = None
        for piece in heap.contents:
            self.touched[piece] = None

    def _reindex(self, item: Item) -> None:
        """Keep the index of mergeable things by point: lone pieces, decks, and stacks with something in them."""
        keys: tuple[tuple[str, int, int], ...] = ()
        if item.entries and not (isinstance(item, Heap) and not item.contents and not item.deck):
            keys = tuple({(name, item.x, item.y): None for name, _ in item.entries})
        if keys == item.keys:
            return
        for key in item.keys:
            del self._at[key][item]
            if not self._at[key]:
                del self._at[key]
        for key in keys:
            self._at.setdefault(key, {})[item] = None
        item.keys = keys

    def _wake(self, identity: str) -> Heap | None:
        """An empty stack that somebody asks for by its id."""
        if self._sleeping is None:
            self._sleeping = {
                text.split("/", 2)[1]: (first + index, text)
                for first, texts in self.beds
                for index, text in enumerate(texts)
                if is_empty_stack(text)
            }
            for known in self.items.keys() & self._sleeping.keys():
                del self._sleeping[known]
        found = self._sleeping.pop(identity, None)
        if found is None:
            return None
        order, text = found
        heap = Heap(identity)
        heap.state_text = text.split("/", 3)[3]
        name, x, y, *layer = heap.state_text.split(";")
        ground = self.ground(name)
        heap.layer = whole(layer[0][2:], UNSET) if layer else UNSET
        if name != "null":
            heap.x, heap.y = whole(x), whole(y)
        if ground is not None:
            heap.map = ground.name
            heap.entries[ground.name, self._layer(ground, heap)] = order
        self.items[identity] = heap
        return heap

    def _point(self, identity: str, tokens: Sequence[str]) -> tuple[str, int, int]:
        """Map and point at the head of a state; what is no number of 32 bits counts as 0, as in the engine."""
        name, *numbers = (*tokens[:3], "", "")[:3]
        x, y = whole(numbers[0]), whole(numbers[1])
        for number in numbers:
            if whole(number, 1) != whole(number):
                text = f"piece {identity} wants numbers for its point, found '{number[:40]}'; 0 is taken"
                self._complain(NoteKind.REPAIRED, identity, text)
        return name, x, y

    def _known(self, name: str) -> Ground | None:
        ground = self.ground(name)
        if ground is None and name not in ("", "null"):
            self.unknown_maps[name] = self.unknown_maps.get(name, 0) + 1
        return ground

    def _new_id(self) -> str:
        """An id for a stack of the table's own making; the engine takes the clock, we count."""
        while True:
            self._made += 1
            name = f"s{self._made}"
            if self.item(name) is None:
                return name

    def _count_of(self, name: str, map_name: str) -> str | None:
        """How many cards a deck of the map holds; a property that the map has as long as the deck lies on it."""
        decks = self._decks.get(name, ())
        return next((str(len(deck.contents)) for deck in decks if deck.map == map_name), None)

    def _recount(self, heap: Heap) -> None:
        """Tell those who print a deck's count that it changed."""
        if heap.deck:
            for reader in (*self._readers.get(deck_name(heap.deck) + _COUNTED, ()), *self._readers.get("", ())):
                self._touch(reader)

    def _note_reader(self, piece: Piece, loose: bool) -> None:
        """Remember which global properties may change how the piece reads; "" = any."""
        for name in piece.kind.mentions:
            self._readers.setdefault(name, {})[piece] = None
        if loose:
            self._readers.setdefault("", {})[piece] = None
        piece.asks = loose or bool(piece.kind.mentions)

    def _outside(self, piece: Piece, name: str) -> str | None:
        """A property that no trait knows: the piece's place, its own memory, then zone, map and module."""
        map_name, x, y = piece.place
        heap = piece.parent
        if name == "CurrentMap":
            return map_name
        if name in ("CurrentX", "CurrentY"):
            return str(x if name == "CurrentX" else y)
        if name in ("CurrentBoard", "CurrentZone", "LocationName"):
            return self.spot(map_name, x, y)[("CurrentBoard", "CurrentZone", "LocationName").index(name)]
        if name == "DeckName":
            return deck_name(heap.deck) if heap and heap.deck else ""
        if name in ("StackPos", "StackSize", "DeckPosition"):
            return _counted(heap, piece, name)
        if name == "PieceUID":
            return piece.id
        if name.endswith(_COUNTED):
            return self._count_of(name.removesuffix(_COUNTED), map_name)
        kept = _memory(piece.states[-1]).get(name) if name in piece.states[-1] else None
        if kept is not None:
            return kept
        zone = self.spot(map_name, x, y)[1] if map_name else ""
        for container in (f"{map_name}:{zone}" if zone else "", map_name, MODULE):
            if (container, name) in self.properties:
                return self.properties[container, name]
        return self.preferences.get(name)


def is_empty_stack(text: str) -> bool:
    """Whether a command adds a stack with nothing in it, by the few characters that tell: some saves hold 70,000."""
    if text.count(";") != 3 or ";@@" not in text or "/stack/" not in text:
        return False
    return text[:2] == "+/" and "\\" not in text and "'" not in text


@lru_cache(maxsize=1_000)
def deck_name(kind: str) -> str:
    """A deck's printed name, from its type."""
    return traits.decode(kind).text("name")


def _is_loose(kind: Kind, states: Sequence[str]) -> bool:
    """Whether some label was written by a player as an expression, which may ask for anything."""
    said = [states[index] for index, _ in kind.labels]
    return any("$" in text or text.lstrip().startswith("{") for text in said)


def _orders(item: Item, name: str) -> list[tuple[int, int]]:
    return [(layer, order) for (place, layer), order in item.entries.items() if place == name]


def _memory(state: str) -> dict[str, str]:
    """A piece's persistent properties: pairs after their count, behind map, x, y and slot."""
    tokens = sequences.split(state, ";")
    count = whole(tokens[4]) if len(tokens) > 4 else 0
    pairs = tokens[5 : 5 + 2 * max(0, count)]
    return dict(zip(pairs[::2], pairs[1::2], strict=False))


def _counted(heap: Heap | None, piece: Piece, name: str) -> str:
    if heap is None or (name == "DeckPosition" and not heap.deck):
        return "0" if name == "DeckPosition" else "1"
    if name == "StackSize":
        return str(len(heap.contents))
    return str(len(heap.contents) - heap.contents.index(piece)) if piece in heap.contents else "1"
