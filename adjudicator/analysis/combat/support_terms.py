"""[[support]] and [surprise] of combat.toml: help in a battle that dice decide."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import SideName
from adjudicator.terms.where import Where


class Blank(Table):
    """Faces of the die of support that count nothing in some hexes."""

    faces: frozenset[str]
    """The faces: "arrows", "heavy", "red" and "plane"."""
    where: Where
    """The hexes."""


class Surprise(Table):
    """[surprise]: the columns that a drop into a battle gives: as many as its die shows, if that is no more than a value."""

    value: Mapping[SideName, int]
    """The greatest die that surprises, by side. Example: `value = { fr = 3, co = 2 }`"""
    night: Mapping[str, int] = {}
    """By how much it is less at night, by the word that is told (night=capable). Example: `night = { capable = 1 }`"""

    def most(self, side: str, at_night: str) -> int:
        """The greatest die that surprises for a side, never below nothing."""
        return max(self.value.get(side, 0) - self.night.get(at_night, 0), 0)
