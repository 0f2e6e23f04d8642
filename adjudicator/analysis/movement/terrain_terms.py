"""terrain.toml: what entering a terrain costs, what crossing a hexside adds, what weather makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from adjudicator.lean import dataclass
from adjudicator.model.amounts import Amount
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import FeatureName, ModeName, TerrainName
from adjudicator.terms.cell import Cell
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
    without: frozenset[FeatureName] = frozenset()
    """Of a hexside: features that take its effect away where they lie on it too. Example: `without = ["bridge"]`"""
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
    modes: frozenset[ModeName] = frozenset()
    """The modes of movement whose costs change; none given: all."""
    road: bool | None = None
    """true: only steps at the road rate; false: only other steps."""
    features: frozenset[FeatureName] = frozenset()
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
    why: Prose = ""
    """What reports say of it."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """An enemy ship of such a kind in either hex of such a hexside makes crossing it so many times as dear for these units."""

    afloat: frozenset[str]
    edges: Edges
    times: int
    who: Selector = EVERYONE


class TerrainTable(Table):
    """The file terrain.toml: the terrain effects chart."""

    terrain: Mapping[TerrainName, TerrainCost] = {}
    """The terrains."""
    hexside: Mapping[FeatureName, TerrainCost] = {}
    """The hexside features."""
    weather: tuple[WeatherChange, ...] = ()
    """How weather changes costs."""
    both_ends: bool = False
    """Whether a step between hexes of different weather suffers what the weather of either does."""
