"""Words that stand in a file, as a viewer may read them: no player's id, and nothing that names a counter withheld."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field
from functools import cache

from adjudicator.errors import Source
from adjudicator.game.sight.survey import Survey
from adjudicator.importers.tabletop_simulator import wire
from adjudicator.importers.vassal.people import sweep
from adjudicator.importers.vassal.pseudonyms import Designs, are_told, names_in
from adjudicator.importers.vassal.table.world import MODULE
from adjudicator.importers.vassal.wire.seats import PSEUDONYM
from adjudicator.lean import cached_property, dataclass, replace
from adjudicator.model.counters import NOBODY, Counter
from adjudicator.model.events import Alter, Arrange, Place, Roll, Say, SetNotes, SetProperty, TakeSeat
from adjudicator.model.memo import remembered
from adjudicator.model.module import Module
from adjudicator.model.state import Event, GameState, Seat
from adjudicator.model.viewer import WITHHELD, Secrets, Windows
from adjudicator.notes import Note, first_of_each_kind

Said = tuple[tuple[str, str, str], ...]
"""Aspects of a counter, each with what it was and what it is."""


@dataclass
class Words:
    """Reads texts with a viewer's eyes. `ids` are players' ids, their passwords, each with the pseudonym for it.

    What players say is on everybody's screen and stands as it is but for ids. What a property holds is on nobody's: a value
    that names a counter withheld is withheld as a whole, unless it is the one printed in the box. A property's own name may
    name a counter too: it is told if the box declares it or a counter bears it that the viewer reads (`named`).
    """

    secrets: Secrets
    ids: Mapping[str, str] = field(default_factory=dict)
    seated: Collection[str] = ()
    named: Collection[str] = ()
    windows: Windows = field(default_factory=dict)
    strangers: frozenset[str] = frozenset()
    """The pseudonyms of those who never sit at the table, as a reader puts them for ids that stand alone."""
    unrecorded: bool = False
    """Whether nobody tells whom pseudonyms stand for, as in a document of ours: then each without a seat is a stranger's."""

    def __post_init__(self) -> None:
        # the same few texts stand on thousands of counters
        self._value = cache(self._read)
        self._sweeper = _sweeper(self.secrets.module, tuple(self.ids.items()))
        self._word, self._spoken = self._sweeper.word, self._sweeper.spoken
        self._clean = set[str]()
        secret = frozenset(self.secrets.hidden - self.secrets.open)
        unseated = None if self.unrecorded else self.strangers
        self.faces = _faces(self.secrets.module, tuple(self.ids.items()), secret, unseated)

    @cached_property
    def _printed(self) -> Mapping[str, Counter]:
        """Each counter in the box, by its slot: made when a counter is read, since there may be hundreds."""
        module = self.secrets.module
        return {slot.gpid: slot.counter for slot in module.slots} if module else {}

    @classmethod
    def of(cls, state: GameState, survey: Survey) -> Words:
        """The words of the file that a state was read from."""
        strangers = frozenset(names_in(state).values()) - survey.seated
        ids, unrecorded = ids_for(state, survey), not are_told(state)
        return cls(survey.secrets, ids, survey.seated, survey.named, state.windows, strangers, unrecorded)

    def person(self, owner: str) -> str:
        """Who conceals something: one who never sits at the table is nobody in particular, for there is no telling him from
        others by a number that does not count them.
        """
        return NOBODY if owner not in self.seated and PSEUDONYM.fullmatch(owner) else owner

    def mover(self, player: str) -> str:
        """Who moved something, "" if he never sits at the table."""
        return "" if self.person(player) == NOBODY else player

    def tells(self, where: str, name: str) -> bool:
        """Whether a property of the module, a map or a zone may be spoken of: what holds it is no window of somebody else's."""
        if self.secrets.viewer.sees_all:
            return True
        module = self.secrets.module
        return self._holds_open(where) and (
            name in self.named or (module is not None and (where, name) in module.properties)
        )

    def enters(self, window: str) -> bool:
        """Whether a map's boards are on show; where no window is known, they are everybody's."""
        return self.secrets.viewer.sees_all or self._admits(window) is not False

    def withholds(self, note: Note) -> bool:
        """Whether a note is about a counter withheld, or about a window of somebody else's."""
        secrets = self.secrets
        if secrets.viewer.sees_all:
            return False
        windows = self.windows.keys() | (secrets.module.windows.keys() if secrets.module else ())
        if note.subject in windows and not self._admits(note.subject):
            return True
        return note.subject in secrets.counters or secrets.in_text(note.text) or secrets.in_text(note.subject)

    def _holds_open(self, where: str) -> bool:
        """Whether the module, a map or a zone of one ("map:zone") keeps its properties for everybody, or for the viewer."""
        if where == MODULE:
            return True
        parts = where.split(":")
        return any(self._admits(":".join(parts[:count])) is not False for count in range(1, len(parts) + 1))

    def _admits(self, window: str) -> bool | None:
        return self.secrets.viewer.admits(window, self.windows, self.secrets.module)

    def spoken(self, text: str) -> str:
        """What somebody said or wrote for all to read, without ids and what stands for those of strangers."""
        swept = self._spoken(text) if self.ids else text
        if not self.unrecorded or self.secrets.viewer.sees_all:
            return swept
        return _IN_TEXT.sub(lambda found: NOBODY if self._is_strangers(found[0]) else found[0], swept)

    def value(self, text: str) -> str:
        """What a property holds."""
        return self._value(text)

    def _read(self, text: str) -> str:
        if self.secrets.in_text(text):
            return WITHHELD
        return NOBODY if self._is_strangers(text) else self._word(text)

    def _is_strangers(self, text: str) -> bool:
        """Whether a text is a pseudonym of somebody who never sits at the table, and no side's name."""
        if self.secrets.viewer.sees_all:
            return False
        if not self.unrecorded:
            return text in self.strangers
        module = self.secrets.module
        return self.person(text) == NOBODY != text and (module is None or text not in module.sides)

    def counter(self, counter: Counter) -> Counter:
        """A counter in plain sight, without what its format says beyond it."""
        return self._bare(counter) if self._is_clean(counter) else self._read_out(counter)

    def _is_clean(self, counter: Counter) -> bool:
        """Whether nothing on a counter has to be read out otherwise than it stands there."""
        if wire.THING in counter.carried or self._name(counter) != counter.name or not self._sweeper.clean(counter):
            return False
        told = (*counter.properties.values(), *counter.texts)
        if self._clean.issuperset(told):
            return True
        if any(self.value(text) != text for text in told):
            return False
        self._clean.update(told)
        return True

    def _bare(self, counter: Counter) -> Counter:
        return replace(counter, carried={}) if counter.carried else counter

    def _read_out(self, counter: Counter) -> Counter:
        printed = self._printed.get(counter.slot)
        told = {
            name: value if printed and printed.properties.get(name) == value else self.value(value)
            for name, value in counter.properties.items()
        }
        if wire.THING in counter.carried:
            told.pop(wire.GM_NOTES, None)
        texts = counter.texts if printed and printed.texts == counter.texts else tuple(map(self.value, counter.texts))
        return self._bare(self._swept(counter, self._name(counter), texts, told))

    def held(self, counter: Counter) -> Counter:
        """A counter as the umpire reads it: all of it, but for ids."""
        if self._sweeper.clean(counter):
            return counter
        told = {name: sweep(value, self.ids) for name, value in counter.properties.items()}
        swept = self._swept(counter, counter.name, counter.texts, told)
        return counter if swept == counter else swept

    def _name(self, counter: Counter) -> str:
        """A counter's name; the one printed on it if what was added in play names a counter withheld."""
        design = counter.design
        if counter.name == design.name:
            return counter.name
        added = counter.name
        for printed in (design.name, *(name for layer in design.layers for name in layer.names)):
            added = added.replace(printed, " ") if printed else added
        return design.name if self.secrets.in_text(added) else counter.name

    def _swept(self, counter: Counter, name: str, texts: Iterable[str], told: Mapping[str, str]) -> Counter:
        """The counter with this name, these texts and properties, and no id in them or in the names of its properties."""
        design = counter.design
        if self.ids:
            told = {self._word(word): value for word, value in told.items()}
            name, texts, design = self.spoken(name), tuple(map(self.spoken, texts)), self._sweeper.designs.of(design)
        same = design is counter.design and (name, tuple(texts)) == (counter.name, counter.texts)
        if same and told == counter.properties:
            return counter
        return replace(counter, name=name, design=design, texts=tuple(texts), properties=told)

    def changes(self, said: Said) -> Said:
        """What a counter in plain sight was and is."""
        return tuple((aspect, self.value(was), self.value(now)) for aspect, was, now in said)

    def table(self, state: GameState) -> GameState:
        """A state with what is said and written of the whole table; its counters as they are."""
        return replace(
            state,
            properties=type(state.properties)(
                {
                    (where, self.value(name)): self.value(text)
                    for (where, name), text in state.properties.items()
                    if self.tells(where, name)
                }
            ),
            boards={name: laid for name, laid in state.boards.items() if self.enters(name)},
            seats=tuple(map(self._seat, state.seats)),
            scenario_notes=self.spoken(state.scenario_notes),
            public_notes=self.spoken(state.public_notes),
        )

    def whole(self, state: GameState) -> GameState:
        """The same with its counters, which the umpire reads as they are."""
        held = {name: self.held(counter) for name, counter in state.counters.items()}
        changed = {name: each for name, each in held.items() if each is not state.counters[name]}
        return replace(self.table(state), counters=state.counters.update(changed))

    def event(self, event: Event) -> Event:
        """An event that is about no counter, or all that the umpire reads of any other."""
        match event:
            case Place() | Alter():
                return replace(event, counter=self.held(event.counter))
            case Arrange(counters) if counters:
                return replace(event, counters=tuple(map(self.held, counters)))
            case Say() | Roll():
                spoken = self.spoken(event.text)
                return event if spoken == event.text else replace(event, text=spoken)
            case SetNotes(scenario, public):
                return SetNotes(self.spoken(scenario), self.spoken(public))
            case SetProperty():
                claimed = None if event.claimed is None else self.value(event.claimed)
                name, was, value = map(self.value, (event.name, event.was, event.value))
                return replace(event, name=name, was=was, value=value, claimed=claimed)
            case TakeSeat(seat):
                return TakeSeat(self._seat(seat))
            case _:
                return event

    def _seat(self, seat: Seat) -> Seat:
        """A seat, whatever its player called himself."""
        return replace(seat, name=self.spoken(seat.name), side=self.spoken(seat.side))


