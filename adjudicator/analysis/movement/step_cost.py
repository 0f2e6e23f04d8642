"""What terrain, hexside, road and weather make a step cost (terrain.toml, [[road]] and [mode] of movement.toml)."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction

import numpy as np

from adjudicator.analysis.movement.concern import terrain_table
from adjudicator.analysis.movement.mover import Mover
from adjudicator.analysis.movement.relief import in_any_weather
from adjudicator.analysis.movement.terms import Road
from adjudicator.analysis.movement.terrain_terms import TerrainCost, WeatherChange
from adjudicator.analysis.movement.values import interval
from adjudicator.lean import replace
from adjudicator.model.interval import DEAR, INFINITE, ZERO, Interval, whole
from adjudicator.model.known import NO, YES, Known, all_of, any_of, unless_missing
from adjudicator.model.network import Bools, Network
from adjudicator.model.theatre import UNKNOWN_TERRAIN
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.cell import HALF, chart, left_open
from adjudicator.terms.climate import climate, governing
from adjudicator.terms.where import Where
from adjudicator.words import word

_COST_CELL = re.compile(r"\b(terrain|hexside)\.(\w+[<>]?)\.cost\.(\w+)")
_CELL = re.compile(r"\w+(\.\w+[<>]?)+")


def step_cost(mover: Mover, i: int, j: int, direction: int) -> tuple[Interval, bool]:
    """What a step costs, and whether it goes at the road rate; bounded from both sides where the ground is open."""
    kept, key = mover.rates.costs, _alike(mover, i, j, direction)
    found = kept.get(key)
    if found is None:
        found = _terrain_cost(mover, (i, j, direction), mover.land.sure)
        missing = mover.land.missing((i, j))
        if missing:
            found = _either(found, _terrain_cost(mover, (i, j, direction), mover.land.perhaps), *missing)
        kept[key] = found
    return found


def _alike(mover: Mover, i: int, j: int, direction: int) -> Hashable:
    """What tells a step from those that cost the same."""
    land = mover.land
    hexes = mover.relief.alike(i, j) if land.perhaps is land.sure else None
    if hexes is None or direction < 0:
        return i, j, direction, mover.roads, _guard(mover, i, direction) if direction >= 0 else ()
    return hexes, land.sure.hexside(i, j), (i, j) in mover.bridges.down, mover.roads, _guard(mover, i, direction)


def _guard(mover: Mover, i: int, direction: int) -> tuple[tuple[int, Known], ...]:
    """What ships do to a hexside, as something to compare."""
    return tuple((id(row), there) for row, there in mover.guards(i, direction))


def least_costs(mover: Mover) -> tuple[Interval, ...]:
    """What a step costs at the least, wherever it leads: the cheapest known cost, and the cheapest that nobody gave."""
    if not mover.rates.least.get(mover.roads):
        off, along = _cheapest(_base_costs(mover)), _cheapest(_road_costs(mover))
        for row, now in mover.weather:
            if not row.features and _governs_somewhere(mover, row):
                off = off if row.road else _as_weathered(mover, row, now, off)
                along = along if row.road is False else _as_weathered(mover, row, now, along)
        free = (Interval.of(1),) if mover.unit.type.movement_class == "" else ()
        mover.rates.least[mover.roads] = _cheapest((*off, *along, *free))
    return mover.rates.least[mover.roads]


def closed_ground(mover: Mover) -> Bools:
    """(n,): the hexes that no step leads into, as their terrain is closed to the unit and no road touches them."""
    found = mover.rates.closed.get(mover.roads)
    if found is None:
        found = mover.rates.closed[mover.roads] = _closed(mover, mover.land.sure) & _closed(mover, mover.land.perhaps)
    return found


def _closed(mover: Mover, network: Network) -> Bools:
    """The same on a map as it may stand."""
    shut = [
        code
        for code, name in enumerate(network.terrain_names)
        if mover.way.cost is None and name != UNKNOWN_TERRAIN and _cell_cost(mover, "terrain", name).low >= INFINITE
    ]
    found: Bools = np.isin(network.terrain, shut)
    for road, _ in mover.road_rows if mover.roads else ():
        found &= ~network.sides_with(road.features).any(axis=1)
    return found


def _as_weathered(mover: Mover, row: WeatherChange, now: Known, costs: tuple[Interval, ...]) -> tuple[Interval, ...]:
    """The cheapest of what a row may leave of costs: as they are only where it does not speak of every hex."""
    changed = tuple(_as_changed(mover, row, costs)) if costs else ()
    where = row.where.mask(mover.ground)
    if row.set is not None or not where.perhaps.all():
        return _cheapest((*costs, *changed))
    if now.is_yes and where.sure.all():
        return _cheapest(changed)
    return _cheapest((*changed, *(cost.either(other) for cost, other in zip(costs, changed, strict=True))))


def _cheapest(costs: Iterable[Interval]) -> tuple[Interval, ...]:
    """Of known costs the smallest, and of those that nobody gave the smallest that one may be, for good or ill."""
    found: dict[bool, Interval] = {}
    for cost in costs:
        open_ = bool(cost.missing)
        found[open_] = cost.smaller(found[open_]) if open_ in found else cost
    return tuple(found.values())


def _governs_somewhere(mover: Mover, row: WeatherChange) -> bool:
    """Whether a row may speak of any step on the map; the hex left may be the one with its weather."""
    where = Where(weather=row.where.weather) if row.where.weather else row.where
    return bool(where.mask(mover.ground).perhaps.any())


def _as_changed(mover: Mover, row: WeatherChange, costs: Iterable[Interval]) -> Iterator[Interval]:
    """What a row may make of costs: what it sets instead, on any terrain, or each cost as it changes it."""
    more = Interval.of(row.add) if isinstance(row.add, Fraction) and row.add else ZERO
    if row.set is None:
        yield from (cost.times(Fraction(row.times)).plus(more) for cost in costs)
        return
    grounds = {name for network in (mover.land.sure, mover.land.perhaps) for name in network.terrain_names}
    grounds |= {road.cost_of for road, _ in mover.road_rows if mover.roads}
    for ground in grounds:
        if not ground or _cell_cost(mover, "terrain", ground).low < INFINITE:  # what is closed stays so
            yield _set(mover, row, f"terrain.{ground}").times(Fraction(row.times)).plus(more)


def _set(mover: Mover, row: WeatherChange, of: str) -> Interval:
    """The cost that a row sets instead of another: its own, or that of a cell of the user's charts."""
    cell = f"{of}.{row.name}.{mover.unit.type.movement_class}" if row.name else "terrain.weather"
    given = chart(mover.position.pack, cell, row.set) if row.name or not left_open(row.set) else None
    return _told(given, cell, Fraction(0))


