"""Which pieces may be exchanged for which, and where units go that leave the map: organization.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from adjudicator.lean import dataclass
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
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
    costs: int | None = None
    """The steps that are lost by it; left out: what its pieces have less than before. Example: `costs = 0`"""
    out: tuple[Piece, ...] = ()
    """The pieces that leave the hex."""
    into: tuple[Piece, ...] = ()
    """The pieces that come."""
    moved: tuple[Piece, ...] = ()
    """Pieces that go from their box to the force pool meanwhile."""
    why: Prose = ""
    """What reports say of it."""


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


@dataclass(frozen=True, slots=True)
class ByExchange:
    """Boxes that pieces leave for the map by an exchange only; "" for counters that are put on the map and were nowhere before.

    `instead`: only where another such unit leaves the same hex.
    """

    boxes: frozenset[str]
    who: Selector = EVERYONE
    instead: bool = False
    when: When = When()


@dataclass(frozen=True, slots=True)
class ExchangesBesides:
    """What a book says of exchanges, by their names, besides organization.toml."""

    arrivals: tuple[ByExchange, ...] = ()
    also: When | None = None
    """When those of the names in `twice` may be made as well."""
    twice: frozenset[str] = frozenset()
    before_moving: frozenset[str] = frozenset()
    """Those that may not be made after their unit has moved in the phase."""
    to_advance: When | None = None
    """When only a unit that then advances may be given up in one of these."""
    after: Mapping[str, Piece] = field(default_factory=dict)
    """One is not made while boxes hold such a piece, who would come first: one that lies there all the phase."""


class OrganizationTable(Table):
    """The file organization.toml: which pieces may be exchanged for which."""

    boxes: frozenset[str] = frozenset()
    """Boxes that pieces enter and leave by an exchange only."""
    exchange: tuple[Exchange, ...] = ()
    """The exchanges."""
    home: tuple[Home, ...] = ()
    """Boxes into which units go when they leave the map otherwise."""
