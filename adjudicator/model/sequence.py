"""Who is phasing and when: sides, phases in their order, and a moment in the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import cached_property
from sys import maxsize

from pydantic import Field

from adjudicator.lean import dataclass, replace
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.said import say, strung


class Faction(Table):
    """A side of the game."""

    id: str
    """Its name in the pack's files and in the notation."""
    name: Prose
    """Its name as people read it."""
    nations: tuple[str, ...] = ()
    """The nations that fight for it."""
    colour: str = "#888888"
    """Its colour in drawings, as #rrggbb."""


class Phase(Table):
    """One phase, or step, of the sequence of play."""

    id: str
    """Its name in the pack's files and in the notation."""
    name: Prose
    """Its name as the book prints it; the notation takes it as well."""
    kind: str
    """What may happen in it: "movement", "combat", "supply" and the like."""
    side: str = ""
    """The phasing side; left out in a phase of both."""
    tags: frozenset[str] = frozenset()
    """Further words by which rules may ask about it."""

    @cached_property
    def names(self) -> frozenset[str]:
        """All that a rule may call it: its id, its kind, its tags."""
        return frozenset((self.id, self.kind, *self.tags))


class Sequence(Table):
    """The phases of one game turn in order, and how long the game lasts."""

    phases: tuple[Phase, ...] = Field(default=(), max_length=400)
    """The phases of a game turn, in order."""
    first_turn: int = 1
    """Number of the first game turn."""
    last_turn: int = 0
    """Number of the last game turn; 0: open."""

    def under_way(self, phase: Phase | None) -> bool:
        """Whether a side has had a phase of its own in a turn before this phase begins; not, where the phase is unknown."""
        before = self.phases[: self.phases.index(phase)] if phase in self.phases else ()
        return any(each.side for each in before)

    def phase(self, name: str) -> Phase | None:
        """The phase of that id."""
        return next((phase for phase in self.phases if phase.id == name), None)

    def kinds(self, kind: str) -> Iterator[Phase]:
        """All phases of a kind."""
        return (phase for phase in self.phases if phase.kind == kind)


TRACKER, CHAT, OPTION = "turn tracker", "chat", "--phase"
"""Who may tell the phase: what the module shows, a line of chat, or whoever has the file judged."""


@dataclass(frozen=True, slots=True)
class Told:
    """What somebody says of a moment: the turn (0 = nothing), the phases one of which it is (none = nothing), and who says so."""

    phases: tuple[Phase, ...] = ()
    turn: int = 0
    by: str = ""

    def of_side(self, side: str) -> Told:
        """The same where it is known whose phase is meant: of several, those of that side or of nobody, if there are any."""
        own = tuple(phase for phase in self.phases if side and phase.side in ("", side))
        return replace(self, phases=own) if len(self.phases) > 1 and own else self


@dataclass(frozen=True, slots=True)
class Stretch:
    """What is said of the steps of a log from `first` to `last`; `file` names the log, "" = counted through all."""

    first: int
    last: int
    told: Told
    file: str = ""

    @classmethod
    def always(cls, told: Told) -> Stretch:
        """What is said of the whole log."""
        return cls(0, maxsize, told)

    def __contains__(self, step: int) -> bool:
        return self.first <= step <= self.last


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in the game: turn (0 = unknown), phase (None = unknown), and what the calendar says (month, weather...).

    `among` are the phases one of which it is, where nobody knows which (empty: any). `told_by` is who told the phase,
    `since` the step or line with which it began, 0 for the one in which the record begins.
    """

    turn: int = 0
    phase: Phase | None = None
    conditions: tuple[tuple[str, str], ...] = ()
    among: tuple[Phase, ...] = ()
    told_by: str = field(default="", compare=False)
    since: int = field(default=0, compare=False)

    @property
    def possible(self) -> tuple[Phase, ...]:
        """The phases one of which it is; none if nothing is known of it."""
        return self.among if self.phase is None else (self.phase,)

    @property
    def phasing(self) -> str:
        """The phasing side, "" if unknown or both."""
        sides = {phase.side for phase in self.possible}
        return sides.pop() if len(sides) == 1 else ""

    def condition(self, name: str) -> str | None:
        """A named condition such as "weather" or "weather:north"; None where nobody told us."""
        return next((value for key, value in self.conditions if key == name), None)

    def __str__(self) -> str:
        turn = say("turn {turn}", self.turn or "?")
        return strung((turn, self.phase.name), ", ") if self.phase else turn
