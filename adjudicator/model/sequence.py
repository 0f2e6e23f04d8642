"""Who is phasing and when: sides, phases in their order, and a moment in the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pydantic import Field

from adjudicator.model.theatre import Table


class Faction(Table):
    """A side of the game."""

    id: str
    """Its name in the pack's files and in the notation."""
    name: str
    """Its name as people read it."""
    nations: tuple[str, ...] = ()
    """The nations that fight for it."""
    colour: str = "#888888"
    """Its colour in drawings, as #rrggbb."""


class Phase(Table):
    """One phase, or step, of the sequence of play."""

    id: str
    """Its name in the pack's files and in the notation."""
    name: str
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
