"""What a whole record shows a viewer: gone through once, before anything of it is told.

A counter's stay in sight begins when it comes out of hiding, a closed deck or another's window, and ends when it goes
there. While it lasts he can follow the counter with his eyes, mask or no mask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from itertools import repeat

from adjudicator.lean import dataclass
from adjudicator.model.counters import Counter, Stack
from adjudicator.model.events import Alter, Arrange, GameLog, Move, Place, Restack
from adjudicator.model.memo import Same, remembered
from adjudicator.model.module import Module
from adjudicator.model.state import Event, GameState, Seat
from adjudicator.model.viewer import PUBLIC, Secrets, Viewer, in_closed_deck
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
    come = coming(body) if isinstance(body, GameLog) else Coming()
    stacks = (*start.stacks.values(), *come.stacks)
    closed = {stack.id for stack in stacks if stack.deck is not None and stack.deck.closed}
    kept = {name for stack in stacks if stack.deck is not None and stack.deck.closed for name in stack.members}
    public = _PublicMaps(eyes, start)
    for counters in (start.counters.values(), come.counters):
        kept |= {
            each.id
            for each in counters
            if each.masked_by or each.hidden_by or each.stack in closed or not public[each.spot.map]
        }
    kept |= {name for name, stack, where in come.lying if stack in closed or not public[where]}
    for stack in come.stacks:
        if not public[stack.spot.map]:
            kept.update(stack.members)
    return frozenset({*start.counters, *(each.id for each in come.counters)} - kept)


@dataclass(frozen=True, slots=True)
class Coming:
    """What the events of a log say whole, counters and stacks, and which counter comes to lie in which stack on which map."""

    counters: Sequence[Counter] = ()
    stacks: Sequence[Stack] = ()
    lying: Sequence[tuple[str, str, str]] = ()


@remembered(1)  # asked three times of each log in turn
def coming(log: GameLog) -> Coming:
    """What a log says of all that it brings, changes and moves."""
    counters: list[Counter] = []
    stacks: list[Stack] = []
    lying = []
    for event in (event for step in log.steps for event in step.events):
        match event:
            case Move():
                lying.append((event.counter, event.stack, event.to.map))
            case Alter():
                counters.append(event.counter)
            case Arrange():
                counters += event.counters
                stacks += event.stacks
            case Restack():
                stacks.append(event.stack)
            case Place(counter):
                counters.append(counter)
                lying.append((counter.id, event.stack, counter.spot.map))
    return Coming(counters, stacks, lying)


class _PublicMaps(dict[str, bool]):
    """Whether each map is everybody's, asked once by its name."""

    def __init__(self, eyes: Eyes, state: GameState) -> None:
        self._windows, self._module, self._unknown = state.windows, eyes.module, not eyes.viewer.unsure

    def __missing__(self, name: str) -> bool:
        admitted = PUBLIC.admits(name, self._windows, self._module)
        found = self[name] = self._unknown if admitted is None else admitted
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
    moments: tuple[GameState, ...] = ()
    """The state after each event of a log, until the log is told."""
    hides: bool = True
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
        brings = coming(body).counters if isinstance(body, GameLog) else ()
        made.hides = not eyes.open.issuperset((*state.counters, *(each.id for each in brings)))
        made._begin(state)
        made._learn(state.counters.values())
        done = (event for step in steps for event in step.events)
        made.moments = _moments(body) if isinstance(body, GameLog) else ()
        for event, after in zip(done, made.moments, strict=True):
            before, state = state, after
            if before is state:
                continue
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
        here = [counter for counter in counters if counter.id in self.eyes.open]
        self.named.update(*[counter.properties for counter in here if counter.properties])
        if self.hides:
            for counter in here:
                self.secrets.take(counter, known=True)

    def _follow(self, event: Event, before: GameState, after: GameState) -> bool:
        """Take in where those went that are open to everybody, if an event is about no others; what they left lies as it lay."""
        known = self.eyes.open
        match event:
            case Alter(counter):
                return counter.id in known
            case Move(name):
                if name not in known:
                    return False
                self._lies(after.counters[name], after)
            case Arrange(arranged, stacks, ()) if not stacks or not arranged:
                if not all(each.deck is None and each.members and known.issuperset(each.members) for each in stacks):
                    return False
                if any(each.id not in known or each.id not in before.counters for each in arranged):
                    return False
                self.orders.update([each.order for each in stacks])
                for each in arranged:
                    self._lies(after.counters[each.id], after)
            case Restack(stack):
                was = before.stacks.get(stack.id)
                if stack.deck is not None or not stack.members or not known.issuperset(stack.members):
                    return False
                if was is not None and not set(was.members) <= set(stack.members):
                    return False
                self._take_order(stack)
            case _:
                return False
        return True

    def _lies(self, counter: Counter, state: GameState) -> None:
        """Take in the place in the drawing order of a counter that is open to everybody."""
        stack = state.stacks.get(counter.stack) if counter.stack else None
        if not counter.stack:
            self.orders.add(counter.order)
        elif stack is not None and (stack.deck is None or self._shows(stack, state)):
            self._take_order(stack)
        elif stack is not None:
            self._unseen.add(stack.id)

    def _take_order(self, stack: Stack) -> None:
        self.orders.add(stack.order)
        self._piles.add(stack.id)

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
                self._take_order(stack)
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

    def gone_through(self, log: GameLog) -> Iterator[GameState]:
        """The state after each event of the log; not kept any longer, since a log is told once."""
        moments, self.moments = self.moments or _moments(log), ()
        return iter(moments)

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


@remembered(3)  # asked for again by the notes on reading a file, while that one or its ends are told
def _survey(body: GameState | GameLog, viewer: Viewer, module: Same[Module | None]) -> Survey:
    return Survey.made(body, Eyes(viewer, module.of))


def _moments(log: GameLog) -> tuple[GameState, ...]:
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
