"""From the engine's table to the canonical state and events: the only file here that speaks both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from html import unescape

from immutables import Map

from adjudicator.errors import Source
from adjudicator.model.counters import Counter, Deck, Spot, Stack
from adjudicator.model.events import (
    Alter,
    Arrange,
    Astray,
    Carried,
    Event,
    LayBoards,
    Move,
    Place,
    Remove,
    Restack,
    Say,
    SetNotes,
    SetProperty,
    SetTurn,
    TakeSeat,
    Undo,
)
from adjudicator.model.module import Module, PlacedBoard, lay_out, locate
from adjudicator.model.state import GameState, Seat, TurnTracker
from adjudicator.notes import Note, NoteKind
from adjudicator.words import counted
from importers.vassal.buildfile import Component
from importers.vassal.claims import claimed
from importers.vassal.counters import read_counter
from importers.vassal.dice import buttons_of, read_roll, shown_roll
from importers.vassal.memory import Memory, Spots
from importers.vassal.module import ModuleRecord, read_layout
from importers.vassal.people import swap_ids
from importers.vassal.table import Table
from importers.vassal.table.items import Ground, Heap, Item, Piece, deck_name
from importers.vassal.turns import read_turn, trackers_of
from importers.vassal.wire import commands, sequences, traits
from importers.vassal.wire.commands import AddPiece, ChangePiece, Command, MovePiece, Named, RemovePiece, Verbatim

FORMAT = "vassal"
OBSERVER = "<observer>"
MOST_NOTES = 100
LAYER_SPAN = 1 << 32
"""Drawing orders of one layer lie below those of the next one up."""

_SAID = re.compile(r"<(.*?)> ?- ?", re.DOTALL)


@dataclass
class Session:
    """One save or log being read: the engine's table beside the canonical state that mirrors it."""

    module: Module | None
    source: Source = field(default_factory=Source)
    memory: Memory = field(default_factory=Memory)
    notes: list[Note] = field(default_factory=list)
    state: GameState = field(default_factory=GameState)

    def __post_init__(self) -> None:
        self._maps = {found.name: found for found in self.module.maps} if self.module else {}
        self._top_layer = max([1, *(len(found.draw_order) for found in self._maps.values() if found.draw_property)])
        self.people = self.memory.people
        self.table = Table(self._grounds(), self._names, kinds=self.memory.kinds, splits=self.memory.splits)
        self._spots: dict[str, tuple[tuple[str, ...] | None, Spots]] = {}
        self._boards: dict[str, tuple[PlacedBoard, ...]] = {}
        self._laid_out: dict[str, tuple[str, ...]] = {}
        self.misnamed: dict[str, list[list[object]]] = {}
        self._made: dict[str, Counter] = {}
        self._undoing = False
        record = self.module.carried.get(FORMAT) if self.module else None
        self._trackers = trackers_of(record.whole) if isinstance(record, ModuleRecord) else {}
        self._buttons = buttons_of(record.whole) if isinstance(record, ModuleRecord) else ()
        if self.module:
            self.table.properties.update(self.module.properties)
        if isinstance(record, ModuleRecord):
            self.table.preferences.update(preferences_of(record.whole))

    def start(self, carried: Mapping[str, object]) -> GameState:
        """The canonical state of the table as it lies now; later steps begin from it."""
        table = self.table
        for name in [*self._maps, *table.boards]:
            if name in self._maps:
                self._boards[name] = self._layout(name)
        if self.module:
            self.state = replace(self.state, module=self.module.name, module_version=self.module.version)
        counters, stacks = {}, {}
        for item in table.items.values():
            if isinstance(item, Piece):
                counters[item.id] = self._counter(item, loading=True)
            elif item.deck or self.table.members(item):
                stacks[item.id] = self._stack(item, loading=True)
        table.touched.clear()
        self._note_losses()
        self.state = replace(
            self.state,
            counters=Map(counters),
            stacks=Map(stacks),
            boards=dict(self._boards),
            properties=Map({key: self.people.shown(value) for key, value in table.properties.items()}),
            trackers=self._all_trackers(),
            seats=tuple(self._seat(player) for player in table.seats),
            scenario_notes=table.scenario_notes,
            public_notes=table.public_notes,
            next_order=self._above_all(),
            carried={FORMAT: carried},
        )
        return self.state

    def step(self, tree: commands.Tree) -> tuple[Event, ...]:
        """What one logged action does, as events; `state` is what they make of the state before."""
        done: list[Event] = []
        for command in actions(tree):
            for event in self._events(command):
                self.state = self.state.after(event)
                done.append(event)
            self.complained(self.source)
            settled = self._settled()
            if settled is not None:
                self.state = self.state.after(settled)
                done.append(settled)
        return tuple(done)

    def complained(self, source: Source) -> None:
        """Turn what the table complained of into notes about a place in the file; the first hundred will do."""
        for kind, subject, text in self.table.complaints:
            if len(self.notes) < MOST_NOTES:
                self.notes.append(Note(kind, subject, text, source))
        self.table.complaints.clear()

    def _events(self, command: Command) -> Iterator[Event]:
        if isinstance(command, AddPiece):
            yield from self._added(command)
        elif isinstance(command, MovePiece):
            yield from self._moved(command)
        elif isinstance(command, RemovePiece):
            yield from self._removed(command)
        elif isinstance(command, ChangePiece):
            yield from self._changed(command)
        elif isinstance(command, Named):
            yield from self._named(command)
        elif command.text:
            yield Carried(command.text.partition("\t")[0][:40], command.text)

    def _added(self, command: AddPiece) -> Iterator[Event]:
        self.table.execute(command)
        item = self.table.item(command.id)
        if isinstance(item, Piece):
            yield Place(self._counter(item), order=self._order(item))
        elif isinstance(item, Heap) and (item.deck or self.table.members(item)):
            yield Restack(self._stack(item))

    def _removed(self, command: RemovePiece) -> Iterator[Event]:
        known = command.id in self.state.counters
        if not known and self.table.item(command.id) is None:
            yield Astray(command.id, "removed")
        self.table.execute(command)
        if known:
            yield Remove(command.id)

    def _moved(self, command: MovePiece) -> Iterator[Event]:
        item = self.table.item(command.id)
        if item is None:
            self._note(NoteKind.MISSING, command.id, f"a move of piece {command.id}, which is not in the game")
            yield Astray(command.id, "moved")
            return
        group = command.id if isinstance(item, Heap) else ""
        inside = list(item.contents) if isinstance(item, Heap) else [item]
        moving = [piece for piece in inside if self.table.items.get(piece.id) is piece]
        about: list[Item] = [item, *moving, *(piece.parent for piece in moving if piece.parent)]
        self.table.execute(command)
        self.table.touched.update(dict.fromkeys(about))
        origin = self._spot(self._map_name(command.old_map), command.old_x, command.old_y)
        player = self.people.seat(command.player)
        for piece in moving:
            counter = self._counter(piece)
            stack = counter.stack
            heap = piece.parent if stack else None
            index = self._place_among(piece, heap) if heap else None
            order = self._order(heap or piece)
            yield Move(piece.id, origin, counter.spot, stack, index, player, order, group)

    def _place_among(self, piece: Piece, heap: Heap) -> int:
        """The counter's place among those members that the canonical stack has by now."""
        stack = self.state.stacks.get(heap.id)
        present = set(stack.members) - {piece.id} if stack else set()
        below = heap.contents[: heap.contents.index(piece)]
        return sum(1 for other in below if other.id in present)

    def _changed(self, command: ChangePiece) -> Iterator[Event]:
        item = self.table.item(command.id)
        if item is None:
            self._note(NoteKind.MISSING, command.id, f"a change of piece {command.id}, which is not in the game")
            yield Astray(command.id, "changed")
            return
        before = self.state.counters.get(command.id)
        said = self._claimed(item, command.old)
        self.table.execute(command)
        if isinstance(item, Piece) and before is not None:
            counter = self._counter(item)
            yield Alter(counter, differences(before, counter), said)
        elif isinstance(item, Heap) and (item.deck or self.table.members(item)):
            yield Restack(self._stack(item))

    def _claimed(self, item: Item, old: str | None) -> tuple[tuple[str, str, str], ...]:
        """What the command's old state says of a piece and is not so."""
        if old is None or not isinstance(item, Piece):
            return ()
        shown = self.people.shown
        found = claimed(item, old, self.table.reading(item), self.people.seat, differences)
        return tuple((aspect, shown(said), shown(was)) for aspect, said, was in found)

    def _named(self, command: Named) -> Iterator[Event]:
        word, fields = command.word, command.fields
        if word in ("property", "change"):
            yield from self._property(command)
            return
        self.table.execute(command)
        if word == "say":
            yield self._said(fields[0])
        elif word == "symbol dice":
            yield shown_roll(fields, commands.encode(command), self._buttons)
        elif word in ("player", "leave"):
            seat = self.people.seat(fields[0])
            side = fields[2] if word == "player" and len(fields) > 2 else ""
            yield TakeSeat(Seat(seat, fields[1] if side else "", side))
        elif word == "turn" and len(fields) > 1:
            yield SetTurn(self._tracker(fields[0], fields[1]))
        elif word in ("scenario notes", "public notes"):
            yield SetNotes(self.table.scenario_notes, self.table.public_notes)
        elif word == "undo":
            self._undoing = fields[0] == "true"
            yield Undo(self._undoing)
        elif word == "boards":
            yield from self._laid(fields)
        else:
            yield Carried(word, self._covered(commands.encode(command)))

    def _property(self, command: Named) -> Iterator[Event]:
        fields = command.fields
        at = 2 if command.word == "property" else 3
        if len(fields) < at:
            yield Carried(command.word, commands.encode(command))
            return
        self.table.execute(command)
        container = fields[at] if len(fields) > at and fields[at] else self.table.container_of(fields[0])
        value = self.people.shown(self.table.properties[container, fields[0]])
        was = self.state.properties.get((container, fields[0]), "")
        said = self.people.shown(fields[1]) if command.word == "change" else None
        yield SetProperty(container, fields[0], was, value, said)

    def _laid(self, fields: tuple[str, ...]) -> Iterator[Event]:
        name = self._map_name(fields[0])
        if name not in self._maps:
            yield Carried("boards", commands.encode(Named("boards", fields)))
            return
        self._boards[name] = self._layout(name)
        for item in self.table.items.values():
            if item.map == name or (isinstance(item, Piece) and item.place[0] == name):
                self.table.touched[item] = None
        self._made.clear()
        yield LayBoards(name, self._boards[name])

    def _said(self, text: str) -> Event:
        """A chat line: who spoke, and whether it reports a roll (as the module's dice buttons do); an undo repeats lines."""
        rolled = None if self._undoing else read_roll(text, self._buttons)
        if rolled is not None:
            return replace(rolled, player=self._speaker(rolled.player))
        spoken = _SAID.match(unescape(text) if "&lt;" in text else text)
        return Say(text, self._speaker(spoken[1]) if spoken else "")

    def _speaker(self, name: str) -> str:
        """The pseudonym of the seat with that name, else the name as it stands."""
        bare = name.partition(" (")[0]
        for seat in self.state.seats:
            if seat.name and seat.name in (name, bare):
                return seat.player
        return name.removesuffix(" ()")

    def _covered(self, text: str) -> str:
        """A command's text with its players' ids replaced."""
        return swap_ids([text], self.people.seat)[0]

    def _settled(self) -> Arrange | None:
        """What the last command touched and its events do not say yet."""
        counters, stacks, gone = [], [], []
        for item in self.table.touched:
            known = self.table.items.get(item.id)
            filled = isinstance(known, Heap) and (known.deck or self.table.members(known))
            if (item.id in self.state.counters and not isinstance(known, Piece)) or (
                item.id in self.state.stacks and not filled
            ):
                gone.append(item.id)
            if isinstance(item, Piece) and known is item:
                counter = self._counter(item)
                if item.id in gone or self.state.counters.get(item.id) != counter:
                    counters.append(counter)
            elif isinstance(item, Heap) and known is item and filled:
                stack = self._stack(item)
                if item.id in gone or self.state.stacks.get(item.id) != stack:
                    stacks.append(stack)
        self.table.touched.clear()
        order = self._above_all()
        if not (counters or stacks or gone) and order == self.state.next_order:
            return None
        return Arrange(tuple(counters), tuple(stacks), tuple(gone), order)

    def _counter(self, piece: Piece, *, loading: bool = False) -> Counter:
        """The canonical counter of a piece; worked out anew only if its traits may say something new."""
        spot = self._spot(*piece.place)
        stack = self._stack_of(piece)
        order = 0 if stack else self._order(piece)
        made = self._made.get(piece.id)
        if loading and not piece.asks and not piece.changed:
            made = self._recalled(piece, spot) or made
        if made is not None and not piece.changed and not piece.asks:
            if made.spot != spot or made.stack != stack or made.order != order:
                made = replace(made, spot=spot, stack=stack, order=order)
        else:
            if piece.changed:
                piece.state_text = self._rewritten(piece)
                piece.changed = False
            made = read_counter(piece.id, self.table.reading(piece), piece.state_text, spot, self.people.seat)
            carried = dict(made.carried)
            if loading:
                carried.update(self._elsewhere(piece, spot))
            elif piece.id in self._made and "at" in self._made[piece.id].carried:
                carried["at"] = self._made[piece.id].carried["at"]
            properties = {name: self.people.shown(value) for name, value in made.properties.items()}
            made = replace(made, stack=stack, order=order, carried=carried, properties=properties)
        self._made[piece.id] = made
        if loading and not piece.asks:
            self.memory.keep(piece.id, piece.kind, piece.states, made)
        return made

    def _recalled(self, piece: Piece, spot: Spot) -> Counter | None:
        """The counter as another file of the game had it, with what this file's own text says of its place."""
        known = self.memory.recall(piece.id, piece.kind, piece.states)
        if known is None or (known.spot == spot and known.carried["state"] == piece.state_text):
            return known
        carried = {"type": piece.kind.text, "state": piece.state_text, **self._elsewhere(piece, spot)}
        return replace(known, spot=spot, carried=carried)

    def _rewritten(self, piece: Piece) -> str:
        """The piece's state as the engine would write it now: its traits' states, and where it lies."""
        tokens = sequences.split(piece.states[-1], ";")
        name, x, y = piece.place
        tokens[:3] = [name or "null", str(x), str(y)]
        piece.states[-1] = sequences.join(tokens, ";")
        return traits.join_levels(piece.states)

    def _elsewhere(self, piece: Piece, spot: Spot) -> dict[str, str]:
        """Where the piece lies, if its own state names another place; the writer then knows that it did not move."""
        own = sequences.split_first(piece.states[-1], ";", 3)
        here = [spot.map or "null", str(spot.x), str(spot.y)]
        return {} if own == here else {"at": ";".join(here)}

    def _stack(self, heap: Heap, *, loading: bool = False) -> Stack:
        members = tuple(self.table.members(heap))
        deck = None
        if heap.deck:
            owners = traits.decode(heap.deck).items("owners")
            deck = Deck(deck_name(heap.deck), heap.face_down, tuple(owners))
        carried: dict[str, str] = {}
        if heap.state_text:
            carried = {"type": heap.deck or "stack", "state": heap.state_text}
            if loading:
                carried.update(self._differently(heap))
            elif heap.id in self.state.stacks:
                former = self.state.stacks[heap.id].carried
                if former.get("state") == heap.state_text:
                    carried = dict(former)
        return Stack(heap.id, self._spot(heap.map, heap.x, heap.y), members, self._order(heap), deck, carried)

    def _differently(self, heap: Heap) -> dict[str, str]:
        """What the stack holds and where it lies, where its own state says otherwise: ids that nobody has, for one."""
        now = self.table.heap_state(heap, self.table.members(heap))
        plain = now.rpartition(";@@")[0] if not heap.deck else now
        return {} if heap.state_text in (now, plain) else {"at": now}

    def _stack_of(self, piece: Piece) -> str:
        heap = piece.parent
        if heap is None or self.table.items.get(heap.id) is not heap or piece not in heap.contents:
            return ""
        return heap.id

    def _order(self, item: Item) -> int:
        """Its place in the drawing order of its map: layers bottom up, within each in order of arrival."""
        places = [layer * LAYER_SPAN + order for (name, layer), order in item.entries.items() if name == item.map]
        return max(places, default=0)

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
        return spot.board, spot.zone, spot.location

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

    def _grounds(self) -> dict[str, Ground] | None:
        """Every map by name and by id."""
        if self.module is None:
            return None
        grounds: dict[str, Ground] = {}
        for found in self.module.maps:
            name = found.name or found.id
            ground = Ground(name, found.stacking.enabled, found.draw_order, found.draw_property)
            grounds.setdefault(found.id, ground)
            grounds.setdefault(name, ground)
        return grounds

    def _seat(self, player: str) -> Seat:
        name, side = self.table.seats[player]
        return Seat(self.people.seat(player), name, side)

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

    def _note_losses(self) -> None:
        """What the engine would complain of and carry on."""
        for name, count in self.table.unknown_maps.items():
            text = f"on no map, since the module has no map '{name}': {counted(count, 'item')} that the file lays there"
            self._note(NoteKind.MISSING, name, text)
        unknown: dict[str, int] = {}
        for item in self.table.items.values():
            for prefix in item.kind.unknown if isinstance(item, Piece) else ():
                unknown[prefix] = unknown.get(prefix, 0) + 1
        for prefix, count in unknown.items():
            text = f"trait '{prefix}' on {counted(count, 'counter')} is not VASSAL's own; it is kept unread"
            self._note(NoteKind.CARRIED, prefix, text)
        if self.module is None:
            self._note(
                NoteKind.MISSING, "module", "read without its module: spots have pixels but no boards and locations"
            )

    def _note(self, kind: NoteKind, subject: str, text: str) -> None:
        self.notes.append(Note(kind, subject, text, self.source))


