"""Words that stand in a file, as a viewer may read them: no player's id, and nothing that names a counter withheld."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from adjudicator.errors import Source
from adjudicator.importers.vassal.people import sweep
from adjudicator.importers.vassal.pseudonyms import names_in
from adjudicator.lean import cached_property, dataclass, replace
from adjudicator.model.counters import Counter
from adjudicator.model.events import Event, Roll, Say, SetNotes, SetProperty, TakeSeat
from adjudicator.model.state import GameState, Seat
from adjudicator.model.viewer import WITHHELD, Secrets
from adjudicator.notes import Note

Said = tuple[tuple[str, str, str], ...]
"""Aspects of a counter, each with what it was and what it is."""


@dataclass
class Words:
    """Reads texts with a viewer's eyes. `ids` are players' ids, their passwords, each with the pseudonym for it.

    What players say is on everybody's screen and stands as it is but for ids. What a property holds is on nobody's: a value
    that names a counter withheld is withheld as a whole, unless it is the one printed in the box.
    """

    secrets: Secrets
    ids: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _printed(self) -> Mapping[str, Mapping[str, str]]:
        """The properties of each counter in the box, by its slot: made when a counter is read, since there may be hundreds."""
        module = self.secrets.module
        return {slot.gpid: slot.counter.properties for slot in module.slots} if module else {}

    @classmethod
    def of(cls, state: GameState, secrets: Secrets) -> Words:
        """The words of the file that a state was read from."""
        return cls(secrets, names_in(state))

    def spoken(self, text: str) -> str:
        """What somebody said or wrote for all to read, without ids."""
        return sweep(text, self.ids, spoken=True) if self.ids else text

    def value(self, text: str) -> str:
        """What a property holds."""
        return WITHHELD if self.secrets.in_text(text) else sweep(text, self.ids) if self.ids else text

    def counter(self, counter: Counter) -> Counter:
        """A counter in plain sight, without what its format says beyond it."""
        printed = self._printed.get(counter.slot, {})
        told = {
            name: value if printed.get(name) == value else self.value(value)
            for name, value in counter.properties.items()
        }
        name, texts = self.spoken(counter.name), tuple(map(self.spoken, counter.texts))
        return replace(counter, name=name, texts=texts, properties=told, carried={})

    def changes(self, said: Said) -> Said:
        """What a counter in plain sight was and is."""
        return tuple((aspect, self.value(was), self.value(now)) for aspect, was, now in said)

    def table(self, state: GameState) -> GameState:
        """A state with what is said and written of the whole table; its counters as they are."""
        return replace(
            state,
            properties=state.properties.update({key: self.value(text) for key, text in state.properties.items()}),
            seats=tuple(map(self._seat, state.seats)),
            scenario_notes=self.spoken(state.scenario_notes),
            public_notes=self.spoken(state.public_notes),
        )

    def event(self, event: Event) -> Event:
        """An event that is about no counter."""
        match event:
            case Say() | Roll():
                spoken = self.spoken(event.text)
                return event if spoken == event.text else replace(event, text=spoken)
            case SetNotes(scenario, public):
                return SetNotes(self.spoken(scenario), self.spoken(public))
            case SetProperty():
                claimed = None if event.claimed is None else self.value(event.claimed)
                return replace(event, was=self.value(event.was), value=self.value(event.value), claimed=claimed)
            case TakeSeat(seat):
                return TakeSeat(self._seat(seat))
            case _:
                return event

    def _seat(self, seat: Seat) -> Seat:
        """A seat, whatever its player called himself."""
        return replace(seat, name=self.spoken(seat.name), side=self.spoken(seat.side))


def seen_notes(notes: Iterable[Note], secrets: Secrets) -> tuple[Note, ...]:
    """Notes but for those on counters withheld."""
    if secrets.viewer.sees_all:
        return tuple(notes)
    return tuple(replace(note, source=unplaced(note.source)) for note in notes if not _tells(note, secrets))


def unplaced(source: Source) -> Source:
    """A file and an entry in it, without the offset: it counts all the text before, what is hidden included."""
    return source if source.offset is None else replace(source, offset=None)


def _tells(note: Note, secrets: Secrets) -> bool:
    return note.subject in secrets.counters or secrets.in_text(note.text) or secrets.in_text(note.subject)
