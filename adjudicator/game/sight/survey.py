"""What a whole record shows a viewer: gone through once, before anything of it is told.

A counter's stay in sight begins when it comes out of hiding, a closed deck or another's window, and ends when it goes
there. While it lasts he can follow the counter with his eyes, mask or no mask.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from adjudicator.lean import dataclass
from adjudicator.model.counters import Counter, Stack
from adjudicator.model.events import Arrange, Event, GameLog, Move, Place, Restack
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.model.viewer import Secrets, Viewer
from adjudicator.record.deeds import counters_named


@dataclass(frozen=True, slots=True)
class Eyes:
    """A viewer, with the box that says which windows are whose."""

    viewer: Viewer
    module: Module | None = None

    def sees(self, counter: Counter, state: GameState) -> bool:
        """Whether it is on show by itself, if only by its back."""
        return self.viewer.sees_at(counter, state, self.module)

    def reads(self, counter: Counter, state: GameState) -> bool:
        """Whether the viewer may know what it is."""
        return self.viewer.reads_at(counter, state, self.module)

    def sees_deck(self, stack: Stack) -> bool:
        """Whether a deck lies where the viewer may look."""
        if stack.deck is None:
            return False
        return self.module is None or self.viewer.enters(self.module, stack.spot.map)

    def shut(self, stack: Stack) -> bool:
        """Whether of its cards only the number is on show."""
        return stack.deck is not None and stack.deck.face_down and not self.viewer.sees_all


@dataclass
class Survey:
    """`read` holds the stays, as counter and number, in which the viewer read the counter; `orders` every place in the drawing
    order that something in sight had.
    """

    eyes: Eyes
    secrets: Secrets
    read: set[tuple[str, int]] = field(default_factory=set)
    orders: set[int] = field(default_factory=set)
    _stays: dict[str, int] = field(default_factory=dict)
    _here: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, body: GameState | GameLog, eyes: Eyes) -> Survey:
        """The survey of a state, or of a log from its start to its end."""
        made = cls(eyes, Secrets(eyes.viewer, eyes.module))
        if eyes.viewer.sees_all:
            return made
        state = body.start if isinstance(body, GameLog) else body
        made._look(state.counters, state.stacks, state)
        for step in body.steps if isinstance(body, GameLog) else ():
            for event in step.events:
                before, state = state, state.after(event)
                made._look(*touched(event, before, state), state)
        return made

    def _look(self, counters: Iterable[str], stacks: Iterable[str], state: GameState) -> None:
        for name in counters:
            counter = state.counters.get(name)
            if counter is None:
                self._here.discard(name)
                continue
            self.secrets.learn_of(counter, state)
            if not self.eyes.sees(counter, state):
                self._here.discard(name)
                continue
            if name not in self._here:
                self._here.add(name)
                self._stays[name] = self._stays.get(name, -1) + 1
            if self.eyes.reads(counter, state):
                self.read.add((name, self._stays[name]))
            if not counter.stack:
                self.orders.add(counter.order)
        for name in stacks:
            stack = state.stacks.get(name)
            if stack is not None and self._shows(stack, state):
                self.orders.add(stack.order)

    def _shows(self, stack: Stack, state: GameState) -> bool:
        if stack.deck is not None:
            return self.eyes.sees_deck(stack)
        members = (state.counters.get(member) for member in stack.members)
        return any(member is not None and self.eyes.sees(member, state) for member in members)


def secrets_of(body: GameState | GameLog, viewer: Viewer, module: Module | None) -> Secrets:
    """What must not be said of a state or log."""
    if viewer.sees_all:
        return Secrets(viewer, module)
    return Survey.of(body, Eyes(viewer, module)).secrets


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
