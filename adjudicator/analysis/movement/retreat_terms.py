"""How far units retreat, and what it costs them: [retreat] of movement.toml."""

from __future__ import annotations

from typing import Literal

from adjudicator.lean import dataclass
from adjudicator.model.theatre import Table
from adjudicator.terms.edges import Edges
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector


class Ignoring(Table):
    """Zones of control that a retreating unit need not heed."""

    who: Selector = EVERYONE
    """The units that retreat."""
    of: Selector = EVERYONE
    """The units whose zones they do not heed."""
    first: bool = False
    """Whether this holds in the first hex only."""


class RetreatAfter(Table):
    """How far a retreat goes after some results."""

    results: frozenset[str]
    """The results. Example: `results = ["DR2"]`"""
    hexes: int
    """How many hexes the retreat goes then. Example: `hexes = 2`"""
    away: int = 1
    """How far from its start it must end then, in hexes. Example: `away = 2`"""


Measure = Literal["losses", "overstacked", "zones", "grave zones", "supply"]
"""What a retreat may be chosen by: the least of all open ones is due."""


@dataclass(frozen=True, slots=True)
class RailRetreat:
    """Units that retreat only where they could go by rail; enemy zones bar them as they bar rail movement, but by the choice of a
    reading.
    """

    who: Selector
    no_zones: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Slipping:
    """Units that may try to slip through zones to friends by a table, and help others to; the chart cell, with {die} in it, says
    "success", or another word.
    """

    who: Selector
    cell: str


@dataclass(frozen=True, slots=True)
class Tired:
    """Who loses a step by retreating at all, and from which hexes."""

    who: Selector = EVERYONE
    where: Where = ANYWHERE


@dataclass(frozen=True, slots=True)
class SeriesRetreat:
    """What the books of one series say of retreats besides [retreat]."""

    onward: bool = False
    """Whether a unit that ends in too large a stack goes on."""
    shielded_who: Selector = EVERYONE
    """The units for which `shielded` holds."""
    beside: tuple[Edges, ...] = ()
    """A retreat of one hex across one of these hexsides is far enough, whatever `away` says."""
    past: frozenset[str] = frozenset()
    """Kinds of enemy marker on which a retreat may not end; it goes on beyond."""
    tired: tuple[Tired, ...] = ()
    chosen_by: tuple[Measure, ...] = ("losses",)
    """By what a retreat is chosen, the weightiest first: "losses" of steps to zones and to the stack it ends in,
    "overstacked" (it ends in too large a stack), "zones" (it enters enemy zones), "grave zones" (those of units that fit
    `grave`), "supply" (it enters no enemy zone and ends no closer to the nearest source of supply)."""
    grave: Selector = EVERYONE
    """The units whose zones are the grave ones."""


class Retreat(Table):
    """[retreat]: how far units retreat, and what it costs them."""

    hexes: int = 1
    """How many hexes a retreat goes."""
    away: int = 1
    """How far from its start it must end, in hexes."""
    after: tuple[RetreatAfter, ...] = ()
    """Other lengths after some results; while the result is not told, what hangs on it is undetermined."""
    zones: Literal["cost", "closed"] = "cost"
    """Whether hexes in enemy zones of control are open at a cost (`zone_loss`), or closed. Example: `zones = "closed"`"""
    room: bool = False
    """Whether a retreat ends only where there is room for the unit. Example: `room = true`"""
    displaces: Literal["", "forced", "freely"] = ""
    """Whether a retreat may end where there is no room, by pushing a friend out who retreats in his turn: "forced", only if
    there is no other, or "freely". Example: `displaces = "forced"`"""
    displaced: Selector = EVERYONE
    """The friends who can be pushed out. Example: `displaced = { without_kinds = ["hq"] }`"""
    zone_loss: int = 0
    """Steps lost for each hex in an enemy zone of control that is entered."""
    shielded: Selector | None = None
    """Such a friendly unit in a hex cancels the zones there."""
    ignoring: tuple[Ignoring, ...] = ()
    """Zones that need not be heeded."""
    shared: Literal["", "all", "there", "unsaid"] = ""
    """Who leaves a hex that enemies share: "all", zones do nothing to him; "there", those of the enemies in that hex do
    nothing; "unsaid", the rules do not say whether those count, nor from where: as if those enemies had yet to come in."""
    stays: Selector | None = None
    """Units that never retreat."""
    dies: Selector | None = None
    """Units that die instead."""
