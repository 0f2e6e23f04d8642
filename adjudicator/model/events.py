"""What can happen on the table, one class per kind, each able to make the state that follows.

An importer describes a log's steps with these; nothing here knows where they came from. An event carries what it did, not
how the program computed it: a `Move` names the stack it ended in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from operator import is_

from adjudicator.errors import Source
from adjudicator.lean import dataclass, replace
from adjudicator.model.boards import PlacedBoard
from adjudicator.model.counters import Counter, Spot, Stack
from adjudicator.model.state import Event, GameState, Seat, TurnTracker
from adjudicator.notes import Note


def _left(state: GameState, counter: Counter) -> dict[str, Stack]:
    """The stack that a counter leaves, without it."""
    if not counter.stack:
        return {}
    stack = state.stacks[counter.stack]
    return {stack.id: stack.holding(tuple([member for member in stack.members if member != counter.id]))}


def _laid(state: GameState, counter: Counter, spot: Spot, event: Place | Move) -> GameState:
    """The state with the counter on a spot, in the event's stack ("" = on its own) at its `index` (None = on top)."""
    above, ordered = (state.next_order, state.next_order + 1) if event.order is None else (event.order, None)
    left = _left(state, counter) if isinstance(event, Move) else {}
    if not event.stack:
        return state.with_pieces((counter.lying(spot, order=above),), left.values(), (), ordered)
    stack = left.get(event.stack) or state.stacks.get(event.stack)
    if stack is None or not (stack.members or stack.deck):
        stack = Stack(event.stack, spot, (), order=above)
    else:
        ordered = None
    at = len(stack.members) if event.index is None else event.index
    members = (*stack.members[:at], counter.id, *stack.members[at:])
    left[stack.id] = stack.holding(members)
    return state.with_pieces((counter.lying(spot, stack.id),), left.values(), (), ordered)


@dataclass(frozen=True, slots=True)
class Place:
    """A counter appears, in stack `stack` at `index` (None = on top), or on its own.

    `order` is the place in the drawing order of what now lies there on its own (None = above all else).
    """

    counter: Counter
    stack: str = ""
    index: int | None = None
    order: int | None = None

    def applied(self, state: GameState) -> GameState:
        return _laid(state, self.counter, self.counter.spot, self)


@dataclass(frozen=True, slots=True)
class Remove:
    """A counter leaves the game."""

    counter: str

    def applied(self, state: GameState) -> GameState:
        left = _left(state, state.counters[self.counter])
        return state.with_pieces((), left.values(), (self.counter,))


@dataclass(frozen=True, slots=True)
class Move:
    """A counter goes from one spot to another (`origin` is what the log claims), ending in `stack` at `index`.

    `order` as in `Place`; `group` names the stack that moved as a whole, if this counter did not move alone.
    """

    counter: str
    origin: Spot
    to: Spot
    stack: str = ""
    index: int | None = None
    player: str = ""
    order: int | None = None
    group: str = ""

    def applied(self, state: GameState) -> GameState:
        return _laid(state, state.counters[self.counter], self.to, self)


@dataclass(frozen=True, slots=True)
class Alter:
    """A counter changes in place: flipped, rotated, marked, masked, relabelled. `changes` lists (aspect, was, is).

    `claimed` lists (aspect, said, was) where the log says that the counter was otherwise than it was.
    """

    counter: Counter
    changes: tuple[tuple[str, str, str], ...] = ()
    claimed: tuple[tuple[str, str, str], ...] = ()

    def applied(self, state: GameState) -> GameState:
        before, now = state.counters[self.counter.id], self.counter
        if (now.stack, now.order) != (before.stack, before.order):
            now = now.lying(now.spot, before.stack, before.order)
        return state.with_counter(now)


@dataclass(frozen=True, slots=True)
class Restack:
    """A stack or deck is now as given: re-ordered, moved or emptied; its members lie on its spot."""

    stack: Stack

    def applied(self, state: GameState) -> GameState:
        left: dict[str, Stack] = {}
        lying: list[Counter] = []
        for member in self.stack.members:
            counter = state.counters[member]
            if counter.stack not in ("", self.stack.id):
                former = left.get(counter.stack) or state.stacks[counter.stack]
                left[former.id] = replace(former, members=tuple(name for name in former.members if name != member))
            if counter.stack != self.stack.id or counter.spot != self.stack.spot:
                lying.append(replace(counter, stack=self.stack.id, spot=self.stack.spot))
        return state.with_pieces(lying, (*left.values(), self.stack))


