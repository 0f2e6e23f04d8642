"""One unit on its way: who is next to it, whose zones touch it, and what terrain, road and weather make a step cost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from adjudicator.analysis.bridges import Crossings, crossed, crossings
from adjudicator.analysis.control import controller
from adjudicator.analysis.ground import standing
from adjudicator.analysis.headquarters import marked_near
from adjudicator.analysis.holding import UNKNOWN
from adjudicator.analysis.movement.mode_terms import Mode
from adjudicator.analysis.movement.terms import MovementTable, Road, Slowed
from adjudicator.analysis.movement.terrain_terms import TerrainCost, TerrainTable, WeatherChange
from adjudicator.analysis.movement.values import GROUND, interval
from adjudicator.analysis.supply.chains import chains_between
from adjudicator.analysis.supply.linked import Linked, linked_hexes
from adjudicator.analysis.zone_terms import ZoneEffect, strongest, zoc_table
from adjudicator.analysis.zones import Exerted, exerting
from adjudicator.errors import PackError, Source
from adjudicator.model.interval import INFINITE, ZERO, Interval
from adjudicator.model.known import NO, YES, Known, KnownMask
from adjudicator.model.network import Bools, Network
from adjudicator.model.tables import load_table
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.terms.cell import HALF, chart
from adjudicator.terms.climate import climate, governing
from adjudicator.terms.ground import Ground, Land
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector

_COST_CELL = re.compile(r"\b(terrain|hexside)\.(\w+)\.cost\.(\w+)")


def terrain_table(position: Position) -> TerrainTable:
    """The pack's terrain.toml."""
    return load_table(position.pack, "terrain", TerrainTable)


def movement_table(position: Position) -> MovementTable:
    """The pack's movement.toml."""
    return load_table(position.pack, "movement", MovementTable)


