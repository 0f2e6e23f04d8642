"""supply.toml: what a supply line is, which places are sources, and what follows for a unit."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from pydantic import Field, model_validator

from adjudicator.analysis.supply.linked import Linked
from adjudicator.model.theatre import Table
from adjudicator.model.units import Amount
from adjudicator.terms.cell import UNKNOWN, Cell
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector


class Spots(Table):
    """What may have a status: places, hexes, units or markers. Everything that is given must hold."""

    kinds: frozenset[str] = frozenset()
    """Places of one of these kinds."""
    all_kinds: frozenset[str] = frozenset()
    """Places of all of these kinds."""
    without_kinds: frozenset[str] = frozenset()
    """Places of none of these kinds. Example: `without_kinds = ["ruin"]`"""
    names: frozenset[str] = frozenset()
    """Places of one of these names."""
    hexes: Where | None = None
    """Every hex that fits is a spot."""
    units: Selector | None = None
    """Every unit that fits is a spot."""
    markers: frozenset[str] = frozenset()
    """Every marker of one of these kinds is a spot."""
    marker_tags: frozenset[str] = frozenset()
    """The marker's type has one of these tags. Example: `marker_tags = ["supply_source"]`"""
    control: bool = True
    """Whether a spot counts only for the side that controls it, or to which it belongs. A place whose control nobody
    knows is undetermined. Example: `control = false`"""
    held: bool = False
    """Whether units and markers too count only in hexes that their side controls."""
    sides: frozenset[str] = frozenset()
    """The sides for which it counts; none given: all."""
    without_markers: frozenset[str] = frozenset()
    """Kinds of marker that put a spot out of action."""
    home: bool = False
    """Whether it counts only in the home territory of the nation that traces."""
    for_nations: frozenset[str] = frozenset()
    """The nations that it serves; none given: all."""
    never_lost: bool = False
    """Whether a place counts no more once the position's values have "lost:NAME"."""
    where: Where = ANYWHERE
    """The hexes in which it must lie."""
    when: When = When()
    """When it counts."""


class Exemption(Table):
    """Tracers for which a block does not hold, or only for other enemy units."""

    who: Selector
    """The units that trace."""
    ignoring: Selector | None = None
    """Enemy units that do not count for them; left out: the block does not hold at all."""
    where: Where = ANYWHERE
    """The hexes in which they are exempt."""
    when: When = When()
    """When they are exempt."""


class Block(Table):
    """Hexes that an element of a line may not enter."""

    by: Literal["units", "zone", "control", "line", "hexes"]
    """What blocks: enemy "units" in the hex, an enemy "zone", "control" (a hex that is not the side's own), a "line"
    (the hex lies on a chain of `features` between two `places` that the enemy controls), or "hexes" (just `where`)."""
    who: Selector = EVERYONE
    """The enemy units that count."""
    where: Where = ANYWHERE
    """The hexes in which it holds."""
    when: When = When()
    """When it holds."""
    held: Mapping[str, Literal["own", "enemy"]] = {}
    """It holds only while these places are so held: place, then "own" or "enemy"."""
    features: frozenset[str] = frozenset()
    """With "line": the hexside features of the chain."""
    places: frozenset[str] = frozenset()
    """With "line": the kinds of place between which the chain runs."""
    lifted_by: Selector | None = None
    """Such a friendly unit in the hex lifts the block."""
    through_only: bool = False
    """Whether lines may still begin or end there. Example: `through_only = true`"""
    exempt: tuple[Exemption, ...] = ()
    """Tracers for which it does not hold."""
    sides: frozenset[str] = frozenset()
    """The sides for which it holds; none given: all."""
    why: str = ""
    """What reports say of it."""


class ClosedEdges(Table):
    """Hexsides that an element of a line may not cross."""

    edges: Edges
    """The hexsides."""
    unless: Edges | None = None
    """Hexsides that are open all the same."""
    unless_linked: Linked | None = None
    """Hexsides are open where both their hexes lie on such a chain. Example: `unless_linked = { along = ["rail"],
    places = ["capital"] }`"""
    sides: frozenset[str] = frozenset()
    """The sides for which they are closed; none given: all."""
    why: str = ""
    """What reports say of it."""


class StepCost(Table):
    """What a step of a line costs, or adds."""

    where: Where = ANYWHERE
    """The hexes that are entered."""
    edges: Edges | None = None
    """The hexsides that are crossed."""
    cost: Amount = 1
    """What it costs, in hexes of the line's length."""
    flat: bool = False
    """Whether `extra` adds nothing to it."""


