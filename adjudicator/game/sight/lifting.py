"""What lies above what and in which stack, as far as a viewer sees why.

A program that draws what was last touched above all else lifts a whole stack when something is done to a counter in it, and
may lay that counter anew, in another stack. Of one that is masked or hidden that would tell that something was done to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from adjudicator.game.sight.states import back
from adjudicator.game.sight.survey import Eyes, coming
from adjudicator.lean import dataclass, replace
from adjudicator.model.counters import Counter, Stack
from adjudicator.model.events import Alter, Arrange, GameLog, Move, Place, Remove, Restack
from adjudicator.model.state import Event, GameState


def undisturbed(log: GameLog, eyes: Eyes) -> GameLog:
    """The log with all that was lifted by something unseen left where it lay; the same log if nothing was."""
    if eyes.viewer.sees_all or not _may_lift(log):
        return log
    lying, state, steps = _Lying(eyes, log.start), log.start, []
    for step in log.steps:
        told: list[Event] = []
        for event in step.events:
            before, state = state, state.after(event)
            told.extend(lying.event(event, before, state))
        steps.append(step.told_as(tuple(told)))
    return replace(log, steps=tuple(steps))


def _may_lift(log: GameLog) -> bool:
    """Whether anything is done to a counter that is concealed at any time, or dealt from a closed deck; laid and moved count too,
    since what lay alone where it comes is lifted as well.
    """
    decks = (stack for stack in log.start.stacks.values() if stack.deck is not None and stack.deck.closed)
    found = {name for stack in decks for name in stack.members}
    found |= {each.id for each in (*log.start.counters.values(), *coming(log).counters) if each.concealed}
    if not found:
        return False
    events = (event for step in log.steps for event in step.events)
    return any(_of(event) in found for event in events if isinstance(event, OF_ONE))


OF_ONE = (Alter, Remove, Move, Place)


def _of(event: Alter | Remove | Move | Place) -> str:
    return event.counter if isinstance(event, Remove | Move) else event.counter.id


Drawn = tuple[str, int]
"""What lies somewhere, a stack or a counter on its own, and its place in the drawing order."""


def _place(item: Stack | Counter) -> Drawn:
    return item.id, item.order


def _where(name: str, state: GameState) -> Drawn | None:
    """The place of a counter: that of its stack, if it lies in one."""
    counter = state.counters.get(name)
    return _place(state.stacks.get(counter.stack, counter)) if counter is not None else None


def _height_in(members: Sequence[str], name: str) -> int:
    """A counter's place among those of a stack, above all others if it is not there."""
    return members.index(name) if name in members else len(members)


def _without(members: Iterable[str], name: str) -> tuple[str, ...]:
    return tuple(each for each in members if each != name)


