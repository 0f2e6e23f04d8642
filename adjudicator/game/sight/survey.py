"""What a whole record shows a viewer: gone through once, before anything of it is told.

A counter's stay in sight begins when it comes out of hiding, a closed deck or another's window, and ends when it goes
there. While it lasts he can follow the counter with his eyes, mask or no mask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from itertools import repeat

from adjudicator.lean import dataclass
from adjudicator.model.counters import Counter, Stack
from adjudicator.model.events import Alter, Arrange, GameLog, Move, Place, Restack, Step
from adjudicator.model.memo import Same, remembered
from adjudicator.model.module import Module
from adjudicator.model.state import Event, GameState, Seat
from adjudicator.model.viewer import Secrets, Viewer, in_closed_deck
from adjudicator.record.deeds import counters_named


@dataclass
class Eyes:
    """A viewer, with the box that says which windows are whose. Whom he plays with is asked of each moment.

    `open` are the counters that nobody is ever kept from (`always_open`): of these nothing else has to be asked.
    """

    viewer: Viewer
    module: Module | None = None
    open: frozenset[str] = frozenset()
    _seats: tuple[Seat, ...] | None = None
    _windows: object = None
    _now: Viewer = field(init=False)
    _answers: dict[object, tuple[bool, bool]] = field(default_factory=dict)
    """Whether counters that are concealed alike, on the same map, are on show and may be known, as players sit now."""

    def __post_init__(self) -> None:
        self._now = self.viewer

    def at(self, state: GameState) -> Viewer:
        """The viewer as the players sit in a state."""
        if state.seats is not self._seats:
            self._seats = state.seats
            self._now = self.viewer.at(state.seats)
            self._answers.clear()
        return self._now

    def sees(self, counter: Counter, state: GameState) -> bool:
        """Whether it is on show by itself, if only by its back."""
        return counter.id in self.open or self._answer(counter, state)[0]

    def reads(self, counter: Counter, state: GameState) -> bool:
        """Whether the viewer may know what it is."""
        return counter.id in self.open or self._answer(counter, state)[1]

    def _answer(self, counter: Counter, state: GameState) -> tuple[bool, bool]:
        viewer = self.at(state)
        if not viewer.sees_all and in_closed_deck(counter, state):
            return False, False
        if state.windows is not self._windows:
            self._windows = state.windows
            self._answers.clear()
        alike = (counter.hidden_by, counter.masked_by, counter.spot.map, counter.hides, counter.masks)
        found = self._answers.get(alike)
        if found is None:
            sees, reads = (ask(counter, state, self.module) for ask in (viewer.sees_at, viewer.reads_at))
            found = self._answers[alike] = sees, reads
        return found

    def otherwise(self, before: GameState, after: GameState) -> bool:
        """Whether somebody sat down or got up, so that counters look otherwise to the viewer."""
        return before.seats is not after.seats and self.at(before).names != self.at(after).names

    def sees_deck(self, stack: Stack, state: GameState) -> bool:
        """Whether a deck lies where the viewer may look."""
        return self.at(state).sees_deck(stack, state, self.module)

    def shut(self, stack: Stack) -> bool:
        """Whether of its cards only the number is on show."""
        return stack.deck is not None and stack.deck.closed and not self.viewer.sees_all


def always_open(body: GameState | GameLog, eyes: Eyes) -> frozenset[str]:
    """The counters of a state or log that nobody is kept from at any moment: never masked or hidden, in no closed deck, and
    on no map but those that are everybody's.

    They need not be followed step by step, and all that is told of them is the same for every viewer.
    """
    start = body.start if isinstance(body, GameLog) else body
    events = [event for step in body.steps for event in step.events] if isinstance(body, GameLog) else []
    decks = [stack for stack in start.stacks.values() if stack.deck is not None and stack.deck.closed]
    decks += [each for event in events for each in stacks_brought(event) if each.deck is not None and each.deck.closed]
    closed = {stack.id for stack in decks}
    public = _PublicMaps(eyes, start)
    kept = {name for stack in decks for name in stack.members}
    for counter in start.counters.values():
        if counter.masked_by or counter.hidden_by or counter.stack in closed or not public[counter.spot.map]:
            kept.add(counter.id)
    known = set(start.counters)
    for event in events:
        for each in brought(event):
            known.add(each.id)
            if each.concealed or each.stack in closed or not public[each.spot.map]:
                kept.add(each.id)
        if isinstance(event, Move | Place):
            where = event.to.map if isinstance(event, Move) else event.counter.spot.map
            if event.stack in closed or not public[where]:
                kept.add(event.counter if isinstance(event, Move) else event.counter.id)
        for stack in stacks_brought(event):
            if not public[stack.spot.map]:
                kept.update(stack.members)
    return frozenset(known - kept)


class _PublicMaps(dict[str, bool]):
    """Whether each map is everybody's, asked once by its name."""

    def __init__(self, eyes: Eyes, state: GameState) -> None:
        self._known = [each.windows for each in (eyes.module, state) if each is not None and each.windows]
        self._unknown = not eyes.viewer.unsure

    def __missing__(self, name: str) -> bool:
        told = [windows[name] for windows in self._known if name in windows]
        found = self[name] = bool(told) and all(each is None for each in told) if self._known else self._unknown
        return found


