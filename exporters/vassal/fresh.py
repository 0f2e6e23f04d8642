"""Games made elsewhere as games of a given VASSAL module: every counter cut from its slot, a record to write a save from.

Nobody's ids are in such a file: seats stand under their pseudonyms and are free.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import field

from lxml import etree

from adjudicator.exporters.vassal.box.buildfile import SAVED
from adjudicator.exporters.vassal.box.plan import VASSAL_VERSION
from adjudicator.exporters.vassal.box.traits import marks, piece
from adjudicator.exporters.vassal.pieces import counter_state, place_of
from adjudicator.exporters.vassal.tree import HEAD
from adjudicator.exporters.vassal.turns import trackers_in, turn_state
from adjudicator.importers.vassal.wire import commands, sequences
from adjudicator.importers.vassal.wire.chains import join_chain, join_levels, split_chain
from adjudicator.importers.vassal.wire.commands import NamedCommand
from adjudicator.importers.vassal.wire.seats import seat
from adjudicator.lean import dataclass, replace
from adjudicator.model.counters import Counter, Spot, Stack
from adjudicator.model.events import Alter, Arrange, GameLog, Place, Step
from adjudicator.model.module import Module, Slot, find, locate
from adjudicator.model.state import Event, GameState, TurnTracker
from adjudicator.notes import Note, NoteKind

FORMAT = "vassal"
NO_NEW_GAME = "SETUP_STACK\t"


def is_vassal(state: GameState) -> bool:
    """Whether a state carries the record of a VASSAL file."""
    return isinstance(state.carried.get(FORMAT), Mapping)


def as_vassal(state: GameState, module: Module, key: int | None = None) -> tuple[GameState, tuple[Note, ...]]:
    """The state as one of the module's games, with a record; `key` obfuscates its text (None = one by chance)."""
    wardrobe = SlotTraits(module)
    made = wardrobe.state(state, secrets.randbelow(256) if key is None else key)
    return stacked(made, module), tuple(wardrobe.notes)


def log_as_vassal(log: GameLog, module: Module, key: int | None = None) -> tuple[GameLog, tuple[Note, ...]]:
    """The log as one of the module's, its first state with a record and every counter in it cut from its slot."""
    wardrobe = SlotTraits(module)
    start = wardrobe.state(log.start, secrets.randbelow(256) if key is None else key)
    steps = tuple(Step(each.index, tuple(map(wardrobe.event, each.events)), each.source) for each in log.steps)
    return replace(log, start=start, steps=steps), tuple(wardrobe.notes)


