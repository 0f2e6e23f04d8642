"""What a conversion carries, approximates and drops, counted and listed.

A writer declares per aspect of the model what becomes of it (`Holds`) and adds what it found on the way; `survey` lists every
subject that is touched. `unaccounted` compares what went in with what a reader gets back and names whatever the report
does not: a report never says less than was lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from enum import StrEnum

from adjudicator.lean import dataclass, replace
from adjudicator.model.counters import Counter, Stack
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.notes import Note, NoteKind

LISTED = 5


class LossKind(StrEnum):
    """What becomes of something."""

    CARRIED = "carried"
    APPROXIMATED = "approximated"
    DROPPED = "dropped"


class Aspect(StrEnum):
    """The closed list of what a state, log or module says."""

    MAPS = "maps"
    BOARDS = "boards"
    GRIDS = "grids"
    DECK_PLACES = "deck places"
    SLOTS = "counters in the box"
    SIDES = "sides"
    SETUPS = "set-ups"
    COUNTERS = "counters"
    NAMES = "names of counters"
    POSITIONS = "positions"
    STACKS = "stacks"
    DECKS = "decks"
    ORDER = "drawing order"
    LOOKS = "looks of counters"
    LEVELS = "layers and sides shown"
    ANGLES = "facings"
    TEXTS = "texts on counters"
    PROPERTIES = "properties of counters"
    CONCEALMENT = "masked and hidden counters"
    TRAILS = "moved marks and trails"
    ORIGINS = "links to the box"
    LAYOUTS = "boards laid"
    GLOBALS = "global properties"
    TRACKERS = "turn trackers"
    SEATS = "players at the table"
    NOTES = "notes"
    EXTRAS = "what only the source format knows"
    STEPS = "steps of the log"


Holds = Mapping[Aspect, tuple[LossKind, str]]
"""What a writer declares: what becomes of each aspect, and why."""

WHOLE: Holds = dict.fromkeys(Aspect, (LossKind.CARRIED, ""))
"""Nothing is lost."""


@dataclass(frozen=True, slots=True)
class Content:
    """What is converted: a box, a state, a log, or several of them that belong together."""

    module: Module | None = None
    state: GameState | None = None
    log: GameLog | None = None


@dataclass(frozen=True, slots=True)
class Loss:
    """Subjects of one aspect that share a fate, and why, in a sentence."""

    aspect: Aspect
    fate: LossKind
    text: str
    subjects: tuple[str, ...]

    def __str__(self) -> str:
        return self.told()

    def told(self, of: int | None = None) -> str:
        """How many, of how many if that is known, why, and which."""
        listed = ", ".join(self.subjects[:LISTED])
        more = f" and {len(self.subjects) - LISTED} more" if len(self.subjects) > LISTED else ""
        share = f"{len(self.subjects)} of {of}" if of else str(len(self.subjects))
        return f"{self.aspect}, {share}: {self.text}: {listed}{more}"


@dataclass(frozen=True, slots=True)
class LossReport:
    """The account of one conversion. `before` counts the source's subjects; `renamed` tells ids that the target changed."""

    source: str
    target: str
    before: Mapping[Aspect, int]
    losses: tuple[Loss, ...]
    renamed: Mapping[str, str] = field(default_factory=dict)

    @property
    def after(self) -> dict[Aspect, int]:
        """How many subjects of each aspect the target holds."""
        return {aspect: count - len(self._of(aspect, LossKind.DROPPED)) for aspect, count in self.before.items()}

    def lost(self, aspect: Aspect) -> frozenset[str]:
        """Subjects of an aspect that are dropped or only approximated."""
        return self._of(aspect, LossKind.DROPPED) | self._of(aspect, LossKind.APPROXIMATED)

    def notes(self) -> tuple[Note, ...]:
        """The same as notes."""
        kinds = {
            LossKind.APPROXIMATED: NoteKind.APPROXIMATED,
            LossKind.DROPPED: NoteKind.LOST,
            LossKind.CARRIED: NoteKind.CARRIED,
        }
        told = ((loss, loss.told(self.before.get(loss.aspect))) for loss in self.losses)
        return tuple(Note(kinds[loss.fate], loss.aspect.value, text) for loss, text in told)

    def whole(self) -> str:
        """What was carried without any loss, in a line; "" if there is no such thing."""
        lossless = [f"{aspect} ({count})" for aspect, count in self.before.items() if count and not self.lost(aspect)]
        return f"carried whole: {', '.join(lossless)}" if lossless else ""

    def record(self) -> dict[str, object]:
        """The report as plain data for JSON."""
        counts = [
            {
                "aspect": aspect.value,
                "before": count,
                "after": self.after[aspect],
                "approximated": len(self._of(aspect, LossKind.APPROXIMATED) - self._of(aspect, LossKind.DROPPED)),
                "dropped": len(self._of(aspect, LossKind.DROPPED)),
            }
            for aspect, count in self.before.items()
        ]
        losses = [
            {"aspect": each.aspect.value, "fate": each.fate.value, "why": each.text, "subjects": list(each.subjects)}
            for each in self.losses
        ]
        return {"source": self.source, "target": self.target, "counts": counts, "losses": losses}

    def _of(self, aspect: Aspect, fate: LossKind) -> frozenset[str]:
        found = (loss.subjects for loss in self.losses if loss.aspect is aspect and loss.fate is fate)
        return frozenset(subject for subjects in found for subject in subjects)


