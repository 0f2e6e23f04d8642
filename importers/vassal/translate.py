"""A save or log as canonical state and events: each command is done on the engine's table, then told as an event."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape

from adjudicator.errors import Source
from adjudicator.importers.vassal.actions import actions
from adjudicator.importers.vassal.alterations import differences
from adjudicator.importers.vassal.claims import claimed
from adjudicator.importers.vassal.dice import read_roll, shown_roll
from adjudicator.importers.vassal.mirror import FORMAT, Mirror
from adjudicator.importers.vassal.people import swap_ids
from adjudicator.importers.vassal.table.items import Heap, TableItem, TablePiece
from adjudicator.importers.vassal.trait_parts import DRAWN, undrawable
from adjudicator.importers.vassal.wire import commands
from adjudicator.importers.vassal.wire.commands import (
    AddPiece,
    ChangePiece,
    Command,
    MovePiece,
    NamedCommand,
    RemovePiece,
)
from adjudicator.importers.vassal.wire.numbers import drawable
from adjudicator.importers.vassal.wire.seats import SEATS
from adjudicator.lean import dataclass, replace
from adjudicator.model.chat import plain, taken_back
from adjudicator.model.events import (
    Alter,
    Arrange,
    Astray,
    Carried,
    LayBoards,
    Move,
    Place,
    Remove,
    Restack,
    Roll,
    Say,
    SetNotes,
    SetProperty,
    SetTurn,
    TakeSeat,
    Undo,
)
from adjudicator.model.state import Event, GameState, Seat
from adjudicator.notes import Note, NoteKind, Tally
from adjudicator.persistent import PersistentMap
from adjudicator.said import say
from adjudicator.words import counted, listed

MOST_UNKNOWN = 100
LONGEST_SHOWN = 120
_SAID = re.compile(r"<(.*?)> ?- ?", re.DOTALL)


@dataclass
class Session(Mirror):
    """One save or log being read: the engine's table beside the canonical state that mirrors it."""

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
            if isinstance(item, TablePiece):
                counters[item.id] = self._counter(item, loading=True)
            elif (members := table.members(item)) or item.deck:
                stacks[item.id] = self._stack(item, loading=True, known=members)
        table.touched.clear()
        self._note_losses()
        self.state = replace(
            self.state,
            counters=PersistentMap(counters),
            stacks=PersistentMap(stacks),
            boards=dict(self._boards),
            properties=PersistentMap({key: self.people.shown(value) for key, value in table.properties.items()}),
            trackers=self._all_trackers(),
            seats=tuple(self._seats()),
            scenario_notes=table.scenario_notes,
            public_notes=table.public_notes,
            next_order=self._above_all(),
            carried={FORMAT: carried},
            windows=self.module.windows if self.module else {},
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
        """Turn what the table complained of into notes about a place in the file."""
        for kind, subject, text, shut in self.table.complaints:
            item = self.table.items.get(subject)
            tally = None
            if shut or not isinstance(item, TablePiece):
                # of a stack they may know who know something in it
                inside = self.table.members(item) if isinstance(item, Heap) and not shut else ()
                tally = Tally(text, "", tuple(inside), uncounted=True)
            self.notes.append(Note(kind, subject, text, source, tally))
        self.table.complaints.clear()

    def told(self) -> tuple[Note, ...]:
        """All notes on the file, at its end: what is counted there counts whatever happened on the way."""
        return (*self.notes, *self._uncertain())

    def _events(self, command: Command) -> Iterator[Event]:
        if isinstance(command, AddPiece):
            yield from self._added(command)
        elif isinstance(command, MovePiece):
            yield from self._moved(command)
        elif isinstance(command, RemovePiece):
            yield from self._removed(command)
        elif isinstance(command, ChangePiece):
            yield from self._changed(command)
        elif isinstance(command, NamedCommand):
            yield from self._named(command)
        elif command.text:
            yield Carried(command.text.partition("\t")[0][:40], command.text)

    def _added(self, command: AddPiece) -> Iterator[Event]:
        self.table.execute(command)
        item = self.table.item(command.id)
        if isinstance(item, TablePiece):
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
        about: list[TableItem] = [item, *moving, *(piece.parent for piece in moving if piece.parent)]
        self.table.execute(command)
        self.table.touched.update(dict.fromkeys(about))
        origin = self._spot(self._map_name(command.old_map), command.old_x, command.old_y)
        player = self._mover(command.player)
        for piece in moving:
            counter = self._counter(piece)
            stack = counter.stack
            heap = piece.parent if stack else None
            index = self._place_among(piece, heap) if heap else None
            order = self._order(heap or piece)
            yield Move(piece.id, origin, counter.spot, stack, index, player, order, group)

    def _place_among(self, piece: TablePiece, heap: Heap) -> int:
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
        if isinstance(item, TablePiece) and before is not None:
            counter = self._counter(item)
            yield Alter(counter, differences(before, counter), said)
        elif isinstance(item, Heap) and (item.deck or self.table.members(item)):
            yield Restack(self._stack(item))

    def _claimed(self, item: TableItem, old: str | None) -> tuple[tuple[str, str, str], ...]:
        """What the command's old state says of a piece and is not so."""
        if old is None or not isinstance(item, TablePiece):
            return ()
        shown = self.people.shown
        found = claimed(item, old, self.table.reading(item), self.people.seat, differences)
        return tuple((aspect, shown(said), shown(was)) for aspect, said, was in found)

    def _named(self, command: NamedCommand) -> Iterator[Event]:
        word, fields = command.word, command.fields
        if word in ("property", "change"):
            yield from self._property(command)
            return
        self.table.execute(command)
        if word == "say":
            yield self._said(fields[0])
        elif word == "symbol dice":
            yield shown_roll(fields, commands.encode(command), self._buttons)
        elif word in SEATS or word == "leave":
            seat = self.people.seat(fields[0])
            side = fields[2] if word in SEATS and len(fields) > 2 else ""
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

    def _property(self, command: NamedCommand) -> Iterator[Event]:
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
            yield Carried("boards", commands.encode(NamedCommand("boards", fields)))
            return
        self._boards[name] = self._layout(name)
        for item in self.table.items.values():
            if item.map == name or (isinstance(item, TablePiece) and item.place[0] == name):
                self.table.touched[item] = None
        self._made.clear()
        yield LayBoards(name, self._boards[name])

    def _said(self, text: str) -> Event:
        """A chat line: who spoke, and whether it reports a roll (as the module's dice buttons do); an undo repeats lines."""
        rolled = None if self._undoing or taken_back(text) else read_roll(text, self._buttons)
        if rolled is not None:
            return self._thrown(rolled)
        spoken = _SAID.match(unescape(text) if "&lt;" in text else text)
        return Say(text, self._speaker(spoken[1]) if spoken else "")

    def _thrown(self, roll: Roll) -> Roll:
        """A roll with who threw: a seat, if the report tells his name, or his side alone, and one seat fits."""
        seats = self._called(roll.player) or [seat for seat in self.state.seats if seat.side == roll.player]
        if len(seats) < 2:
            return replace(roll, player=self._who(seats, roll.player))
        name = plain(roll.player)
        untested = say("{count} players are called {name}, and nothing tells which of them threw", len(seats), name)
        return replace(roll, untested=untested)

    def _speaker(self, name: str) -> str:
        """The pseudonym of the seat with that name, else the name as it stands."""
        return self._who(self._called(name), name)

    def _who(self, seats: Sequence[Seat], name: str) -> str:
        """What stands for somebody who may sit on these seats: his pseudonym, or his name if that is not his alone."""
        if len(seats) == 1:
            return seats[0].player if seats[0].player not in self.state.shared else seats[0].called
        return name.removesuffix(" ()")

    def _called(self, name: str) -> list[Seat]:
        """The seats of players with a name, behind which a side may stand; of several, the one with that side."""
        bare = name.partition(" (")[0]
        found = [seat for seat in self.state.seats if seat.name and seat.name in (name, bare)]
        exact = [seat for seat in found if name == f"{bare} ({seat.side})"]
        return exact if len(exact) == 1 else found

    def _mover(self, player: str) -> str:
        """The pseudonym of who moved, "" if several players have his id."""
        seat = self.people.seat(player)
        return "" if seat in self.state.shared else seat

    def _covered(self, text: str) -> str:
        """A command's text with its players' ids replaced."""
        return swap_ids([text], self.people.seat)[0]

    def _settled(self) -> Arrange | None:
        """What the last command touched and its events do not say yet."""
        counters, stacks, gone = [], [], []
        if self.table.touched:
            self.table.touch_counting()
        for item in self.table.touched:
            known = self.table.items.get(item.id)
            filled = isinstance(known, Heap) and (known.deck or self.table.members(known))
            if (item.id in self.state.counters and not isinstance(known, TablePiece)) or (
                item.id in self.state.stacks and not filled
            ):
                gone.append(item.id)
            if isinstance(item, TablePiece) and known is item:
                counter = self._counter(item)
                there = self.state.counters.get(item.id)
                if item.id in gone or (there is not counter and there != counter):
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

    def _note_losses(self) -> None:
        """What the engine would complain of and carry on."""
        for name, count in self.table.unknown_maps.items():
            text = f"on no map, since the module has no map '{name}': {counted(count, 'item')} that the file lays there"
            # what lies there is on nobody's screen, so it counts for nobody
            self.notes.append(Note(NoteKind.MISSING, name, text, self.source, Tally(text, "")))
        unknown: dict[str, list[str]] = {}
        for item in self.table.items.values():
            if isinstance(item, TablePiece) and item.kind.unknown:
                for prefix in item.kind.unknown:
                    unknown.setdefault(prefix, []).append(item.id)
        for prefix, ids in sorted(unknown.items()):
            tally = Tally(f"trait '{prefix}' on ", " is not VASSAL's own; it is kept unread", tuple(dict.fromkeys(ids)))
            self.notes.append(Note.counting(NoteKind.CARRIED, prefix, tally, self.source))
        self._note_undrawable()
        self._note_shared()
        if self.module is None:
            self._note(NoteKind.MISSING, "module", _without_module(self.state))

    def _uncertain(self) -> Iterator[Note]:
        """Expressions that say more than we read, each with its counters, and what sums and names leave out.

        In the order of what they say: that in which they were met would tell of counters that a viewer may not know.
        """
        for expression, ids in sorted(self.unread.items()):
            before = f"the expression {expression[:LONGEST_SHOWN]!r} on "
            after = " says more than we read, so that the name, text or layer which hangs on it may be another"
            tally = Tally(before, after, tuple(ids))
            yield Note.counting(NoteKind.CARRIED, "expressions", tally, self.source)
        if self.table.left_out:
            tally = Tally("sums and counts on counters leave out ", ", masked or hidden", tuple(self.table.left_out))
            yield Note.counting(NoteKind.APPROXIMATED, "sums", tally, self.source)
        if self.table.as_observer:
            before, after = "names, texts or layers of ", " ask which side looks, and are told as an observer has them"
            tally = Tally(before, after, tuple(self.table.as_observer))
            yield Note.counting(NoteKind.APPROXIMATED, "sides", tally, self.source)

    def _note_undrawable(self) -> None:
        """Counters with numbers that the engine reads and nothing can be drawn by: their defaults stand for them."""
        odd = self.memory.undrawable
        for item in self.table.items.values():
            if not isinstance(item, TablePiece):
                continue
            kind = item.kind
            known = odd.get(kind)
            if known is None:
                known = odd[kind] = ", ".join(
                    each for part in kind.parts if part.prefix in DRAWN for each in undrawable(part.trait)
                )
            if not known and not kind.frame.rotators:
                continue
            turned = (item.states[index] for index, count in kind.frame.rotators if count == 1)
            words = [known, *(f"turned by {state[:40]}" for state in turned if not drawable(state))]
            if told := ", ".join(each for each in words if each):
                name = self.people.shown(kind.design.name)
                text = say("{counter} is drawn as if these numbers were not there: {numbers}", name, told)
                self._note(NoteKind.REPAIRED, item.id, text)

    def _note_shared(self) -> None:
        """Players whom nobody can tell apart, since they have one password."""
        seats = tuple(self._seats())
        for player in dict.fromkeys(seat.player for seat in seats):
            alike = [say("{name} ({side})", seat.called, seat.side) for seat in seats if seat.player == player]
            if len(alike) > 1:
                text = say(
                    "{players} have one password, so whose move or hidden counter it was cannot be known", listed(alike)
                )
                self._note(NoteKind.GUESSED, player, text)


def _without_module(state: GameState) -> str:
    """What it means that the game's module is not at hand, and which one it is."""
    named = f"'{state.module}' {state.module_version}".rstrip() if state.module else "the one that it was made with"
    return (
        "read without its module, so that places have no names, only the umpire reads counters, and nothing is held "
        f"against the log: look for {named} (--module names it)"
    )