class Length(Table):
    """How long an element may be while all its hexes fit `within`."""

    within: Where = ANYWHERE
    """What every hex of the element must be."""
    most: Cell = UNKNOWN
    """The length in hexes. "?" or left out: the chart cell supply.LINE.ELEMENT.ROW, the row counted from 1."""


class Jump(Table):
    """A connection without hexes between, such as a sea lane."""

    spots: Spots
    """From any of these spots one may go to any other of them."""
    group: str = ""
    """Only to spots with the same value of this name (such as "sea")."""
    majority: Spots | None = None
    """Only where the side controls more than half of these spots of the group; left out: always."""


class Element(Table):
    """One element of a line: the hexes between two of its ends, of one kind."""

    name: str
    """What reports call it: "overland", "rail"."""
    along: frozenset[str] = frozenset()
    """Hexside features of which every step needs one; none given: any hexside will do."""
    links: frozenset[str] = frozenset()
    """Features of off-map links that it may use as well. Example: `links = ["ferry"]`"""
    over: Where = ANYWHERE
    """The hexes through which it may run. Example: `over = { without = ["sea"] }`"""
    closed: tuple[ClosedEdges, ...] = ()
    """Hexsides that it may not cross."""
    block: tuple[Block, ...] = ()
    """Hexes that it may not enter."""
    cost: tuple[StepCost, ...] = ()
    """What a hex costs, the first that fits; 1 if none does. Example: `cost = [{ where = { terrains = ["mountain"] },
    cost = 2 }]`"""
    extra: tuple[StepCost, ...] = ()
    """What is added to that, all that fit, unless the cost is `flat`. Example: `extra = [{ edges = { features =
    ["river"] }, cost = 1 }]`"""
    lengths: tuple[Length, ...] = ()
    """How long it may be: as long as any row allows whose `within` holds for all its hexes; none given: unlimited."""
    cells: str = ""
    """The beginning of the names of its chart cells, instead of supply.LINE.ELEMENT. Example: `cells =
    "supply.overland"`"""
    starts: Spots | None = None
    """It may begin only at such spots: a truck, a port."""
    chain: bool = False
    """Whether it may follow itself, from truck to truck. Example: `chain = true`"""
    optional: bool = True
    """Whether it may be left out. Example: `optional = false`"""
    free_start: bool = False
    """Whether the hex in which it begins may be blocked, as a unit's own hex. Example: `free_start = true`"""
    jump: Jump | None = None
    """A connection without hexes between. Example: `jump = { spots = { kinds = ["port"] }, group = "sea" }`"""
    like: tuple[str, ...] = ()
    """Names of [base.NAME] tables whose keys it has too. Lists come one after the other, its own last; of other keys
    its own counts, else that of the last base. Example: `like = ["overland"]`"""


class BaseElement(Element):
    """A [base.NAME]: keys that several elements of lines share."""

    name: str = ""
    """What reports call it, for elements that give no name themselves. Example: `name = "overland"`"""


class Line(Table):
    """A [line.NAME]: a kind of supply line."""

    elements: tuple[Element, ...]
    """Its elements in order, from the unit that traces to the source."""
    why: str = ""
    """What reports say of it."""


def _like(element: Mapping[str, object], bases: Mapping[str, Mapping[str, object]]) -> dict[str, object]:
    """An element with what it takes over from its bases."""
    names = element.get("like", ())
    own = {key: value for key, value in element.items() if key != "like"}
    found: dict[str, object] = {}
    for name in names if isinstance(names, list) else ():
        if name not in bases:
            raise ValueError(f"no [base.{name}] for an element to be like")
        found = _over(found, bases[name])
    return _over(found, own)


def _over(old: Mapping[str, object], new: Mapping[str, object]) -> dict[str, object]:
    """`new` over `old`; lists of tables follow one another."""
    found = dict(old)
    for key, value in new.items():
        before = found.get(key)
        tables = isinstance(before, list) and isinstance(value, list) and all(isinstance(each, dict) for each in value)
        found[key] = [*before, *value] if tables and isinstance(before, list) and isinstance(value, list) else value
    return found


class Connection(Table):
    """Being joined by a line to something with a status. What has such a status itself, or shares a hex with it, is
    joined unless that hex is blocked.
    """

    lines: tuple[str, ...]
    """The lines, any of which will do."""
    to: frozenset[str]
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
    at: frozenset[str] = frozenset()
    """Statuses, one of which something in the same hex must have."""
    connected: tuple[Connection, ...] = ()
    """Lines, all of which must lead from it."""
    why: str = ""
    """What reports say of it."""


