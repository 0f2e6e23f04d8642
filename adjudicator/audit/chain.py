"""Whether the files of a game follow from one another, and whether each log agrees with itself.

A log is honest about its past twice over: its first state must be the last of the file before it, and every command that
says where a counter was, or what it showed, must find it so. Whatever does not fit is named; whether it is a slip, a restart
or a forgery is for people to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from enum import StrEnum
from itertools import pairwise

from adjudicator.audit.difference import Difference, agree, differences
from adjudicator.errors import Source
from adjudicator.lean import dataclass
from adjudicator.model.counters import Spot
from adjudicator.model.events import Alter, Astray, GameLog, Move, Place, Roll, SetProperty, Step
from adjudicator.model.state import Event, GameState
from adjudicator.notes import Note
from adjudicator.said import say, say_number, strung
from adjudicator.words import counted

EMPTY = say("empty")


@dataclass(frozen=True, slots=True)
class Recorded:
    """One file of the game: its first state, its log if it has one, when it says it was saved (ms since 1970), by what.

    `sure` tells whether it was read by its own module: without it a log cannot be held to what it says of its past, since
    the module tells what the states of a counter mean. `first` and `last` are its first and last state as somebody sees them
    who saw nothing between, to compare with other files'; None if they are the same as who followed the log sees.
    """

    name: str
    start: GameState
    log: GameLog | None = None
    saved: int | None = None
    program: str = ""
    notes: tuple[Note, ...] = ()
    repeats: tuple[str, ...] = ()
    """What of it was given more than once, in sentences."""
    sure: bool = True
    first: GameState | None = None
    last: GameState | None = None
    read_by: str = ""
    """What stands for the module that it was read by, "" if it was read without one."""
    _end: list[GameState] = field(default_factory=list, repr=False, compare=False)

    @property
    def end(self) -> GameState:
        """The state in which the file leaves the game."""
        if not self._end:
            self._end.append(self.log.state_at(len(self.log.steps)) if self.log else self.start)
        return self._end[0]

    @property
    def opens(self) -> GameState:
        """The table with which the file begins, as it stands."""
        return self.first or self.start

    @property
    def closes(self) -> GameState:
        """The table with which the file ends, as it stands."""
        return self.last or self.end

    def states(self) -> Iterator[tuple[Step, GameState]]:
        """The log's steps with the state that each leaves; whoever goes to the last one need not ask for the end again."""
        state = self.start
        for step, state in self.log.states() if self.log else ():
            yield step, state
        self._end[:] = [state]

    @property
    def kind(self) -> str:
        return "log" if self.log else "save"


class Joint(StrEnum):
    """How one file stands to the one before it."""

    FOLLOWS = "follows"  # begins exactly where the other ended
    RESAVED = "re-saved"  # the same game, but stored anew: order, markers of the program, notes
    GAP = "gap"  # begins elsewhere: something happened that no file shows
    RESTART = "restart"  # begins where the other began: the same turn, played twice
    EARLIER = "earlier"  # begins where some file further back ended: what lies between was dropped
    OTHER_MODULE = "other module"  # made with another module, or another version of it


@dataclass(frozen=True, slots=True)
class FileLink:
    """A file and its predecessor: how they join, what differs, and a sentence; `with_file` is the file it does join."""

    before: str
    after: str
    joint: Joint
    text: str
    differences: tuple[Difference, ...] = ()
    with_file: str = ""

    @property
    def sound(self) -> bool:
        """Whether the game goes on here as it stopped."""
        return self.joint in (Joint.FOLLOWS, Joint.RESAVED)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A step (counted from 1) that speaks of a past which the log does not have."""

    file: str
    step: int
    subject: str
    says: str
    found: str
    source: Source = field(default_factory=Source)


@dataclass(frozen=True, slots=True)
class Chain:
    """The verdict on a row of files: each joint, every contradiction within a file, and remarks on their dates."""

    links: tuple[FileLink, ...]
    contradictions: tuple[Contradiction, ...]
    remarks: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether every file follows from the one before and none contradicts itself."""
        return not self.contradictions and all(link.sound for link in self.links)


def chain(files: Sequence[Recorded]) -> Chain:
    """Check files given in the order of play."""
    logs = ((file.name, file.log) for file in files if file.sure and file.log)
    contradictions = tuple(found for name, log in logs for found in contradictions_in(name, log))
    return Chain(links_of(files), contradictions, tuple(remarks_on(files)))


def links_of(files: Sequence[Recorded]) -> tuple[FileLink, ...]:
    """How each file but the first joins the one before it."""
    return tuple(link_to(files, i) for i in range(1, len(files)))


