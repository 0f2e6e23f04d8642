"""Which pieces may be exchanged for which, and where units go that leave the map: organization.toml."""

from __future__ import annotations

from typing import Literal

from adjudicator.model.known import Known, any_of
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position
from adjudicator.terms.when import When
from adjudicator.terms.who import EVERYONE, Selector


class Piece(Table):
    """A piece, or several alike, of an exchange."""

    who: Selector
    """What kind of unit it is."""
    count: int = 1
    """How many of them."""
    faces: frozenset[int] = frozenset()
    """The faces that may be up, counted from 1; none given: any."""
    box: frozenset[str] = frozenset()
    """Boxes from which it comes, or to which it goes."""
    rank: Literal["", "strongest", "weakest", "weakest of box"] = ""
    """The piece must be the "strongest" or "weakest" of those that come, by the attack strength of the first face (the
    weakest no stronger than all that are moved), or the "weakest of box": of all such in its box."""


class Exchange(Table):
    """An [[exchange]]: pieces in one hex that may be replaced by others."""

    name: str
    """What reports call it."""
    when: When = When()
    """When it may be made."""
    also: tuple[When, ...] = ()
    """Further moments at which it may be made. Example: `also = [{ phases = ["reinforcement"] }]`"""
    before_moving: bool = False
    """Whether it may not be made after its unit has moved in this phase."""
    to_advance: When | None = None
    """When only a unit that then advances may be exchanged. Example: `to_advance = { phases = ["combat"] }`"""
    costs: int | None = None
    """The steps that are lost by it; left out: what its pieces have less than before. Example: `costs = 0`"""
    out: tuple[Piece, ...] = ()
    """The pieces that leave the hex."""
    into: tuple[Piece, ...] = ()
    """The pieces that come."""
    moved: tuple[Piece, ...] = ()
    """Pieces that go from their box to the force pool meanwhile."""
    unless: tuple[Piece, ...] = ()
    """It is not made while boxes hold one of these, who would come first: those that lie there all the phase."""
    why: Prose = ""
    """What reports say of it."""

    def open_to(self, position: Position, side: str) -> Known:
        """Whether a side may make it now."""
        return any_of(when.holds(position, side) for when in (self.when, *self.also))


class Home(Table):
    """A [[home]]: boxes into which a unit goes when it leaves the map otherwise. The first that fits decides."""

    who: Selector = EVERYONE
    """The units."""
    boxes: frozenset[str]
    """The boxes that are right for them."""
    when: When = When()
    """When they go there; where nobody can tell, these boxes and those of the next entry are right."""
    why: Prose = ""
    """What reports say of it."""


class ByExchange(Table):
    """An [[arrivals]]: boxes that pieces leave for the map by an exchange only."""

    boxes: frozenset[str]
    """The boxes; "" for counters that are put on the map and were nowhere before."""
    who: Selector = EVERYONE
    """The pieces for which this holds."""
    instead: bool = False
    """Whether it holds only where another such unit leaves the same hex."""
    when: When = When()
    """When it holds."""


class OrganizationTable(Table):
    """The file organization.toml: which pieces may be exchanged for which."""

    boxes: frozenset[str] = frozenset()
    """Boxes that pieces enter and leave by an exchange only."""
    arrivals: tuple[ByExchange, ...] = ()
    """Further boxes that they leave by an exchange only."""
    exchange: tuple[Exchange, ...] = ()
    """The exchanges."""
    home: tuple[Home, ...] = ()
    """Boxes into which units go when they leave the map otherwise."""