def survey(
    content: Content,
    holds: Holds,
    *,
    source: str,
    target: str,
    found: Iterable[Loss] = (),
    renamed: Mapping[str, str] | None = None,
) -> LossReport:
    """The report of a conversion: what the writer declares for every subject, and what it found for single ones.

    An aspect that the writer does not declare is dropped; what is said of a dropped counter is dropped with it.
    """
    losses = [replace(each, subjects=tuple(sorted(each.subjects))) for each in found]
    gone = {
        each
        for loss in losses
        if loss.fate is LossKind.DROPPED and loss.aspect is Aspect.COUNTERS
        for each in loss.subjects
    }
    before = {}
    for aspect in Aspect:
        subjects = tuple(facets(aspect, content))
        before[aspect] = len(subjects)
        fate, text = holds.get(aspect, (LossKind.DROPPED, "the format has no place for it"))
        if fate is not LossKind.CARRIED and subjects:
            losses.append(Loss(aspect, fate, text, subjects))
        with_it = tuple(each for each in subjects if gone and _owner(aspect, each) in gone)
        if with_it and aspect is not Aspect.COUNTERS:
            losses.append(Loss(aspect, LossKind.DROPPED, "gone with the counter", with_it))
    return LossReport(source, target, before, tuple(losses), renamed or {})


def _owner(aspect: Aspect, subject: str) -> str:
    """The counter that a subject is about, "" if it is about none."""
    if aspect is Aspect.PROPERTIES:
        return subject.partition(".")[0]
    return subject if aspect in _OF_COUNTERS else ""


def from_notes(content: Content, notes: Iterable[Note], source: str, target: str) -> LossReport:
    """A report of a writer that tells its losses in notes; each note counts as one subject of its kind."""
    fates = {
        NoteKind.LOST: LossKind.DROPPED,
        NoteKind.MISSING: LossKind.DROPPED,
        NoteKind.APPROXIMATED: LossKind.APPROXIMATED,
    }
    losses = [Loss(Aspect.EXTRAS, fates[note.kind], note.text, (note.subject,)) for note in notes if note.kind in fates]
    return LossReport(source, target, {aspect: len(facets(aspect, content)) for aspect in Aspect}, tuple(losses))


def facets(aspect: Aspect, content: Content) -> dict[str, object]:
    """Every subject of an aspect that says something, with what it says."""
    return dict(_FACETS[aspect](content))