_IN_TEXT = re.compile(rf"(?<!\w){PSEUDONYM.pattern}(?!\w)")


class _Sweeper:
    """Takes players' ids out of texts, each once for all files of a game."""

    def __init__(self, ids: Mapping[str, str]) -> None:
        self.word = cache(lambda text: sweep(text, ids))
        self.spoken = cache(lambda text: sweep(text, ids, spoken=True))
        self.designs = Designs(self.spoken)
        self._ids = ids
        self._clean = set[str]()

    def clean(self, counter: Counter) -> bool:
        """Whether no id stands on a counter, nor in the names of its properties."""
        if not self._ids:
            return True
        held, known = counter.properties, self._clean
        if counter.name not in known or not known.issuperset(held):
            return self._learn((counter.name, *held)) and self.clean(counter)
        if not known.issuperset(held.values()) or not known.issuperset(counter.texts):
            return self._learn((*held.values(), *counter.texts)) and self.clean(counter)
        return self.designs.of(counter.design) is counter.design

    def _learn(self, texts: Iterable[str]) -> bool:
        for text in texts:
            if text not in self._clean:
                if self.word(text) != text or self.spoken(text) != text:
                    return False
                self._clean.add(text)
        return True


@remembered(4)
def _sweeper(_module: Module | None, ids: tuple[tuple[str, str], ...]) -> _Sweeper:
    return _Sweeper(dict(ids))


