"""Saves and logs for a module of our own, as VASSAL itself would write them: positions, moves, flips, rolls, chat, turns.

The order of a save's commands: `GameState.getRestoreCommand`; a log's: `BasicLogger.write`; what a drag of counters sends:
`PieceMover.movePieces`. Ids, the key byte and dates are fixed, so that the same script writes the same bytes.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from adjudicator.errors import WriteError
from adjudicator.model.notation import hexside_name, parse_position, parse_unit
from exporters.atomic import dateless
from exporters.vassal.box import buildfile
from exporters.vassal.box.plan import BOARD, BOX_BOARD, BOX_MAP, MAIN_MAP, Box, BoxSlot, layer_of
from exporters.vassal.box.traits import Chain, piece
from importers.vassal.wire import sequences
from importers.vassal.wire.chains import join_chain
from importers.vassal.wire.commands import (
    TAB,
    AddPiece,
    ChangePiece,
    Command,
    MovePiece,
    Named,
    RemovePiece,
    Tree,
    encode,
    join_stream,
)
from importers.vassal.wire.obfuscation import obfuscate
from importers.vassal.wire.seats import seat

KEY = 0x5A
FIRST_ID = 1_577_836_800_000


@dataclass(frozen=True, slots=True)
class Player:
    """A seat: the id (in real files a password), the name in the chat, and the side."""

    id: str
    name: str
    side: str


@dataclass(slots=True)
class Piece:
    """A piece on the table, its traits outermost first."""

    id: str
    slot: BoxSlot | None
    name: str
    chain: list[tuple[str, str]]
    map: str
    x: int
    y: int

    def texts(self) -> tuple[str, str]:
        """Type and state as they stand in a file."""
        return join_chain([*self.chain[:-1], (self.chain[-1][0], self._place())])

    def _place(self) -> str:
        tokens = sequences.split(self.chain[-1][1], ";")
        return sequences.join((self.map or "null", str(self.x), str(self.y), *tokens[3:]), ";")

    def replace(self, prefix: str, state: str) -> None:
        """Give the trait of that prefix another state; WriteError if the piece has none."""
        for index, (kind, _) in enumerate(self.chain):
            if kind.startswith(prefix):
                self.chain[index] = kind, state
                return
        raise WriteError(f"{self.name} has no trait '{prefix}'")

    def state_of(self, prefix: str) -> str | None:
        return next((state for kind, state in self.chain if kind.startswith(prefix)), None)

    @property
    def shown(self) -> str:
        """What the others read in a report: the mask's name for a masked piece (`MovementReporter`)."""
        owner = sequences.split(self.state_of("obs;") or "null", ";")[0]
        return self.name if owner in ("", "null") else "?"

    @property
    def layer(self) -> str:
        """The drawing layer of the map that it lies in."""
        return layer_of(self.slot.marker) if self.slot and self.slot.marker else "units"


@dataclass(slots=True)
class Pile:
    """A stack on the table, ids bottom to top."""

    id: str
    map: str
    x: int
    y: int
    layer: str
    members: list[str]

    def text(self) -> str:
        where = (self.map, str(self.x), str(self.y), *self.members)
        return sequences.join((*where, "@@0" if self.layer == "ground" else "@@1"), ";")


