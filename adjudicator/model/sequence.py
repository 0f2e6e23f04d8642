"""Who is phasing and when: sides, phases in their order, and a moment in the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import Field

from adjudicator.model.theatre import Table


class Faction(Table):
    """A side of the game: its id as used in the pack, its printed name, and the nations that fight for it."""

    id: str
    name: str
    nations: tuple[str, ...] = ()
    colour: str = "#888888"


class Phase(Table):
    """One phase (or step) of the sequence of play.

    `kind` is what may happen in it ("movement", "combat", "supply", ...); `tags` are what rules ask about. `side` names the
    phasing side, "" in a phase of both.
    """

    id: str
    name: str
    kind: str
    side: str = ""
    tags: frozenset[str] = frozenset()


class Sequence(Table):
    """The phases of one game turn in order, and the first and last turn (0 = open)."""

    phases: tuple[Phase, ...] = Field(default=(), max_length=400)
    first_turn: int = 1
    last_turn: int = 0

    def phase(self, name: str) -> Phase | None:
        """The phase of that id."""
        return next((phase for phase in self.phases if phase.id == name), None)

    def kinds(self, kind: str) -> Iterator[Phase]:
        """All phases of a kind."""
        return (phase for phase in self.phases if phase.kind == kind)


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in the game: turn (0 = unknown), phase (None = unknown), and what the calendar says (month, weather...)."""

    turn: int = 0
    phase: Phase | None = None
    conditions: tuple[tuple[str, str], ...] = ()

    @property
    def phasing(self) -> str:
        """The phasing side, "" if unknown or both."""
        return self.phase.side if self.phase else ""

    def condition(self, name: str) -> str | None:
        """A named condition such as "weather" or "weather:north"; None where nobody told us."""
        return next((value for key, value in self.conditions if key == name), None)

    def __str__(self) -> str:
        turn = f"turn {self.turn}" if self.turn else "turn ?"
        return f"{turn}, {self.phase.name}" if self.phase else turn
