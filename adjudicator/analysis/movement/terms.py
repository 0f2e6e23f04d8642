"""movement.toml: who may go where, how far, and by which means."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.movement.mode_terms import Mode
from adjudicator.analysis.movement.overrun_terms import Overrun
from adjudicator.analysis.movement.retreat_terms import Retreat
from adjudicator.lean import dataclass
from adjudicator.model.amounts import Amount
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import FeatureName, ModeName
from adjudicator.terms.cell import Cell
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector


class Road(Table):
    """A [[road]]: a step along a line has a cost of its own, whatever the terrain."""

    features: frozenset[FeatureName]
    """Hexside features of which the step needs one."""
    cost: Cell = Fraction(1)
    """What the step costs, in movement points."""
    cost_of: str = ""
    """The terrain whose cost it has instead of `cost`."""
    who: Selector = EVERYONE
    """The units that may use it. Example: `who = { movement_classes = ["wheels"] }`"""
    modes: frozenset[ModeName] = frozenset()
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
    modes: frozenset[ModeName] = frozenset()
    """The modes of movement for which it changes; none given: all."""
    where: Where = ANYWHERE
    """The hex in which the unit starts."""
    start: Literal["", "zone", "free"] = ""
    """"zone": only for a unit that starts in an enemy zone of control; "free": only for one that does not."""
    states: frozenset[str] = frozenset()
    """Marks or states of supply of which the unit has one, such as "isolated"."""
    unfed: bool = False
    """Only units count that draw on no special source ([drawn] of supply.toml). Example: `unfed = true`"""
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
    hexes: Cell | None = None
    """The most hexes that the unit may enter."""
    last: bool = False
    """Whether no further entry is looked at."""
    article: str = ""
    """The article that says how many `hexes`: the rule with the check `movement.allowance` and this `article` judges who enters
    more of them. Left out: the rule with that check and no `article`. Example: `article = "7.5.3e"`"""
    why: Prose = ""
    """What reports say of it."""


class Minimum(Table):
    """A [[minimum]]: units that may always move some hexes, though their points do not suffice."""

    who: Selector = EVERYONE
    """The units."""
    modes: frozenset[ModeName] = frozenset()
    """The modes of movement in which they may; none given: all."""
    hexes: int = 1
    """How many hexes."""


@dataclass(frozen=True, slots=True)
class Slowed:
    """Hexes from which on every step costs such units so many times as much; not if they start in such a hex.

    Whether it holds for the step that enters the first such hex is left open. `why` is what reports say of it.
    """

    where: Where
    times: int
    modes: frozenset[str] = frozenset()
    who: Selector = EVERYONE
    why: str = ""


class Forbid(Table):
    """A [[forbid]]: what a unit may not enter or cross. With none of `where`, `edges` and `off` it may not move at all."""

    who: Selector = EVERYONE
    """The units."""
    when: When = When()
    """When it holds."""
    modes: frozenset[ModeName] = frozenset()
    """The modes of movement in which it holds; none given: all."""
    where: Where | None = None
    """The hexes that they may not enter."""
    beside: Selector | None = None
    """With `where`: it holds only where such a unit stands, of whichever side. Example: `beside = { kinds = ["guerrilla"] }`"""
    edges: Edges | None = None
    """The hexsides that they may not cross."""
    off: frozenset[FeatureName] = frozenset()
    """It holds only where a step follows no line of these hexside features: it neither crosses one nor goes along one, from
    one of the hex that is left to one of the hex that is entered, which meet. Example: `off = ["river"]`"""
    unless: Edges | None = None
    """Hexsides that are open all the same."""
    states: frozenset[str] = frozenset()
    """Marks or states of supply of which the unit has one."""
    unfed: bool = False
    """Where it has no `where` and no `edges`: it holds only for units that draw on no special source ([drawn] of supply.toml)."""
    start: Where = ANYWHERE
    """It holds only for units that start in such hexes."""
    in_zone: bool = False
    """Whether it holds only for units that start in an enemy zone of control."""
    held: Mapping[str, Literal["own", "enemy"]] = {}
    """It holds only while these places are so held: place, then "own" or "enemy". Example: `held = { Riverton = "enemy"
    }`"""
    unless_linked: bool = False
    """Whether it does not hold where both hexes lie on lines of the unit's side that lead to a place never lost."""
    article: str = ""
    """The article that says so: the rule with the check `movement.prohibited` and this `article` judges it. Left out: the
    rule with that check and no `article`, which may be one that the pack inherits."""
    why: Prose = ""
    """What reports say of it."""


@dataclass(frozen=True, slots=True)
class Calls:
    """A drag of such units into such a hex and back is a call there, at such a time, and takes nothing back."""

    who: Selector
    where: Where
    when: When = ALWAYS


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
    occupied_by: Selector = EVERYONE
    """The enemy units that bar a hex; none given: all."""
    mode: Mapping[str, Mode] = {}
    """Ways to move besides "ground", by name."""
    other_modes: tuple[str, ...] = ()
    """Ways to move that have no table of their own here: only rules say who may use them. For example ["redeploy"]."""
    begins: Literal["move", "phase"] = "move"
    """When a unit begins to move, where a row asks whether it does so in an enemy zone: as it sets out, or when the phase begins.
    Example: `begins = "phase"`"""
    overrun: Overrun | None = None
    """Who may overrun whom."""
    retreat: Retreat | None = None
    """How far units retreat."""
    least_cost: Amount = 1
    """The least that entering a hex costs, in movement points."""
