"""What was done on the table, told by the events alone: no rulebook, no viewer.

A step of a log is one deed, or several where an undo begins or ends in it. A deed holds the net change of every counter,
and names the deed that it takes back. `Courses` joins the hops of the same counters; a drag back to a place passed before
takes back what was done since. Whoever tells deeds to somebody decides first what that person may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Generic, NamedTuple, TypeVar

from adjudicator.lean import dataclass
from adjudicator.model.counters import Counter, Spot
from adjudicator.model.events import Alter, Arrange, Astray, GameLog, Move, Place, Remove, Restack, Step, Undo
from adjudicator.model.state import Event, GameState

MOST_REMEMBERED = 500
"""Deeds back to which an undo may reach."""

PlaceT = TypeVar("PlaceT")


class CounterChange(NamedTuple):
    """A counter before and after a deed, None where it was not or is no longer in the game."""

    was: Counter | None
    now: Counter | None


@dataclass(frozen=True, slots=True, eq=False)
class Deed:
    """A step, or the part of one that an undo does, with the net changes it leaves.

    `number` counts the deeds of the account from 0. `undoing` says that it stands between the brackets of an undo; `undoes`
    is the deed whose changes it exactly reverses, None if no deed on record is that one.
    """

    number: int
    step: Step
    events: tuple[Event, ...]
    before: GameState
    after: GameState
    changes: Mapping[str, CounterChange]
    undoing: bool = False
    undoes: Deed | None = None


@dataclass(slots=True)
class Deeds:
    """Takes the steps of a game in order and makes deeds of them; `count` is how many it has made."""

    count: int = 0
    _standing: list[Deed] = field(default_factory=list)
    _begun: list[tuple[GameState, int]] = field(default_factory=list)

    def begin(self, start: GameState, ended: GameState | None) -> int | None:
        """Begin another file, whose first state is `start`; `ended` is how the one before it ended, None if there is none.

        A file may begin where an earlier one did: that stretch is played anew. Answers the number of the first deed that
        is dropped by it, None if none is. Where a file follows from nothing on record, no undo reaches back over its start.
        """
        dropped = None
        if ended is not None and not same_table(start, ended):
            dropped = next((count for state, count in reversed(self._begun) if same_table(start, state)), None)
            kept = 0 if dropped is None else dropped
            self._standing = [deed for deed in self._standing if deed.number < kept]
        self._begun.append((start, self.count))
        return dropped

    def take(self, step: Step, before: GameState, after: GameState | None = None) -> Iterator[Deed]:
        """The deeds of one step; `after` saves the work of replaying where the caller has that state already."""
        state = before
        for undoing, events in stretches(step):
            then = after if after is not None and len(events) == len(step.events) else _replayed(events, state)
            yield self.enter(step, events, state, then, undoing=undoing)
            state = then

    def enter(
        self, step: Step, events: tuple[Event, ...], before: GameState, after: GameState, *, undoing: bool
    ) -> Deed:
        """One stretch of a step as a deed, between two states that the caller has."""
        changes = changes_of(events, before, after)
        undone = self._undone_by(changes) if undoing and changes else None
        deed = Deed(self.count, step, events, before, after, changes, undoing, undone)
        self.count += 1
        if undone is not None:
            self._standing.remove(undone)
        elif changes:
            self._standing.append(deed)
            del self._standing[:-MOST_REMEMBERED]
        return deed

    def _undone_by(self, changes: Mapping[str, CounterChange]) -> Deed | None:
        """The last deed that these changes exactly reverse."""
        for deed in reversed(self._standing):
            if deed.changes.keys() == changes.keys() and all(
                alike(change.now, deed.changes[name].was) for name, change in changes.items()
            ):
                return deed
        return None


@dataclass(slots=True)
class Course(Generic[PlaceT]):
    """The way that the same counters went, hop by hop; `deeds` are the hops' numbers, `paths` the way before each hop."""

    number: int
    counters: tuple[str, ...]
    path: tuple[PlaceT, ...]
    deeds: list[int]
    paths: list[tuple[PlaceT, ...]] = field(default_factory=lambda: [()])

    def go_on(self, to: PlaceT, deed: int) -> tuple[PlaceT, ...]:
        """Add a hop; the stretch that it takes back, ending where it leads, () if it takes back nothing."""
        self.deeds.append(deed)
        self.paths.append(self.path)
        self.path, back = onward(self.path, to)
        return back

    def take_back(self, deed: int) -> bool:
        """Whether a deed was its last hop, but not its first: then the course is again as it was before that hop."""
        if len(self.deeds) < 2 or self.deeds[-1] != deed:
            return False
        self.deeds.pop()
        self.path = self.paths.pop()
        return True


@dataclass(slots=True)
class Courses(Generic[PlaceT]):
    """The courses that may still go on, by counter."""

    _of: dict[str, Course[PlaceT]] = field(default_factory=dict)

    def begin(self, course: Course[PlaceT]) -> None:
        """Counters set out; whatever course they were on is over."""
        self._of.update(dict.fromkeys(course.counters, course))

    def going_on(self, counters: tuple[str, ...], origin: PlaceT) -> Course[PlaceT] | None:
        """The course that ended here and was that of exactly these counters."""
        course = self._of.get(counters[0])
        if course is None or {*course.counters} != {*counters} or course.path[-1] != origin:
            return None
        return course if all(self._of.get(name) is course for name in counters) else None

    def end(self, counters: Iterable[str]) -> None:
        """These counters' courses are over."""
        for name in counters:
            self._of.pop(name, None)

    def clear(self) -> None:
        """All courses are over."""
        self._of.clear()


