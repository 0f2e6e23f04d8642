"""What the cardboard stands for: unit types as a pack lists them, units as they stand in a position, selectors of units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated

from pydantic import BeforeValidator, Field

from adjudicator.model.theatre import Table


def _fraction(value: object) -> object:
    return Fraction(value) if isinstance(value, str) else value


Amount = Annotated[Fraction | int, BeforeValidator(_fraction)]
"""A number that may be a half or a third: 3, "1/2", "2 1/2" is not written (use "5/2")."""


class Face(Table):
    """One side of a printed unit: what its strengths and movement allowance are while it shows.

    `steps` counts the step losses that the unit can still take on this side, the last one included.
    """

    attack: Amount | None = None
    defense: Amount | None = None
    movement: Amount | None = None
    steps: int = 1
    values: Mapping[str, int | float | str | bool] = {}
    tags: frozenset[str] = frozenset()


class UnitType(Table):
    """A kind of counter in the mix: who owns it, what it is, and its faces from full strength down.

    `kind` is the pack's unit type ("infantry", "panzer"), `size` its size mark as the pack names it, `movement_class` the
    column of the terrain chart it uses. `stacking` is its size in stacking points (regimental equivalents), where the
    game counts them. `count` is how many the box holds (0 = not stated). `tags` are all further yes-or-no qualities.
    """

    id: str
    name: str = ""
    side: str
    nation: str = ""
    kind: str
    size: str = ""
    movement_class: str = ""
    stacking: Amount = 1
    faces: tuple[Face, ...] = Field(default=(Face(),), min_length=1)
    count: int = 0
    formation: str = ""
    tags: frozenset[str] = frozenset()
    values: Mapping[str, int | float | str | bool] = {}
    invented: bool = False
    note: str = ""


class MarkerType(Table):
    """A counter that qualifies others or a hex: `kind` is what it says ("out_of_supply"); `value` its number, if any.

    Of the tags "hex" says that it lies on the ground and on no unit, "hexside" that it stands on a hexside.
    """

    id: str
    kind: str
    name: str = ""
    side: str = ""
    value: int = 0
    tags: frozenset[str] = frozenset()

    @property
    def on_hexside(self) -> bool:
        """Whether such markers stand on hexsides, not in hexes."""
        return "hexside" in self.tags


@dataclass(frozen=True, slots=True)
class Unit:
    """A formation on the map (or in a box): its type, the face it shows and the markers on it.

    `hex` is the printed number of its hex, "" off the map; `location` what the module calls its place.
    `marks` are the kinds of the markers that qualify it. `counter` names the cardboard.
    """

    id: str
    type: UnitType
    hex: str
    location: str = ""
    face: int = 0
    marks: frozenset[str] = frozenset()
    counter: str = ""
    values: Mapping[str, int | float | str | bool] = field(default_factory=dict)

    @property
    def side(self) -> str:
        return self.type.side

    @property
    def shown(self) -> Face:
        """The printed side that is up."""
        return self.type.faces[self.face]

    @property
    def steps(self) -> int:
        """Steps it has left."""
        return self.shown.steps

    def has(self, tag: str) -> bool:
        """Whether the type, the face or a marker gives it this quality."""
        return tag in self.type.tags or tag in self.shown.tags or tag in self.marks

    def value(self, name: str) -> int | float | str | bool | None:
        """A named value: this unit's own, else its face's, else its type's; None where the pack gives none."""
        for source in (self.values, self.shown.values, self.type.values):
            if name in source:
                return source[name]
        return None

    def __str__(self) -> str:
        return self.type.name or self.id


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker on the map: its type, its hex ("" off the map), and the unit it lies on ("" = on the hex itself).

    Of one that stands on a hexside, `beyond` is the hex on the other side, "" if nothing tells which hexside it is.
    """

    id: str
    type: MarkerType
    hex: str
    on: str = ""
    location: str = ""
    value: int = 0
    counter: str = ""
    beyond: str = ""

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes that it touches."""
        return tuple(number for number in (self.hex, self.beyond) if number)


class Selector(Table):
    """Which units a term speaks of; every field that is given must fit, an empty selector fits all."""

    sides: frozenset[str] = frozenset()
    nations: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    sizes: frozenset[str] = frozenset()
    movement_classes: frozenset[str] = frozenset()
    ids: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    any_tags: frozenset[str] = frozenset()
    without_tags: frozenset[str] = frozenset()

    def matches(self, unit: Unit) -> bool:
        """Whether the unit fits."""
        kind = unit.type
        return (
            (not self.sides or kind.side in self.sides)
            and (not self.nations or kind.nation in self.nations)
            and (not self.kinds or kind.kind in self.kinds)
            and (not self.sizes or kind.size in self.sizes)
            and (not self.movement_classes or kind.movement_class in self.movement_classes)
            and (not self.ids or kind.id in self.ids)
            and all(unit.has(tag) for tag in self.tags)
            and (not self.any_tags or any(unit.has(tag) for tag in self.any_tags))
            and not any(unit.has(tag) for tag in self.without_tags)
        )


EVERYONE = Selector()
