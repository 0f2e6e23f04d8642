"""[support] and [surprise] of combat.toml: help in a battle that dice decide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind, SideName
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector


class Face(Table):
    """A face of the die: it counts whole, or half if what it needs is not there."""

    needs: Literal["", "heavy", "red", "whole"] = ""
    """What it needs to count whole: a heavy ground unit, an aircraft with red strikes, or one that is not damaged."""
    counts: bool = True
    """Whether it counts anything."""


class Blank(Table):
    """Faces of the die that count nothing in some hexes."""

    faces: frozenset[str]
    """The faces."""
    where: Where
    """The hexes."""


class SupportDice(Table):
    """[support]: aircraft over a battle give dice to the side that has more strike strength there."""

    kinds: frozenset[str]
    """The kinds of mission of air.toml. Example: `kinds = ["cas"]`"""
    faces: Mapping[str, Face]
    """The faces of the die by the word for them. Example: `faces = { arrows = {} }`"""
    blank: tuple[Blank, ...] = ()
    """The faces that count nothing in some hexes. Example: `blank = [{ faces = ["red"], where = { weather = ["rain"] } }]`"""
    most: int
    """How many dice are rolled at most. Example: `most = 3`"""
    units: Mapping[str, Selector]
    """By need the units that meet it: heavy ground units, red strikes. Example: `units = { red = { tags = ["red"] } }`"""
    alone: Selector | None = None
    """Units that have no support if they fight alone."""
    besides: tuple[When, ...] = ()
    """When a side may have one more strike in a battle than flies there, as it sees it."""
    ships: frozenset[MarkerKind] = frozenset()
    """Kinds of marker that support units in their hex, too. Example: `ships = ["fleet"]`"""


class Surprise(Table):
    """[surprise]: the columns that a drop into a battle gives: as many as its die shows, if that is no more than a value."""

    kind: MarkerKind
    """The kind of marker that was dropped. Example: `kind = "airdrop"`"""
    value: int
    """The greatest die that surprises. Example: `value = 3`"""
    less: Mapping[SideName, int] = {}
    """By how much it is less for a side. Example: `less = { soviet = 1 }`"""
    night: Mapping[str, int] = {}
    """By how much it is less at night, by the word that is told (night=capable). Example: `night = { capable = 1 }`"""

    def most(self, side: str, at_night: str) -> int:
        """The greatest die that surprises for a side, never below nothing."""
        return max(self.value - self.less.get(side, 0) - self.night.get(at_night, 0), 0)