def unaccounted(report: LossReport, before: Content, after: Content) -> list[str]:
    """What differs between source and target without the report saying so."""
    strays = []
    for aspect in Aspect:
        lost = report.lost(aspect)
        had, has = facets(aspect, before), facets(aspect, after)
        for subject, value in had.items():
            if subject in lost:
                continue
            expected, found = _renamed(value, report.renamed), has.get(_called(subject, report.renamed))
            if found != expected:
                strays.append(f"{aspect} of {subject}: was {str(expected)[:80]}, is {str(found)[:80]}")
    return strays


def _called(subject: str, renamed: Mapping[str, str]) -> str:
    """What the target calls a subject; a property stands behind its counter's id."""
    owner, dot, name = subject.partition(".")
    return renamed[subject] if subject in renamed else renamed.get(owner, owner) + dot + name


def _renamed(value: object, renamed: Mapping[str, str]) -> object:
    """A facet's value with ids as the target calls them; only member lists hold ids."""
    return tuple(renamed.get(each, each) for each in value) if isinstance(value, CounterIds) else value


class CounterIds(tuple[str, ...]):
    """Ids in order; a type of its own so that a comparison knows them for ids."""

    __slots__ = ()


Facets = Iterator[tuple[str, object]]


def _counters(content: Content) -> Iterator[Counter]:
    return (each for _, each in sorted(content.state.counters.items())) if content.state else iter(())


def _stacks(content: Content) -> Iterator[Stack]:
    return (each for _, each in sorted(content.state.stacks.items())) if content.state else iter(())


def _maps(content: Content) -> Facets:
    yield from ((each.name, each.kind.value) for each in (content.module.maps if content.module else ()))


def _boards(content: Content) -> Facets:
    for each in content.module.maps if content.module else ():
        yield from ((f"{each.name}/{board.name}", board.size) for board in each.boards)


def _grids(content: Content) -> Facets:
    for each in content.module.maps if content.module else ():
        yield from ((f"{each.name}/{board.name}", board.grid) for board in each.boards if board.grid is not None)


def _deck_places(content: Content) -> Facets:
    for each in content.module.maps if content.module else ():
        yield from ((f"{each.name}/{deck.name}", (deck.board, deck.x, deck.y)) for deck in each.decks)


def _slots(content: Content) -> Facets:
    slots = content.module.slots if content.module else ()
    yield from ((slot.gpid or f"slot {number}", slot.name) for number, slot in enumerate(slots))


def _sides(content: Content) -> Facets:
    yield from ((side, side) for side in (content.module.sides if content.module else ()))


def _setups(content: Content) -> Facets:
    yield from ((setup.name, setup.file) for setup in (content.module.setups if content.module else ()))


def _of_counters(value: Callable[[Counter], object], says: Callable[[Counter], bool]) -> Callable[[Content], Facets]:
    def found(content: Content) -> Facets:
        yield from ((counter.id, value(counter)) for counter in _counters(content) if says(counter))

    return found


def _piles(content: Content) -> Facets:
    yield from ((stack.id, CounterIds(stack.members)) for stack in _stacks(content) if stack.deck is None)


def _decks(content: Content) -> Facets:
    yield from ((stack.id, CounterIds(stack.members)) for stack in _stacks(content) if stack.deck is not None)


def _order(content: Content) -> Facets:
    """Per map, what lies on it on its own, from the bottom up."""
    lying: dict[str, list[tuple[int, str]]] = {}
    for counter in _counters(content):
        if not counter.stack:
            lying.setdefault(counter.spot.map, []).append((counter.order, counter.id))
    for stack in _stacks(content):
        if stack.members:
            lying.setdefault(stack.spot.map, []).append((stack.order, stack.id))
    yield from (
        (name, CounterIds(each for _, each in sorted(found))) for name, found in lying.items() if len(found) > 1
    )