@dataclass
class SlotTraits:
    """Dresses counters in the traits of the module's slots."""

    module: Module
    notes: list[Note] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._by_gpid: dict[str, Slot] = {}
        self._by_name: dict[str, Slot | None] = {}
        for slot in self.module.slots:
            self._by_gpid.setdefault(slot.gpid, slot)
            for name in {slot.name, slot.counter.name}:
                self._by_name[name] = None if name in self._by_name else slot
        self._strange: set[str] = set()

    def state(self, state: GameState, key: int) -> GameState:
        """A state with its counters dressed and a record of commands."""
        counters = {name: self.counter(counter) for name, counter in state.counters.items()}
        trackers = self._trackers(state)
        stacks = {name: replace(stack, spot=self._found(stack.spot)) for name, stack in state.stacks.items()}
        dressed = replace(
            state,
            stacks=state.stacks.update(stacks),
            module=self.module.name,
            module_version=self.module.version,
            counters=state.counters.update(counters),
            trackers=trackers,
        )
        if state.seats:
            text = "nobody's id is known; in VASSAL each player takes his seat anew"
            self.notes.append(Note(NoteKind.APPROXIMATED, "players", text))
        return replace(dressed, carried={FORMAT: self._record(dressed, key)})

    def event(self, event: Event) -> Event:
        """An event with its counters dressed."""
        match event:
            case Place() | Alter():
                return replace(event, counter=self.counter(event.counter))
            case Arrange():
                return replace(event, counters=tuple(map(self.counter, event.counters)))
            case _:
                return event

    def counter(self, counter: Counter) -> Counter:
        """A counter with the traits of its slot, saying what it says; a plain piece if the module has no such slot."""
        counter = replace(counter, spot=self._found(counter.spot))
        if "type" in counter.carried and "state" in counter.carried:
            return counter
        slot = self._slot(counter)
        if slot is None:
            return self._plain(counter)
        kind, state = slot.counter.carried["type"], slot.counter.carried["state"]
        states = [own for _, own in split_chain(kind, state)]
        tokens = sequences.split(states[-1], ";")
        states[-1] = sequences.join([*place_of(counter.spot), slot.gpid, *(tokens[4:] or ["0"])], ";")
        bare = join_levels(states)
        given = replace(counter, design=slot.counter.design, slot=slot.gpid, carried={"type": kind, "state": bare})
        return replace(given, carried={"type": kind, "state": counter_state(given, kind, bare, {})})

    def _found(self, spot: Spot) -> Spot:
        """A place that is told by name only, as the point that the module's maps have for the name."""
        if not spot.place or (spot.x, spot.y) != (0, 0):
            return spot
        for found in self.module.maps:
            point = find(found.layout, spot.place) if spot.map in ("", found.name) else None
            if point is not None:
                return locate(found, found.layout, *point)
        return spot

    def _slot(self, counter: Counter) -> Slot | None:
        return (
            self._by_gpid.get(counter.slot) or self._by_name.get(counter.name) or self._by_name.get(counter.design.name)
        )

    def _plain(self, counter: Counter) -> Counter:
        if counter.name not in self._strange:
            self._strange.add(counter.name)
            text = f"the module has no slot for '{counter.name}'; it becomes a plain piece with its properties"
            self.notes.append(Note(NoteKind.APPROXIMATED, counter.id, text))
        chain = [marks(counter.properties)] if counter.properties else []
        chain.append(piece(counter.design.image, counter.name, counter.slot))
        states = [own for _, own in chain]
        tokens = sequences.split(states[-1], ";")
        states[-1] = sequences.join([*place_of(counter.spot), *tokens[3:]], ";")
        kind, state = join_chain([(own[0], said) for own, said in zip(chain, states, strict=True)])
        return replace(counter, carried={"type": kind, "state": state})

    def _trackers(self, state: GameState) -> tuple[TurnTracker, ...]:
        """The module's trackers, showing what the state's trackers of the same name show."""
        parts = trackers_in(self.module)
        given = {tracker.name: tracker for tracker in state.trackers}
        made = []
        for known in self.module.trackers:
            identity = known.carried.get("id", "")
            shown = replace(known, values=given[known.name].values) if known.name in given else known
            text = turn_state(replace(shown, carried={"id": identity}), parts.get(identity))
            carried = {"id": identity} if text is None else {"id": identity, "state": text}
            made.append(replace(shown, carried=carried))
        return tuple(made)

    def _record(self, state: GameState, key: int) -> dict[str, object]:
        seats = {seat.player: seat.player for seat in state.seats}
        return {"key": key, "entries": self._entries(), "people": seats, "commands": list(self._commands(state))}

    def _entries(self) -> dict[str, str]:
        about = self.module.entry("moduledata")
        moduledata = about.decode("utf-8") if about else _metadata(self.module.version, self.module.name)
        return {"savedGame": "", "savedata": _metadata(self.module.version), "moduledata": moduledata}

    def _commands(self, state: GameState) -> Iterator[object]:
        """The commands that the pieces stand among; what the state says of each is put in when it is written."""
        yield from ("begin_save", "")
        for each in state.seats:
            yield commands.encode(seat(each.player, each.name, each.side))
        for (container, name), value in state.properties.items():
            # a zone's property names its zone itself, and stands in no container (`ZoneProperty`)
            yield commands.encode(NamedCommand("property", (name, value, "" if "\t" in name else container)))
        for found in self.module.maps:
            layout = state.boards.get(found.name, found.layout)
            laid = [
                text
                for each in layout
                for text in (_board(each.board.name, each.reversed), str(each.column), str(each.row))
            ]
            if laid:
                yield commands.encode(NamedCommand("boards", (found.name, *laid)))
        for tracker in state.trackers:
            if "state" in tracker.carried:
                yield commands.encode(NamedCommand("turn", (tracker.carried["id"], tracker.carried["state"])))
        yield [
            commands.encode(NamedCommand("scenario notes", (state.scenario_notes.replace("\n", "|"),))),
            commands.encode(NamedCommand("public notes", (state.public_notes.replace("\n", "|"),))),
        ]
        yield from (NO_NEW_GAME, "end_save")


def stacked(state: GameState, module: Module | None) -> GameState:
    """The state as VASSAL has it: a lone counter that may stack lies in a stack of its own."""
    loose = {found.name for found in module.maps if not found.stacking.enabled} if module else set()
    taken = set(state.stacks) | set(state.counters)
    counters, stacks = state.counters, state.stacks
    number = 0
    for _, counter in sorted(state.counters.items()):
        if counter.stack or not counter.design.stacks or not counter.spot.map or counter.spot.map in loose:
            continue
        while (name := f"lone{number}") in taken:
            number += 1
        taken.add(name)
        stacks = stacks.set(name, Stack(name, counter.spot, (counter.id,), counter.order))
        counters = counters.set(counter.id, replace(counter, stack=name, order=0))
    return replace(state, counters=counters, stacks=stacks)


def _board(name: str, turned: bool) -> str:
    return sequences.join([name, "rev"] if turned else [name], "/")


def _metadata(version: str, name: str = "") -> str:
    """`savedata`, or with a name `moduledata`."""
    root = etree.Element("data", version="1")
    fields = (
        *(("version", version), ("extra1", ""), ("extra2", ""), ("VassalVersion", VASSAL_VERSION)),
        *(("dateSaved", str(SAVED)), ("description", "")),
    )
    for tag, text in (*fields, *([("name", name)] if name else [])):
        etree.SubElement(root, tag).text = text or None
    return HEAD + str(etree.tostring(root, encoding="unicode")) + "\n"