class Multiplier(Table):
    """A factor on a radius. All that fit multiply."""

    who: Selector = EVERYONE
    """The units that trace."""
    spots: Spots | None = None
    """The sources."""
    where: Where = ANYWHERE
    """The hex of the source."""
    when: When = When()
    """When it counts. Example: `when = { conditions = { weather = ["mud"] } }`"""
    times: Amount = Fraction(2)
    """The factor."""


class Radius(Table):
    """A [[radius]]: sources that feed all within a distance."""

    name: str
    """Its name, by which [[state]] asks for it."""
    statuses: frozenset[str]
    """The statuses, one of which the source has."""
    spots: Spots | None = None
    """What the source must be besides. Example: `spots = { kinds = ["depot"] }`"""
    radius: Cell | None = None
    """The distance in hexes."""
    value: str = ""
    """The value of the source that holds the distance instead."""
    plus: int = 0
    """What is added to the distance. Example: `plus = 1`"""
    times: tuple[Multiplier, ...] = ()
    """Factors on it. Example: `times = [{ when = { conditions = { weather = ["mud"] } }, times = "1/2" }]`"""
    who: Selector = EVERYONE
    """The units that it feeds. Example: `who = { nations = ["french"] }`"""
    lines: tuple[str, ...] = ()
    """One of these lines must lead to the source."""


class StateRule(Table):
    """A [[state]]: what state of supply a unit is in. The first that fits counts; their order is from best to worst.

    Without `radius`, `connected` and `statuses` it always fits.
    """

    state: str
    """The state's name."""
    aspect: str = "supply"
    """What the state is of, where a game tells several apart."""
    who: Selector = EVERYONE
    """The units."""
    spots: Spots | None = None
    """The spots whose state it is, instead of units. Example: `spots = { kinds = ["port"] }`"""
    when: When = When()
    """When it counts."""
    radius: frozenset[str] = frozenset()
    """Names of radiuses, in one of which the unit must be."""
    connected: tuple[Connection, ...] = ()
    """Lines, all of which must lead from the unit."""
    statuses: frozenset[str] = frozenset()
    """Statuses, one of which the unit must have. Example: `statuses = ["source"]`"""
    why: str = ""
    """What reports say of it."""


class Raise(Table):
    """A [[raises]]: a marker that betters the state of units in its hex."""

    markers: frozenset[str]
    """The kinds of marker."""
    who: Selector = EVERYONE
    """The units whose state it betters. Example: `who = { kinds = ["infantry"] }`"""
    by: int = 1
    """By how many steps in the order of the states."""
    aspect: str = "supply"
    """Which state. Example: `aspect = "supply"`"""
    when: When = When()
    """When it does."""


class Limit(Table):
    """A [[limit]]: sources that feed only so much."""

    statuses: frozenset[str]
    """The statuses, one of which the source has."""
    value: str
    """The value of the source that holds how much it feeds."""
    by: Literal["units", "points"] = "points"
    """What is counted: units, or stacking points. Example: `by = "points"`"""


class StarvationModifier(Table):
    """A modifier of [starvation]. All that fit are added."""

    name: str
    """What reports call it."""
    add: int
    """What is added to the die."""
    where: Where = ANYWHERE
    """The hex in which the unit stands."""
    never_lost: bool = False
    """Whether a place there must have begun as the side's and never been another's."""
    group: str = ""
    """Of the modifiers of one group only the first that fits counts."""


class StarvationRule(Table):
    """[starvation]: units that perish for want of supply."""

    marks: frozenset[str]
    """Kinds of marker of the units that must roll."""
    states: Mapping[str, str] = {}
    """What they must be in besides, all together: aspect, then state."""
    least: int = Field(alias="from")
    """The least modified die that eliminates them."""
    modifier: tuple[StarvationModifier, ...] = ()
    """What is added to the die."""


class SupplyTable(Table):
    """The file supply.toml: what a supply line is, which places are sources, and what follows for a unit."""

    @model_validator(mode="before")
    @classmethod
    def _with_bases(cls, tables: object) -> object:
        if not isinstance(tables, Mapping) or "base" not in tables:
            return tables
        bases = tables["base"]
        lines = {
            name: {**line, "elements": [_like(element, bases) for element in line.get("elements", ())]}
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
    raises: tuple[Raise, ...] = ()
    """Markers that better a state."""
    limit: tuple[Limit, ...] = ()
    """Sources that feed only so much."""
    starvation: StarvationRule | None = None
    """Units that perish for want of supply."""
