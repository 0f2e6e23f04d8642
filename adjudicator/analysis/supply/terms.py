"""supply.toml: what a supply line is, which places are sources, and what follows for a unit.

[home]           nation -> tags of hexes that are its home territory
[line.NAME]      a kind of line, `elements` in order from the tracing unit to the source. Each element:
    name         for reports: "overland", "rail"
    along        features of which every hexside it crosses must have one (rail, road); empty = any hexside
    links        features of off-map links it may use too
    over         the hexes it may run through (`where`); empty = all
    closed       hexsides it may not cross: [{ edges, unless (edges that are open all the same), unless_linked (both ends
                 lie on such a chain, see linked.py), sides it holds for, why }]
    block        hexes it may not enter, see below
    cost         what a hex costs, the first that fits: [{ where, edges, cost, flat }]; 1 if none fits.
    extra        added to it, all that fit, unless the cost was `flat`: [{ where, edges, cost }]
    lengths      [{ within (where: every hex of the element), most }]: the element may be as long as any row allows whose
                 `within` holds for all its hexes; none = unlimited. "?" or no `most` = the chart cell
                 supply.LINE.ELEMENT.<row, from 1> (`cells` names another beginning than supply.LINE.ELEMENT)
    starts       it may begin only at such spots (a truck, a port)
    chain        it may follow itself (truck to truck)
    optional     it may be left out (default true)
    free_start   the hex it begins in may be blocked (a unit's own hex)
    like         names of [base.NAME] tables whose keys it has too: lists one after the other, its own last; of other keys
                 its own counts, else that of the last base
    jump         { spots, group, majority }: from any of these spots to any other with the same value `group`
                 ("sea"), where the side controls more than half of the `majority` spots of that group (none = always)
  a block:       by = "units" (enemy units in the hex), "zone" (enemy zones), "control" (a hex not its own),
                 "line" (on a chain of `features` between two enemy-controlled `places`), "hexes" (just `where`);
                 who: the enemy units that count; where, when restrict it; held: { place = "enemy" } only while so held;
                 lifted_by: a friendly unit in the hex that lifts it; through_only: lines may still begin or end there;
                 exempt: [{ who (tracers), ignoring (enemy units that do not count for them; none = no block at all),
                 where, when }]; sides it holds for; why: for reports
spots            kinds / all_kinds / without_kinds / names (of places), hexes (a `where`: every such hex is a spot), units
                 (selector), markers (kinds), marker_tags (any the marker's type has); control (default true: controlled
                 by, or belonging to, the side; a place under "?" control is undetermined), held (true: units and markers
                 too count only in hexes that their side controls), sides, without_markers
                 (kinds that put it out of action), home (it lies in the tracing nation's home territory),
                 for_nations (it serves these only), never_lost (not if the position's values have "lost:NAME"),
                 where, when
[[status]]       name, spots, at (statuses, one of which something in the same hex must have), connected: all of
                 [{ lines (any), to (statuses, any), another (itself does not count), least = 1 (2 or more: so many
                 others), group (place value by which several hexes are one) }]. A line may have no length: what has one
                 of the statuses itself, or shares a hex with it, is connected unless that hex is blocked. A least fixed
                 point: nothing is connected until it is shown to be.
[[radius]]       sources within a distance: name, statuses, spots (restricts), radius (cell) or value (the name of a value
                 of the spot), plus, times: [{ who (tracers), spots, where (the source's hex), when, times }] (all that
                 fit multiply), who (tracers), lines (one must lead there)
[[state]]        aspect = "supply"; state; who; when; radius (names, any), connected (as above); no condition = always.
                 For each unit the first that fits; their order is best to worst. `spots` instead of `who`: state of spots
[[raises]]       a marker that betters a state in its hex: markers, who, by = 1, aspect, when
[[limit]]        sources that feed so much only: statuses, value (of the spot), by = "points" or "units"
[starvation]     see `analysis.starvation`
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from pydantic import Field, model_validator

from adjudicator.analysis.ground import ANYWHERE, UNKNOWN, Cell, Edges, When, Where
from adjudicator.analysis.supply.linked import Linked
from adjudicator.model.theatre import Table
from adjudicator.model.units import EVERYONE, Amount, Selector


class Spots(Table):
    """Places, hexes, units or markers that may have a status."""

    kinds: frozenset[str] = frozenset()
    all_kinds: frozenset[str] = frozenset()
    without_kinds: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    hexes: Where | None = None
    units: Selector | None = None
    markers: frozenset[str] = frozenset()
    marker_tags: frozenset[str] = frozenset()
    control: bool = True
    held: bool = False
    sides: frozenset[str] = frozenset()
    without_markers: frozenset[str] = frozenset()
    home: bool = False
    for_nations: frozenset[str] = frozenset()
    never_lost: bool = False
    where: Where = ANYWHERE
    when: When = When()


class Exemption(Table):
    """Tracers a block does not hold for, or only for other enemy units."""

    who: Selector
    ignoring: Selector | None = None
    where: Where = ANYWHERE
    when: When = When()


class Block(Table):
    """Hexes an element may not enter."""

    by: Literal["units", "zone", "control", "line", "hexes"]
    who: Selector = EVERYONE
    where: Where = ANYWHERE
    when: When = When()
    held: Mapping[str, Literal["own", "enemy"]] = {}
    features: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    lifted_by: Selector | None = None
    through_only: bool = False
    exempt: tuple[Exemption, ...] = ()
    sides: frozenset[str] = frozenset()
    why: str = ""


class ClosedEdges(Table):
    """Hexsides an element may not cross."""

    edges: Edges
    unless: Edges | None = None
    unless_linked: Linked | None = None
    sides: frozenset[str] = frozenset()
    why: str = ""


class StepCost(Table):
    """What a step costs, or adds."""

    where: Where = ANYWHERE
    edges: Edges | None = None
    cost: Amount = 1
    flat: bool = False


class Length(Table):
    """How long an element may be while all its hexes fit `within`."""

    within: Where = ANYWHERE
    most: Cell = UNKNOWN


class Jump(Table):
    """A connection without hexes between: a sea lane."""

    spots: Spots
    group: str = ""
    majority: Spots | None = None


class Element(Table):
    """One element of a line."""

    name: str
    along: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    over: Where = ANYWHERE
    closed: tuple[ClosedEdges, ...] = ()
    block: tuple[Block, ...] = ()
    cost: tuple[StepCost, ...] = ()
    extra: tuple[StepCost, ...] = ()
    lengths: tuple[Length, ...] = ()
    cells: str = ""
    starts: Spots | None = None
    chain: bool = False
    optional: bool = True
    free_start: bool = False
    jump: Jump | None = None
    like: tuple[str, ...] = ()


class BaseElement(Element):
    """A [base.NAME]: keys that several elements of lines share."""

    name: str = ""


class Line(Table):
    """A [line.NAME]."""

    elements: tuple[Element, ...]
    why: str = ""


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
    """Being joined by a line to something with a status."""

    lines: tuple[str, ...]
    to: frozenset[str]
    another: bool = False
    least: int = 1
    group: str = ""


class StatusRule(Table):
    """A [[status]]."""

    name: str
    spots: Spots
    at: frozenset[str] = frozenset()
    connected: tuple[Connection, ...] = ()
    why: str = ""


class Multiplier(Table):
    """A factor on a radius."""

    who: Selector = EVERYONE
    spots: Spots | None = None
    where: Where = ANYWHERE
    when: When = When()
    times: Amount = Fraction(2)


class Radius(Table):
    """A [[radius]]."""

    name: str
    statuses: frozenset[str]
    spots: Spots | None = None
    radius: Cell | None = None
    value: str = ""
    plus: int = 0
    times: tuple[Multiplier, ...] = ()
    who: Selector = EVERYONE
    lines: tuple[str, ...] = ()


class StateRule(Table):
    """A [[state]]."""

    state: str
    aspect: str = "supply"
    who: Selector = EVERYONE
    spots: Spots | None = None
    when: When = When()
    radius: frozenset[str] = frozenset()
    connected: tuple[Connection, ...] = ()
    statuses: frozenset[str] = frozenset()
    why: str = ""


class Raise(Table):
    """A [[raises]]."""

    markers: frozenset[str]
    who: Selector = EVERYONE
    by: int = 1
    aspect: str = "supply"
    when: When = When()


class Limit(Table):
    """A [[limit]]."""

    statuses: frozenset[str]
    value: str
    by: Literal["units", "points"] = "points"


class StarvationModifier(Table):
    """A modifier of [starvation]."""

    name: str
    add: int
    where: Where = ANYWHERE
    never_lost: bool = False
    group: str = ""


class StarvationRule(Table):
    """[starvation]."""

    marks: frozenset[str]
    states: Mapping[str, str] = {}
    least: int = Field(alias="from")
    modifier: tuple[StarvationModifier, ...] = ()


class SupplyTable(Table):
    """supply.toml; `base` is written into the elements that are like it before anything is validated."""

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
    home: Mapping[str, frozenset[str]] = {}
    line: Mapping[str, Line] = {}
    status: tuple[StatusRule, ...] = ()
    radius: tuple[Radius, ...] = ()
    state: tuple[StateRule, ...] = ()
    raises: tuple[Raise, ...] = ()
    limit: tuple[Limit, ...] = ()
    starvation: StarvationRule | None = None
