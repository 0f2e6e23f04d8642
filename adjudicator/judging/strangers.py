"""Counters that the pack does not know, as a report lists them: whatever they are, they are never passed over in silence."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.identify import CONCEALED
from adjudicator.notes import Note, NoteKind
from adjudicator.record.position import Position, Unidentified
from adjudicator.said import say
from adjudicator.words import some_of

MOST_PLACES = 8


def stranger_notes(*positions: Position) -> Iterator[Note]:
    """A note for each name of counters on the table that nobody conceals and the pack does not know, with where they are."""
    alike: dict[tuple[str, str], dict[str, Unidentified]] = {}
    for position in positions:
        for each in position.unidentified:
            if each.why != CONCEALED and each.location:
                alike.setdefault((each.name, each.why), {}).setdefault(each.counter, each)
    for (name, why), found in sorted(alike.items()):
        yield Note(NoteKind.UNIDENTIFIED, name, _told(name, why, list(found.values())))


def _told(name: str, why: str, found: list[Unidentified]) -> str:
    places = list(dict.fromkeys(each.hex or each.location for each in found))
    shown = some_of(places, MOST_PLACES)
    known_as = name or say("a counter without a name")
    return say("{name} in {places}: {why}; verdicts that it could change are doubts", known_as, shown, why)
