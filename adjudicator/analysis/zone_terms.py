"""Zones of control as a pack's zoc.toml describes them: who exerts one, what stops it, what it does to those who move."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from adjudicator.model.pack import Pack
from adjudicator.model.prose import Prose
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import ModeName, StrengthName
from adjudicator.terms.cell import Cell
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector


class Exertion(Table):
    """An [[exert]]: in order, the first that fits the unit, the moment and both hexes decides."""

    who: Selector = EVERYONE
    """Whose zone it is: { kinds = ["infantry"] }."""

    when: When = ALWAYS
    """When: { without_phases = ["first_movement"] }."""

    where: Where = ANYWHERE
    """The hex the unit stands in: { without = ["swamp"] }."""

    into: Where = ANYWHERE
    """The hex the zone reaches: { without = ["mountain"] }."""

    strength: StrengthName = "normal"
    """How strong the zone is, one of `strengths`: "normal", "reduced"; "none" = no zone."""

    why: Prose = ""
    """The article and what it says, for readers of the table."""


class ClosedSide(Table):
    """A [[closed]]: hexsides that no zone passes."""

    edges: Edges
    """The hexsides: { features = ["lake"] }."""

    why: Prose = ""
    """The article and what it says, for readers of the table."""


class ShutHex(Table):
    """A [[shut]]: hexes that no zone enters."""

    who: Selector = EVERYONE
    """Whose zones do not enter them: { without_tags = ["armored"] }."""

    where: Where
    """The hexes: { tags = ["fortress"] }."""

    held_by: Literal["", "enemy"] = ""
    """"enemy": only while the exerting side's enemy holds them (its units are there, or it had them last); "" = always."""

    why: Prose = ""
    """The article and what it says, for readers of the table."""


class ZoneEffect(Table):
    """A [[movement]]: what an enemy zone does to a mover; the first that fits who, when, where, modes and strengths decides."""

    who: Selector = EVERYONE
    """Which movers: { movement_classes = ["motorized"] }."""

    when: When = ALWAYS
    """When: { phases = ["movement"] }."""

    modes: frozenset[ModeName] = frozenset()
    """In which modes of movement; empty = in all: ["ground", "rail"]."""

    strengths: frozenset[StrengthName] = frozenset()
    """In zones of which strengths; empty = of all: ["normal"]."""

    where: Where = ANYWHERE
    """In which hexes: { without = ["city"] }."""

    ignored: bool = False
    """Whether the mover does not care for the zone."""

    spares: int = 0
    """How many hexes in a zone, the first ones on its way, do not count: 1."""

    stop: bool = False
    """Whether it must halt on entering."""

    enter_cost: Cell = Fraction(0)
    """Movement points to enter a hex in a zone, beside the terrain's; "?" is the chart cell zoc.STRENGTH.enter_cost.CLASS."""

    leave_cost: Cell = Fraction(0)
    """Movement points to leave a zone for a hex without one; "?" is the chart cell zoc.STRENGTH.leave_cost.CLASS."""

    between_cost: Cell = Fraction(0)
    """Movement points to go from zone to zone; "?" is the chart cell zoc.STRENGTH.between_cost.CLASS."""

    no_between: Edges | None = None
    """Hexsides that may not be crossed from zone to zone: { features = ["river"] }; an empty table = none may."""

    unless_friendly: Selector | None = None
    """... unless such a friendly unit is in the hex entered; an empty table = any."""

    may_not_enter: bool = False
    """Whether it may not enter a hex in a zone."""

    may_not_leave: bool = False
    """Whether it may not leave one."""

    may_not_start: bool = False
    """Whether it may not begin its move in one."""

    shielded: Selector | None = None
    """Such a friendly unit in the hex cancels the zone; an empty table = any."""

    why: Prose = ""
    """The article and what it says, for readers of the table."""


class ZocTable(Table):
    """zoc.toml."""

    exert: tuple[Exertion, ...] = ()
    """Who exerts a zone, in order."""

    closed: tuple[ClosedSide, ...] = ()
    """Hexsides that no zone passes."""

    shut: tuple[ShutHex, ...] = ()
    """Hexes that no zone enters."""

    movement: tuple[ZoneEffect, ...] = ()
    """What an enemy zone does to movers, in order."""

    strengths: tuple[str, ...] = ("normal", "reduced")
    """The strengths from the strongest to the weakest; a hex in several zones counts as in the strongest."""


def zoc_table(pack: Pack) -> ZocTable:
    """The pack's zoc.toml."""
    return load_table(pack, "zoc", ZocTable)


def strongest(pack: Pack, strengths: set[str]) -> str:
    """The strongest of several strengths of zone, "" of none."""
    order = zoc_table(pack).strengths
    return next((strength for strength in order if strength in strengths), min(strengths, default=""))