@dataclass(slots=True)
class CounterChanges:
    """All that the events of one deed say of one counter, what they took back within it included.

    `kind` is "move", "place", "remove" or "change"; `hops` the spots named, `aspects` (aspect, was, is) as in `Alter`.
    """

    counter: str
    kind: str = "change"
    hops: list[Spot] = field(default_factory=list)
    aspects: list[tuple[str, str, str]] = field(default_factory=list)
    player: str = ""


def deeds_of(log: GameLog) -> Iterator[Deed]:
    """The deeds of one log."""
    account, state = Deeds(), log.start
    for step in log.steps:
        for deed in account.take(step, state):
            state = deed.after
            yield deed


def doings(deed: Deed) -> Iterator[CounterChanges | Event]:
    """The events of a deed, those about one counter gathered where the first of them stands."""
    gathered: dict[str, CounterChanges] = {}
    entries: list[CounterChanges | Event] = []
    for event in deed.events:
        name = _acted_on(event)
        if name and name not in gathered:
            gathered[name] = CounterChanges(name)
            entries.append(gathered[name])
        if name:
            _gather(gathered[name], event)
        else:
            entries.append(event)
    return iter(entries)


def onward(path: tuple[PlaceT, ...], to: PlaceT) -> tuple[tuple[PlaceT, ...], tuple[PlaceT, ...]]:
    """A path with one more hop, and the stretch that it takes back if it leads to a place passed before, else ()."""
    if to not in path:
        return (*path, to), ()
    kept = path[: path.index(to) + 1]
    return kept, (*path[len(kept) - 1 :], to)


def stretches(step: Step) -> Iterator[tuple[bool, tuple[Event, ...]]]:
    """A step's events, split where an undo begins or ends; whether each stretch undoes."""
    undoing = False
    gathered: list[Event] = []
    for event in step.events:
        if not isinstance(event, Undo):
            gathered.append(event)
            continue
        if gathered:
            yield undoing, tuple(gathered)
        gathered = []
        undoing = event.begins
    if gathered:
        yield undoing, tuple(gathered)


def changes_of(events: Iterable[Event], before: GameState, after: GameState) -> dict[str, CounterChange]:
    """Every counter that is other than it was: where it lies, what it shows, whether it is there."""
    found: dict[str, CounterChange] = {}
    for name in counters_named(events, before):
        was, now = before.counters.get(name), after.counters.get(name)
        if was is not now and not alike(was, now):
            found[name] = CounterChange(was, now)
    return found


def counters_named(events: Iterable[Event], before: GameState) -> dict[str, None]:
    """The counters that events speak of, in their order."""
    names: dict[str, None] = {}
    for event in events:
        if isinstance(event, Restack):
            names |= dict.fromkeys(event.stack.members)
            old = before.stacks.get(event.stack.id)
            names |= dict.fromkeys(old.members if old else ())
        elif isinstance(event, Arrange):
            names |= dict.fromkeys(counter.id for counter in event.counters)
            names |= dict.fromkeys(event.gone)
            names |= {member: None for stack in event.stacks for member in stack.members}
        elif isinstance(event, Astray):
            continue
        else:
            counter = getattr(event, "counter", None)
            if counter is not None:
                names[counter if isinstance(counter, str) else counter.id] = None
    return names


def alike(one: Counter | None, other: Counter | None) -> bool:
    """Whether a counter lies and shows as another does."""
    if one is None or other is None:
        return one is other
    if one is other:
        return True
    return point(one.spot) == point(other.spot) and _shown(one, one.properties) == _shown(other, other.properties)


def same_table(one: GameState, other: GameState) -> bool:
    """Whether the same counters lie in the same places and show the same."""
    if one.counters is other.counters:
        return True
    if len(one.counters) != len(other.counters):
        return False
    return all(alike(counter, other.counters.get(name)) for name, counter in one.counters.items())


def point(spot: Spot) -> tuple[str, int, int]:
    """Where a spot is, whatever it is called."""
    return spot.map, spot.x, spot.y


def face(counter: Counter) -> tuple[object, ...]:
    """All that a counter shows."""
    return _shown(counter, tuple(sorted(counter.properties.items())))


def _shown(counter: Counter, properties: object) -> tuple[object, ...]:
    return counter.levels, counter.angles, counter.texts, properties, *concealment(counter)


def concealment(counter: Counter) -> tuple[object, ...]:
    """What conceals a counter from whom."""
    return counter.masked_by, counter.hidden_by, *counter.masks, *counter.hides


def _replayed(events: Iterable[Event], state: GameState) -> GameState:
    for event in events:
        state = state.after(event)
    return state


def _acted_on(event: Event) -> str:
    """The counter that an event itself moves or changes, "" for all others."""
    match event:
        case Move(counter=name) | Remove(counter=name):
            return name
        case Place(counter=counter) | Alter(counter=counter):
            return counter.id
    return ""


def _gather(doing: CounterChanges, event: Event) -> None:
    match event:
        case Move(_, origin, to, _, _, player):
            fresh = doing.kind == "place"
            doing.kind = "move" if doing.kind == "change" else doing.kind
            doing.hops += [to] if fresh or doing.hops else [origin, to]
            doing.player = doing.player or player
        case Place(counter):
            doing.kind = doing.kind if doing.hops or doing.aspects else "place"
            doing.hops.append(counter.spot)
        case Remove():
            doing.kind = "remove"
        case Alter(_, aspects):
            doing.aspects.extend(aspects)
