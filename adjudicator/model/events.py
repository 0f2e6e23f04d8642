"""What can happen on the table, one class per kind, each able to make the state that follows.

An importer describes a log's steps with these; nothing here knows where they came from. An event carries what it did, not
how the program computed it: a `Move` names the stack it ended in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol

from adjudicator.errors import Source
from adjudicator.model.counters import Counter, Spot, Stack
from adjudicator.model.state import GameState, Seat, TurnTracker
from adjudicator.notes import Note


class Event(Protocol):
    """Anything that turns one state into the next."""

    def applied(self, state: GameState) -> GameState: ...


def _without(state: GameState, counter: Counter) -> GameState:
    """The state with the counter taken out of its stack."""
    if not counter.stack:
        return state
    stack = state.stacks[counter.stack]
    return state.with_stack(replace(stack, members=tuple(member for member in stack.members if member != counter.id)))


def _into(state: GameState, counter: Counter, stack_id: str, index: int | None) -> GameState:
    """The state with the counter on its spot, in the named stack ("" = on its own) at `index` (None = on top)."""
    if not stack_id:
        placed = replace(counter, stack="", order=state.next_order)
        return replace(state.with_counter(placed), next_order=state.next_order + 1)
    stack = state.stacks.get(stack_id)
    if stack is None:
        stack = Stack(stack_id, counter.spot, (), order=state.next_order)
        state = replace(state, next_order=state.next_order + 1)
    at = len(stack.members) if index is None else index
    members = (*stack.members[:at], counter.id, *stack.members[at:])
    return state.with_stack(replace(stack, members=members)).with_counter(replace(counter, stack=stack_id))


@dataclass(frozen=True, slots=True)
class Place:
    """A counter appears, in stack `stack` at `index` (None = on top), or on its own."""

    counter: Counter
    stack: str = ""
    index: int | None = None

    def applied(self, state: GameState) -> GameState:
        return _into(state, self.counter, self.stack, self.index)


@dataclass(frozen=True, slots=True)
class Remove:
    """A counter leaves the game."""

    counter: str

    def applied(self, state: GameState) -> GameState:
        gone = state.counters[self.counter]
        state = _without(state, gone)
        return replace(state, counters=state.counters.delete(self.counter))


@dataclass(frozen=True, slots=True)
class Move:
    """A counter goes from one spot to another (`origin` is what the log claims), ending in `stack` at `index`."""

    counter: str
    origin: Spot
    to: Spot
    stack: str = ""
    index: int | None = None
    player: str = ""

    def applied(self, state: GameState) -> GameState:
        counter = state.counters[self.counter]
        return _into(_without(state, counter), replace(counter, spot=self.to), self.stack, self.index)


@dataclass(frozen=True, slots=True)
class Alter:
    """A counter changes in place: flipped, rotated, marked, masked, relabelled. `changes` lists (aspect, was, is)."""

    counter: Counter
    changes: tuple[tuple[str, str, str], ...] = ()

    def applied(self, state: GameState) -> GameState:
        before = state.counters[self.counter.id]
        return state.with_counter(replace(self.counter, stack=before.stack, order=before.order))


@dataclass(frozen=True, slots=True)
class Restack:
    """A stack or deck is now as given: re-ordered, moved or emptied; its members lie on its spot."""

    stack: Stack

    def applied(self, state: GameState) -> GameState:
        for member in self.stack.members:
            counter = state.counters[member]
            if counter.stack not in ("", self.stack.id):
                state = _without(state, counter)
            if counter.stack != self.stack.id or counter.spot != self.stack.spot:
                state = state.with_counter(replace(counter, stack=self.stack.id, spot=self.stack.spot))
        return state.with_stack(self.stack)


@dataclass(frozen=True, slots=True)
class SetProperty:
    """A global property of `container` (module, map or zone) changes."""

    container: str
    name: str
    was: str
    value: str

    def applied(self, state: GameState) -> GameState:
        return replace(state, properties=state.properties.set((self.container, self.name), self.value))


@dataclass(frozen=True, slots=True)
class SetTurn:
    """A turn tracker shows something else."""

    tracker: TurnTracker

    def applied(self, state: GameState) -> GameState:
        trackers = tuple(self.tracker if tracker.name == self.tracker.name else tracker for tracker in state.trackers)
        return replace(state, trackers=trackers)


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """A player sits down or changes side; an empty side leaves the table."""

    seat: Seat

    def applied(self, state: GameState) -> GameState:
        others = tuple(seat for seat in state.seats if seat.player != self.seat.player)
        return replace(state, seats=(*others, self.seat) if self.seat.side else others)


@dataclass(frozen=True, slots=True)
class Say:
    """A line of chat; `player` is who said it, "" for the program's own reports. `text` may hold hostile HTML."""

    text: str
    player: str = ""

    def applied(self, state: GameState) -> GameState:
        return state


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice fell: the button or formula, each die's result, and the report line."""

    name: str
    dice: tuple[int, ...]
    text: str
    player: str = ""

    def applied(self, state: GameState) -> GameState:
        return state


@dataclass(frozen=True, slots=True)
class Undo:
    """Brackets the inverse events of an action taken back."""

    begins: bool

    def applied(self, state: GameState) -> GameState:
        return state


@dataclass(frozen=True, slots=True)
class Carried:
    """A command that changes nothing we model; kept verbatim under its format's name for it."""

    kind: str
    text: str

    def applied(self, state: GameState) -> GameState:
        return state


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a player as logged: its events in order, and where the file says so."""

    index: int
    events: tuple[Event, ...]
    source: Source = field(default_factory=Source)


@dataclass(frozen=True, slots=True)
class GameLog:
    """A recorded session: the state it began with and every step since."""

    start: GameState
    steps: tuple[Step, ...]
    notes: tuple[Note, ...] = ()

    def states(self) -> Iterator[tuple[Step, GameState]]:
        """Each step with the state that it leaves, in order."""
        state = self.start
        for step in self.steps:
            for event in step.events:
                state = state.after(event)
            yield step, state

    def state_at(self, step: int) -> GameState:
        """The state after the first `step` steps; 0 is the start."""
        if not 0 <= step <= len(self.steps):
            raise IndexError(f"the log has steps 0 to {len(self.steps)}, asked for {step}")
        state = self.start
        for taken in self.steps[:step]:
            for event in taken.events:
                state = state.after(event)
        return state