def _base_costs(mover: Mover) -> Iterator[Interval]:
    """What a hex costs by itself."""
    if mover.way.cost is not None:
        cell = f"movement.{mover.mode}.cost"
        yield _told(chart(mover.position.pack, cell, mover.way.cost), cell, Fraction(0))
        return
    lands = {mover.land.sure, mover.land.perhaps}
    if any(UNKNOWN_TERRAIN in network.terrain_names for network in lands):
        yield Interval(whole(mover.table.least_cost), INFINITE, frozenset(mover.land.untold))
    for network in lands:
        yield from (_cell_cost(mover, "terrain", name) for name in network.terrain_names if name != UNKNOWN_TERRAIN)


def _road_costs(mover: Mover) -> Iterator[Interval]:
    """What a hex costs at the rate of each road that the map has."""
    lands = {mover.land.sure, mover.land.perhaps}
    for road, _ in mover.road_rows if mover.roads and mover.way.cost is None else ():
        if any(network.sides_with(road.features).any() for network in lands):
            yield (
                _cell_cost(mover, "terrain", road.cost_of)
                if road.cost_of
                else _told(road.cost, "movement.road.cost", Fraction(0))
            )


def passable(cost: Interval) -> Known:
    """Whether a step that costs so much may be taken at all, by one who does not pay for it."""
    if cost.high < INFINITE or cost.low >= INFINITE:
        return Known.of(cost.low < INFINITE)
    return unless_missing(*sorted(name for name in cost.missing if not _CELL.fullmatch(name)))


def _told(value: Fraction | str | None, cell: str, least: Fraction) -> Interval:
    """A cost as a pack or a chart tells it.

    A blank cell of a chart holds some cost: ground that nobody may enter is named by the pack, not by a number.
    """
    found = interval(value, cell, least)
    return Interval(found.low, DEAR, found.missing) if found.low < INFINITE <= found.high else found


