"""terrain.toml and movement.toml: what moving costs, who may go where, and how far."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from pydantic import Field

from adjudicator.analysis.front import FrontTerms
from adjudicator.analysis.supply.linked import Linked
from adjudicator.model.theatre import Table
from adjudicator.model.units import Amount
from adjudicator.terms.cell import UNKNOWN, Cell
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector


class TerrainCost(Table):
    """A [terrain.NAME], or a [hexside.NAME]: what entering a hex costs, or what crossing a hexside adds."""

    name: str = ""
    """What reports call it; NAME if it is left out."""
    cost: Mapping[str, Cell] = {}
    """The cost in movement points by movement class; "no": such units may not enter. A class that is left out has the
    chart cell terrain.NAME.cost.CLASS."""
    any: Cell | None = None
    """The cost for classes that `cost` does not list. A hexside with neither adds nothing."""
    same_as: str = Field(default="", alias="as")
    """Another terrain whose costs it has. Example: `as = "forest"`"""
    ignored: bool = False
    """Whether the hexside has no effect at all."""
    note: str = ""
    """A remark for people."""


class WeatherChange(Table):
    """A [[weather]] of terrain.toml: how weather changes costs. All that fit are made, in order."""

    where: Where = ANYWHERE
    """The hexes that are entered; `where.weather` asks for the weather."""
    who: Selector = EVERYONE
    """The units whose costs change."""
    when: When = When()
    """When costs change."""
    modes: frozenset[str] = frozenset()
    """The modes of movement whose costs change; none given: all."""
    road: bool | None = None
    """true: only steps at the road rate; false: only other steps."""
    features: frozenset[str] = frozenset()
    """Hexside features: the change is then to what crossing such a hexside adds, else to the cost of the hex."""
    set: Cell | None = None
    """The new cost; "no": closed. "?" in a change with a `name` is the chart cell terrain.TERRAIN.NAME.CLASS."""
    add: Cell = Fraction(0)
    """What is added to the cost."""
    times: Amount = 1
    """What the cost is multiplied by."""
    hexes: int | None = None
    """The most hexes that a unit may enter in a phase."""
    name: str = ""
    """The name by which a chart cell is found."""
    why: str = ""
    """What reports say of it."""


class TerrainTable(Table):
    """The file terrain.toml: the terrain effects chart."""

    terrain: Mapping[str, TerrainCost] = {}
    """The terrains."""
    hexside: Mapping[str, TerrainCost] = {}
    """The hexside features."""
    weather: tuple[WeatherChange, ...] = ()
    """How weather changes costs."""
    both_ends: bool = False
    """Whether a step between hexes of different weather suffers what the weather of either does."""


class Road(Table):
    """A [[road]]: a step along a line has a cost of its own, whatever the terrain."""

    features: frozenset[str]
    """Hexside features of which the step needs one."""
    cost: Cell = Fraction(1)
    """What the step costs, in movement points."""
    cost_of: str = ""
    """The terrain whose cost it has instead of `cost`."""
    who: Selector = EVERYONE
    """The units that may use it. Example: `who = { movement_classes = ["wheels"] }`"""
    modes: frozenset[str] = frozenset()
    """The modes of movement that may use it; none given: all."""
    where: Where = ANYWHERE
    """The hexes that are entered. Example: `where = { terrains = ["clear", "forest"] }`"""
    when: When = When()
    """When it may be used."""
    keeps_hexside: bool = False
    """Whether what crossing the hexside costs is paid all the same. Example: `keeps_hexside = true`"""
    within: Where | None = None
    """Steps between two such hexes have the rate as well, though no line crosses the hexside, where such a line touches
    each. Example: `within = { terrains = ["city"] }`"""
    entered: bool = False
    """With `within`: only the hex that is entered needs to be such a hex. Example: `entered = true`"""


class Allowance(Table):
    """An [[allowance]]: what changes a unit's movement allowance. All that fit apply, in order."""

    who: Selector = EVERYONE
    """The units whose allowance changes."""
    when: When = When()
    """When it changes."""
    modes: frozenset[str] = frozenset()
    """The modes of movement for which it changes; none given: all."""
    where: Where = ANYWHERE
    """The hex in which the unit starts."""
    start: Literal["", "zone", "free"] = ""
    """"zone": only for a unit that starts in an enemy zone of control; "free": only for one that does not."""
    states: frozenset[str] = frozenset()
    """Marks or states of supply of which the unit has one, such as "isolated"."""
    set: Cell | None = None
    """The new allowance in movement points, or "unlimited"."""
    times: Amount = 1
    """What the allowance is multiplied by."""
    add: Amount = 0
    """What is added to it. Example: `add = 2`"""
    least: Amount = 0
    """The least that is left of it."""
    round: Literal["", "up", "down"] = ""
    """How the result is rounded; left out: not at all."""
    hexes: int | None = None
    """The most hexes that the unit may enter."""
    last: bool = False
    """Whether no further entry is looked at."""
    why: str = ""
    """What reports say of it."""


