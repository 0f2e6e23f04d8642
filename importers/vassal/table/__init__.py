"""A table that behaves as the engine's: pieces, stacks and decks on maps, and what each command does to them.

Facts: `command.*Piece`, `Map.addPiece/placeAt/apply`, `StackMetrics.merge`, `CompoundPieceCollection` and its kinds,
`Stack`, `Deck`, `BasicPiece`, `Decorator`. It knows no canonical state; what a command touched is in `touched`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from adjudicator.importers.vassal.kinds import PieceType, kind_of
from adjudicator.importers.vassal.table.items import Heap, SplitState, TableMap, TablePiece, is_loose
from adjudicator.importers.vassal.table.stacking import StackRegister
from adjudicator.importers.vassal.wire import chains, sequences
from adjudicator.importers.vassal.wire.commands import (
    AddPiece,
    ChangePiece,
    Command,
    MovePiece,
    NamedCommand,
    RemovePiece,
)
from adjudicator.importers.vassal.wire.numbers import whole
from adjudicator.importers.vassal.wire.seats import SEATS
from adjudicator.lean import dataclass
from adjudicator.notes import NoteKind


@dataclass
class EngineTable(StackRegister):
    """The game as the engine holds it, and what commands do to it.

    `kinds` are the pieces' kinds by type text, `splits` their last states as files had them, by id. `said` are the properties
    that a command set, and `_kin` the first kinds by their outermost trait. `seats` are names and sides by id: several under
    an id that is the password of several players, of whom the engine keeps the last.
    """

    kinds: dict[str, PieceType] = field(default_factory=dict)
    splits: dict[str, SplitState] = field(default_factory=dict)
    said: set[tuple[str, str]] = field(default_factory=set)
    trackers: dict[str, str] = field(default_factory=dict)
    seats: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    boards: dict[str, tuple[str, ...]] = field(default_factory=dict)
    scenario_notes: str = ""
    public_notes: str = ""
    new_game: bool = True
    unknown_maps: dict[str, int] = field(default_factory=dict)
    _kin: dict[str, PieceType] = field(default_factory=dict)

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
        elif isinstance(command, NamedCommand):
            self._set(command)

    def put(self, identity: str, name: str, x: int, y: int) -> None:
        """Lay an item at a point of a map, merging with nothing."""
        item, ground = self.item(identity), self.ground(name)
        if item is not None and ground is not None:
            self._place_at(ground, item, x, y)
            if isinstance(item, TablePiece):
                item.changed = True

    def _comes_shut(self, command: AddPiece) -> bool:
        """Whether somebody may not see what a command without an id adds."""
        kind, state = command.type, command.state
        if kind == "stack" or kind.startswith("deck;"):
            fields = sequences.split(state, ";")
            named = [self.items.get(name) for name in fields[3:]]
            lying = [each for each in named if isinstance(each, TablePiece)]
            ground = self.ground(fields[0])
            return ground is None or ground.shut or (bool(lying) and all(map(self._shut, lying)))
        known = kind_of(kind)
        piece = TablePiece("null", known)
        piece.states = chains.split_states(known.types, state).copy()
        ground = self.ground(sequences.split_first(piece.states[-1], ";", 1)[0])
        return ground is None or ground.shut or self._concealed(piece, self._neighbour(piece), piece)

    def _add(self, command: AddPiece) -> None:
        identity = self._new_id(shut=self._comes_shut(command)) if command.id == "null" else command.id
        kind = command.type
        if kind == "stack" or kind.startswith("deck;"):
            heap = Heap(identity, "" if kind == "stack" else kind)
            self._register(heap)
            self._set_heap(heap, command.state)
            if self.begun:
                self._lift(heap)
            return
        known = self.kinds.get(kind)
        if known is None:
            outermost = kind[: kind.find(chains.TAB)]
            known = self.kinds[kind] = kind_of(kind, self._kin.get(outermost))
            self._kin.setdefault(outermost, known)
        piece = TablePiece(identity, known)
        self._register(piece)
        said = self.splits.get(identity)
        if said is None or said.kind is not known or said.text != command.state:
            states = chains.split_states(known.types, command.state)
            said = self.splits[identity] = SplitState(known, command.state, states, is_loose(known, states))
        piece.states = said.states.copy()
        piece.state_text = command.state
        if said.loose or known.mentions:
            self._note_reader(piece, said.loose)
        point = said.point
        if point is None:
            doubts, point = len(self.complaints), self._basic_point(piece, piece.states[-1])
            said.point = point if len(self.complaints) == doubts else None
        self._lay_new(piece, *point)
        if self.begun:
            self._lift(piece)

    def _lay_new(self, piece: TablePiece, name: str, x: int, y: int) -> None:
        """Lay a piece that lies nowhere yet: what `_set_point` does, without a look at where it was."""
        ground = self._known(name)
        piece.x, piece.y = x, y
        if ground is None:
            return
        piece.map = ground.name
        piece.entries[ground.name, self._layer(ground, piece)] = self.order
        self.order += 1
        self._reindex(piece)

    def _remove(self, identity: str) -> None:
        target = self.item(identity)
        if target is None:
            return
        self._lying()  # it may go on lying on another map, or in another layer
        self._lift(target)
        parent = target.parent if isinstance(target, TablePiece) else None
        name = parent.map if parent else target.map
        if name:
            self._take_off(name, target)
            self._set_map(target, "")
        if parent is not None and isinstance(target, TablePiece):
            self._drop(parent, target)
        del self.items[identity]
        self._touch(target)
        if isinstance(target, TablePiece):
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
        self._arrive(ground, item, move)
        self._lift(item)

    def _arrive(self, ground: TableMap, item: TablePiece | Heap, move: MovePiece) -> None:
        """Lay what was moved on what it was moved to, or alone (`MovePiece.executeCommand`)."""
        under = self.item(move.under) if move.under else None
        if isinstance(under, TablePiece) and under.place == (ground.name, move.x, move.y):
            self._merge(ground, under, item)
            return
        if not self._merge_found(ground, item, move):
            self._place_anew(ground, item, move.x, move.y)
        if not move.under and isinstance(item, TablePiece) and item.parent is not None:
            self._insert(item.parent, item, 0)

    def _set(self, command: NamedCommand) -> None:
        word, fields = command.word, command.fields
        if word == "begin":
            self._clear()
        elif word == "end":
            self.begun = True
        elif word in ("property", "change"):
            self._set_property(word, fields)
        elif word == "turn" and len(fields) > 1:
            self.trackers[fields[0]] = fields[1]
        elif word in SEATS and len(fields) > 2:
            self._sit(fields[0], fields[1], fields[2])
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

    def _sit(self, player: str, name: str, side: str) -> None:
        """Take a seat. Who has one and takes another side, or another name, leaves it; the rosters of files name no one twice."""
        others = self.seats.get(player, ())
        if self.begun:
            others = tuple(seat for seat in others if name != seat[0] and side != seat[1])
        self.seats[player] = (*(seat for seat in others if seat != (name, side)), (name, side))

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

    def _clear(self) -> None:
        for item in (self.items, self.beds, self.seats, self.boards, self._readers, self._decks):
            item.clear()
        self._at = None
        self.new_game = True
        self.begun = False

    def _change_piece(self, piece: TablePiece, new: str, old: str | None) -> None:
        """Set the state, or only those traits' states that differ between old and new (`Decorator.mergeState`)."""
        count = len(piece.kind.types)
        states = chains.split_levels(new, count) if count > 1 else [new]
        before = piece.states if old is None else chains.split_levels(old, count) if count > 1 else [old]
        basic = None
        for index, state in enumerate(states[:count]):
            if old is not None and index < len(before) and state == before[index]:
                continue
            if index == count - 1:
                basic = state
            elif index in piece.kind.frame.dynamic:
                self._set_dynamic(piece, index, state)
            else:
                piece.states[index] = state
        piece.changed = True
        self._touch(piece)
        if basic is not None:
            piece.states[-1] = basic
            self._set_basic(piece, basic)
        self._note_reader(piece, is_loose(piece.kind, piece.states))

    def _set_dynamic(self, piece: TablePiece, index: int, state: str) -> None:
        """A dynamic property may name another layer of the map: the piece is laid anew (`DynamicProperty.setValue`)."""
        name, x, y = piece.place
        ground = self.ground(name)
        heap = piece.parent
        if ground is None or (heap is not None and heap.deck):
            piece.states[index] = state
            return
        if heap is None or len(heap.contents) < 2:
            lying: TablePiece | Heap = heap or piece
            self._take_off(name, lying)
            piece.states[index] = state
            self._place_or_merge(ground, lying, x, y)
            return
        piece.states[index] = state
        at = heap.contents.index(piece) if piece in heap.contents else 0
        other = heap.contents[at - 1] if at else heap.contents[1]
        if not self._can_merge(ground, other, piece):
            self._place_or_merge(ground, piece, x, y)

    def _set_basic(self, piece: TablePiece, state: str) -> None:
        """The innermost state: map and position (`BasicPiece.setState`)."""
        self._set_point(piece, *self._basic_point(piece, state))

    def _basic_point(self, piece: TablePiece, state: str) -> tuple[str, int, int]:
        return self._point(piece.id, sequences.split_first(state, ";", 3))

    def _set_point(self, piece: TablePiece, name: str, x: int, y: int) -> None:
        ground = self._known(name)
        old = (piece.parent or piece).map
        piece.x, piece.y = x, y
        self._reindex(piece)
        self.touched[piece] = None
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
        items = self.items
        found = [(name, items.get(name) or (None if name.startswith("@@") else self.item(name))) for name in named]
        for piece in heap.contents:
            self.touched[piece] = None
        heap.contents = []
        for name, child in found:
            if isinstance(child, TablePiece):
                self._insert_child(heap, child, len(heap.contents))
            elif name.startswith("@@") and not heap.deck:
                heap.layer = whole(name[2:], heap.layer)
            elif name:
                self._complain(
                    NoteKind.MISSING, heap.id, f"stack {heap.id} names '{name}', which is no piece in the game"
                )

    def _put_at(self, heap: Heap, ground: TableMap | None) -> None:
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

    def heap_state(self, heap: Heap, names: Sequence[str] | None = None) -> str:
        """A stack's or deck's state as the engine writes it, or as if it held the pieces named."""
        place = [heap.map or "null", str(heap.x), str(heap.y)]
        ids = [piece.id for piece in heap.contents] if names is None else names
        if not heap.deck:
            return sequences.join([*place, *ids, f"@@{heap.layer}"], ";")
        cards = [sequences.join(ids, ",")] if ids else []
        return sequences.join([*place, "true" if heap.face_down else "false", *cards], ";")

    def _point(self, identity: str, tokens: Sequence[str]) -> tuple[str, int, int]:
        """Map and point at the head of a state; what is no number of 32 bits counts as 0, as in the engine."""
        name, across, down = tokens[:3] if len(tokens) > 2 else (*tokens, "", "")[:3]
        x, y = whole(across), whole(down)
        for number, read in () if x and y else ((across, x), (down, y)):
            if not read and whole(number, 1):
                text = f"piece {identity} wants numbers for its point, found '{number[:40]}'; 0 is taken"
                self._complain(NoteKind.REPAIRED, identity, text)
        return name, x, y

    def _known(self, name: str) -> TableMap | None:
        ground = self.ground(name)
        if ground is None and name not in ("", "null"):
            self.unknown_maps[name] = self.unknown_maps.get(name, 0) + 1
        return ground
