"""A log as its viewer sees it: every step is there, each event as it looks to him; what he cannot see leaves no event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from adjudicator.collector import paused
from adjudicator.game.sight.states import CARD, Publisher, drawn, reads_alike
from adjudicator.game.sight.survey import Eyes, Survey, touched
from adjudicator.game.sight.words import Words, seen_notes, unplaced
from adjudicator.lean import dataclass, replace
from adjudicator.model.counters import Counter, Stack, bottom_of
from adjudicator.model.events import (
    Alter,
    Arrange,
    Astray,
    Carried,
    GameLog,
    LayBoards,
    Move,
    Place,
    Remove,
    Restack,
    Roll,
    Say,
    SetProperty,
    Step,
    TakeSeat,
    Undo,
)
from adjudicator.model.module import Module
from adjudicator.model.state import Event, GameState
from adjudicator.model.viewer import Viewer

OF_COUNTERS = (Place, Remove, Move, Alter, Restack, Arrange)


@dataclass(frozen=True, slots=True)
class SeenLog:
    """A log as somebody may know it who saw every step of it.

    `end` is its last table where he would see that and the first one alike if he saw nothing between, but for the numbers of
    their drawing order; None where he may not, or where nobody asked.
    """

    log: GameLog
    end: GameState | None = None


def seen_log(log: GameLog, viewer: Viewer, module: Module | None = None) -> GameLog:
    """A log as somebody may know it who saw every step of it; the umpire's is itself, but for ids in what is written."""
    return seen_with_end(log, viewer, module).log


@paused()
def seen_with_end(log: GameLog, viewer: Viewer, module: Module | None = None) -> SeenLog:
    """The same with its last table, if that is seen alike by who sees no other."""
    eyes = Eyes(viewer, module)
    if viewer.sees_all:
        return SeenLog(_with_words(log, Words.of(log.start, Survey.of(log.start, eyes))))
    survey = Survey.of(log, eyes)
    words = Words.of(log.start, survey)
    retelling = _Retelling(Publisher(survey.eyes, words, survey), log.start, survey.gone_through(log))
    start = retelling.table
    retelling.table = start.followed()
    steps = tuple(retelling.step(step) for step in log.steps)
    end = retelling.table.kept() if _is_plain(log, retelling.table, survey) else None
    return SeenLog(GameLog(start, steps, seen_notes(log.notes, survey, words)), end)


def _is_plain(log: GameLog, end: GameState, survey: Survey) -> bool:
    """Whether a log hides nothing at any time, and nothing in it has to be seen in its course to be told: who sits where, and
    that a counter bears a property of some name.
    """
    if survey.hides or any(isinstance(event, TakeSeat) for step in log.steps for event in step.events):
        return False
    module = survey.eyes.module
    return not end.properties or (module is not None and end.properties.keys() <= module.properties.keys())


def _with_words(log: GameLog, words: Words) -> GameLog:
    if not words.ids:
        return log
    steps = tuple(step.told_as(tuple(map(words.event, step.events))) for step in log.steps)
    return replace(log, start=words.whole(log.start), steps=steps)


