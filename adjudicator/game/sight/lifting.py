"""What lies above what, as far as a viewer sees why.

A program that draws what was last touched above all else lifts a whole stack when something is done to a counter in it. Of
one that is masked or hidden that would tell that something was done to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from adjudicator.game.sight.states import back
from adjudicator.game.sight.survey import Eyes
from adjudicator.lean import dataclass, replace
from adjudicator.model.counters import Counter, Stack
from adjudicator.model.events import Alter, Arrange, Event, GameLog, Place, Remove, Restack
from adjudicator.model.state import GameState


def undisturbed(log: GameLog, eyes: Eyes) -> GameLog:
    """The log with all that was lifted by something unseen left where it lay; the same log if nothing was."""
    if eyes.viewer.sees_all or not _may_lift(log):
        return log
    lying, state, steps = _Lying(eyes), log.start, []
    for step in log.steps:
        told = []
        for event in step.events:
            before, state = state, state.after(event)
            told.append(lying.event(event, before, state))
        steps.append(step.told_as(tuple(told)))
    return replace(log, steps=tuple(steps))


def _may_lift(log: GameLog) -> bool:
    """Whether anything is done to a counter that is concealed at any time, or dealt from a closed deck."""
    decks = (stack for stack in log.start.stacks.values() if stack.deck is not None and stack.deck.closed)
    found = {name for stack in decks for name in stack.members}
    found |= {each.id for each in log.start.counters.values() if each.concealed}
    done = []
    for event in (event for step in log.steps for event in step.events):
        if isinstance(event, Alter | Remove):
            done.append(_of(event))
        found |= {each.id for each in _brought(event) if each.concealed}
    return not found.isdisjoint(done)


def _brought(event: Event) -> Iterator[Counter]:
    if isinstance(event, Alter | Place):
        yield event.counter
    elif isinstance(event, Arrange):
        yield from event.counters


def _of(event: Alter | Remove) -> str:
    return event.counter if isinstance(event, Remove) else event.counter.id


Drawn = tuple[str, int]
"""What lies somewhere, a stack or a counter on its own, and its place in the drawing order."""


def _place(item: Stack | Counter) -> Drawn:
    return item.id, item.order


def _where(name: str, state: GameState) -> Drawn | None:
    """The place of a counter: that of its stack, if it lies in one."""
    counter = state.counters.get(name)
    return _place(state.stacks.get(counter.stack, counter)) if counter is not None else None


@dataclass
class _Lying:
    """Follows a log. `kept` are the places in the drawing order of what was lifted unseen: as in the file, and as seen."""

    eyes: Eyes
    kept: dict[str, tuple[int, int]] = field(default_factory=dict)
    _unseen: bool = False

    def event(self, event: Event, before: GameState, after: GameState) -> Event:
        """The event with the places that are seen."""
        if isinstance(event, Arrange):
            return self._arranged(event, before)
        self._unseen = isinstance(event, Alter | Remove) and self._is_unseen(_of(event), before, after)
        if isinstance(event, Restack):
            return replace(event, stack=self._stack(event.stack, before))
        return event

    def _arranged(self, event: Arrange, before: GameState) -> Arrange:
        stacks = tuple(self._stack(each, before) for each in event.stacks)
        counters = tuple(each if each.stack else self._counter(each, before) for each in event.counters)
        return replace(event, counters=counters, stacks=stacks)

    def _stack(self, stack: Stack, before: GameState) -> Stack:
        known = before.stacks.get(stack.id)
        was = _place(known) if known else _where(stack.members[0], before) if len(stack.members) == 1 else None
        order = self._order(stack.id, was, stack.order)
        return stack if order == stack.order else replace(stack, order=order)

    def _counter(self, counter: Counter, before: GameState) -> Counter:
        order = self._order(counter.id, _where(counter.id, before), counter.order)
        return counter if order == counter.order else replace(counter, order=order)

    def _order(self, name: str, was: Drawn | None, now: int) -> int:
        """Where something lies that the file had at one place and has at another."""
        kept = self.kept.get(name)
        if self._unseen and was is not None and was[1] != now:
            former = self.kept.get(was[0])
            self.kept[name] = now, former[1] if former and former[0] == was[1] else was[1]
        elif kept and kept[0] != now:
            del self.kept[name]
        return self.kept[name][1] if name in self.kept else now

    def _is_unseen(self, name: str, before: GameState, after: GameState) -> bool:
        """Whether the viewer sees nothing of what was done to a counter."""
        moments = [(state.counters.get(name), state) for state in (before, after)]
        shown = [counter for counter, state in moments if counter is not None and self.eyes.sees(counter, state)]
        if any(counter is not None and self.eyes.reads(counter, state) for counter, state in moments):
            return False
        looks = {(back(each).design, each.masked_by) for each in shown}
        return not shown or (len(shown) == len(moments) and len(looks) == 1)