@dataclass
class Survey:
    """`read` holds the stays, as counter and number, in which the viewer read the counter; `orders` every place in the drawing
    order that something in sight had, `seated` the players who sat at the table, `named` the properties of counters read.
    """

    eyes: Eyes
    secrets: Secrets
    read: set[tuple[str, int]] = field(default_factory=set)
    orders: set[int] = field(default_factory=set)
    seated: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)
    _stays: dict[str, int] = field(default_factory=dict)
    _here: set[str] = field(default_factory=set)
    _piles: set[str] = field(default_factory=set)
    _unseen: set[str] = field(default_factory=set)
    """The stacks in which something was in sight at some time, and those in which nothing was."""
    _hides: bool = True
    """Whether anything is concealed at any time: else no word is secret."""

    @classmethod
    def of(cls, body: GameState | GameLog, eyes: Eyes) -> Survey:
        """The survey of a state, or of a log from its start to its end."""
        return _survey(body, eyes.viewer, Same(eyes.module))

    @classmethod
    def made(cls, body: GameState | GameLog, eyes: Eyes) -> Survey:
        """The same, gone through anew."""
        if not eyes.viewer.sees_all:
            eyes = Eyes(eyes.viewer, eyes.module, always_open(body, eyes))
        made = cls(eyes, Secrets(eyes.viewer, eyes.module))
        if eyes.viewer.sees_all:
            return made
        state = body.start if isinstance(body, GameLog) else body
        steps = body.steps if isinstance(body, GameLog) else ()
        made.seated.update(seat.player for seat in state.seats)
        made._hides = not _all_open(state, steps, eyes.open)
        made._begin(state)
        made._learn(state.counters.values())
        done = (event for step in steps for event in step.events)
        for event, after in zip(done, moments(body) if isinstance(body, GameLog) else (), strict=True):
            before, state = state, after
            if before.seats is not state.seats:
                made.seated.update(seat.player for seat in state.seats)
            if eyes.otherwise(before, state):
                made._look(state.counters, state.stacks, state)
            made._learn(brought(event))
            if not made._follow(event, before, state):
                made._look(*touched(event, before, state), state)
        made.secrets.counters |= made._unseen - made._piles
        return made

    def _begin(self, state: GameState) -> None:
        """Look at the whole table for the first time."""
        known = self.eyes.open
        here = [counter for counter in state.counters.values() if counter.id in known]
        names = [counter.id for counter in here]
        self._here.update(names)
        self._stays.update(dict.fromkeys(names, 0))
        self.read.update(zip(names, repeat(0)))
        self.orders.update([counter.order for counter in here if not counter.stack])
        closer = []
        for stack in state.stacks.values():
            if stack.deck is None and stack.members and known.issuperset(stack.members):
                self.orders.add(stack.order)
            else:
                closer.append(stack.id)
        self._look([name for name in state.counters if name not in known], closer, state)

    def _learn(self, counters: Iterable[Counter]) -> None:
        """Take in what stands on those of some counters that are open to everybody."""
        for counter in counters:
            if counter.id in self.eyes.open:
                self.named.update(counter.properties)
                if self._hides:
                    self.secrets.take(counter, known=True)

    def _follow(self, event: Event, before: GameState, after: GameState) -> bool:
        """Take in where those went that are open to everybody, if an event is about no others; what they left lies as it lay."""
        known = self.eyes.open
        match event:
            case Alter(counter):
                return counter.id in known
            case Move(name):
                counters: Iterable[str] = (name,)
            case Arrange(arranged, stacks, ()) if not stacks or not arranged:
                counters = [each.id for each in arranged]
                if not all(each.deck is None and each.members and known.issuperset(each.members) for each in stacks):
                    return False
                self.orders.update(each.order for each in stacks)
            case _:
                return False
        if not known.issuperset(counters) or any(name not in before.counters for name in counters):
            return False
        for counter in map(after.counters.__getitem__, counters):
            if counter.stack:
                self._look((), (counter.stack,), after)
            else:
                self.orders.add(counter.order)
        return True

    def _look(self, counters: Iterable[str], stacks: Iterable[str], state: GameState) -> None:
        lying = state.counters.flat() if counters is state.counters else state.counters
        for name in counters:
            counter = lying.get(name)
            if counter is None:
                self._here.discard(name)
            elif name in self.eyes.open:
                self._see(counter, reads=True)
            else:
                reads = self.eyes.reads(counter, state)
                self.secrets.take(counter, known=reads)
                if self.eyes.sees(counter, state):
                    self._see(counter, reads=reads)
                    self.named.update(counter.properties if reads else ())
                else:
                    self._here.discard(name)
        for name in stacks:
            stack = state.stacks.get(name)
            if stack is None:
                continue
            if self._shows(stack, state):
                self.orders.add(stack.order)
                self._piles.add(name)
            else:
                self._unseen.add(name)

    def _see(self, counter: Counter, *, reads: bool) -> None:
        name = counter.id
        if name not in self._here:
            self._here.add(name)
            self._stays[name] = self._stays.get(name, -1) + 1
        if reads:
            self.read.add((name, self._stays[name]))
        if not counter.stack:
            self.orders.add(counter.order)

    @property
    def known(self) -> frozenset[str]:
        """The counters that the viewer read at some moment, and at no moment may not know."""
        return frozenset(name for name, _ in self.read) - self.secrets.counters

    def _shows(self, stack: Stack, state: GameState) -> bool:
        if stack.deck is not None:
            return self.eyes.sees_deck(stack, state)
        if not self.eyes.open.isdisjoint(stack.members):
            return True
        for name in stack.members:
            member = state.counters.get(name)
            if member is not None and self.eyes.sees(member, state):
                return True
        return False