def _either(one: tuple[Interval, bool], other: tuple[Interval, bool], *missing: str) -> tuple[Interval, bool]:
    """A step's cost where it is open which of two it is."""
    if one == other:
        return one
    (here, road), (there, by_road) = one, other
    return here.either(there, *missing), road and by_road


def _terrain_cost(mover: Mover, way: tuple[int, int, int], network: Network) -> tuple[Interval, bool]:
    i, j, direction = way
    if mover.way.cost is not None:
        cell = f"movement.{mover.mode}.cost"
        flat = _told(chart(mover.position.pack, cell, mover.way.cost), cell, Fraction(0))
        return _weathered(mover, flat, (i, j), False), False
    if direction < 0:
        return Interval.of(1), False
    features = network.hexside(i, j)
    road, perhaps = _road(mover, features, (i, j), network) if mover.roads else (None, [])
    found = _stepped(mover, features, (i, j), network, road)
    for row, applies in reversed(perhaps):
        found = _either(found, _stepped(mover, features, (i, j), network, row), *applies.missing)
    return found


def _stepped(
    mover: Mover, features: frozenset[str], way: tuple[int, int], network: Network, road: Road | None
) -> tuple[Interval, bool]:
    """What a step costs at the rate of a road, or off it; and whether it went at the road rate."""
    i, j = way
    hexside = ZERO
    if road is None or road.keeps_hexside:
        for feature in sorted(features):
            if not _lifted(mover, feature, features):
                hexside = hexside.plus(_hexside_cost(mover, feature, i, j))
    ground = network.hexes[j].terrain if road is None else road.cost_of
    if road is None or road.cost_of:
        base = (
            _cell_cost(mover, "terrain", ground) if ground != UNKNOWN_TERRAIN else _unknown(mover, untold(network, j))
        )
    else:
        base = _told(road.cost, "movement.road.cost", Fraction(0))
    cost = _weathered(mover, base, way, road is not None, ground).plus(hexside)
    free = (
        mover.unit.type.movement_class == "" and not terrain_table(mover.position).terrain and ground != UNKNOWN_TERRAIN
    )
    return (Interval.of(1) if free else cost), road is not None


def _road(
    mover: Mover, features: frozenset[str], way: tuple[int, int], network: Network
) -> tuple[Road | None, list[tuple[Road, Known]]]:
    """The first row that surely gives a step its rate, and those before it that may."""
    perhaps: list[tuple[Road, Known]] = []
    for row, now in mover.road_rows:
        along = YES if row.features & features else mover.lies_between(row, way, network)
        if along.is_no:
            continue
        applies = all_of((along, now, mover.fits(row.where, way[1])))
        if applies.is_yes:
            return row, perhaps
        if applies.is_open:
            perhaps.append((row, applies))
    return None, perhaps


def untold(network: Network, j: int) -> str:
    """The missing datum where nobody has told the terrain of a hex, else ""."""
    return say("the terrain of {hex}", network.number(j)) if network.blank[j] else ""


def _unknown(mover: Mover, missing: str) -> Interval:
    """The cost of a hex whose terrain nobody has told: at least what any costs, and perhaps closed."""
    return Interval(whole(mover.table.least_cost), INFINITE, frozenset({missing}))


def _cell_cost(mover: Mover, kind: str, name: str) -> Interval:
    """What a row of the Terrain Effects chart costs the unit; `kind` is "terrain" or "hexside"."""
    found = mover.rates.rows.get((kind, name))
    if found is None:
        found = mover.rates.rows[kind, name] = _row_cost(mover, kind, name)
    return found


def _row_cost(mover: Mover, kind: str, name: str) -> Interval:
    table = terrain_table(mover.position)
    rows: Mapping[str, TerrainCost] = table.terrain if kind == "terrain" else table.hexside
    row = rows.get(name)
    if row is not None and row.ignored:
        return ZERO
    if kind == "hexside" and (row is None or (not row.cost and row.any is None)):
        return ZERO
    least = Fraction(mover.table.least_cost) if kind == "terrain" else Fraction(0)
    cell = f"{kind}.{name}.cost.{mover.unit.type.movement_class}"
    given = None if row is None else row.cost.get(mover.unit.type.movement_class, row.any)
    value = chart(mover.position.pack, cell, given)
    return _half_rating(mover.unit) if value == HALF else _told(value, cell, least)