@dataclass(slots=True)
class Scribe:
    """The table of a module and a log of what is done on it.

    Every act returns nothing and is noted once `record()` was called; `acting` is the player who does it.
    """

    box: Box
    players: tuple[Player, ...] = ()
    acting: Player | None = None
    pieces: dict[str, Piece] = field(default_factory=dict)
    piles: dict[str, Pile] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    turn: int = 0
    phase: str = ""
    properties: dict[str, str] = field(default_factory=dict)
    actions: list[Tree] = field(default_factory=list)
    start: list[Tree] | None = None
    next_id: int = FIRST_ID

    @classmethod
    def set_up(cls, box: Box, lines: str | Sequence[str], players: Sequence[Player] = ()) -> Scribe:
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
        for place, marker in found.markers:
            table._put(box.slot(marker.id), place, f"+{marker.id}@{place}")
        for place, unit in found.units:
            made = table._put(box.slot(unit.type.id), place, unit.id)
            if unit.face:
                table._face(made, unit.face + 1)
            for mark in unit.marks:
                table._put(box.slot(mark.id), place, f"{unit.id}+{mark.id}")
        for place, name in found.unknown:
            table._put(None, place, f"?{name}", name or "Odd counter")
        return table

    def save(self, description: str = "") -> bytes:
        """The table as a .vsav, its seats free for whoever plays on."""
        return self._file(self._state(seated=False), description)

    def log(self, description: str = "") -> bytes:
        """The record so far as a .vlog."""
        if self.start is None:
            raise WriteError("nothing was recorded: call record() first")
        return self._file([*self.start, *(_logged(action) for action in self.actions)], description)

    def record(self) -> None:
        """Begin the log with the table as it stands."""
        self.start = self._state()

    def move(self, units: str | Sequence[str], *path: str, drag: bool = False) -> None:
        """Move units as one stack, hex by hex along the path; with `drag` in one go to its end."""
        moved = [self._piece(name) for name in ([units] if isinstance(units, str) else units)]
        carried = [piece for mover in moved for piece in (mover, *self._riders(mover))]
        for place in path[-1:] if drag else path:
            self._note(list(self._shift(carried, place)))

    def flip(self, unit: str) -> None:
        """Turn a unit to its next face."""
        turned = self._piece(unit)
        before = turned.texts()[1]
        count = len(turned.slot.images) if turned.slot else 1
        old = int(turned.state_of("PROP;Face") or "1")
        self._face(turned, old % count + 1)
        self._note(
            [
                ChangePiece(turned.id, turned.texts()[1], before),
                _said(f"* {self._where(turned)}: {turned.shown} turns over"),
            ]
        )

    def rotate(self, unit: str, facing: int) -> None:
        """Lay a unit's counter so many turns (of those its rotator has) clockwise from upright."""
        turned = self._piece(unit)
        before = turned.texts()[1]
        turned.replace("rotate;", str(facing))
        self._note([ChangePiece(turned.id, turned.texts()[1], before)])

    def mask(self, unit: str) -> None:
        """Hide a unit's face from the others, or show it again."""
        hidden = self._piece(unit)
        before = hidden.texts()[1]
        owner = self._player().id
        was = hidden.state_of("obs;") or ""
        hidden.replace("obs;", "null;" if was.startswith(owner) else f"{owner};")
        self._note([ChangePiece(hidden.id, hidden.texts()[1], before)])

    def place(self, type_id: str, place: str, name: str = "", on: str = "") -> None:
        """A counter from the palette appears; `on` names the unit it is dropped on."""
        self._note(list(self._placing(type_id, place, name or (f"{on}+{type_id}" if on else ""))))

    def remove(self, name: str) -> None:
        """A counter is deleted."""
        self._note([self._removing(name)])

    def swap(self, name: str, type_id: str, new_name: str = "") -> None:
        """A counter is replaced by one of another type where it lies, as the trait "Replace with Other" does it."""
        old = self._piece(name)
        made = list(self._placing(type_id, self._place_text(old), new_name or type_id))
        self._note([*made, self._removing_piece(old)])

    def _placing(self, type_id: str, place: str, name: str) -> Iterator[Command]:
        made = self._put(self.box.slot(type_id), place, name)
        self._raise(made)
        pile = self._pile_of(made)
        under = self._under(made)
        if pile is not None and under:
            # Onto a stack: added off the map, then moved on top of what lies there (`StackMetrics.merge`).
            arriving = Piece(made.id, made.slot, made.name, made.chain, "", 0, 0)
            yield AddPiece(made.id, *arriving.texts())
            yield MovePiece(made.id, made.map, made.x, made.y, under, "", 0, 0, "", self._player().id)
        else:
            yield AddPiece(made.id, *made.texts())
            if pile is not None:
                yield AddPiece(pile.id, "stack", pile.text())
        yield _said(f"* {made.name} created in {self._where(made)} *")

    def _removing(self, name: str) -> RemovePiece:
        return self._removing_piece(self._piece(name))

    def _removing_piece(self, gone: Piece) -> RemovePiece:
        self._raise(gone)
        self._lift(gone)
        del self.pieces[gone.id]
        self.names = {key: found for key, found in self.names.items() if found != gone.id}
        return RemovePiece(gone.id)

    def _place_text(self, found: Piece) -> str:
        """A piece's place as the notation has it."""
        where = self._where(found)
        if found.map == MAIN_MAP and _on_hexside(found):
            return self._hexside(found, where)
        return where if found.map == MAIN_MAP else f"[{where}]"

    def _hexside(self, found: Piece, number: str) -> str:
        """The hexside on which a piece in a hex lies, as the notation has it; the hex if it lies on none."""
        theatre = self.box.theatre
        near = (at for at in theatre.at(number).at.neighbours() if at in theatre.hexes)
        names = (hexside_name(number, theatre.hexes[at].number) for at in near)
        return next((name for name in names if self.box.spot(name)[1:] == (found.x, found.y)), number)

    def roll(self, *dice: int, sides: int = 6) -> None:
        """Dice fall."""
        name = f"{len(dice)}d{sides}"
        shown = ",".join(map(str, dice))
        old = self.properties.get(f"{name}_result", "1")
        self.properties[f"{name}_result"] = shown
        line = _said(f"** {name} = {shown} *** &lt;{self._player().name}&gt;")
        self._note([line, Named("change", (f"{name}_result", old, shown, "Module"))])

    def say(self, text: str) -> None:
        """A player says something."""
        self._note([_said(f"&lt;{self._player().name}&gt; - {text}")])

    def set(self, condition: str, value: str) -> None:
        """A condition such as the weather, or a number that the game keeps, changes."""
        name = _property_name(self.box, condition)
        old = self.properties.get(name, "")
        self.properties[name] = value
        self._note([Named("change", (name, old, value, "Module")), _said(f"* {name} is now {value}")])

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
        self._note([report, Named("turn", ("TurnTracker0", self._tracker()))])

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

    def _put(self, slot: BoxSlot | None, place: str, name: str, shown: str = "") -> Piece:
        """A new piece on top of what lies there."""
        where, x, y = self.box.spot(place)
        chain: Chain = self.box.expanded(slot) if slot else (piece("", shown, ""),)
        made = Piece(self._new_id(), slot, slot.name if slot else shown, list(chain), where, x, y)
        self.pieces[made.id] = made
        if name:
            self.names[name] = made.id
        self._drop(made)
        return made

    def _drop(self, dropped: Piece) -> Pile | None:
        """Onto the pile that lies there, or as a new one; a new one is returned. What stands on a hexside joins none."""
        if _on_hexside(dropped):
            return None
        for pile in self.piles.values():
            if (pile.map, pile.x, pile.y, pile.layer) == (dropped.map, dropped.x, dropped.y, dropped.layer):
                pile.members.append(dropped.id)
                return None
        made = Pile(self._new_id(), dropped.map, dropped.x, dropped.y, dropped.layer, [dropped.id])
        self.piles[made.id] = made
        return made

    def _raise(self, moved: Piece) -> None:
        """What was moved, came or goes, or its pile, is drawn above all else (`HighlightLastMoved.setLastMovedPiece`)."""
        pile = self._pile_of(moved)
        if pile is not None:
            self.piles[pile.id] = self.piles.pop(pile.id)
        else:
            self.pieces[moved.id] = self.pieces.pop(moved.id)

    def _lift(self, lifted: Piece) -> None:
        pile = self._pile_of(lifted)
        if pile is not None:
            pile.members.remove(lifted.id)
            if not pile.members:
                del self.piles[pile.id]

    def _shift(self, movers: Sequence[Piece], place: str) -> Iterator[Command]:
        """What a drag sends: for each piece the moved flag and trail, the move, a new stack if it made one; a report."""
        where, x, y = self.box.spot(place)
        origin = self._where(movers[0])
        for mover in movers:
            before = mover.texts()[1]
            if mover.state_of("markmoved;") is not None:
                mover.replace("markmoved;", "true")
                mover.replace("footprint;", _longer(mover.state_of("footprint;") or "", mover))
                yield ChangePiece(mover.id, mover.texts()[1], before)
            old = mover.map, mover.x, mover.y, self._under(mover)
            self._lift(mover)
            mover.map, mover.x, mover.y = where, x, y
            made = self._drop(mover)
            self._raise(mover)
            player = self._player().id
            yield MovePiece(mover.id, where, x, y, self._under(mover), *old, player)
            if made is not None:
                yield AddPiece(made.id, "stack", made.text())
        shown = ", ".join(mover.shown for mover in movers)
        yield _said(f"* {shown} moves {origin} -> {self._where(movers[0])} *")

    def _riders(self, mover: Piece) -> list[Piece]:
        """The markers that lie on a unit: those directly above it in its pile, but none that lies on the hex."""
        pile = self._pile_of(mover)
        if pile is None:
            return []
        riders = []
        for member in pile.members[pile.members.index(mover.id) + 1 :]:
            above = self.pieces[member]
            if above.slot is None or above.slot.marker is None or "hex" in above.slot.marker.tags:
                break
            riders.append(above)
        return riders

    def _face(self, turned: Piece, face: int) -> None:
        turned.replace("PROP;Face", str(face))
        turned.replace("emb2;", str(face))

    def _pile_of(self, found: Piece) -> Pile | None:
        return next((pile for pile in self.piles.values() if found.id in pile.members), None)

    def _under(self, found: Piece) -> str:
        pile = self._pile_of(found)
        at = pile.members.index(found.id) if pile else 0
        return pile.members[at - 1] if pile and at else ""

    def _piece(self, name: str) -> Piece:
        known = self.names.get(name) or self.names.get(parse_unit(name, self.box.pack).id)
        if known is None:
            raise WriteError(f"'{name}' is not on the table")
        return self.pieces[known]

    def _player(self) -> Player:
        if self.acting is None:
            raise WriteError("nobody acts: set `acting` to a player")
        return self.acting

    def _where(self, found: Piece) -> str:
        """What the map calls the piece's place."""
        if found.map == MAIN_MAP:
            return self.box.layout.grid.location(found.x, found.y) or "offboard"
        inside = (box.name for box in self.box.boxes if box.centre == (found.x, found.y))
        return next(inside, "offboard")

    def _new_id(self) -> str:
        self.next_id += 1
        return str(self.next_id)

    def _note(self, commands: Iterable[Command]) -> None:
        if self.start is not None:
            self.actions.append([encode(command) for command in commands])

    def _tracker(self) -> str:
        """The state of the turn tracker: the counter level, and in it the list of phases."""
        sequence = self.box.pack.header.sequence
        inner: list[str] = []
        if sequence.phases:
            at = [phase.id for phase in sequence.phases].index(self.phase)
            active = sequences.join(["true"] * len(sequence.phases), ",")
            inner = [sequences.join((str(at), "0", "0", active), ";")]
        level = sequences.join((str(self.turn), "0", "false", str(sequence.last_turn or -1), *inner), ";")
        return sequences.join(("0", level), "|")

    def _state(self, *, seated: bool = True) -> list[Tree]:
        """The commands of a save up to `end_save`: pieces first, stacks after the pieces they name."""
        stacked = [member for pile in self.piles.values() for member in pile.members]
        added = [AddPiece(each, *self.pieces[each].texts()) for each in stacked]
        alone = [AddPiece(name, *each.texts()) for name, each in self.pieces.items() if name not in stacked]
        piles = sorted(self.piles.values(), key=lambda pile: (pile.map != BOX_MAP, pile.layer))
        stacks = [AddPiece(pile.id, "stack", pile.text()) for pile in piles]
        commands: list[Tree] = ["begin_save", "", ["", *(encode(command) for command in [*added, *stacks, *alone])]]
        sitting = ((player.id if seated else f"Player {nth}", player) for nth, player in enumerate(self.players, 1))
        roster: list[Tree] = [encode(seat(id_, player.name, player.side)) for id_, player in sitting]
        if roster:
            commands.append(roster if len(roster) > 1 else roster[0])
        for name, value in self.properties.items():
            if name in self.box.properties:
                commands.append(encode(Named("property", (name, value, "Module"))))
        for where, board in ((MAIN_MAP, BOARD), (BOX_MAP, BOX_BOARD)):
            commands.append(encode(Named("boards", (where, board, "0", "0"))))
        commands.append(encode(Named("turn", ("TurnTracker0", self._tracker()))))
        commands.append([f"NOTES{TAB}", f"PNOTES{TAB}"])
        commands += [f"SETUP_STACK{TAB}", "end_save"]
        return commands

    def _file(self, commands: list[Tree], description: str) -> bytes:
        out = io.BytesIO()
        text = join_stream(commands)
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            pack_entries(
                archive,
                (
                    ("savedGame", obfuscate(text, KEY)),
                    ("savedata", buildfile.savedata(self.box, description)),
                    ("moduledata", buildfile.moduledata(self.box)),
                ),
            )
        return out.getvalue()