class Minimum(Table):
    """A [[minimum]]: units that may always move some hexes, though their points do not suffice."""

    who: Selector = EVERYONE
    """The units."""
    when: When = When()
    """When they may. Example: `when = { phases = ["movement"] }`"""
    modes: frozenset[str] = frozenset()
    """The modes of movement in which they may; none given: all."""
    hexes: int = 1
    """How many hexes."""


class Slowed(Table):
    """A [[slowed]]: hexes from which on every step costs more.

    It does not hold for a unit that starts in such a hex. Whether it holds for the step that enters the first such hex
    is left open.
    """

    who: Selector = EVERYONE
    """The units that are slowed."""
    modes: frozenset[str] = frozenset()
    """The modes of movement in which they are; none given: all."""
    where: Where
    """The hexes."""
    times: Amount = 2
    """What the cost of every further step is multiplied by."""
    why: str = ""
    """What reports say of it."""


class Gauge(Table):
    """A gauge of a mode's lines. A line has it by its `features`, or by `markers` in both its hexes."""

    name: str
    """What reports call it."""
    features: frozenset[str]
    """Hexside features of lines of this gauge."""
    without: frozenset[str] = frozenset()
    """Hexside features that a line of this gauge does not have. Example: `without = ["narrow"]`"""
    markers: frozenset[str] = frozenset()
    """Kinds of marker that give a line this gauge where both its hexes bear one."""
    without_markers: frozenset[str] = frozenset()
    """Kinds of marker that take the gauge from a line where both its hexes bear one."""


class Forbid(Table):
    """A [[forbid]]: what a unit may not enter or cross. With neither `where` nor `edges` it may not move at all."""

    who: Selector = EVERYONE
    """The units."""
    when: When = When()
    """When it holds."""
    modes: frozenset[str] = frozenset()
    """The modes of movement in which it holds; none given: all."""
    where: Where | None = None
    """The hexes that they may not enter."""
    edges: Edges | None = None
    """The hexsides that they may not cross."""
    unless: Edges | None = None
    """Hexsides that are open all the same."""
    states: frozenset[str] = frozenset()
    """Marks or states of supply of which the unit has one."""
    start: Where = ANYWHERE
    """It holds only for units that start in such hexes."""
    in_zone: bool = False
    """Whether it holds only for units that start in an enemy zone of control."""
    held: Mapping[str, Literal["own", "enemy"]] = {}
    """It holds only while these places are so held: place, then "own" or "enemy". Example: `held = { Riverton = "enemy"
    }`"""
    unless_linked: Linked | None = None
    """It does not hold where both hexes lie on such a line, held by the unit's side."""
    why: str = ""
    """What reports say of it."""


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

    sides: frozenset[str] = frozenset()
    """The sides; none given: all."""
    when: When = When()
    """When it counts."""
    most: Cell | None = None
    """The capacity."""
    value: str = ""
    """A number that the game keeps, "NAME.SIDE", which is the capacity instead."""
    times: Amount = 1
    """What it is multiplied by."""
    round: Literal["", "up", "down"] = ""
    """How the result is rounded; left out: not at all."""


