"""Notes confess: what reading or converting guessed, repaired or had to leave behind."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable, Collection, Iterable
from dataclasses import field
from enum import StrEnum
from typing import Any

from adjudicator.errors import Source
from adjudicator.lean import dataclass
from adjudicator.words import counted

MOST_OF_A_KIND = 1000


class NoteKind(StrEnum):
    """The closed list of ways in which a result is less than its input."""

    GUESSED = "guessed"  # the input is silent or ambiguous; we chose
    REPAIRED = "repaired"  # the input is broken in a way its own program tolerates; so did we
    CARRIED = "carried"  # not modelled; rides along unread and is written back
    APPROXIMATED = "approximated"  # the target can say it only roughly
    LOST = "lost"  # the target cannot say it at all
    MISSING = "missing"  # something referred to is not there
    REPEATED = "repeated"  # the same was given more than once; it counts once
    UNREAD = "unread"  # a file of the game that could not be read; the rest was taken without it
    FAILED = "failed"  # code that a pack brings raised an error; the rest was done without it
    UNIDENTIFIED = "unidentified"  # a counter that the pack does not know
    UNHEARD = "not understood"  # a line of chat that looks like a declaration and could not be read as one
    UNJUDGED = "not judged"  # something of the game that no rule was asked about, and why


@dataclass(frozen=True, slots=True)
class Tally:
    """Says how many counters a note is about: `before` and `after` the number in its sentence; `counters` are their ids.

    With `uncounted` the sentence is `before` alone, for whoever knows of one of them; with no counters it is the umpire's.
    """

    before: str
    after: str = ""
    counters: tuple[str, ...] = ()
    uncounted: bool = False

    def of(self, known: Collection[str]) -> str:
        """The sentence for somebody who knows only of these counters, "" if none of them is meant."""
        count = sum(1 for each in self.counters if each in known)
        if not count or self.uncounted:
            return self.before if count else ""
        return f"{self.before}{counted(count, 'counter')}{self.after}"

    @property
    def whole(self) -> str:
        """The sentence for somebody who knows of all."""
        return f"{self.before}{counted(len(self.counters), 'counter')}{self.after}"


@dataclass(frozen=True, slots=True)
class Note:
    """One confession: what kind, about what (a counter, component or entry), and a sentence; `tally` if it counts counters."""

    kind: NoteKind
    subject: str
    text: str
    source: Source = field(default_factory=Source)
    tally: Tally | None = None

    def as_json(self) -> dict[str, Any]:
        """The note as plain JSON values."""
        source = self.source
        place = {"file": source.file, "entry": source.entry, "offset": source.offset}
        return {"kind": self.kind.value, "subject": str(self.subject), "text": str(self.text), "source": place}

    @classmethod
    def counting(cls, kind: NoteKind, subject: str, tally: Tally, source: Source) -> Note:
        """A note that says how many counters it is about."""
        return cls(kind, subject, tally.whole, source, tally)

    def __str__(self) -> str:
        place = str(self.source)
        return f"{place}: {self.text}" if place else self.text


def first_of_each_kind(
    notes: Iterable[Note], told: Callable[[Note], Note | None] = lambda note: note
) -> tuple[Note, ...]:
    """The first thousand notes of each kind that are `told`, each in these words: more of them nobody reads."""
    met = Count[NoteKind]()
    found = []
    for note in notes:
        said = told(note) if met[note.kind] < MOST_OF_A_KIND else None
        if said is not None:
            met[note.kind] += 1
            found.append(said)
    return tuple(found)