@dataclass
class _Lying:
    """Follows a log. `kept` are the places in the drawing order of what was lifted unseen: as in the file, and as seen.

    `seen` is the table as it is told, and `homes` the stacks in which counters lie there that were laid elsewhere unseen.
    """

    eyes: Eyes
    seen: GameState
    kept: dict[str, tuple[int, int]] = field(default_factory=dict)
    homes: dict[str, str] = field(default_factory=dict)
    _unseen: str = ""
    """The counter to which something was just done unseen."""

    def event(self, event: Event, before: GameState, after: GameState) -> Iterator[Event]:
        """The event with the places and stacks that are seen; before it, what was laid elsewhere unseen and is seen now."""
        found = self._lifted(event, before, after)
        if isinstance(found, Arrange) and self._unseen:
            self._keep_home(found, after)
        for told in (*self._come_out(found, before), self._at_home(found, before)):
            self.seen = self.seen.after(told)
            yield told

    def _keep_home(self, event: Arrange, after: GameState) -> None:
        """Remember the stacks of counters that something unseen laid elsewhere, or higher or lower in them."""
        for name in dict.fromkeys((self._unseen, *(each.id for each in event.counters))):
            known, counter = self.seen.counters.get(name), after.counters.get(name)
            if known is None or counter is None or known.spot != counter.spot or self._lies_alike(name, after):
                continue
            self.homes[name] = known.stack

    def _lies_alike(self, name: str, after: GameState) -> bool:
        """Whether a counter lies in a state in the stack, and as high, as it is told."""
        told, now = (state.counters[name].stack for state in (self.seen, after))
        return told == now and (not now or self.seen.stacks[told].members == after.stacks[now].members)

    def _come_out(self, event: Event, before: GameState) -> Iterator[Event]:
        """What lies where it was laid from here on, since it or its stack goes elsewhere or something comes to it."""
        for name in [each for each, home in self.homes.items() if self._ends(event, each, home, before)]:
            home, counter = self.homes.pop(name), before.counters[name]
            if isinstance(event, OF_ONE) and _of(event) == name:
                continue  # it goes from where it is told to lie
            left, laid = self.seen.stacks.get(home), before.stacks.get(counter.stack)
            stacks = {} if left is None else {home: replace(left, members=_without(left.members, name))}
            stacks |= {} if laid is None else {laid.id: self._filled(laid)}
            yield Arrange((counter,), tuple(stacks.values()))

    def _ends(self, event: Event, name: str, home: str, before: GameState) -> bool:
        match event:
            case Move(counter, stack=stack):
                return counter == name or (counter != self._unseen and self._comes_to(name, stack, before))
            case Place(counter, stack):
                return counter.id == name or (counter.id != self._unseen and self._comes_to(name, stack, before))
            case Remove(counter):
                return counter == name
            case Restack(stack):
                laid = name in stack.members and (stack.id == home or stack.id != before.counters[name].stack)
                return laid or self._moved(home, stack)
            case Arrange(counters, stacks):
                spot = self.seen.counters[name].spot
                gone = any(each.id == name and each.spot != spot for each in counters)
                return gone or any(self._moved(home, each) for each in stacks)
        return False

    def _comes_to(self, name: str, stack: str, before: GameState) -> bool:
        """Whether a stack is the one in which a counter lies and is not told to lie."""
        return stack == before.counters[name].stack != self.homes[name] and bool(stack)

    def _moved(self, home: str, stack: Stack) -> bool:
        return stack.id == home and stack.spot != self.seen.stacks.get(home, stack).spot

    def _at_home(self, event: Event, before: GameState) -> Event:
        """The event with the stacks that are seen."""
        if not self.homes:
            return event
        if isinstance(event, Arrange):
            stacks = {each.id: self._filled(each) for each in event.stacks}
            homes = {home for home in event.gone if home in self.homes.values() and home in self.seen.stacks}
            stacks |= {home: self._filled(replace(self.seen.stacks[home], members=())) for home in homes}
            counters = tuple(self._housed(each) for each in event.counters)
            gone = tuple(each for each in event.gone if each not in homes)
            return replace(event, counters=counters, stacks=tuple(stacks.values()), gone=gone)
        if isinstance(event, Restack):
            return replace(event, stack=self._filled(event.stack))
        if isinstance(event, Alter):
            return replace(event, counter=self._housed(event.counter))
        if isinstance(event, Move | Place) and event.index is not None:
            return replace(event, index=self._height(event, before))
        return event

    def _height(self, event: Move | Place, before: GameState) -> int:
        """The place in a stack as it is seen of what comes to it, above the same counters as in the file."""
        comes = event.counter if isinstance(event, Move) else event.counter.id
        lying, told = (
            _without(state.stacks[event.stack].members, comes) if event.stack in state.stacks else ()
            for state in (before, self.seen)
        )
        below = [each for each in lying[: event.index] if each not in self.homes and each in told]
        return told.index(below[-1]) + 1 if below else 0

    def _housed(self, counter: Counter) -> Counter:
        home = self.homes.get(counter.id)
        return counter if home is None else replace(counter, stack=home, order=self.seen.counters[counter.id].order)

    def _filled(self, stack: Stack) -> Stack:
        """A stack of what is at home in it: with what lies elsewhere, at the height that it had."""
        members = [each for each in stack.members if each not in self.homes]
        for name, home in self.homes.items():
            if home == stack.id:
                was = self.seen.stacks.get(home, stack).members
                below = [each for each in was[: _height_in(was, name)] if each in members]
                members.insert(members.index(below[-1]) + 1 if below else 0, name)
        return stack if tuple(members) == stack.members else replace(stack, members=tuple(members))

    def _lifted(self, event: Event, before: GameState, after: GameState) -> Event:
        """The event with the places in the drawing order that are seen."""
        if isinstance(event, Arrange):
            return self._arranged(event, before)
        done = _of(event) if isinstance(event, OF_ONE) else ""
        self._unseen = done if done and self._is_unseen(done, before, after, stays=isinstance(event, Alter)) else ""
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

    def _is_unseen(self, name: str, before: GameState, after: GameState, *, stays: bool) -> bool:
        """Whether the viewer sees nothing of what was done to a counter, which stays where it is or may go elsewhere."""
        moments = [(state.counters.get(name), state) for state in (before, after)]
        shown = [counter for counter, state in moments if counter is not None and self.eyes.sees(counter, state)]
        if any(counter is not None and self.eyes.reads(counter, state) for counter, state in moments):
            return False
        looks = {(back(each).design, each.masked_by) for each in shown}
        return not shown or (stays and len(shown) == len(moments) and len(looks) == 1)