class Mode(Table):
    """A [mode.NAME]: a way to move besides "ground", such as by rail."""

    who: Selector = EVERYONE
    """The units that may use it."""
    when: When = When()
    """When it may be used."""
    along: frozenset[str] = frozenset()
    """Hexside features of which every step needs one."""
    links: frozenset[str] = frozenset()
    """Features of off-map links that it may use."""
    cost: Cell | None = None
    """What every hex costs, whatever the terrain; left out: what the terrain costs."""
    start_cost: Cell = Fraction(0)
    """What setting out costs."""
    hexes: Cell | None = None
    """The most hexes that may be entered."""
    times: Amount = 1
    """What the unit's allowance is multiplied by. Example: `times = 2`"""
    free: bool = False
    """Whether it uses no movement points."""
    own: bool = False
    """Whether the side must control every hex."""
    between: frozenset[str] = frozenset()
    """Kinds of place: every hex must lie on a chain between two such places that the side controls."""
    clear_of: Literal["", "adjacent"] = ""
    """"adjacent": no hex may be next to an enemy unit."""
    front: FrontTerms | None = None
    """No hex may lie at the front so defined."""
    spends_all: bool = False
    """Whether a unit that moves so has no movement points left to work with."""
    over: bool = False
    """Whether enemy units in a hex do not bar it."""
    without_markers: frozenset[str] = frozenset()
    """Kinds of marker that close a hex."""
    start: Where = ANYWHERE
    """The hexes in which it may begin."""
    end: Where = ANYWHERE
    """The hexes in which it may stop."""
    zones_ignored: bool = False
    """Whether enemy zones of control do nothing to it."""
    gauges: tuple[Gauge, ...] = ()
    """The gauges of its lines, if they are told apart."""
    transfer: Cell = Fraction(0)
    """What going from one gauge to another costs, in movement points."""
    transfer_hexes: int = 0
    """How many hexes going from one gauge to another counts for."""
    load: tuple[Load, ...] = ()
    """What a unit uses of the capacity."""
    capacity: tuple[Capacity, ...] = ()
    """How much of it a side may use in a turn."""
    why: str = ""
    """What reports say to a unit that may not use it."""


class OverrunBar(Table):
    """Where nobody overruns."""

    where: Where
    """The hexes."""
    why: str = ""
    """What reports say of it."""


class OverrunModifier(Table):
    """A row of `drm`: what is added to the die of an overrun."""

    name: str
    """What reports call it."""
    by: int
    """What is added."""
    who: Selector = EVERYONE
    """The units that overrun."""
    victims: Selector = EVERYONE
    """The units that are overrun."""
    least: Amount = 0
    """The least attack strength of those that overrun."""
    where: Where = ANYWHERE
    """The hex that is overrun."""
    shifts: bool = False
    """Whether it is added once for each column that terrain and markers shift to the left."""
    when: When = When()
    """When it is added. Example: `when = { conditions = { weather = ["mud"] } }`"""


class OverrunChooser(Table):
    """Who chooses where the roll of an overrun equals the defense."""

    victims: Selector = EVERYONE
    """The units that are overrun."""
    by: Literal["own", "enemy"] = "own"
    """The side that chooses, as seen from those that overrun."""


