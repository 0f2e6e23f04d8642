"""terrain.toml and movement.toml: what moving costs, who may go where, and how far.

terrain.toml
    [terrain.NAME]   name; cost: movement class -> cell ("no" = may not enter; a class left out is the chart cell
                     terrain.NAME.cost.CLASS); any = cell for classes not listed; as = another terrain whose costs it has
    [hexside.NAME]   the same for what crossing adds (0 if the feature has neither cost nor any); ignored = true: no effect
    [[weather]]      changes, in order, all that fit: where (the hex entered; its weather goes here), who, modes, road (true:
                     only steps at the road rate, false: only others), features (of the hexside: the change is then to what
                     it adds, else to the hex's cost): set, add, times (cells; set = "no" closes; set = "?" of a
                     change with a `name` is the chart cell terrain.TERRAIN.NAME.CLASS); hexes = most hexes a phase
    both_ends        true: a step between hexes of different weather suffers what the weather of either does
movement.toml
    [[road]]         features, cost (cell), who, modes, where, when: a step along such a hexside costs that, whatever the
                     terrain; within: so do steps between two such hexes, each touched by such a line, if `entered` steps
                     from anywhere into one; keeps_hexside = true: hexside costs are still paid. `cost_of` a terrain instead
                     of `cost`
    [[allowance]]    in order, all that fit: who, when, modes, where (the hex it starts in), start = "zone" / "free" (in an
                     enemy zone or not), states (any of: marks such as "isolated"), set, times, add, least, round ("up",
                     "down", "" = keep), hexes (most hexes), last (stop here)
    [[minimum]]      units that may always move so many `hexes` though the points do not suffice: who, when, modes
    [[forbid]]       who, when, modes, where or edges (unless: edges open all the same), states: may not enter / cross; with
                     neither it may not move at all; start (where it begins), in_zone (it
                     begins in an enemy zone) restrict that; held = { place = "enemy" }: only while so; unless_linked:
                     { along, without_features, places, where, never }: not where both hexes lie on such a line, held by
                     the unit's side, that leads to such a place which the side `never` has not held; why
    [[slowed]]       who, modes, where, times: from where it first enters such a hex every step costs so many times as
                     much; whether the step that enters does too is open; not for a unit that starts in one
    occupied_by      selector of enemy units that bar a hex (default all)
    [mode.NAME]      ways to move besides "ground": who, when, along (features every hexside must have), links (features of
                     off-map links), cost (flat cell per hex), start_cost, hexes (cell, most hexes), times (of the
                     allowance), free (uses no points), own (every hex controlled by the side), between (kinds of place: the
                     hex lies on a chain between two such places the side controls), clear_of = "adjacent" (never next to an
                     enemy unit), front (never next to one that fits its `of`, not counting hexsides `closed`), over (enemy
                     units in the hexes do not bar it),
                     without_markers (kinds that close a hex), start (where it may begin), end (where it may stop),
                     zones_ignored, gauges: [{ name, features, without (features), markers, without_markers (kinds both hexes
                     must, or not both may, bear) }], transfer (cell) and transfer_hexes: what going from gauge to gauge costs,
                     load: [{ who, points }]: what a unit uses of the mode's capacity; capacity: [{ sides, when,
                     most (cell), value (or a number the game keeps, "name.SIDE"), times, round }], the first that fits
    [overrun]        who, victims (selector), most_victims, extra (cell, added to the hex), strength (least attack strength),
                     no_road, when, where, barred: [{ where, why }], closed (edges)
                     dice, drm: [{ name, by, who, victims, least (attack strength), where, shifts (once for each column that
                     terrain and markers shift to the left) }]: what is added to the die, which is then kept on the die and
                     compared with the defense strength; chooser: [{ victims, by = "own" / "enemy" }] for an equal roll
    [retreat]        hexes; away: the last hex must be so far from the start, or beyond a hexside of `beside` from it;
                     zone_loss: steps lost per enemy zone hex entered; shielded (selector of friends who cancel it, for
                     units that fit shielded_who),
                     ignoring: [{ who (retreating), of (zones), first (only in the first hex) }]; shared: "all" = zones do
                     nothing to who leaves a hex that enemies share, "there" = those of the enemies in it; stays, dies:
                     selectors of those who never retreat, or die instead; tired: [{ who, where }]: lose a step besides;
                     past: kinds of enemy marker that a retreat may not end on and goes on beyond; onward: who ends in too
                     large a stack goes on; by_rail: selector of those who retreat only where they could go by rail
                     (rail_zones: enemy zones bar them as they bar rail movement); lucky: selector of those who may try to
                     slip through zones to friends by a table (lucky_cells: its cell for a {die}, "success" or
                     not), and help others (`analysis.retreat`). Every table may be left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from pydantic import Field

from adjudicator.analysis.front import FrontTerms
from adjudicator.analysis.ground import ANYWHERE, UNKNOWN, Cell, Edges, When, Where
from adjudicator.analysis.supply.linked import Linked
from adjudicator.model.theatre import Table
from adjudicator.model.units import EVERYONE, Amount, Selector


class TerrainCost(Table):
    """A [terrain.NAME] or [hexside.NAME]; further keys are for other analyses and for people."""

    name: str = ""
    cost: Mapping[str, Cell] = {}
    any: Cell | None = None
    same_as: str = Field(default="", alias="as")
    ignored: bool = False
    note: str = ""


class WeatherChange(Table):
    """A [[weather]]."""

    where: Where = ANYWHERE
    who: Selector = EVERYONE
    when: When = When()
    modes: frozenset[str] = frozenset()
    road: bool | None = None
    features: frozenset[str] = frozenset()
    set: Cell | None = None
    add: Cell = Fraction(0)
    times: Amount = 1
    hexes: int | None = None
    name: str = ""
    why: str = ""


class TerrainTable(Table):
    """terrain.toml."""

    terrain: Mapping[str, TerrainCost] = {}
    hexside: Mapping[str, TerrainCost] = {}
    weather: tuple[WeatherChange, ...] = ()
    both_ends: bool = False


class Road(Table):
    """A [[road]]."""

    features: frozenset[str]
    cost: Cell = Fraction(1)
    cost_of: str = ""
    who: Selector = EVERYONE
    modes: frozenset[str] = frozenset()
    where: Where = ANYWHERE
    when: When = When()
    keeps_hexside: bool = False
    within: Where | None = None
    entered: bool = False


class Allowance(Table):
    """An [[allowance]]."""

    who: Selector = EVERYONE
    when: When = When()
    modes: frozenset[str] = frozenset()
    where: Where = ANYWHERE
    start: Literal["", "zone", "free"] = ""
    states: frozenset[str] = frozenset()
    set: Cell | None = None
    times: Amount = 1
    add: Amount = 0
    least: Amount = 0
    round: Literal["", "up", "down"] = ""
    hexes: int | None = None
    last: bool = False
    why: str = ""


class Minimum(Table):
    """A [[minimum]]."""

    who: Selector = EVERYONE
    when: When = When()
    modes: frozenset[str] = frozenset()
    hexes: int = 1


class Slowed(Table):
    """A [[slowed]]."""

    who: Selector = EVERYONE
    modes: frozenset[str] = frozenset()
    where: Where
    times: Amount = 2
    why: str = ""


class Gauge(Table):
    """A gauge of a mode's lines."""

    name: str
    features: frozenset[str]
    without: frozenset[str] = frozenset()
    markers: frozenset[str] = frozenset()
    without_markers: frozenset[str] = frozenset()