@dataclass(eq=False)
class Mover:
    """One unit in one mode: the hexes next to it, the enemy zones that touch it, the states it is in."""

    position: Position
    unit: Unit
    mode: str
    start: str
    states: frozenset[str] = frozenset()
    ignoring: frozenset[str] = frozenset()
    roads: bool = True
    bridges: Crossings = field(init=False)
    plain: Position | None = None
    _zones: dict[int, tuple[Exerted, ...]] = field(default_factory=dict)
    _effects: dict[tuple[int, str], ZoneEffect | None] = field(default_factory=dict)
    _terrain: dict[tuple[int, int, bool], tuple[Interval, bool]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.plain = self.plain or self.position
        self.bridges = crossings(self.position)
        self.position = crossed(self.position)
        self.unit = marked_near(self.position, self.unit, self.start)

    @cached_property
    def table(self) -> MovementTable:
        return movement_table(self.position)

    @cached_property
    def way(self) -> Mode:
        """The rules of the mode; ground movement has none of its own unless the pack gives some."""
        return mode_rules(self.position, self.mode)

    @cached_property
    def ground(self) -> Ground:
        """The ground it moves on."""
        return standing(self.position)

    @cached_property
    def land(self) -> Land:
        """The map as it stands for the unit's side."""
        return self.ground.of(self.unit.side)

    def exits(self, i: int) -> Iterator[tuple[int, int]]:
        """The hexes next to one, with their directions; -1 for the far end of an off-map link the mode may use."""
        for direction, j in enumerate(self.position.network.neighbours[i].tolist()):
            if j >= 0:
                yield j, direction
        if self.way.links:
            for a, b, link in self.position.network.links:
                if i in (a, b) and link.features & self.way.links and (not link.sides or self.unit.side in link.sides):
                    yield (b if i == a else a), -1

    def zones(self, i: int) -> tuple[Exerted, ...]:
        """The enemy zones that reach a hex."""
        found = self._zones.get(i)
        if found is None:
            found = () if self.way.zones_ignored else tuple(self._exerted(i))
            self._zones[i] = found
        return found

    def effect(self, i: int, of: str) -> ZoneEffect | None:
        """What enemy zones of a strength do to the unit in a hex; None if nothing."""
        key = (i, of)
        if key not in self._effects:
            self._effects[key] = self._effect(i, of)
        return self._effects[key]

    def strength(self, i: int) -> str:
        """The strongest zone in a hex that does anything to the unit, "" if none."""
        found = {zone.strength for zone in self.zones(i)}
        while found:
            top = strongest(self.position.pack, found)
            if self.effect(i, top) is not None:
                return top
            found.discard(top)
        return ""

    def bridge_down(self, i: int, j: int) -> Known:
        """Whether the bridge between two hexes is down."""
        if (i, j) in self.bridges.down:
            return YES
        if (i, j) not in self.bridges.open:
            return NO
        hexes = " or ".join(map(self.position.network.number, (i, j)))
        return Known.open(f"on which hexside of {hexes} the marker stands")

    def in_state(self, states: frozenset[str]) -> bool:
        return not states or bool(states & (self.states | self.unit.marks))

    def joined(self, i: int) -> Known:
        """Whether a hex is on a line between two places of the side, where the mode wants that."""
        if self._chains[0][i]:
            return YES
        number = self.position.network.number(i)
        return Known.open(f"who controls the places on the line of {number}") if self._chains[1][i] else NO

    @cached_property
    def _chains(self) -> tuple[Bools, Bools]:
        """The hexes on such lines: surely, and if the places count of which nobody can tell whose they are."""
        side = self.unit.side
        return self._chains_of(frozenset({side})), self._chains_of(frozenset({side, UNKNOWN}))

    def _chains_of(self, owners: frozenset[str]) -> Bools:
        position, network = self.position, self.position.network
        stops = Where(places=self.way.between).mask(self.ground).sure
        ends = np.zeros(len(network), dtype=np.bool_)
        for i in np.flatnonzero(stops).tolist():
            ends[i] = controller(position, network.number(i), self.unit.side) in owners
        # A line runs from place to place: friendly ones join chains, others end them.
        return chains_between(self.land.perhaps, self.way.along, stops, ends) | ends

    def gauges(self, i: int, j: int, direction: int) -> frozenset[str]:
        """The gauges of the line from one hex to the next, where the mode tells them apart."""
        if not self.way.gauges or direction < 0:
            return frozenset()
        position, features = self.position, self.land.perhaps.hexside(i, j)
        ends = [{m.type.kind for m in position.markers_at(position.network.number(k))} for k in (i, j)]
        both = ends[0] & ends[1]
        return frozenset(
            row.name
            for row in self.way.gauges
            if (row.features & features and not row.without & features and not row.without_markers & both)
            or (row.markers & both and features & self.way.along)
        )

    def changes_gauge(self, on: frozenset[str], following: frozenset[str]) -> bool:
        """Whether a train on a line of one of the first gauges needs another for the next line."""
        return bool(on and following) and not on & following

    @cached_property
    def transfer(self) -> Interval:
        """What going from gauge to gauge costs."""
        cell = f"movement.{self.mode}.transfer"
        return interval(chart(self.position.pack, cell, self.way.transfer), cell, Fraction(0))

    @cached_property
    def slowed(self) -> Slowed | None:
        """What slows the unit down on its way, if it does not start there."""
        i = self.position.network.index.get(self.start)
        for row in self.table.slowed:
            fits = row.who.matches(self.unit) and (not row.modes or self.mode in row.modes)
            if fits and (i is None or not row.where.fits(self.ground, i).is_yes):
                return row
        return None

    def slows(self, j: int) -> bool:
        """Whether the unit is slower from a hex on."""
        return self.slowed is not None and self.slowed.where.fits(self.ground, j).is_yes

    def linked(self, row: Linked) -> KnownMask:
        """The hexes on lines that lead to a place never lost, broken or not."""
        return linked_hexes(self.plain or self.position, self.unit.side, row)

    def enemy_at(self, i: int) -> bool:
        number = self.position.network.number(i)
        return any(other.side != self.unit.side and other.id not in self.ignoring for other in self.position.at(number))

    def terrain_cost(self, i: int, j: int, direction: int) -> tuple[Interval, bool]:
        """What terrain, hexside, road and weather make a step cost, and whether it went at the road rate."""
        key = (i, j, self.roads)
        found = self._terrain.get(key)
        if found is None:
            found = _terrain_cost(self, (i, j, direction), self.land.sure)
            missing = self.land.missing((i, j))
            if missing:
                found = _either(found, _terrain_cost(self, (i, j, direction), self.land.perhaps), missing)
            self._terrain[key] = found
        return found

    def _exerted(self, i: int) -> Iterator[Exerted]:
        ground = standing(self.plain or self.position)
        for enemy in self.position.pack.enemies(self.unit.side):
            yield from exerting(ground, enemy, i, self.ignoring)

    def spares(self, i: int) -> int:
        effect = self.effect(i, self.strength(i))
        return effect.spares if effect else 0

    def _effect(self, i: int, of: str) -> ZoneEffect | None:
        position, unit = self.position, self.unit
        for row in zoc_table(position.pack).movement:
            if (
                row.who.matches(unit)
                and (not row.modes or self.mode in row.modes)
                and (not row.strengths or of in row.strengths)
                and row.where.fits(self.ground, i).is_yes
                and row.when.holds(position, unit.side).possible
            ):
                lifted = row.shielded is not None and friend_in(
                    position, unit, position.network.number(i), row.shielded
                )
                return None if row.ignored or lifted else row
        return None


def mode_rules(position: Position, name: str) -> Mode:
    found = movement_table(position).mode.get(name)
    if found is None:
        if name in (GROUND, "retreat", "advance", "overrun"):
            return Mode()
        where = Source(str(position.pack.folder / "movement.toml"))
        raise PackError(f"[mode.{name}] is asked for but not there", where)
    return found


def friend_in(position: Position, unit: Unit, number: str, who: Selector) -> bool:
    return any(other.side == unit.side and other.id != unit.id and who.matches(other) for other in position.at(number))


def _either(one: tuple[Interval, bool], other: tuple[Interval, bool], missing: str) -> tuple[Interval, bool]:
    """A step's cost where it is open which of two it is."""
    if one == other:
        return one
    (here, road), (there, by_road) = one, other
    return here.either(there, missing), road and by_road


def _terrain_cost(mover: Mover, way: tuple[int, int, int], network: Network) -> tuple[Interval, bool]:
    position, unit, (i, j, direction) = mover.position, mover.unit, way
    if mover.way.cost is not None:
        cell = f"movement.{mover.mode}.cost"
        flat = interval(chart(position.pack, cell, mover.way.cost), cell, Fraction(0))
        return _weathered(mover, flat, (i, j), False), False
    if direction < 0:
        return Interval.of(1), False
    features = network.hexside(i, j)
    road = _road(mover, features, (i, j), network) if mover.roads else None
    hexside = ZERO
    if road is None or road.keeps_hexside:
        for feature in sorted(features):
            hexside = hexside.plus(_hexside_cost(mover, feature, i, j))
    if road is not None:
        base = (
            _cell_cost(mover, "terrain", road.cost_of)
            if road.cost_of
            else interval(road.cost, "movement.road.cost", Fraction(0))
        )
    else:
        base = _cell_cost(mover, "terrain", network.hexes[j].terrain)
    ground = road.cost_of if road is not None else network.hexes[j].terrain
    cost = _weathered(mover, base, (i, j), road is not None, ground).plus(hexside)
    free = unit.type.movement_class == "" and not terrain_table(position).terrain
    return (Interval.of(1) if free else cost), road is not None


def _road(mover: Mover, features: frozenset[str], way: tuple[int, int], network: Network) -> Road | None:
    for row in mover.table.road:
        if (
            (row.features & features or _joined(mover, row, way, network))
            and row.who.matches(mover.unit)
            and (not row.modes or mover.mode in row.modes)
            and row.where.fits(mover.ground, way[1]).is_yes
            and row.when.holds(mover.position, mover.unit.side).possible
        ):
            return row
    return None


def _joined(mover: Mover, row: Road, way: tuple[int, int], network: Network) -> bool:
    """Whether a step without a line has its rate all the same, as both hexes (or the one entered) are joined to one."""
    if row.within is None or way in mover.bridges.down:
        return False
    lines = network.sides_with(row.features)
    return all(lines[k].any() and row.within.fits(mover.ground, k).is_yes for k in (way[1:] if row.entered else way))


def _cell_cost(mover: Mover, kind: str, name: str) -> Interval:
    table = terrain_table(mover.position)
    rows: Mapping[str, TerrainCost] = table.terrain if kind == "terrain" else table.hexside
    row, kept = rows.get(name), name
    for _ in range(len(rows)):
        if row is not None and row.same_as:
            kept = row.same_as
            row = rows.get(kept)
    if row is not None and row.ignored:
        return ZERO
    if kind == "hexside" and (row is None or (not row.cost and row.any is None)):
        return ZERO
    least = Fraction(mover.table.least_cost) if kind == "terrain" else Fraction(0)
    cell = f"{kind}.{kept}.cost.{mover.unit.type.movement_class}"
    given = None if row is None else row.cost.get(mover.unit.type.movement_class, row.any)
    value = chart(mover.position.pack, cell, given)
    return _half_rating(mover.unit) if value == HALF else interval(value, cell, least)


def in_words(position: Position, answer: Known) -> Known:
    """The answer, with missing cells of the Terrain Effects chart told in words, each before its name."""
    tables = {"terrain": terrain_table(position).terrain, "hexside": terrain_table(position).hexside}

    def told(cell: re.Match[str]) -> str:
        kind, row, who = cell.groups()
        entry = tables[kind].get(row)
        name = (entry.name if entry is not None else "") or row.replace("_", " ")
        return f"what {name} costs {who.replace('_', ' ')} units ({cell[0]})"

    return replace(answer, missing=tuple(_COST_CELL.sub(told, name) for name in answer.missing))


def _half_rating(unit: Unit) -> Interval:
    """The cost of ground that takes half the printed rating and a point."""
    printed = unit.shown.movement
    if printed is None:
        return Interval(Fraction(1), INFINITE, frozenset({f"movement allowance of {unit}"}))
    return Interval.of(Fraction(printed) / 2 + 1)


def _hexside_cost(mover: Mover, feature: str, i: int, j: int) -> Interval:
    cost = _cell_cost(mover, "hexside", feature)
    for row in terrain_table(mover.position).weather:
        if feature in row.features:
            ends = set(governing(mover.position, i, j))
            cost = _changed(mover, row, cost, ends, road=False, of=f"hexside.{feature}")
    return cost


def _weathered(mover: Mover, cost: Interval, way: tuple[int, int], road: bool, ground: str = "") -> Interval:
    """A hex's cost as the weather changes it; at a weather line also as the weather of the hex left would.

    `ground` is the terrain whose cost it is, for changes that are chart cells.
    """
    i, j = way
    table = terrain_table(mover.position)
    here = climate(mover.position).at(i) if table.both_ends else ""
    line = bool(here) and here != climate(mover.position).at(j)
    for row in table.weather:
        if row.features:
            continue
        left = line and here in row.where.weather and not row.where.fits(mover.ground, j).possible
        cost = _changed(mover, _in_any_weather(row) if left else row, cost, {j}, road=road, of=f"terrain.{ground}")
    return cost


def _changed(mover: Mover, row: WeatherChange, cost: Interval, ends: set[int], *, road: bool, of: str) -> Interval:
    opens = bool(row.features) and row.set is not None
    if cost.low >= INFINITE and not opens:
        return cost
    position = mover.position
    applies = (
        row.who.matches(mover.unit)
        and (not row.modes or mover.mode in row.modes)
        and (row.road is None or row.road == road)
        and row.when.holds(position, mover.unit.side).possible
    )
    if not applies or not any(row.where.fits(mover.ground, k).possible for k in ends):
        return cost
    changed = cost
    if row.set is not None:
        cell = f"{of}.{row.name}.{mover.unit.type.movement_class}" if row.name else "terrain.weather"
        given = chart(position.pack, cell, row.set) if row.name or row.set != "?" else None
        changed = interval(given, cell, Fraction(0))
    changed = Interval(changed.low * row.times, min(changed.high * row.times, INFINITE), changed.missing)
    changed = changed.plus(interval(row.add if row.add != "?" else None, "terrain.weather", Fraction(0)))
    if any(row.where.fits(mover.ground, k).is_yes for k in ends):
        return changed
    known = cost.missing | changed.missing | {"weather"}
    return Interval(min(cost.low, changed.low), max(cost.high, changed.high), known)


def _in_any_weather(row: WeatherChange) -> WeatherChange:
    return row.model_copy(update={"where": row.where.model_copy(update={"weather": frozenset()})})


def listed(names: frozenset[str] | set[str]) -> str:
    return " or ".join(sorted(name.replace("_", " ") for name in names))