def _all_open(state: GameState, steps: Iterable[Step], known: frozenset[str]) -> bool:
    """Whether every counter that lies or comes on the table is among these."""
    events = (event for step in steps for event in step.events)
    return known.issuperset(state.counters) and all(each.id in known for event in events for each in brought(event))


@remembered(8)
def _survey(body: GameState | GameLog, viewer: Viewer, module: Same[Module | None]) -> Survey:
    return Survey.made(body, Eyes(viewer, module.of))


@remembered(1)  # a log is surveyed, and then told
def moments(log: GameLog) -> tuple[GameState, ...]:
    """The state after each event of a log."""
    state, found = log.start, []
    for step in log.steps:
        for event in step.events:
            state = state.after(event)
            found.append(state)
    return tuple(found)


def brought(event: Event) -> Iterator[Counter]:
    """The counters that an event says whole: laid, altered, or arranged."""
    if isinstance(event, Alter | Place):
        yield event.counter
    elif isinstance(event, Arrange):
        yield from event.counters


def stacks_brought(event: Event) -> tuple[Stack, ...]:
    """The stacks that an event says whole."""
    return (event.stack,) if isinstance(event, Restack) else event.stacks if isinstance(event, Arrange) else ()


def touched(event: Event, before: GameState, after: GameState) -> tuple[list[str], list[str]]:
    """The counters and stacks that an event may have changed, each once, in a fixed order."""
    counters = list(counters_named((event,), before))
    stacks: dict[str, None] = {}
    match event:
        case Place(_, stack) | Move(_, _, _, stack):
            stacks[stack] = None
        case Restack(stack):
            stacks[stack.id] = None
        case Arrange(_, laid, gone):
            stacks |= dict.fromkeys(each.id for each in laid)
            stacks |= {name: None for name in gone if name in before.stacks}
    for state in (before, after):
        for name in counters:
            counter = state.counters.get(name)
            if counter is not None:
                stacks[counter.stack] = None
    stacks.pop("", None)
    return counters, list(stacks)
