"""Ways to move besides on foot, such as by rail: [mode.NAME] of movement.toml."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from adjudicator.lean import dataclass
from adjudicator.model.amounts import Amount
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import FeatureName, MarkerKind, PlaceKind, SideName
from adjudicator.terms.cell import Cell
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector


class Gauge(Table):
    """A gauge of a mode's lines. A line has it by its `features`, or by `markers` in both its hexes."""

    name: str
    """What reports call it."""
    features: frozenset[FeatureName]
    """Hexside features of lines of this gauge."""
    without: frozenset[FeatureName] = frozenset()
    """Hexside features that a line of this gauge does not have. Example: `without = ["narrow"]`"""
    markers: frozenset[MarkerKind] = frozenset()
    """Kinds of marker that give a line this gauge where both its hexes bear one."""
    without_markers: frozenset[MarkerKind] = frozenset()
    """Kinds of marker that take the gauge from a line where both its hexes bear one."""


class Load(Table):
    """What a unit uses of a mode's capacity."""

    who: Selector = EVERYONE
    """The units."""
    points: Amount = 1
    """How much each uses; with `by`, how much for each of these."""
    by: Literal["", "points", "units"] = ""
    """What is counted: "points" (the unit's stacking points) or "units"; left out: one unit."""


class Capacity(Table):
    """How much of a mode a side may use in a turn. The first that fits counts."""

    sides: frozenset[SideName] = frozenset()
    """The sides; none given: all."""
    when: When = When()
    """When it counts."""
    most: Cell | None = None
    """The capacity."""


@dataclass(frozen=True, slots=True)
class StartCost:
    """What setting out in a mode costs such units, in place of its `start_cost`."""

    mode: str
    who: Selector
    cost: Fraction


class Mode(Table):
    """A [mode.NAME]: a way to move besides "ground", such as by rail."""

    who: Selector = EVERYONE
    """The units that may use it."""
    told_by: frozenset[MarkerKind] = frozenset()
    """Kinds of marker that tell of it: a drag of units that bear one is first taken for it. Example: `told_by = ["aboard"]`"""
    carriers: Selector | None = None
    """Who carries the units of its side: a drag is taken for it only if one lies at either end, or a marker tells of it."""
    when: When = When()
    """When it may be used."""
    along: frozenset[FeatureName] = frozenset()
    """Hexside features of which every step needs one."""
    links: frozenset[FeatureName] = frozenset()
    """Features of off-map links that it may use."""
    cost: Cell | None = None
    """What every hex costs, whatever the terrain; left out: what the terrain costs."""
    start_cost: Cell = Fraction(0)
    """What setting out costs."""
    hexes: Cell | None = None
    """The most hexes that may be entered."""
    free: bool = False
    """Whether it uses no movement points."""
    own: bool = False
    """Whether the side must control every hex."""
    between: frozenset[PlaceKind] = frozenset()
    """Kinds of place: every hex must lie on a chain between two such places that the side controls."""
    clear_of: Literal["", "adjacent", "throughout", "front"] = ""
    """"adjacent": no hex that is entered may be next to an enemy unit; "throughout": nor may the first hex; "front": no hex may
    lie next to enemy ground units, but for those across a hexside with a red dot."""
    ignores: Literal["", "zones", "enemies"] = ""
    """What does not hinder it: enemy "zones" of control, or "enemies" in a hex as well."""
    points_left: Literal["", "marched", "lost"] = ""
    """What becomes of the movement points that it leaves: "marched", a unit marches before and after it in one go, out of the
    same points; "lost", it has none left to work with. Example: `points_left = "marched"`"""
    without_markers: frozenset[MarkerKind] = frozenset()
    """Kinds of marker that close a hex: it is neither entered nor left."""
    start: Where = ANYWHERE
    """The hexes in which it may begin."""
    end: Where = ANYWHERE
    """The hexes in which it may stop."""
    gauges: tuple[Gauge, ...] = ()
    """The gauges of its lines, if they are told apart."""
    transfer: Cell = Fraction(0)
    """What going from one gauge to another costs: in hexes where `hexes` limits the mode, else in movement points."""
    load: tuple[Load, ...] = ()
    """What a unit uses of the capacity."""
    capacity: tuple[Capacity, ...] = ()
    """How much of it a side may use in a turn."""
    why: Prose = ""
    """What reports say to a unit that may not use it."""