class Forbid(Table):
    """A [[forbid]]."""

    who: Selector = EVERYONE
    when: When = When()
    modes: frozenset[str] = frozenset()
    where: Where | None = None
    edges: Edges | None = None
    unless: Edges | None = None
    states: frozenset[str] = frozenset()
    start: Where = ANYWHERE
    in_zone: bool = False
    held: Mapping[str, Literal["own", "enemy"]] = {}
    unless_linked: Linked | None = None
    why: str = ""


class Load(Table):
    """What a unit uses of a mode's capacity."""

    who: Selector = EVERYONE
    points: Amount = 1
    by: Literal["", "points", "units"] = ""


class Capacity(Table):
    """How much of a mode a side may use in a turn."""

    sides: frozenset[str] = frozenset()
    when: When = When()
    most: Cell | None = None
    value: str = ""
    times: Amount = 1
    round: Literal["", "up", "down"] = ""


class Mode(Table):
    """A [mode.NAME]."""

    who: Selector = EVERYONE
    when: When = When()
    along: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    cost: Cell | None = None
    start_cost: Cell = Fraction(0)
    hexes: Cell | None = None
    times: Amount = 1
    free: bool = False
    own: bool = False
    between: frozenset[str] = frozenset()
    clear_of: Literal["", "adjacent"] = ""
    front: FrontTerms | None = None
    over: bool = False
    without_markers: frozenset[str] = frozenset()
    start: Where = ANYWHERE
    end: Where = ANYWHERE
    zones_ignored: bool = False
    gauges: tuple[Gauge, ...] = ()
    transfer: Cell = Fraction(0)
    transfer_hexes: int = 0
    load: tuple[Load, ...] = ()
    capacity: tuple[Capacity, ...] = ()
    why: str = ""


