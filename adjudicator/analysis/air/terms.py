"""The file air.toml: ranges, bases, states of readiness and kinds of mission."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from adjudicator.analysis.situation import Situation
from adjudicator.lean import dataclass
from adjudicator.model.amounts import Amount
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.terms.where import Where

Role = Literal["mission", "escort", "intercept", "sweep", "trial", "said"]


class Range(Table):
    """How far a class of range reaches, in hexes."""

    within: int | None = None
    """Inside one region of the map; left out: anywhere in it. Example: `within = 12`"""
    across: int | None = 0
    """From one region into another; 0: not at all. Example: `across = 18`"""


class Readiness(Table):
    """A [[level]]: one state of readiness."""

    name: str
    """What people and rules call it. Example: `name = "flown damaged"`"""
    boxes: frozenset[str]
    """The boxes in which a unit of this state lies. Example: `boxes = ["flown"]`"""
    faces: frozenset[Annotated[int, Field(ge=1)]]
    """The faces, from 1, that it shows. Example: `faces = [2]`"""

    def has(self, unit: Unit) -> bool:
        """Whether a unit is in this state."""
        return not unit.hex and unit.location in self.boxes and unit.face + 1 in self.faces


class MissionKind(Table):
    """A [mission.NAME]: one kind of mission."""

    name: str = ""
    """What people call it. Example: `name = "Close Air Support"`"""
    role: Role = "mission"
    """What its packets do: a mission of their own, escort one, intercept one, or wait for interceptors; "trial" is no
    mission: a die that is told like one; "said" is none either: words about units that are in the air."""
    reach: str = "full"
    """The ranges by which it is flown, by their name among `reaches`. Example: `reach = "half"`"""
    extended: str = ""
    """Those by which it is flown when it is told as `extended=yes`; left out: it is never flown so. Example: `extended =
    "twice"`"""


@dataclass(frozen=True, slots=True)
class Bases:
    """Of a book by which what flies rests on the map, at its base: bases from which one unit starts at most."""

    small: Where | None = None


class AirTable(Table):
    """The file air.toml."""

    reaches: Mapping[str, Mapping[str, Range]] = {}
    """By name the reach of every class of range. Example: `reaches = { full = { S = { within = 6 } } }`"""
    times: Mapping[str, Amount | Literal["any"]] = {}
    """By the name of a reach, how often a unit flies its own rating in hexes, rounded down; "any": as far as it likes.
    Example: `times = { half = "1/2", thrice = 3, any = "any" }`"""
    bases: tuple[Situation, ...] = ()
    """What a hex must be for a side's units to fly from it, one of them."""
    level: tuple[Readiness, ...] = ()
    """The states of readiness, best first."""
    mission: Mapping[str, MissionKind] = {}
    """The kinds of mission by name."""

    def role_of(self, mission: str) -> str:
        """What packets of a kind of mission do; "" of a kind that is none."""
        kind = self.mission.get(mission)
        return kind.role if kind is not None else ""

    def called(self, mission: str) -> str:
        """A kind of mission as people call it."""
        kind = self.mission.get(mission)
        return kind.name if kind is not None and kind.name else mission

    def state_of(self, unit: Unit) -> str:
        """The name of a unit's state of readiness, "" where it is in none."""
        level = self.level_of(unit)
        return self.level[level].name if level is not None else ""

    def level_of(self, unit: Unit) -> int | None:
        """The number of a unit's state, 0 for the best; None where it is in none."""
        return next((number for number, each in enumerate(self.level) if each.has(unit)), None)


def air_table(position: Position) -> AirTable:
    """The pack's air.toml."""
    return load_table(position.pack, "air", AirTable)
