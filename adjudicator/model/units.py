"""What the cardboard stands for: unit types as a pack lists them, units as they stand in a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pydantic import Field

from adjudicator.lean import dataclass
from adjudicator.model.amounts import Amount
from adjudicator.model.theatre import Table


class Face(Table):
    """One side of a printed unit: its strengths and movement allowance while it shows."""

    attack: Amount | None = None
    """Attack strength. Left out: not known, so that a rule which needs it says undetermined."""
    defense: Amount | None = None
    """Defense strength; left out: not known."""
    movement: Amount | None = None
    """Movement allowance in movement points; left out: not known."""
    steps: int = 1
    """Step losses that the unit can still take with this side up, the last one included."""
    values: Mapping[str, int | float | str | bool] = {}
    """Further numbers and words of this side, by name."""
    tags: frozenset[str] = frozenset()
    """Qualities that the unit has only while this side shows."""


class UnitType(Table):
    """A [[unit]]: a kind of counter in the mix. Whose it is, what it is, and its faces from full strength down."""

    id: str
    """Its name in the pack's files and in the notation."""
    name: str = ""
    """Its name as people read it; `id` if it is left out."""
    side: str
    """The side that owns it: a faction of pack.toml."""
    nation: str = ""
    """The nation it belongs to: one of its faction's."""
    kind: str
    """The unit type as the pack calls it, such as "infantry" or "panzer"."""
    size: str = ""
    """Its size mark, as the pack calls it."""
    movement_class: str = ""
    """The column of the terrain chart it uses."""
    stacking: Amount = 1
    """Its size in stacking points (regimental equivalents), where the game counts them."""
    faces: tuple[Face, ...] = Field(default=(Face(),), min_length=1)
    """Its printed sides, from full strength down."""
    count: int = 0
    """How many the box holds; 0: not stated."""
    formation: str = ""
    """The formation it belongs to."""
    tags: frozenset[str] = frozenset()
    """All further yes-or-no qualities, by which selectors and rules ask."""
    values: Mapping[str, int | float | str | bool] = {}
    """Further numbers and words of the unit, by name; a face's own value goes before it."""
    flies: bool = False
    """Whether it is in no hex and takes no part on the ground: it flies over a hex, or rests in a box. Example: `flies = true`"""
    afloat: bool = False
    """Whether it is a ship: it is in a hex, and takes no part on the ground there. Example: `afloat = true`"""
    invented: bool = False
    """Whether the counter is one of ours that stands in for a printed one. Example: `invented = true`"""
    note: str = ""
    """A remark for people. Example: `note = "the cadre side is not in the book"`"""


class MarkerType(Table):
    """A [[marker]]: a kind of counter that qualifies others, or a hex."""

    id: str
    """Its name in the pack's files and in the notation."""
    kind: str
    """What it says, such as "out_of_supply"; several types may share a kind."""
    name: str = ""
    """Its name as people read it."""
    side: str = ""
    """The side that it belongs to, if to one."""
    value: int = 0
    """The number it stands for, if any."""
    tags: frozenset[str] = frozenset()
    """Its qualities. "hex": it lies on the ground and on no unit. "hexside": it stands on a hexside. "option.NAME": it
    stands for that optional rule. "half": on a track it is worth a half more."""

    @property
    def on_hexside(self) -> bool:
        """Whether such markers stand on hexsides, not in hexes."""
        return "hexside" in self.tags


@dataclass(frozen=True, slots=True)
class Unit:
    """A formation on the map (or in a box): its type, the face it shows and the markers on it.

    `hex` is the printed number of its hex, "" off the map; `location` what the module calls its place. What flies is in no
    hex: over one, that is its `location`.
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

    def __str__(self) -> str:
        return self.type.name or self.id