def preferences_of(tree: Component) -> dict[str, str]:
    """What the module asks of its players and the answers that it proposes; the reader of a file is an observer."""
    asked = {
        part.get("name"): part.get("default") for part in tree.walk() if part.kind.startswith("VASSAL.preferences.")
    }
    return {**asked, "playerSide": OBSERVER}


@dataclass
class _Action:
    """A logged command and its sub-commands, put together as the engine does it (`Command.append`)."""

    command: Command
    below: list[_Action] = field(default_factory=list)

    def append(self, action: _Action) -> None:
        """Neighbouring changes of one piece become one; what does nothing is dropped."""
        last = self.below[-1] if self.below else self
        if isinstance(self.command, ChangePiece) and isinstance(action.command, ChangePiece):
            mine = last.command
            if isinstance(mine, ChangePiece) and mine.id == action.command.id:
                last.command = replace(mine, new=action.command.new)
                for each in action.below:
                    self.append(each)
                return
        if not action.idle():
            self.below.append(action)

    def idle(self) -> bool:
        command = self.command
        nothing = command.text == "" if isinstance(command, Verbatim) else False
        if isinstance(command, ChangePiece):
            nothing = command.new == command.old
        return nothing and all(each.idle() for each in self.below)

    def flat(self) -> Iterator[Command]:
        yield self.command
        for each in self.below:
            yield from each.flat()


