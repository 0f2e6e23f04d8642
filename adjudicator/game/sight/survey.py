"""What a whole record shows a viewer: gone through once, before anything of it is told.

A counter's stay in sight begins when it comes out of hiding, a closed deck or another's window, and ends when it goes
there. While it lasts he can follow the counter with his eyes, mask or no mask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from adjudicator.lean import dataclass
from adjudicator.model.counters import Counter, Stack
from adjudicator.model.events import Alter, Arrange, Event, GameLog, Move, Place, Restack
from adjudicator.model.memo import Same, remembered
from adjudicator.model.module import Module
from adjudicator.model.state import GameState, Seat
from adjudicator.model.viewer import Secrets, Viewer, in_closed_deck
from adjudicator.record.deeds import counters_named


@dataclass
class Eyes:
    """A viewer, with the box that says which windows are whose. Whom he plays with is asked of each moment."""

    viewer: Viewer
    module: Module | None = None
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
        return self._answer(counter, state)[0]

    def reads(self, counter: Counter, state: GameState) -> bool:
        """Whether the viewer may know what it is."""
        return self._answer(counter, state)[1]

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


class AllSeeing(Eyes):
    """Eyes on a record that conceals nothing from anybody at any time: whoever looks reads every counter."""

    def sees(self, counter: Counter, state: GameState) -> bool:
        return True

    def reads(self, counter: Counter, state: GameState) -> bool:
        return True

    def otherwise(self, before: GameState, after: GameState) -> bool:
        return False

    def sees_deck(self, stack: Stack, state: GameState) -> bool:
        return stack.deck is not None


def conceals_nothing(body: GameState | GameLog, eyes: Eyes) -> bool:
    """Whether everything in a state or log is open to everybody all the time: no mask, no closed deck, no private window.

    Then nothing has to be followed step by step; what is told is the same either way.
    """
    start = body.start if isinstance(body, GameLog) else body
    maps = set[str]()
    for counter in start.counters.values():
        if counter.masked_by or counter.hidden_by:
            return False
        maps.add(counter.spot.map)
    if any(map(_shuts, start.stacks.values())):
        return False
    maps.update(stack.spot.map for stack in start.stacks.values())
    for step in body.steps if isinstance(body, GameLog) else ():
        for event in step.events:
            if not _is_open(event, maps):
                return False
    known = [each.windows for each in (eyes.module, start) if each is not None and each.windows]
    if not known:
        return not eyes.viewer.unsure
    return all(any(name in each for each in known) and all(each.get(name) is None for each in known) for name in maps)


def _is_open(event: Event, maps: set[str]) -> bool:
    """Whether an event brings nothing that is concealed; the maps on which it lays anything are added."""
    counters = tuple(brought(event))
    stacks = (event.stack,) if isinstance(event, Restack) else event.stacks if isinstance(event, Arrange) else ()
    if isinstance(event, Move):
        maps.add(event.to.map)
    maps.update(each.spot.map for each in counters)
    maps.update(each.spot.map for each in stacks)
    return not any(each.concealed for each in counters) and not any(map(_shuts, stacks))


def _shuts(stack: Stack) -> bool:
    return stack.deck is not None and (stack.deck.closed or bool(stack.deck.hidden_by))


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

    @classmethod
    def of(cls, body: GameState | GameLog, eyes: Eyes) -> Survey:
        """The survey of a state, or of a log from its start to its end."""
        return _survey(body, eyes.viewer, Same(eyes.module))

    @classmethod
    def made(cls, body: GameState | GameLog, eyes: Eyes) -> Survey:
        """The same, gone through anew."""
        if not eyes.viewer.sees_all and conceals_nothing(body, eyes):
            eyes = AllSeeing(eyes.viewer, eyes.module)
        made = cls(eyes, Secrets(eyes.viewer, eyes.module))
        if eyes.viewer.sees_all:
            return made
        state = body.start if isinstance(body, GameLog) else body
        made.seated.update(seat.player for seat in state.seats)
        if isinstance(eyes, AllSeeing):
            made._take_all(state)
        else:
            made._look(state.counters, state.stacks, state)
        for step in body.steps if isinstance(body, GameLog) else ():
            for event in step.events:
                before, state = state, state.after(event)
                if before.seats is not state.seats:
                    made.seated.update(seat.player for seat in state.seats)
                if eyes.otherwise(before, state):
                    made._look(state.counters, state.stacks, state)
                made._look(*touched(event, before, state), state)
        return made

    def _take_all(self, state: GameState) -> None:
        """Look at a table on which everything is read."""
        self._here.update(state.counters)
        self._stays = dict.fromkeys(state.counters, 0)
        self.read.update((name, 0) for name in state.counters)
        self.named.update(name for counter in state.counters.values() for name in counter.properties)
        self.orders.update(counter.order for counter in state.counters.values() if not counter.stack)
        self.orders.update(each.order for each in state.stacks.values() if each.members or each.deck is not None)

    def _look(self, counters: Iterable[str], stacks: Iterable[str], state: GameState) -> None:
        for name in counters:
            counter = state.counters.get(name)
            if counter is None:
                self._here.discard(name)
                continue
            reads = self.eyes.reads(counter, state)
            if not isinstance(self.eyes, AllSeeing):  # else no word is secret
                self.secrets.take(counter, known=reads)
            if not self.eyes.sees(counter, state):
                self._here.discard(name)
                continue
            if name not in self._here:
                self._here.add(name)
                self._stays[name] = self._stays.get(name, -1) + 1
            if reads:
                self.named.update(counter.properties)
                self.read.add((name, self._stays[name]))
            if not counter.stack:
                self.orders.add(counter.order)
        for name in stacks:
            stack = state.stacks.get(name)
            if stack is not None and self._shows(stack, state):
                self.orders.add(stack.order)

    @property
    def known(self) -> frozenset[str]:
        """The counters that the viewer read at some moment, and at no moment may not know."""
        return frozenset(name for name, _ in self.read) - self.secrets.counters

    def _shows(self, stack: Stack, state: GameState) -> bool:
        if stack.deck is not None:
            return self.eyes.sees_deck(stack, state)
        for name in stack.members:
            member = state.counters.get(name)
            if member is not None and self.eyes.sees(member, state):
                return True
        return False


@remembered(8)
def _survey(body: GameState | GameLog, viewer: Viewer, module: Same[Module | None]) -> Survey:
    return Survey.made(body, Eyes(viewer, module.of))


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
        lying = (state.counters.get(name) for name in counters)
        stacks |= {each.stack: None for each in lying if each is not None}
    stacks.pop("", None)
    return counters, list(stacks)