@dataclass(frozen=True, slots=True)
class Arrange:
    """The named counters and stacks are gone, and these are now exactly as given: what else an action left behind.

    An importer adds one where its program did more than the events before it say, such as redrawing or restacking.
    """

    counters: tuple[Counter, ...] = ()
    stacks: tuple[Stack, ...] = ()
    gone: tuple[str, ...] = ()
    next_order: int | None = None

    def applied(self, state: GameState) -> GameState:
        return state.with_pieces(self.counters, self.stacks, self.gone, self.next_order)


@dataclass(frozen=True, slots=True)
class LayBoards:
    """Other boards lie on a map; what the counters' spots are called follows in an `Arrange`."""

    map: str
    boards: tuple[PlacedBoard, ...]

    def applied(self, state: GameState) -> GameState:
        return replace(state, boards={**state.boards, self.map: self.boards})


@dataclass(frozen=True, slots=True)
class SetNotes:
    """The scenario's and the public notes now read like this."""

    scenario: str
    public: str

    def applied(self, state: GameState) -> GameState:
        return replace(state, scenario_notes=self.scenario, public_notes=self.public)


@dataclass(frozen=True, slots=True)
class SetProperty:
    """A global property of `container` (module, map or zone) changes; `claimed` is what the log says that it was."""

    container: str
    name: str
    was: str
    value: str
    claimed: str | None = None

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
    """A player sits down or changes side or name; an empty side leaves the table."""

    seat: Seat

    def applied(self, state: GameState) -> GameState:
        if not self.seat.side:
            return replace(state, seats=tuple(seat for seat in state.seats if seat.player != self.seat.player))
        seats = [self.seat if self._is_his(seat) else seat for seat in state.seats]
        return replace(state, seats=tuple(dict.fromkeys([*seats, self.seat])))

    def _is_his(self, seat: Seat) -> bool:
        """Whether he leaves that seat; one of another name and side under his id is somebody's who has the same password."""
        return seat.player == self.seat.player and (seat.name == self.seat.name or seat.side == self.seat.side)


@dataclass(frozen=True, slots=True)
class Say:
    """A line of chat; `player` is who said it, "" for the program's own reports. `text` may hold hostile HTML."""

    text: str
    player: str = ""

    def applied(self, state: GameState) -> GameState:
        return state


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice fell: the button or formula, each die's result, and the report line.

    `sides` counts a die's faces (0 = not told), `plus` is what each result holds beyond the face; `sum_of` counts the dice
    where only their sum is told. `symbols` are the words of symbolic dice, whose results count their faces from 1.
    `typed` marks what a player wrote himself. `untested` says why nobody can tell how usual such results are. `odds` are those
    of results that are not faces of even dice, `value:weight` for each value with blanks between them, and with "|" between
    those of dice that differ; `draws` are the numbers that they are about, if these are not the results.
    """

    name: str
    dice: tuple[int, ...]
    text: str
    player: str = ""
    sides: int = 0
    plus: int = 0
    sum_of: int = 0
    symbols: tuple[str, ...] = ()
    typed: bool = False
    untested: str = ""
    odds: str = ""
    draws: tuple[int, ...] = ()

    def applied(self, state: GameState) -> GameState:
        return state


@dataclass(frozen=True, slots=True)
class Undo:
    """Brackets the inverse events of an action taken back."""

    begins: bool

    def applied(self, state: GameState) -> GameState:
        return state


@dataclass(frozen=True, slots=True)
class Astray:
    """A command about a counter that is not in the game does nothing; `deed` says what it wanted."""

    counter: str
    deed: str

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
    """One action of a player as logged: its events in order, and where the file says so.

    Steps are counted from 1, so that step n is what leads to `GameLog.state_at(n)`.
    """

    index: int
    events: tuple[Event, ...]
    source: Source = field(default_factory=Source)

    def told_as(self, events: tuple[Event, ...]) -> Step:
        """The step with these events; itself, if they are its own."""
        own = len(events) == len(self.events) and all(map(is_, events, self.events))
        return self if own else replace(self, events=events)


@dataclass(frozen=True, slots=True)
class GameLog:
    """A recorded session: the state it began with and every step since.

    `carried` is the importer's record, per format, of what the events do not say.
    """

    start: GameState
    steps: tuple[Step, ...]
    notes: tuple[Note, ...] = ()
    carried: Mapping[str, object] = field(default_factory=dict)

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
        if not step:
            return self.start
        state = self.start.followed()
        for taken in self.steps[:step]:
            for event in taken.events:
                state = state.after(event)
        return state.kept()