@remembered(8)
def _faces(
    module: Module | None, ids: tuple[tuple[str, str], ...], secret: frozenset[str], strangers: frozenset[str] | None
) -> dict[str, tuple[Counter, Counter]]:
    """What was read last of each counter, and how it reads to those from whom these words are kept: the beginning of a file,
    its end and its steps have much in common.
    """
    return {}


def ids_for(state: GameState, survey: Survey) -> dict[str, str]:
    """The players' ids of a state's file, the longest first, each with what stands for it.

    Of who never sits at the table a viewer is told no pseudonym: its number counts those who conceal something.
    """
    names = dict(sorted(names_in(state).items(), key=lambda each: (-len(each[0]), each[0])))
    if survey.secrets.viewer.sees_all:
        return names
    return {player: name if name in survey.seated else NOBODY for player, name in names.items()}


def seen_notes(notes: Iterable[Note], survey: Survey, words: Words) -> tuple[Note, ...]:
    """Notes without players' ids, but for those on counters withheld; those that count counters count only what is read."""

    def told(note: Note) -> Note | None:
        counted = _counted(note, survey)
        return None if counted is None or words.withholds(counted) else _swept(counted, words.ids)

    return first_of_each_kind(notes, told)


def unplaced(source: Source) -> Source:
    """A file and an entry in it, without the offset: it counts all the text before, what is hidden included."""
    return source if source.offset is None else Source(source.file, source.entry)


def _counted(note: Note, survey: Survey) -> Note | None:
    """A note as the viewer counts, None if there is nothing left of it."""
    if survey.secrets.viewer.sees_all:
        return replace(note, tally=None)
    if note.tally is None:
        return replace(note, source=unplaced(note.source))
    text = note.tally.of(survey.known)
    return replace(note, text=text, source=unplaced(note.source), tally=None) if text else None


def _swept(note: Note, ids: Mapping[str, str]) -> Note:
    subject, text = sweep(note.subject, ids), sweep(note.text, ids)
    return note if (subject, text) == (note.subject, note.text) else replace(note, subject=subject, text=text)