def _on_hexside(found: Piece) -> bool:
    return found.slot is not None and found.slot.marker is not None and found.slot.marker.on_hexside


def pack_entries(archive: zipfile.ZipFile, entries: Iterable[tuple[str, bytes]]) -> None:
    """Add entries that give the same bytes whenever they are written."""
    for name, content in entries:
        archive.writestr(dateless(name), content)


def _logged(action: Tree) -> Tree:
    """An action as a log has it: each of its commands behind `LOG`."""
    if isinstance(action, str):
        return f"LOG{TAB}{action}"
    wrapped: list[Tree] = [_logged(child) for child in action]
    return wrapped if len(wrapped) > 1 else wrapped[0]


def _said(text: str) -> Named:
    return Named("say", (text,))


def _longer(trail: str, mover: Piece) -> str:
    """The trail with the point that the counter leaves."""
    tokens = sequences.split(trail, ";")
    count = int(tokens[2]) if len(tokens) > 2 and tokens[1] == mover.map else 0
    points = [*tokens[3 : 3 + count], f"{mover.x},{mover.y}"]
    return sequences.join((tokens[0], mover.map, str(len(points)), *points, "true", str(len(points))), ";")


def _property_name(box: Box, condition: str) -> str:
    """The global property that holds a condition or value: as the pack's binding says, else of the same name."""
    binding = box.pack.bindings.get("vassal")
    return {**binding.values, **binding.conditions}.get(condition, condition) if binding else condition