def in_words(position: Position, answer: Known) -> Known:
    """The answer, with missing cells of the Terrain Effects chart told in words, each before its name."""
    tables = {"terrain": terrain_table(position).terrain, "hexside": terrain_table(position).hexside}

    def told(cell: re.Match[str]) -> str:
        kind, row, who = cell.groups()
        entry = tables[kind].get(row)
        name = (entry.name if entry is not None else "") or word(row)
        return say("what {name} costs {who} units ({start})", name, word(who), cell[0])

    return replace(answer, missing=tuple(_in_words(name, told) for name in answer.missing))


def _in_words(missing: str, told: Callable[[re.Match[str]], str]) -> str:
    alone = _COST_CELL.fullmatch(missing)
    return told(alone) if alone else _COST_CELL.sub(told, missing)


def _half_rating(unit: Unit) -> Interval:
    """The cost of ground that takes half the printed rating and a point."""
    printed = unit.shown.movement
    if printed is None:
        return Interval(Fraction(1), DEAR, frozenset({say("movement allowance of {unit}", unit)}))
    return Interval.of(Fraction(printed) / 2 + 1)


def _lifted(mover: Mover, feature: str, features: frozenset[str]) -> bool:
    """Whether something else on its hexside takes the effect of a feature away, as a bridge does a river's."""
    row = terrain_table(mover.position).hexside.get(feature)
    return row is not None and bool(row.without & features)


def _hexside_cost(mover: Mover, feature: str, i: int, j: int) -> Interval:
    cost = _cell_cost(mover, "hexside", feature)
    for row, now in mover.weather:
        if feature in row.features and row.road is not True:
            ends = governing(mover.position, i, j)
            applies = now & any_of(mover.fits(row.where, k) for k in ends)
            cost = _changed(mover, row, cost, applies, of=f"hexside.{feature}")
    hexes = mover.position.network.hexes
    for crossing, there in mover.guards(i, hexes[i].at.direction(hexes[j].at)):
        if feature in crossing.edges.features:
            cost = Interval.by(there, cost.times(crossing.times), cost)
    return cost


def _weathered(mover: Mover, cost: Interval, way: tuple[int, int], road: bool, ground: str = "") -> Interval:
    """A hex's cost as the weather changes it; at a weather line also as the weather of the hex left would.

    `ground` is the terrain whose cost it is, for changes that are chart cells.
    """
    there = tuple(
        NO if row.features or (row.road is not None and row.road != road) else _there(mover, row, way)
        for row, _ in mover.weather
    )
    key = cost, ground, there
    found = mover.rates.weathered.get(key)
    if found is None:
        found = cost
        for (row, now), answer in zip(mover.weather, there, strict=True):
            if answer.possible:
                found = _changed(mover, row, found, now & answer, of=f"terrain.{ground}")
        mover.rates.weathered[key] = found
    return found


def _there(mover: Mover, row: WeatherChange, way: tuple[int, int]) -> Known:
    """Whether a row speaks of a step, by where it leads, or at a weather line also by where it begins."""
    i, j = way
    there = mover.fits(row.where, j)
    if row.where.weather and not there.is_yes and terrain_table(mover.position).both_ends:
        left = climate(mover.position).is_one_of(row.where.weather, i)
        there |= left if left.is_no else left & mover.fits(in_any_weather(row.where), j)
    return there


def _changed(mover: Mover, row: WeatherChange, cost: Interval, applies: Known, *, of: str) -> Interval:
    """A cost as a row changes it; where it is open whether it does, one of the two."""
    opens = bool(row.features) and row.set is not None
    if applies.is_no or (cost.low >= INFINITE and not opens):
        return cost
    changed = cost
    if row.set is not None:
        changed = _set(mover, row, of)
    if row.times != 1:
        changed = Interval(changed.low * row.times, min(changed.high * row.times, INFINITE), changed.missing)
    if row.add != 0:
        changed = changed.plus(_told(row.add, "terrain.weather", Fraction(0)))
    return Interval.by(applies, changed, cost)