def actions(tree: commands.Tree) -> Iterator[Command]:
    """The commands of one logged action in the order in which they are executed."""
    return _assembled(tree).flat()


def _assembled(tree: commands.Tree) -> _Action:
    if isinstance(tree, str):
        return _Action(commands.decode(tree.removeprefix("LOG\t")))
    action = _assembled(tree[0])
    for child in tree[1:]:
        action.append(_assembled(child))
    return action


def differences(before: Counter, after: Counter) -> tuple[tuple[str, str, str], ...]:
    """What changed on a counter, as (aspect, was, is)."""
    changes: list[tuple[str, str, str]] = []
    if before.name != after.name:
        changes.append(("name", before.name, after.name))
    for index, layer in enumerate(after.design.layers):
        was = before.levels[index] if index < len(before.levels) else 0
        if was != after.levels[index]:
            changes.append((f"layer {layer.name or index}", str(was), str(after.levels[index])))
    for index, angle in enumerate(after.angles):
        turned = before.angles[index] if index < len(before.angles) else 0.0
        if turned != angle:
            changes.append(("angle", f"{turned:g}", f"{angle:g}"))
    for name in dict.fromkeys([*before.properties, *after.properties]):
        old, new = before.properties.get(name, ""), after.properties.get(name, "")
        if old != new:
            changes.append((f"property {name}", old, new))
    for word, old, new in (
        ("text", " | ".join(before.texts), " | ".join(after.texts)),
        ("masked by", before.masked_by, after.masked_by),
        ("hidden by", before.hidden_by, after.hidden_by),
        ("moved", str(before.moved).lower(), str(after.moved).lower()),
    ):
        if old != new:
            changes.append((word, old, new))
    return tuple(changes)