def link_to(files: Sequence[Recorded], i: int) -> FileLink:
    """How the file at `i` joins the one before it."""
    before, after = files[i - 1], files[i]
    changed = differences(before.closes, after.opens)
    serious = tuple(change for change in changed if not change.harmless)
    modules = _module(before.closes), _module(after.opens)
    if modules[0] != modules[1]:
        said = say(
            "{file} was made with {module}, {before} with {other}", after.name, modules[1], before.name, modules[0]
        )
        return FileLink(before.name, after.name, Joint.OTHER_MODULE, said, changed)
    if not changed:
        return FileLink(
            before.name, after.name, Joint.FOLLOWS, say("{file} begins where {before} ended", after.name, before.name)
        )
    if not serious:
        said = say(
            "{file} begins where {before} ended, stored anew: {differences}",
            after.name,
            before.name,
            counted(len(changed), "harmless difference"),
        )
        return FileLink(before.name, after.name, Joint.RESAVED, said, changed)
    if before.log and before.log.steps and agree(before.opens, after.opens):
        said = say("{file} begins where {before} began: the same stretch was played twice", after.name, before.name)
        return FileLink(before.name, after.name, Joint.RESTART, said, changed, before.name)
    for earlier in reversed(files[: i - 1]):
        if agree(earlier.closes, after.opens):
            said = say(
                "{file} begins where {before} ended: what was played after that is dropped", after.name, earlier.name
            )
            return FileLink(before.name, after.name, Joint.EARLIER, said, changed, earlier.name)
    said = say(
        "{file} does not begin where {before} ended: {differences} no file accounts for",
        after.name,
        before.name,
        _count(len(serious)),
    )
    return FileLink(before.name, after.name, Joint.GAP, said, changed)


def _module(state: GameState) -> str:
    return f"{state.module} {state.module_version}".strip()


def _count(number: int) -> str:
    return say_number("{number} difference that", "{number} differences that", number)


def remarks_on(files: Sequence[Recorded]) -> Iterator[str]:
    """What was given more than once, and what the files' dates and programs say against their order."""
    for file in files:
        yield from file.repeats
    for before, after in pairwise(files):
        if before.saved is not None and after.saved is not None and after.saved < before.saved:
            yield say("{file} says it was saved before {before}, which it follows", after.name, before.name)
        if before.program and after.program and before.program != after.program:
            yield say(
                "{file} was written by VASSAL {program}, {before} by {other}",
                after.name,
                after.program,
                before.name,
                before.program,
            )


def contradictions_in(name: str, log: GameLog) -> Iterator[Contradiction]:
    """Every step of a log whose account of the past is not what the steps before it left."""
    before = log.start
    for number, (step, after) in enumerate(log.states(), 1):
        yield from contradictions_of(name, number, step, before, after)
        before = after


def contradictions_of(
    file: str, number: int, step: Step, before: GameState, after: GameState
) -> Iterator[Contradiction]:
    """What a step says of the past and is not so.

    Of each counter only what is said before the step itself moved or changed it counts: the program does not log in which
    order it did the rest. Marking a counter does not move it.
    """
    touched: set[str] = set()
    moved: set[str] = set()
    for event in step.events:
        name = _named(event)
        known = moved if isinstance(event, Move) else touched
        if name and name in known:
            continue
        touched.add(name)
        if not isinstance(event, Alter):
            moved.add(name)
        for subject, says, found in _contradicts(event, before):
            yield Contradiction(file, number, subject, says, found, step.source)
    for subject, says, found in _dice(step, after):
        yield Contradiction(file, number, subject, says, found, step.source)


def _named(event: Event) -> str:
    """The counter or property that an event speaks of, "" if none."""
    if isinstance(event, SetProperty):
        return f"{event.container}: {event.name}"
    counter = getattr(event, "counter", "")
    return counter if isinstance(counter, str) else str(counter.id)


def _contradicts(event: Event, state: GameState) -> Iterator[tuple[str, str, str]]:
    match event:
        case Move():
            counter = state.counters.get(event.counter)
            here, said = counter.spot if counter else Spot(), event.origin
            if said.map and here.map and (said.map, said.x, said.y) != (here.map, here.x, here.y):
                yield event.counter, say("was at {point}", _point(said)), say("was at {point}", _point(here))
        case Alter():
            for aspect, said_was, was in event.claimed:
                yield (
                    event.counter.id,
                    say("{aspect} was {value}", aspect, said_was or EMPTY),
                    say("{aspect} was {value}", aspect, was or EMPTY),
                )
        case SetProperty():
            now = state.properties.get((event.container, event.name))
            if now is not None and event.claimed is not None and event.claimed != now:
                subject = f"{event.container}: {event.name}"
                yield subject, say("was {value}", event.claimed or EMPTY), say("was {value}", now or EMPTY)
        case Place():
            if event.counter.id in state.counters:
                yield event.counter.id, say("is new"), say("is on the table already")
        case Astray():
            yield event.counter, say("is {deed}", event.deed), say("is not in the game")


def _dice(step: Step, after: GameState) -> Iterator[tuple[str, str, str]]:
    """Report lines whose dice are not those that the button's own property keeps (`DiceButton.DR` sets it with each roll)."""
    last = {
        event.name: event for event in step.events if isinstance(event, Roll) and not event.typed and not event.symbols
    }
    for name, roll in last.items():
        kept = next((value for (_, key), value in after.properties.items() if key == f"{name}_result"), None)
        if kept is None:
            kept = next(
                (each.value for each in step.events if isinstance(each, SetProperty) and each.name == f"{name}_result"),
                None,
            )
        if kept is not None and _integers(kept) != roll.dice:
            yield (
                say("dice {name}", name),
                say("the report shows {dice}", strung(map(str, roll.dice), ", ")),
                say("the button kept {kept}", kept),
            )


def _integers(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    return tuple(int(part) for part in parts if part.lstrip("-").isdigit() and len(part) < 10)


def _point(spot: Spot) -> str:
    return f"{spot.map} {spot.place}" if spot.place else f"{spot.map} ({spot.x}, {spot.y})"