class Overrun(Table):
    """[overrun]: who may overrun whom, and what it costs."""

    who: Selector = EVERYONE
    """The units that may overrun."""
    victims: Selector = EVERYONE
    """The units that may be overrun."""
    most_victims: int = 0
    """The most units that may be overrun in a hex; 0: no limit."""
    most_steps: int = 0
    """The most steps that may be overrun in a hex; 0: no limit."""
    extra: Cell = UNKNOWN
    """Movement points that it costs besides what entering the hex costs."""
    strength: Amount = 0
    """The least attack strength of those that overrun."""
    no_road: bool = True
    """Whether the hex is entered at no road rate."""
    when: When = When()
    """When it is possible."""
    where: Where = ANYWHERE
    """The hexes that may be overrun."""
    closed: tuple[Edges, ...] = ()
    """Hexsides across which nobody overruns."""
    barred: tuple[OverrunBar, ...] = ()
    """Where nobody overruns, with the reason."""
    dice: int = 6
    """How many sides the die has; the modified roll is kept on the die and compared with the defense strength. Example:
    `dice = 10`"""
    drm: tuple[OverrunModifier, ...] = ()
    """What is added to the die."""
    chooser: tuple[OverrunChooser, ...] = ()
    """Who chooses where the roll equals the defense; the first that fits."""
    why: str = ""
    """What reports say to a unit that may not overrun."""


class Tired(Table):
    """Who loses a step by retreating at all."""

    who: Selector = EVERYONE
    """The units."""
    where: Where = ANYWHERE
    """The hexes from which they retreat."""


class Ignoring(Table):
    """Zones of control that a retreating unit need not heed."""

    who: Selector = EVERYONE
    """The units that retreat."""
    of: Selector = EVERYONE
    """The units whose zones they do not heed."""
    first: bool = False
    """Whether this holds in the first hex only."""


class Retreat(Table):
    """[retreat]: how far units retreat, and what it costs them."""

    hexes: int = 1
    """How many hexes a retreat goes."""
    away: int = 1
    """How far from its start it must end, in hexes."""
    zone_loss: int = 0
    """Steps lost for each hex in an enemy zone of control that is entered."""
    shielded: Selector | None = None
    """Such a friendly unit in a hex cancels the zones there."""
    shielded_who: Selector = EVERYONE
    """The units for which `shielded` holds."""
    ignoring: tuple[Ignoring, ...] = ()
    """Zones that need not be heeded."""
    beside: tuple[Edges, ...] = ()
    """A retreat of one hex across one of these hexsides is far enough, whatever `away` says."""
    shared: Literal["", "all", "there"] = ""
    """Who leaves a hex that enemies share: "all", zones do nothing to him; "there", those of the enemies in that hex do
    nothing."""
    stays: Selector | None = None
    """Units that never retreat."""
    dies: Selector | None = None
    """Units that die instead."""
    tired: tuple[Tired, ...] = ()
    """Who loses a step by retreating at all."""
    past: frozenset[str] = frozenset()
    """Kinds of enemy marker on which a retreat may not end; it goes on beyond."""
    onward: bool = False
    """Whether a unit that ends in too large a stack goes on."""
    by_rail: Selector | None = None
    """Units that retreat only where they could go by rail."""
    rail_zones: bool = True
    """Whether enemy zones bar these as they bar rail movement. Example: `rail_zones = false`"""
    lucky: Selector | None = None
    """Units that may try to slip through zones to friends by a table, and help others to."""
    lucky_cells: str = ""
    """The dotted name of the table's chart cell, with {die} in it: "success", or another word."""


class MovementTable(Table):
    """The file movement.toml: who may go where, how far, and by which means."""

    road: tuple[Road, ...] = ()
    """Steps that have a cost of their own."""
    allowance: tuple[Allowance, ...] = ()
    """What changes a unit's movement allowance."""
    minimum: tuple[Minimum, ...] = ()
    """Units that may always move some hexes."""
    forbid: tuple[Forbid, ...] = ()
    """What units may not enter or cross."""
    slowed: tuple[Slowed, ...] = ()
    """Hexes from which on every step costs more."""
    occupied_by: Selector = EVERYONE
    """The enemy units that bar a hex; none given: all."""
    mode: Mapping[str, Mode] = {}
    """Ways to move besides "ground", by name."""
    other_modes: tuple[str, ...] = ()
    """Ways to move that have no table of their own here: only rules say who may use them. For example ["redeploy"]."""
    overrun: Overrun | None = None
    """Who may overrun whom."""
    retreat: Retreat | None = None
    """How far units retreat."""
    least_cost: Amount = 1
    """The least that entering a hex costs, in movement points."""