@dataclass
class _Retelling:
    """Follows a log with both states: as it is, and as it is seen. Each event that is told brings the second up to date."""

    publisher: Publisher
    state: GameState
    moments: Iterator[GameState]
    table: GameState = field(init=False)

    def __post_init__(self) -> None:
        self.table = self.publisher.state(self.state)

    def step(self, step: Step) -> Step:
        """A step as it is seen."""
        told: list[Event] = []
        for event in step.events:
            before = self.state
            self.state = next(self.moments)
            plain = self._plain(event, before)
            if plain is None:
                told.extend(self._event(event, before))
            else:
                told.extend(plain)
                for each in plain:
                    self.table = each.applied(self.table)
        if any(type(each) is Undo for each in told):
            told = list(_without_empty_undos(told))
        return Step(step.index, tuple(told), unplaced(step.source))

    def _event(self, event: Event, before: GameState) -> Iterator[Event]:
        if isinstance(event, Carried):
            return
        if not isinstance(event, OF_COUNTERS):
            if isinstance(event, Astray) and event.counter in self.publisher.survey.secrets.counters:
                return
            if isinstance(event, SetProperty) and not self.publisher.words.tells(event.container, event.name):
                return
            if isinstance(event, LayBoards) and not self.publisher.words.enters(event.map):
                return
            told = self.publisher.words.event(event)
            yield told
            self.table = self.table.after(told)
            if not self.publisher.eyes.otherwise(before, self.state):
                return
            counters, stacks = [each.id for each in drawn(self.state)], list(self.state.stacks)
            event = Arrange()
        else:
            counters, stacks = touched(event, before, self.state)
        for change in self._changes(event, counters, stacks, before):
            self.table = self.table.after(change)
            yield change

    def _plain(self, event: Event, before: GameState) -> Sequence[Event] | None:
        """What is told of something done to counters that are open to everybody, and to nothing else in sight, or of a whole
        stack: most of what happens. None if there may be more to it.
        """
        told: Event | None = None
        match event:
            case Move():
                told = self._moved(event, before) if event.counter in self.publisher.eyes.open else None
            case Say() | Roll():
                told = self.publisher.words.event(event)
            case Alter():
                told = self._altered_open(event, before) if event.counter.id in self.publisher.eyes.open else None
            case Arrange(counters, stacks, ()):
                if not counters:
                    return self._lifted(stacks, before)
                return None if stacks else self._settled(counters, before)
            case Restack(stack):
                told = self._stacked(stack, before)
        return None if told is None else (told,)

    def _altered_open(self, event: Alter, before: GameState) -> Alter | None:
        name = event.counter.id
        now = self.state.counters[name]
        shown = self.publisher.counter(now, self.state) if before.counters[name].spot == now.spot else None
        changes = self.publisher.words.changes
        return None if shown is None else Alter(shown, changes(event.changes), changes(event.claimed))

    def _stacked(self, stack: Stack, before: GameState) -> Restack | None:
        """A stack that the file names, of counters that lay on its spot on their own or in it."""
        if stack.deck is not None or bottom_of(stack.id) or not self.publisher.eyes.open.issuperset(stack.members):
            return None
        was = before.stacks.get(stack.id)
        if was is not None and (was.deck is not None or not set(was.members) <= set(stack.members)):
            return None
        for each in stack.members:
            counter = before.counters[each]
            if counter.spot != stack.spot or counter.stack not in ("", stack.id):
                return None
        name = self.publisher.stack_named(stack.id, self.state)
        if not name:
            return None
        shown = Stack(name, stack.spot, stack.members, self.publisher.order(stack.order))
        return None if self.table.stacks.get(name) == shown else Restack(shown)

    def _settled(self, counters: Iterable[Counter], before: GameState) -> Sequence[Event] | None:
        """Counters that show the same and lie in the same stack, at another place in the drawing order."""
        told: list[Event] = []
        for counter in counters:
            name = counter.id
            was = before.counters.get(name)
            if name not in self.publisher.eyes.open or was is None or was.stack != counter.stack:
                return None
            if counter.stack and not self._alone_matters(counter.stack, name, before):
                return None
            seen = self.table.counters.get(name)
            stack, order = self.publisher.lies(counter, self.state)
            if stack:
                order = 0
            if seen is None or seen.stack != stack or not reads_alike(was, counter):
                return None
            if (seen.spot, seen.order) != (counter.spot, order):
                told.append(Arrange((seen.lying(counter.spot, stack, order),)))
        return told

    def _lifted(self, stacks: Iterable[Stack], before: GameState) -> Sequence[Event] | None:
        """Stacks in sight of the same counters, elsewhere or at another place in the drawing order."""
        told: list[Event] = []
        for stack in stacks:
            was, name = before.stacks.get(stack.id), self.publisher.stacks.get(stack.id)
            seen = self.table.stacks.get(name) if name else None
            if was is None or seen is None or stack.deck is not None or seen.deck is not None:
                return None
            if was.members != stack.members or any(self.table.counters[each].order for each in seen.members):
                return None
            order = self.publisher.order(stack.order)
            if (order, stack.spot) != (seen.order, seen.spot):
                told.append(Arrange(stacks=(Stack(seen.id, stack.spot, seen.members, order),)))
        return told

    def _moved(self, event: Move, before: GameState) -> Move | None:
        name, publisher, state = event.counter, self.publisher, self.state
        left, now = before.counters[name].stack, state.counters[name]
        came = now.stack
        if left and not self._alone_matters(left, name, before):
            return None
        if came and came != left and not self._alone_matters(came, name, before):
            return None
        stack, order = publisher.lies(now, state)
        index = state.stacks[came].members.index(name) if stack else None
        group, player = publisher.stacks.get(event.group, ""), publisher.words.mover(event.player)
        if left and left not in state.stacks:
            publisher.stacks.pop(left, None)
        return Move(name, event.origin, now.spot, stack, index, player, order, group)

    def _alone_matters(self, stack: str, counter: str, before: GameState) -> bool:
        """Whether a counter that comes or goes is all that changes in a stack: all in it is open to everybody, and no other
        counter in it becomes one that lies on its own, or ceases to be one.
        """
        known = self.publisher.eyes.open
        for found in (before.stacks.get(stack), self.state.stacks.get(stack)):
            if found is None:
                continue
            members = found.members
            if found.deck is not None or not known.issuperset(members):
                return False
            if len(members) == 1 and members[0] != counter and bottom_of(stack):
                return False
        return True

    def _changes(self, event: Event, counters: list[str], stacks: list[str], before: GameState) -> Iterator[Event]:
        parted = [name for name in stacks if self._parts(name, before)]
        for name in counters:
            yield from self._counter(event, name, before)
        for name in self._members(parted, before):
            yield from self._counter(Arrange(), name, before)
        for name in stacks:
            for told in self._stack(name, before):
                # what the program arranges besides is no deed
                silent = (isinstance(event, Arrange) or name in parted) and isinstance(told, Restack)
                yield Arrange(stacks=(told.stack,)) if silent and isinstance(told, Restack) else told

    def _parts(self, name: str, before: GameState) -> bool:
        """Whether a stack was a single counter to the viewer and is so no longer, or the other way round."""
        both = [(state.stacks.get(name), state) for state in (before, self.state)]
        return len({stack is not None and self.publisher.single(stack, state) for stack, state in both}) > 1

    def _members(self, stacks: list[str], before: GameState) -> list[str]:
        """All that lay or lies in these stacks."""
        both = (state.stacks[name].members for state in (before, self.state) for name in stacks if name in state.stacks)
        return list(dict.fromkeys(each for members in both for each in members))

    def _counter(self, event: Event, name: str, before: GameState) -> Iterator[Event]:
        publisher, counter = self.publisher, self.state.counters.get(name)
        known = publisher.counters.get(name)
        now = publisher.counter(counter, self.state) if counter is not None else None
        if now is None:
            if known is not None:
                yield Remove(known)
                publisher.lose(name)
        elif known is None or isinstance(event, Place):
            yield Place(now, now.stack, *self._lies(name))
        elif isinstance(event, Alter):
            yield from self._altered(event, now, before)
        else:
            if isinstance(event, Move):
                index, order = self._lies(name)
                group = publisher.stacks.get(event.group, "")
                player = publisher.words.mover(event.player)
                yield Move(known, event.origin, now.spot, now.stack, index, player, order, group)
            yield from self._otherwise(now, silent=isinstance(event, Arrange))

    def _altered(self, event: Alter, now: Counter, before: GameState) -> Iterator[Event]:
        reads, words, name = self.publisher.eyes.reads, self.publisher.words, event.counter.id
        if reads(before.counters[name], before) and reads(self.state.counters[name], self.state):
            yield Alter(now, words.changes(event.changes), words.changes(event.claimed))
        elif self.table.counters[now.id] != now:
            yield Alter(now)

    def _otherwise(self, now: Counter, *, silent: bool) -> Iterator[Event]:
        """What else became of a counter in sight; where it lies in a stack is told with the stack."""
        was = self.table.counters[now.id]
        if replace(was, spot=now.spot, stack=now.stack, order=now.order) != now:
            yield Alter(replace(now, spot=was.spot))
        if (was.spot, was.stack, was.order) != (now.spot, now.stack, now.order) and (silent or not now.stack):
            yield Arrange((now,), self._left(was, now.stack))

    def _left(self, counter: Counter, stays: str) -> tuple[Stack, ...]:
        """The stack that a counter leaves, without it."""
        stack = self.table.stacks.get(counter.stack)
        if stack is None or stack.id == stays:
            return ()
        return (replace(stack, members=tuple(each for each in stack.members if each != counter.id)),)

    def _stack(self, name: str, before: GameState) -> Iterator[Event]:
        """What became of a stack, once its counters are told."""
        publisher, stack = self.publisher, self.state.stacks.get(name)
        now = publisher.stack(stack, self.state) if stack is not None else None
        was = self.table.stacks.get(publisher.stacks.get(name, ""))
        if now is None:
            publisher.stacks.pop(name, None)
            if was is not None:
                yield Arrange(gone=(was.id, *was.members))
            return
        cards = tuple(publisher.cards(name, self.state)) if stack is not None else ()
        if cards or (name in before.stacks and publisher.eyes.shut(before.stacks[name])):
            yield from self._dealt(now, cards, was)
        if self.table.stacks.get(now.id) != now:
            yield Restack(now)

    def _dealt(self, deck: Stack, cards: tuple[Counter, ...], was: Stack | None) -> Iterator[Event]:
        """Cards gone from the top of a closed deck, or come onto it."""
        if was is None:
            yield Arrange(cards, (deck,))
            return
        known = [name for name in was.members if name.startswith(f"{was.id}{CARD}")]
        for name in reversed(known[len(cards) :]):
            yield Remove(name)
        for card in cards[len(known) :]:
            yield Place(card, deck.id)
        changed = tuple(card for card in cards[: len(known)] if self.table.counters[card.id] != card)
        if changed:
            yield Arrange(changed)

    def _lies(self, name: str) -> tuple[int | None, int]:
        """A counter's place in its stack as it is seen, None if it lies on its own, and the place in the drawing order."""
        publisher, counter = self.publisher, self.state.counters[name]
        stack = self.state.stacks.get(counter.stack)
        seen = publisher.stack(stack, self.state) if stack is not None else None
        if seen is None:
            return None, publisher.place(counter, self.state)
        return seen.members.index(publisher.counters[name]), seen.order


def _without_empty_undos(events: list[Event]) -> Iterator[Event]:
    """The events without the brackets of an undo that took back nothing in sight."""
    for at, event in enumerate(events):
        if isinstance(event, Undo):
            other = events[at + 1 : at + 2] if event.begins else events[at - 1 : at] if at else []
            if any(isinstance(each, Undo) and each.begins != event.begins for each in other):
                continue
        yield event