class OverrunBar(Table):
    """Where nobody overruns."""

    where: Where
    why: str = ""


class OverrunModifier(Table):
    """A row of `drm`: what it adds to the die of an overrun, and when."""

    name: str
    by: int
    who: Selector = EVERYONE
    victims: Selector = EVERYONE
    least: Amount = 0
    where: Where = ANYWHERE
    shifts: bool = False
    when: When = When()


class OverrunChooser(Table):
    """Who chooses when an overrun's roll equals the defense."""

    victims: Selector = EVERYONE
    by: Literal["own", "enemy"] = "own"


class Overrun(Table):
    """[overrun]."""

    who: Selector = EVERYONE
    victims: Selector = EVERYONE
    most_victims: int = 0
    most_steps: int = 0
    extra: Cell = UNKNOWN
    strength: Amount = 0
    no_road: bool = True
    when: When = When()
    where: Where = ANYWHERE
    closed: tuple[Edges, ...] = ()
    barred: tuple[OverrunBar, ...] = ()
    dice: int = 6
    drm: tuple[OverrunModifier, ...] = ()
    chooser: tuple[OverrunChooser, ...] = ()
    why: str = ""


class Tired(Table):
    """Who loses a step by retreating at all, and where from."""

    who: Selector = EVERYONE
    where: Where = ANYWHERE


class Ignoring(Table):
    """Zones a retreating unit need not heed."""

    who: Selector = EVERYONE
    of: Selector = EVERYONE
    first: bool = False


class Retreat(Table):
    """[retreat]."""

    hexes: int = 1
    away: int = 1
    zone_loss: int = 0
    shielded: Selector | None = None
    shielded_who: Selector = EVERYONE
    ignoring: tuple[Ignoring, ...] = ()
    stacking: bool = False
    beside: tuple[Edges, ...] = ()
    shared: Literal["", "all", "there"] = ""
    stays: Selector | None = None
    dies: Selector | None = None
    tired: tuple[Tired, ...] = ()
    past: frozenset[str] = frozenset()
    onward: bool = False
    by_rail: Selector | None = None
    rail_zones: bool = True
    lucky: Selector | None = None
    lucky_cells: str = ""


class MovementTable(Table):
    """movement.toml."""

    road: tuple[Road, ...] = ()
    allowance: tuple[Allowance, ...] = ()
    minimum: tuple[Minimum, ...] = ()
    forbid: tuple[Forbid, ...] = ()
    slowed: tuple[Slowed, ...] = ()
    occupied_by: Selector = EVERYONE
    mode: Mapping[str, Mode] = {}
    overrun: Overrun | None = None
    retreat: Retreat | None = None
    least_cost: Amount = 1
