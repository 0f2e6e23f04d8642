"""supply.toml: what a supply line is, which places are sources, and what follows for a unit."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pydantic import model_validator

from adjudicator.analysis.supply.line_terms import BaseElement, Line, Spots, element_like
from adjudicator.lean import dataclass
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import LineName, RadiusName, StatusName
from adjudicator.terms.cell import Cell
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector


class Connection(Table):
    """Being joined by a line to something with a status. What has such a status itself, or shares a hex with it, is
    joined unless that hex is blocked.
    """

    lines: tuple[LineName, ...]
    """The lines, any of which will do."""
    to: frozenset[StatusName]
    """The statuses, any of which will do."""
    another: bool = False
    """Whether the thing itself does not count."""
    least: int = 1
    """How many others it must be joined to."""
    group: str = ""
    """A value of places by which several hexes count as one."""


class StatusRule(Table):
    """A [[status]]: what makes something a source, or a link to one. Nothing has it until it is shown to have it."""

    name: str
    """Its name, by which other entries ask for it."""
    spots: Spots
    """What may have it."""
    at: frozenset[StatusName] = frozenset()
    """Statuses, one of which something in the same hex must have."""
    connected: tuple[Connection, ...] = ()
    """Lines, all of which must lead from it."""
    why: Prose = ""
    """What reports say of it."""


class Radius(Table):
    """A [[radius]]: sources that feed all within a distance."""

    name: str
    """Its name, by which [[state]] asks for it."""
    statuses: frozenset[StatusName]
    """The statuses, one of which the source has."""
    radius: Cell | None = None
    """The distance in hexes."""
    value: str = ""
    """The value of the source that holds the distance instead."""
    lines: tuple[LineName, ...] = ()
    """One of these lines must lead to the source."""


class StateRule(Table):
    """A [[state]]: what state of supply a unit is in. The first that fits counts; their order is from best to worst.

    Without `radius` and `connected` it always fits.
    """

    state: str
    """The state's name."""
    aspect: str = "supply"
    """What the state is of, where a game tells several apart."""
    who: Selector = EVERYONE
    """The units."""
    when: When = When()
    """When it counts."""
    radius: frozenset[RadiusName] = frozenset()
    """Names of radiuses, in one of which the unit must be."""
    connected: tuple[Connection, ...] = ()
    """Lines, all of which must lead from the unit."""
    why: Prose = ""
    """What reports say of it."""


@dataclass(frozen=True, slots=True)
class RadiusFactor:
    """What the radius of such sources is multiplied by for such units, where the source stands in such a hex."""

    radius: str
    who: Selector = EVERYONE
    spots: Spots | None = None
    where: Where = ANYWHERE
    times: Fraction = Fraction(2)


@dataclass(frozen=True, slots=True)
class RadiusFactors:
    """The factors of a book, of which all that fit multiply."""

    factor: tuple[RadiusFactor, ...] = ()


@dataclass(frozen=True, slots=True)
class Raise:
    """A marker that betters the state of units in its hex, by so many steps in the order of the states."""

    markers: frozenset[str]
    by: int = 1
    when: When = When()


@dataclass(frozen=True, slots=True)
class Raises:
    """Those of a book."""

    raises: tuple[Raise, ...] = ()


@dataclass(frozen=True, slots=True)
class LimitedSources:
    """What has one of these statuses feeds only so many stacking points of units: those of the value of its place or marker."""

    statuses: frozenset[str]
    value: str


@dataclass(frozen=True, slots=True)
class StarvationModifier:
    """What is added to the die where the unit stands in such a hex; of one `group` only the first that fits counts.

    `never_lost`: a place there must have begun as the side's and never been another's.
    """

    name: str
    add: int
    where: Where = ANYWHERE
    never_lost: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class StarvationRule:
    """Units with such a marker, and in such states besides (aspect, then state), perish by a modified die from `least` on."""

    marks: frozenset[str]
    states: Mapping[str, str]
    least: int
    modifier: tuple[StarvationModifier, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Units that draw on a special source in this player turn are in supply, whatever they went without before.

    `mark` is the marker on one that does; such `units` and `markers` may be a source, and none reaches beyond `within` hexes.
    """

    mark: str
    units: Selector
    markers: frozenset[str]
    within: int


class SupplyTable(Table):
    """The file supply.toml: what a supply line is, which places are sources, and what follows for a unit."""

    @model_validator(mode="before")
    @classmethod
    def _with_bases(cls, tables: object) -> object:
        if not isinstance(tables, Mapping) or "base" not in tables:
            return tables
        bases = tables["base"]
        lines = {
            name: {**line, "elements": [element_like(element, bases) for element in line.get("elements", ())]}
            for name, line in tables.get("line", {}).items()
        }
        return {**tables, "line": lines}

    base: Mapping[str, BaseElement] = {}
    """Keys that several elements of lines share, by the name that `like` gives. They are written into the elements
    before anything else."""
    home: Mapping[str, frozenset[str]] = {}
    """Nations and the tags of the hexes that are their home territory. Example: `home = { french = ["france"] }`"""
    line: Mapping[str, Line] = {}
    """The kinds of supply line."""
    status: tuple[StatusRule, ...] = ()
    """What makes something a source, or a link to one."""
    radius: tuple[Radius, ...] = ()
    """Sources that feed all within a distance."""
    state: tuple[StateRule, ...] = ()
    """The states of supply that units may be in."""
