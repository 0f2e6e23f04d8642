"""Games of a module of our own, as VASSAL itself would play them: positions, moves, flips, rolls, chat, turns.

What a drag of counters sends: `PieceMover.movePieces`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from adjudicator.errors import WriteError
from adjudicator.exporters.vassal.box.plan import PlannedModule
from adjudicator.exporters.vassal.scribe_files import game_file, logged, table_commands, tracker_state
from adjudicator.exporters.vassal.tabletop import Player, Tabletop, TabletopPiece
from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.commands import (
    AddPiece,
    ChangePiece,
    Command,
    MovePiece,
    NamedCommand,
    RemovePiece,
    Tree,
    encode,
)
from adjudicator.lean import dataclass
from adjudicator.model.notation import parse_position


@dataclass(slots=True)
class LogWriter(Tabletop):
    """A table on which is played, and a log of what is done on it.

    Every act returns nothing and is noted once `record()` was called; `acting` is the player who does it.
    """

    acting: Player | None = None
    actions: list[Tree] = field(default_factory=list)
    start: list[Tree] | None = None

    @classmethod
    def set_up(cls, box: PlannedModule, lines: str | Sequence[str], players: Sequence[Player] = ()) -> LogWriter:
        """A table with a position in the notation on it; the ids in the notation name the pieces from then on.

        A marker that lies on no unit goes by "+fort@0805".
        """
        found = parse_position(lines, box.pack, box.theatre)
        sequence = box.pack.header.sequence
        first = sequence.phases[0].id if sequence.phases else ""
        phase = found.moment.phase.id if found.moment.phase else first
        table = cls(box, tuple(players), turn=found.moment.turn or sequence.first_turn, phase=phase)
        table.properties = dict.fromkeys(box.properties, "")
        for name, value in (*found.moment.conditions, *found.values):
            table.properties[_property_name(box, name)] = value
        table.lay_decks()
        for place, marker in found.markers:
            table.put(box.slot(marker.id), place, f"+{marker.id}@{place}")
        for place, unit in found.units:
            made = table.put(box.slot(unit.type.id), place, unit.id)
            if unit.face:
                table.turn_face(made, unit.face + 1)
            for mark in unit.marks:
                table.put(box.slot(mark.id), place, f"{unit.id}+{mark.id}")
        for place, name in found.unknown:
            table.put(None, place, f"?{name}", name or "Odd counter")
        table.deal()
        return table

    def save(self, description: str = "") -> bytes:
        """The table as a .vsav, its seats free for whoever plays on."""
        return game_file(self.box, table_commands(self, seated=False), description)

    def log(self, description: str = "") -> bytes:
        """The record so far as a .vlog."""
        if self.start is None:
            raise WriteError("nothing was recorded: call record() first")
        return game_file(self.box, [*self.start, *map(logged, self.actions)], description)

    def record(self) -> None:
        """Begin the log with the table as it stands."""
        self.start = table_commands(self)

    def move(self, units: str | Sequence[str], *path: str, drag: bool = False) -> None:
        """Move units as one stack, hex by hex along the path; with `drag` in one go to its end."""
        moved = [self.piece_named(name) for name in ([units] if isinstance(units, str) else units)]
        carried = [piece for mover in moved for piece in (mover, *self.riders(mover))]
        for place in path[-1:] if drag else path:
            self._note(list(self._shift(carried, place)))

    def carry(self, type_id: str, origin: str, *path: str) -> None:
        """Move one marker of a type that lies at a place, a hex or a "[box]"; WriteError if none lies there."""
        found = self.pieces[self.names[self.marker_at(type_id, origin)]]
        for place in path:
            self._note(list(self._shift([found], place)))

    def flip(self, unit: str, to: int = 0) -> None:
        """Turn a unit to a face, counted from 1; without one to its next."""
        turned = self.piece_named(unit)
        before = turned.texts()[1]
        count = len(turned.slot.images) if turned.slot else 1
        old = int(turned.state_of("PROP;Face") or "1")
        self.turn_face(turned, to or old % count + 1)
        self._note(
            [
                ChangePiece(turned.id, turned.texts()[1], before),
                _said(f"* {self.where(turned)}: {turned.shown} turns over"),
            ]
        )

    def rotate(self, unit: str, facing: int) -> None:
        """Lay a unit's counter so many turns (of those its rotator has) clockwise from upright."""
        turned = self.piece_named(unit)
        before = turned.texts()[1]
        turned.replace("rotate;", str(facing))
        self._note([ChangePiece(turned.id, turned.texts()[1], before)])

    def mask(self, unit: str) -> None:
        """Hide a unit's face from the others, or show it again."""
        hidden = self.piece_named(unit)
        before = hidden.texts()[1]
        owner = self._player().id
        was = hidden.state_of("obs;") or ""
        hidden.replace("obs;", "null;" if was.startswith(owner) else f"{owner};")
        self._note([ChangePiece(hidden.id, hidden.texts()[1], before)])

    def place(self, type_id: str, place: str, name: str = "", on: str = "", *, spread: bool = False) -> None:
        """A counter from the palette appears; `on` names the unit it is dropped on.

        It comes to lie on top of the stack; if that is `spread` out, right above that unit.
        """
        above = on if spread else ""
        self._note(list(self._placing(type_id, place, name or (f"{on}+{type_id}" if on else ""), above)))

    def remove(self, name: str) -> None:
        """A counter is deleted."""
        self._note([self._removing(self.piece_named(name))])

    def swap(self, name: str, type_id: str, new_name: str = "") -> None:
        """A counter is replaced by one of another type where it lies, as the trait "Replace with Other" does it."""
        old = self.piece_named(name)
        made = list(self._placing(type_id, self.place_text(old), new_name or type_id))
        self._note([*made, self._removing(old)])

    def _placing(self, type_id: str, place: str, name: str, above: str = "") -> Iterator[Command]:
        made = self.put(self.box.slot(type_id), place, name)
        self.bring_to_top(made)
        pile = self.pile_of(made)
        if pile is not None and above:
            pile.members.remove(made.id)
            pile.members.insert(pile.members.index(self.piece_named(above).id) + 1, made.id)
        under = self.under(made)
        if pile is not None and under:
            # Onto a stack: added off the map, then moved on top of what lies there (`StackMetrics.merge`).
            arriving = TabletopPiece(made.id, made.slot, made.name, made.chain, "", 0, 0)
            yield AddPiece(made.id, *arriving.texts())
            yield MovePiece(made.id, made.map, made.x, made.y, under, "", 0, 0, "", self._player().id)
        else:
            yield AddPiece(made.id, *made.texts())
            if pile is not None:
                yield AddPiece(pile.id, "stack", pile.text())
        yield _said(f"* {made.name} created in {self.where(made)} *")

    def _removing(self, gone: TabletopPiece) -> RemovePiece:
        self.bring_to_top(gone)
        self.lift(gone)
        del self.pieces[gone.id]
        self.names = {key: found for key, found in self.names.items() if found != gone.id}
        return RemovePiece(gone.id)

    def roll(self, *dice: int, sides: int = 6) -> None:
        """Dice fall."""
        name = f"{len(dice)}d{sides}"
        shown = ",".join(map(str, dice))
        old = self.properties.get(f"{name}_result", "1")
        self.properties[f"{name}_result"] = shown
        line = _said(f"** {name} = {shown} *** &lt;{self._player().name}&gt;")
        self._note([line, NamedCommand("change", (f"{name}_result", old, shown, "Module"))])

    def say(self, text: str) -> None:
        """A player says something."""
        self._note([_said(f"&lt;{self._player().name}&gt; - {text}")])

    def set(self, condition: str, value: str) -> None:
        """A condition such as the weather, or a number that the game keeps, changes."""
        name = _property_name(self.box, condition)
        old = self.properties.get(name, "")
        self.properties[name] = value
        self._note([NamedCommand("change", (name, old, value, "Module")), _said(f"* {name} is now {value}")])

    def advance(self, phase: str = "", turn: int = 0) -> None:
        """The turn tracker goes on to a phase (its id), or to the next one; past the last the next turn begins."""
        ids = [each.id for each in self.box.pack.header.sequence.phases]
        if not phase and ids:
            at = ids.index(self.phase) + 1
            self.turn += at // len(ids)
            phase = ids[at % len(ids)]
        self.phase = phase or self.phase
        self.turn = turn or self.turn
        text = f"turn {self.turn}, {self.box.phase_text(self.phase)}" if self.phase else f"turn {self.turn}"
        report = _said(f"* {text} begins (&lt;{self._player().name}&gt;)")
        self._note([report, NamedCommand("turn", ("TurnTracker0", tracker_state(self)))])

    def rest(self) -> None:
        """Every counter is marked as not moved, as the map's button does."""
        commands: list[Command] = []
        for moved in self.pieces.values():
            if moved.state_of("markmoved;") == "true":
                before = moved.texts()[1]
                moved.replace("markmoved;", "false")
                moved.replace("footprint;", "false;;0;false;0")
                commands.append(ChangePiece(moved.id, moved.texts()[1], before))
        if commands:
            self._note(commands)

    def _shift(self, movers: Sequence[TabletopPiece], place: str) -> Iterator[Command]:
        """What a drag sends: for each piece the moved flag and trail, the move, a new stack if it made one; a report."""
        where, x, y = self.box.spot(place)
        origin = self.where(movers[0])
        for mover in movers:
            before = mover.texts()[1]
            if mover.state_of("markmoved;") is not None:
                mover.replace("markmoved;", "true")
                mover.replace("footprint;", _longer(mover.state_of("footprint;") or "", mover))
                yield ChangePiece(mover.id, mover.texts()[1], before)
            old = mover.map, mover.x, mover.y, self.under(mover)
            yield from self._dealt(mover)
            self.lift(mover)
            mover.map, mover.x, mover.y = where, x, y
            made = self.drop(mover)
            self.bring_to_top(mover)
            player = self._player().id
            yield MovePiece(mover.id, where, x, y, self.under(mover), *old, player)
            if made is not None:
                yield AddPiece(made.id, "stack", made.text())
        shown = ", ".join(mover.shown for mover in movers)
        yield _said(f"* {shown} moves {origin} -> {self.where(movers[0])} *")
        for mover in movers:
            before = mover.texts()[1]
            if self.turn_card(mover):
                yield ChangePiece(mover.id, mover.texts()[1], before)

    def _dealt(self, card: TabletopPiece) -> Iterator[Command]:
        """What comes out of a closed deck is hidden from all but its side (`Deck.pieceRemoved`)."""
        pile = self.pile_of(card)
        if pile is not None and pile.deck is not None and pile.deck.face_down and pile.deck.owner:
            before = card.texts()[1]
            card.replace("obs;", f"{pile.deck.owner};")
            yield ChangePiece(card.id, card.texts()[1], before)

    def _player(self) -> Player:
        if self.acting is None:
            raise WriteError("nobody acts: set `acting` to a player")
        return self.acting

    def _note(self, commands: Iterable[Command]) -> None:
        if self.start is not None:
            self.actions.append([encode(command) for command in commands])


def _said(text: str) -> NamedCommand:
    return NamedCommand("say", (text,))


def _longer(trail: str, mover: TabletopPiece) -> str:
    """The trail with the point that the counter leaves."""
    tokens = sequences.split(trail, ";")
    count = int(tokens[2]) if len(tokens) > 2 and tokens[1] == mover.map else 0
    points = [*tokens[3 : 3 + count], f"{mover.x},{mover.y}"]
    return sequences.join((tokens[0], mover.map, str(len(points)), *points, "true", str(len(points))), ";")


def _property_name(box: PlannedModule, condition: str) -> str:
    """The global property that holds a condition or value: as the pack's binding says, else of the same name."""
    binding = box.pack.bindings.get("vassal")
    return {**binding.values, **binding.conditions}.get(condition, condition) if binding else condition