def _properties(content: Content) -> Facets:
    for counter in _counters(content):
        yield from ((f"{counter.id}.{name}", value) for name, value in counter.properties.items())


def _layouts(content: Content) -> Facets:
    for name, laid in (content.state.boards if content.state else {}).items():
        yield name, tuple((placed.board.name, placed.x, placed.y, placed.reversed) for placed in laid)


def _globals(content: Content) -> Facets:
    found = content.state.properties if content.state else {}
    yield from ((f"{container}.{name}", value) for (container, name), value in found.items())


def _trackers(content: Content) -> Facets:
    yield from ((each.name, each.values) for each in (content.state.trackers if content.state else ()))


def _seats(content: Content) -> Facets:
    yield from ((seat.player, seat.side) for seat in (content.state.seats if content.state else ()))


def _notes(content: Content) -> Facets:
    if content.state and content.state.scenario_notes:
        yield "scenario notes", content.state.scenario_notes
    if content.state and content.state.public_notes:
        yield "public notes", content.state.public_notes


def _extras(content: Content) -> Facets:
    for owner, carried in (("box", content.module), ("game", content.state), ("log", content.log)):
        yield from ((f"{owner} ({name})", True) for name in (carried.carried if carried else ()))
    yield from ((counter.id, True) for counter in _counters(content) if counter.carried)
    yield from ((stack.id, True) for stack in _stacks(content) if stack.carried)


def _steps(content: Content) -> Facets:
    yield from ((f"step {step.index}", len(step.events)) for step in (content.log.steps if content.log else ()))


_OF_COUNTERS = frozenset(
    {
        Aspect.NAMES,
        Aspect.POSITIONS,
        Aspect.LOOKS,
        Aspect.LEVELS,
        Aspect.ANGLES,
        Aspect.TEXTS,
        Aspect.CONCEALMENT,
        Aspect.TRAILS,
        Aspect.ORIGINS,
        Aspect.EXTRAS,
    }
)

_FACETS: Mapping[Aspect, Callable[[Content], Facets]] = {
    Aspect.MAPS: _maps,
    Aspect.BOARDS: _boards,
    Aspect.GRIDS: _grids,
    Aspect.DECK_PLACES: _deck_places,
    Aspect.SLOTS: _slots,
    Aspect.SIDES: _sides,
    Aspect.SETUPS: _setups,
    Aspect.COUNTERS: _of_counters(lambda each: True, lambda _: True),
    Aspect.NAMES: _of_counters(lambda each: each.name, lambda each: bool(each.name)),
    Aspect.POSITIONS: _of_counters(lambda each: (each.spot.map, each.spot.x, each.spot.y), lambda _: True),
    Aspect.STACKS: _piles,
    Aspect.DECKS: _decks,
    Aspect.ORDER: _order,
    Aspect.LOOKS: _of_counters(lambda each: each.design, lambda _: True),
    Aspect.LEVELS: _of_counters(lambda each: each.levels, lambda each: bool(each.levels)),
    Aspect.ANGLES: _of_counters(lambda each: each.angles, lambda each: any(each.angles)),
    Aspect.TEXTS: _of_counters(lambda each: each.texts, lambda each: any(each.texts)),
    Aspect.PROPERTIES: _properties,
    Aspect.CONCEALMENT: _of_counters(lambda each: (each.masked_by, each.hidden_by), lambda each: each.concealed),
    Aspect.TRAILS: _of_counters(lambda each: (each.moved, each.trail), lambda each: each.moved or bool(each.trail)),
    Aspect.ORIGINS: _of_counters(lambda each: each.slot, lambda each: bool(each.slot)),
    Aspect.LAYOUTS: _layouts,
    Aspect.GLOBALS: _globals,
    Aspect.TRACKERS: _trackers,
    Aspect.SEATS: _seats,
    Aspect.NOTES: _notes,
    Aspect.EXTRAS: _extras,
    Aspect.STEPS: _steps,
}
