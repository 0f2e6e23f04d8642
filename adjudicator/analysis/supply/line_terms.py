"""What a supply line is: its elements, what they may cross and enter, and what may have a status along them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from adjudicator.lean import dataclass
from adjudicator.model.amounts import Amount
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import FeatureName, MarkerKind, PlaceKind, SideName
from adjudicator.terms.cell import UNKNOWN, Cell
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector


class Spots(Table):
    """What may have a status: places, hexes, units or markers. Everything that is given must hold."""

    kinds: frozenset[PlaceKind] = frozenset()
    """Places of one of these kinds."""
    all_kinds: frozenset[PlaceKind] = frozenset()
    """Places of all of these kinds."""
    names: frozenset[str] = frozenset()
    """Places of one of these names."""
    hexes: Where | None = None
    """Every hex that fits is a spot."""
    units: Selector | None = None
    """Every unit that fits is a spot."""
    markers: frozenset[MarkerKind] = frozenset()
    """Every marker of one of these kinds is a spot."""
    marker_tags: frozenset[str] = frozenset()
    """The marker's type has one of these tags. Example: `marker_tags = ["supply_source"]`"""
    control: bool = True
    """Whether a spot counts only for the side that controls it, or to which it belongs. A place whose control nobody
    knows is undetermined. Example: `control = false`"""
    held: bool = False
    """Whether units and markers too count only in hexes that their side controls."""
    sides: frozenset[SideName] = frozenset()
    """The sides for which it counts; none given: all."""
    without_markers: frozenset[MarkerKind] = frozenset()
    """Kinds of marker that put a spot out of action."""
    home: bool = False
    """Whether it counts only in the home territory of the nation that traces."""
    for_nations: frozenset[str] = frozenset()
    """The nations that it serves; none given: all."""
    never_lost: bool = False
    """Whether a place counts no more once its first owner has lost it."""
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

    by: Literal["units", "friends", "zone", "control", "line", "hexes"]
    """What blocks: enemy "units" in the hex, "friends" (units of its own side), an enemy "zone", "control" (a hex that is not
    the side's own), a "line" (the hex lies on a chain of `features` between two `places` that the enemy controls), or
    "hexes" (just `where`)."""
    who: Selector = EVERYONE
    """The units that count."""
    where: Where = ANYWHERE
    """The hexes in which it holds."""
    when: When = When()
    """When it holds."""
    held: Mapping[str, Literal["own", "enemy"]] = {}
    """It holds only while these places are so held: place, then "own" or "enemy"."""
    features: frozenset[FeatureName] = frozenset()
    """With "line": the hexside features of the chain."""
    places: frozenset[PlaceKind] = frozenset()
    """With "line": the kinds of place between which the chain runs."""
    lifted_by: Selector | None = None
    """Such a friendly unit in the hex lifts the block."""
    through_only: bool = False
    """Whether lines may still begin or end there. Example: `through_only = true`"""
    exempt: tuple[Exemption, ...] = ()
    """Tracers for which it does not hold."""
    sides: frozenset[SideName] = frozenset()
    """The sides for which it holds; none given: all."""
    why: Prose = ""
    """What reports say of it."""


class ClosedEdges(Table):
    """Hexsides that an element of a line may not cross."""

    edges: Edges
    """The hexsides."""
    unless: Edges | None = None
    """Hexsides that are open all the same."""
    unless_linked: bool = False
    """Whether hexsides are open where both their hexes lie on lines that lead to a place never lost."""
    through: Where | None = None
    """They are closed only to a line that passes through such a hex, and crosses one of them beside it; where the line begins
    or ends there, it may. Of lines of any length. Example: `through = { terrains = ["mountain"] }`"""
    sides: frozenset[SideName] = frozenset()
    """The sides for which they are closed; none given: all."""
    why: Prose = ""
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


@dataclass(frozen=True, slots=True)
class Shrinking:
    """Worse ground never lengthens a line: a length that is not known is at most that of every row before it whose hexes it
    includes.
    """


@dataclass(frozen=True, slots=True)
class RuledSeas:
    """A line jumps only over a sea of which the side controls more than half of these spots."""

    ports: Spots


class Element(Table):
    """One element of a line: the hexes between two of its ends, of one kind."""

    name: Prose
    """What reports call it: "overland", "rail"."""
    along: frozenset[FeatureName] = frozenset()
    """Hexside features of which every step needs one; none given: any hexside will do."""
    links: frozenset[FeatureName] = frozenset()
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
    starts: tuple[Spots, ...] = ()
    """It may begin only at such spots, of any of these sorts: a truck, a port. Example: `starts = [{ kinds = ["port"] }]`"""
    chain: bool = False
    """Whether it may follow itself, from truck to truck. Example: `chain = true`"""
    optional: bool = True
    """Whether it may be left out. Example: `optional = false`"""
    free_start: bool = False
    """Whether the hex in which it begins may be blocked, as a unit's own hex. Example: `free_start = true`"""
    jump: Spots | None = None
    """A connection without hexes between, such as a sea lane: from any of these spots to any other of them whose `sea` is the
    same value. Example: `jump = { kinds = ["port"] }`"""
    like: tuple[str, ...] = ()
    """Names of [base.NAME] tables whose keys it has too. Lists come one after the other, its own last; of other keys
    its own counts, else that of the last base. Example: `like = ["overland"]`"""


class BaseElement(Element):
    """A [base.NAME]: keys that several elements of lines share."""

    name: Prose = ""
    """What reports call it, for elements that give no name themselves. Example: `name = "overland"`"""


class Line(Table):
    """A [line.NAME]: a kind of supply line."""

    elements: tuple[Element, ...]
    """Its elements in order, from the unit that traces to the source."""
    why: Prose = ""
    """What reports say of it."""


def element_like(element: Mapping[str, object], bases: Mapping[str, Mapping[str, object]]) -> dict[str, object]:
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
