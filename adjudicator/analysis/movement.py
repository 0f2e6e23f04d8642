"""Movement: what a step costs and why it may be barred, the cheapest path between two hexes, how far a unit gets.

The tables are terrain.toml, movement.toml (`movement_terms`) and [[movement]] of zoc.toml. Costs are exact fractions. A cost
that nobody gave (a chart cell, the weather) is an interval: a move is legal if it is at the upper end, illegal if it is not at
the lower end, else undetermined, and the missing data are named. Searches look only at the hexes they touch, so their cost
does not grow with the number of units on the map.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import numpy as np

from adjudicator.analysis.combat import strength as combat_strength
from adjudicator.analysis.combat import unknown_moment
from adjudicator.analysis.control import (
    UNKNOWN,
    Exerted,
    ZoneEffect,
    controller,
    exerting,
    strongest,
    zoc_table,
)
from adjudicator.analysis.ground import (
    ANYWHERE,
    NO,
    UNLIMITED,
    Bound,
    Verdict,
    When,
    Where,
    chart,
    climate,
    load_table,
)
from adjudicator.analysis.lines import chains_between
from adjudicator.analysis.movement_terms import (
    Capacity,
    Forbid,
    Mode,
    MovementTable,
    Retreat,
    Road,
    TerrainCost,
    TerrainTable,
    WeatherChange,
)
from adjudicator.analysis.network import Bools
from adjudicator.analysis.position import Position
from adjudicator.analysis.stacking import amount, unit_size
from adjudicator.errors import PackError, Source
from adjudicator.findings import Trace
from adjudicator.model.units import Selector, Unit

INFINITE = Fraction(10**9)
FAULT = Fraction(10**6)
GROUND = "ground"


@dataclass(frozen=True, slots=True)
class Interval:
    """A cost between two bounds, and the names of the data that would settle it. At INFINITE there is no way."""

    low: Fraction
    high: Fraction
    missing: frozenset[str] = frozenset()

    @classmethod
    def of(cls, value: Fraction | int) -> Interval:
        """A known cost."""
        return cls(Fraction(value), Fraction(value))

    def plus(self, other: Interval) -> Interval:
        """The sum."""
        if other is NOTHING:
            return self
        if self is NOTHING:
            return other
        return Interval(
            min(self.low + other.low, INFINITE), min(self.high + other.high, INFINITE), self.missing | other.missing
        )

    def at(self, bound: Bound) -> Fraction:
        """The end of the interval that a bound means."""
        return self.low if bound is Bound.BEST else self.high

    def __str__(self) -> str:
        if self.low == self.high:
            return amount(self.low)
        return f"{amount(self.low)} or more" if self.high >= INFINITE else f"{amount(self.low)} to {amount(self.high)}"


NOTHING = Interval.of(0)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a step, or a whole move, is not allowed.

    `aspect` names the kind of rule: "terrain", "allowance", "enemy", "prohibited", "mode", "control", "path", "overrun",
    "zone halt", "zone entry", "zone exit", "zone to zone", "zone start".
    """

    hex: str
    aspect: str
    why: str
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One hex of a move: what entering it costs, whether the unit must stop there, and what forbids it."""

    hex: str
    cost: Interval
    halts: str = ""
    faults: tuple[Fault, ...] = ()
    road: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a unit may spend: points, most hexes, hexes it may always move; `barred` says why it may not move at all."""

    points: Interval
    hexes: int | None
    minimum: int
    words: str
    barred: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Path:
    """A move judged: its hexes, the cost of each step, and whether it is legal."""

    unit: str
    mode: str
    hexes: tuple[str, ...]
    steps: tuple[Step, ...]
    budget: Budget
    verdict: Verdict
    faults: tuple[Fault, ...] = ()

    @property
    def cost(self) -> Interval:
        """The whole cost."""
        total = NOTHING
        for step in self.steps:
            total = total.plus(step.cost)
        return total

    @property
    def missing(self) -> tuple[str, ...]:
        """The data without which the verdict is open; empty if it is not."""
        if self.verdict is not Verdict.UNDETERMINED:
            return ()
        named = {fault.missing for fault in self.faults if fault.missing}
        return tuple(sorted(named | self.cost.missing | self.budget.points.missing))

    @property
    def words(self) -> str:
        """The arithmetic: "1 + 2 + 1 = 4, allowance 3"."""
        terms = " + ".join(str(step.cost) for step in self.steps) or "0"
        return f"{terms} = {self.cost}, {self.budget.words}"

    @property
    def trace(self) -> Trace:
        """The path as a line for the map."""
        running, costs = NOTHING, ["0"]
        for step in self.steps:
            running = running.plus(step.cost)
            costs.append(str(running))
        return Trace("path", self.hexes, self.mode, tuple(costs))


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a unit gets: `sure` whatever the missing data are, `perhaps` only if they are kind. Costs by hex number."""

    sure: Mapping[str, Interval]
    perhaps: Mapping[str, Interval]
    missing: frozenset[str]


@dataclass(frozen=True, slots=True)
class Retreated:
    """A way to retreat: its hexes from the start, the steps it costs, and the hexes where it loses them."""

    hexes: tuple[str, ...]
    losses: int
    lost_in: tuple[str, ...]


def terrain_table(position: Position) -> TerrainTable:
    """The pack's terrain.toml."""
    return load_table(position.pack, "terrain", TerrainTable)


def movement_table(position: Position) -> MovementTable:
    """The pack's movement.toml."""
    return load_table(position.pack, "movement", MovementTable)


def budget(
    position: Position, unit: Unit, mode: str = GROUND, start: str = "", states: frozenset[str] = frozenset()
) -> Budget:
    """What a unit may spend in a mode; `states` are states it has beyond its marks (from supply)."""
    return Walker(position, unit, mode, start or unit.hex, states=states).budget


def cheapest_path(
    position: Position,
    unit: Unit,
    goal: str,
    start: str = "",
    *,
    mode: str = GROUND,
    states: frozenset[str] = frozenset(),
    ignoring: frozenset[str] = frozenset(),
) -> Path:
    """The cheapest legal path; if there is none, the path with the fewest faults, with each fault.

    `ignoring` are ids of enemy units whose zones and presence do not count (being overrun, already gone).
    """
    walker = Walker(position, unit, mode, start or unit.hex, states=states, ignoring=ignoring)
    if not walker.budget.barred:
        for bound in (Bound.WORST, Bound.BEST):
            way = walker.search(goal, bound)
            if way is not None:
                return walker.judged(way)
            if walker.certain:
                break
    way = walker.search(goal, Bound.BEST, relaxed=True)
    return walker.judged(way or (walker.start, goal))


def cost_of(
    position: Position,
    unit: Unit,
    path: tuple[str, ...],
    *,
    mode: str = GROUND,
    states: frozenset[str] = frozenset(),
    ignoring: frozenset[str] = frozenset(),
) -> Path:
    """A given path judged step by step."""
    return Walker(position, unit, mode, path[0], states=states, ignoring=ignoring).judged(path)


def reach(
    position: Position, unit: Unit, *, mode: str = GROUND, states: frozenset[str] = frozenset(), start: str = ""
) -> Reach:
    """Every hex a unit can end its move in."""
    walker = Walker(position, unit, mode, start or unit.hex, states=states)
    if walker.budget.barred:
        return Reach({}, {}, frozenset())
    worst = walker.flood(Bound.WORST)
    best = worst if walker.certain else walker.flood(Bound.BEST)
    missing = frozenset(name for cost in best.values() for name in cost.missing) | walker.budget.points.missing
    return Reach(worst, {number: cost for number, cost in best.items() if number not in worst}, missing)


def load(position: Position, unit: Unit, mode: str) -> Fraction:
    """What a unit uses of a mode's capacity: the first `load` row that fits; 1 if none does."""
    for row in _mode(position, mode).load:
        if row.who.matches(unit):
            return Fraction(row.points) * unit_size(unit, row.by or "units")
    return Fraction(1)


def capacity(position: Position, mode: str, side: str) -> tuple[Fraction | None, str]:
    """How much of a mode a side may use in a turn, None if without limit or unknown; and the datum that is missing."""
    for row in _mode(position, mode).capacity:
        if row.sides and side not in row.sides:
            continue
        answer = row.when.holds(position, side)
        if answer is False:
            continue
        if answer is None:
            return None, unknown_moment(position, row.when, side)
        return _capacity(position, row, f"{mode}_capacity.{side}", side)
    return None, ""


def _capacity(position: Position, row: Capacity, cell: str, side: str) -> tuple[Fraction | None, str]:
    if not row.value:
        most = chart(position.pack, cell, row.most)
        return (most, "") if isinstance(most, Fraction) else (None, "" if most == UNLIMITED else cell)
    name = f"{row.value}.{side}"
    kept = position.values.get(name)
    if kept is None:
        return None, f"the value {name}"
    return _rounded(Interval.of(Fraction(kept)), Fraction(row.times), Fraction(0), Fraction(0), row.round).low, ""


def overrun(
    position: Position,
    unit: Unit,
    start: str,
    target: str,
    *,
    spent: Interval = NOTHING,
    mode: str = GROUND,
    gone: int = 0,
) -> Path:
    """Whether a unit may overrun a hex next to it, and what that costs beyond what it has spent on `gone` hexes."""
    rule = movement_table(position).overrun
    victims = tuple(other for other in position.at(target) if other.side != unit.side)
    walker = Walker(position, unit, mode, start, ignoring=frozenset(victim.id for victim in victims))
    faults: list[Fault] = []
    if rule is None:
        faults.append(Fault(target, "overrun", "this game has no overruns"))
        return walker.judged((start, target), extra=tuple(faults))
    step = walker.step_to(start, target, roads=not rule.no_road)
    extra = chart(position.pack, "movement.overrun.extra", rule.extra)
    added = _interval(extra, "movement.overrun.extra", Fraction(0))
    step = Step(step.hex, step.cost.plus(added), step.halts, step.faults, step.road, step.words)
    faults += _overrun_faults(position, unit, start, target, victims)
    total = spent.plus(step.cost)
    faults += _beyond(walker.budget, total, target, gone + 1, minimum=False)
    every = (*step.faults, *faults)
    return Path(unit.id, mode, (start, target), (step,), walker.budget, _verdict(every), every)


def retreats(
    position: Position, unit: Unit, start: str = "", *, avoid: frozenset[str] = frozenset()
) -> dict[str, Retreated]:
    """For each hex a unit may retreat to, the way that loses the fewest steps; empty if it cannot retreat."""
    rule = movement_table(position).retreat
    if rule is None:
        return {}
    walker = Walker(position, unit, "retreat", start or unit.hex, roads=False)
    first = position.network.index[walker.start]
    labels: dict[int, Retreated] = {first: Retreated((walker.start,), 0, ())}
    done: dict[int, Retreated] = {}
    for count in range(1, rule.hexes + 2):
        grown: dict[int, Retreated] = {}
        if count > rule.hexes:
            done = labels
            labels = {i: way for i, way in labels.items() if _marked_by_enemy(position, unit, i, rule.past)}
        for i, so_far in labels.items():
            for j, _ in walker.exits(i):
                number = position.network.number(j)
                if number in avoid or number in so_far.hexes or not walker.enterable(i, j):
                    continue
                loss = retreat_loss(position, unit, number, first=count == 1, start=walker.start)
                after = Retreated(
                    (*so_far.hexes, number), so_far.losses + loss, so_far.lost_in + ((number,) if loss else ())
                )
                if j not in grown or (after.losses, after.hexes) < (grown[j].losses, grown[j].hexes):
                    grown[j] = after
        labels = grown
    ends = {**labels, **{i: way for i, way in done.items() if not _marked_by_enemy(position, unit, i, rule.past)}}
    return {position.network.number(j): way for j, way in ends.items() if _far_enough(position, unit, rule, (first, j))}


def _far_enough(position: Position, unit: Unit, rule: Retreat, ends: tuple[int, int]) -> bool:
    """Whether a retreat from the first hex may end in the second."""
    network, (i, j) = position.network, ends
    if network.distance(i, j) != 1 or not rule.beside:
        return network.distance(i, j) >= rule.away
    direction = network.hexes[i].at.direction(network.hexes[j].at)
    return any(edges.fits(position, unit.side, i, direction) for edges in rule.beside)


def _marked_by_enemy(position: Position, unit: Unit, i: int, kinds: frozenset[str]) -> bool:
    if not kinds:
        return False
    markers = position.markers_at(position.network.number(i))
    return any(marker.type.kind in kinds and marker.type.side not in ("", unit.side) for marker in markers)


def tires(position: Position, unit: Unit, start: str = "") -> bool:
    """Whether a unit loses a step by retreating at all, wherever it goes."""
    rule = movement_table(position).retreat
    i = position.network.index.get(start or unit.hex)
    if rule is None or i is None:
        return False
    return any(row.who.matches(unit) and row.where.fits(position, i) for row in rule.tired)


def retreat_loss(position: Position, unit: Unit, number: str, *, first: bool, start: str = "") -> int:
    """The steps a retreating unit loses for entering a hex; `start` is the hex it left."""
    rule = movement_table(position).retreat
    if rule is None or not rule.zone_loss:
        return 0
    there = frozenset(other.id for other in position.at(start or unit.hex) if other.side != unit.side)
    if rule.shared == "all" and there:
        return 0
    gone = there if rule.shared == "there" else frozenset()
    shielded = rule.shielded is not None and rule.shielded_who.matches(unit)
    if shielded and rule.shielded is not None and _friend(position, unit, number, rule.shielded):
        return 0
    i = position.network.index[number]
    ignored = [row.of for row in rule.ignoring if row.who.matches(unit) and (first or not row.first)]
    for enemy in position.pack.enemies(unit.side):
        for zone in exerting(position, enemy, i, gone):
            if not any(selector.matches(zone.unit) for selector in ignored):
                return rule.zone_loss
    return 0


@dataclass(eq=False)
class Walker:
    """One unit about to move in one mode: everything a step needs, computed for the hexes that are asked for."""

    position: Position
    unit: Unit
    mode: str
    start: str
    states: frozenset[str] = frozenset()
    ignoring: frozenset[str] = frozenset()
    roads: bool = True
    certain: bool = True
    _zones: dict[int, tuple[Exerted, ...]] = field(default_factory=dict)
    _effects: dict[tuple[int, str], ZoneEffect | None] = field(default_factory=dict)
    _terrain: dict[tuple[int, int, bool], tuple[Interval, bool]] = field(default_factory=dict)

    @cached_property
    def table(self) -> MovementTable:
        return movement_table(self.position)

    @cached_property
    def way(self) -> Mode:
        """The rules of the mode; ground movement has none of its own unless the pack gives some."""
        return _mode(self.position, self.mode)

    @cached_property
    def budget(self) -> Budget:
        """What the unit may spend."""
        return _budget(self)

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

    def step(self, i: int, j: int, direction: int, *, spared: bool = False, sparing: bool = False) -> Step:
        """One step; `spared` / `sparing`: the zones of the hex left / entered do not count."""
        number = self.position.network.number(j)
        faults = list(self._barred(i, j, direction))
        cost, road = self.terrain_cost(i, j, direction)
        if cost.low >= INFINITE:
            faults.append(Fault(number, "terrain", "the terrain is closed to it"))
            cost = Interval.of(1)
        here = "" if spared else self.strength(i)
        there = "" if sparing else self.strength(j)
        zone, halts = NOTHING, ""
        if here or there:
            zone, halts, more = self._zone_step((i, j, direction), here, there)
            faults += more
        total = cost.plus(zone)
        if total.missing or any(fault.missing for fault in faults) or self.budget.points.missing:
            self.certain = False
        return Step(number, total, halts, tuple(faults), road)

    def step_to(self, start: str, target: str, roads: bool = True) -> Step:
        """A step between two numbered hexes."""
        index = self.position.network.index
        i, j = index[start], index[target]
        direction = next((d for k, d in self.exits(i) if k == j), None)
        if direction is None:
            return Step(target, NOTHING, faults=(Fault(target, "path", f"{target} does not adjoin {start}"),))
        if roads != self.roads:
            other = replace(self, roads=roads, _zones={}, _effects={}, _terrain={})
            return other.step(i, j, direction)
        return self.step(i, j, direction)

    def enterable(self, i: int, j: int) -> bool:
        """Whether the unit may enter a hex at all: terrain, prohibitions and enemies, whatever the zones and costs."""
        direction = next((d for k, d in self.exits(i) if k == j), -1)
        if any(not fault.missing for fault in self._barred(i, j, direction)):
            return False
        return self.terrain_cost(i, j, direction)[0].low < INFINITE

    def terrain_cost(self, i: int, j: int, direction: int) -> tuple[Interval, bool]:
        """What terrain, hexside, road and weather make a step cost, and whether it went at the road rate."""
        key = (i, j, self.roads)
        found = self._terrain.get(key)
        if found is None:
            found = self._terrain[key] = self._terrain_cost(i, j, direction)
        return found

    def search(self, goal: str, bound: Bound, relaxed: bool = False) -> tuple[str, ...] | None:
        """The cheapest path to a hex; `relaxed` counts faults instead of refusing them."""
        target = self.position.network.index.get(goal)
        if target is None:
            return None
        found: tuple[str, ...] | None = None
        for hexes, _ in self._expand(bound, target, relaxed):
            if hexes[-1] == target and len(hexes) > 1:
                found = self.position.network.numbers(hexes)
                break
        return found

    def flood(self, bound: Bound) -> dict[str, Interval]:
        """The cost of every hex it can end in."""
        number = self.position.network.number
        found: dict[str, Interval] = {}
        for hexes, cost in self._expand(bound, None, relaxed=False):
            if len(hexes) > 1 and self.way.end.fits(self.position, hexes[-1], unknown=bound is Bound.BEST):
                found.setdefault(number(hexes[-1]), cost)
        return found

    def judged(self, hexes: tuple[str, ...], extra: tuple[Fault, ...] = ()) -> Path:
        """A path with the cost of every step and every fault."""
        steps, faults = [], [*self.budget.barred, *extra]
        spent, halted, spares, spared = self._start_cost(), "", 0, False
        for count, (here, there) in enumerate(pairwise(hexes), 1):
            if halted:
                faults.append(Fault(there, "zone halt", f"{halted} in {here}, so it could not go on"))
            i, j = (self.position.network.index.get(number, -1) for number in (here, there))
            if i < 0 or j < 0:
                faults.append(Fault(there, "path", f"{there if j < 0 else here} is no hex of this map"))
                break
            sparing = bool(self.strength(j)) and spares < self._spares(j)
            direction = next((d for k, d in self.exits(i) if k == j), None)
            step = (
                self.step_to(here, there)
                if direction is None
                else self.step(i, j, direction, spared=spared, sparing=sparing)
            )
            spares, spared = spares + sparing, sparing
            steps.append(step)
            faults += step.faults
            spent = spent.plus(step.cost)
            halted = step.halts
            if not any(fault.aspect == "allowance" for fault in faults):
                faults += _beyond(self.budget, spent, there, count, minimum=True)
        if len(hexes) > 1 and hexes[-1] in self.position.network.index:
            end = self.position.network.index[hexes[-1]]
            if not self.way.end.fits(self.position, end, unknown=True):
                faults.append(Fault(hexes[-1], "mode", f"{self.mode} may not end there"))
        every = tuple(dict.fromkeys(faults))
        return Path(self.unit.id, self.mode, hexes, tuple(steps), self.budget, _verdict(every), every)

    def _expand(self, bound: Bound, target: int | None, relaxed: bool) -> Iterator[tuple[tuple[int, ...], Interval]]:
        """Paths in order of cost, one for each hex (more only where fewer hexes or spared zones could matter)."""
        begin = self.position.network.index.get(self.start)
        if begin is None:
            return
        purse = self.budget
        limit = INFINITE * 2 if relaxed else purse.points.at(Bound.WORST if bound is Bound.BEST else Bound.BEST)
        most = None if relaxed else purse.hexes
        first = self._start_cost()
        queue: list[tuple[Fraction, int, int, int, bool, str, tuple[int, ...], Interval]] = []
        heapq.heappush(queue, (first.at(bound), 0, begin, 0, False, "", (begin,), first))
        seen: dict[tuple[int, int, bool], int] = {}
        while queue:
            spent, count, i, spares, spared, halted, hexes, cost = heapq.heappop(queue)
            known = seen.get((i, spares, spared))
            if known is not None and (most is None or known <= count):
                continue
            seen[(i, spares, spared)] = count
            yield hexes, cost
            if i == target or (most is not None and count >= most):
                continue
            if (halted and not relaxed) or (spent > limit and count > 0):
                continue
            for j, direction in self.exits(i):
                sparing = bool(self.strength(j)) and spares < self._spares(j)
                step = self.step(i, j, direction, spared=spared, sparing=sparing)
                faults = _counting(step.faults, bound)
                if faults and not relaxed:
                    continue
                total = spent + step.cost.at(bound) + FAULT * (faults + bool(halted and relaxed))
                if total > limit and count + 1 > purse.minimum:
                    continue
                after = (total, count + 1, j, spares + sparing, sparing, step.halts, (*hexes, j), cost.plus(step.cost))
                heapq.heappush(queue, after)

    def _start_cost(self) -> Interval:
        cell = f"movement.{self.mode}.start_cost"
        return _interval(chart(self.position.pack, cell, self.way.start_cost), cell, Fraction(0))

    def _exerted(self, i: int) -> Iterator[Exerted]:
        for enemy in self.position.pack.enemies(self.unit.side):
            yield from exerting(self.position, enemy, i, self.ignoring)

    def strength(self, i: int) -> str:
        """The strongest zone in a hex that does anything to the unit, "" if none."""
        found = {zone.strength for zone in self.zones(i)}
        while found:
            top = strongest(self.position, found)
            if self.effect(i, top) is not None:
                return top
            found.discard(top)
        return ""

    def _spares(self, i: int) -> int:
        effect = self.effect(i, self.strength(i))
        return effect.spares if effect else 0

    def _effect(self, i: int, of: str) -> ZoneEffect | None:
        position, unit = self.position, self.unit
        for row in zoc_table(position).movement:
            if (
                row.who.matches(unit)
                and (not row.modes or self.mode in row.modes)
                and (not row.strengths or of in row.strengths)
                and row.where.fits(position, i)
                and row.when.allows(position, unit.side)
            ):
                lifted = row.shielded is not None and _friend(position, unit, position.network.number(i), row.shielded)
                return None if row.ignored or lifted else row
        return None

    def _zone_step(self, way: tuple[int, int, int], here: str, there: str) -> tuple[Interval, str, list[Fault]]:
        i, j, direction = way
        number, cost, halts, faults = self.position.network.number(j), NOTHING, "", []
        entered, left = self.effect(j, there) if there else None, self.effect(i, here) if here else None
        if entered is not None:
            if entered.may_not_enter:
                faults.append(Fault(number, "zone entry", entered.why or "it may not enter an enemy zone of control"))
            if entered.stop:
                halts = "it had to stop in an enemy zone of control"
            cost = cost.plus(self._zone_cost("enter_cost", entered, there))
        if left is not None and left.may_not_leave:
            faults.append(Fault(number, "zone exit", left.why or "it may not leave an enemy zone of control"))
        if left is None or entered is None:
            return (cost if left is None else cost.plus(self._zone_cost("leave_cost", left, here))), halts, faults
        top = strongest(self.position, {here, there})
        rule = left if top == here else entered
        if rule.no_between is not None and direction >= 0:
            free = rule.unless_friendly is not None and _friend(self.position, self.unit, number, rule.unless_friendly)
            if not free and rule.no_between.fits(self.position, self.unit.side, i, direction):
                faults.append(
                    Fault(number, "zone to zone", rule.why or "it may not go from zone to zone across this hexside")
                )
        return cost.plus(self._zone_cost("between_cost", rule, top)), halts, faults

    def _zone_cost(self, name: str, effect: ZoneEffect, of: str) -> Interval:
        cell = f"zoc.{of}.{name}.{self.unit.type.movement_class}"
        return _interval(chart(self.position.pack, cell, getattr(effect, name)), cell, Fraction(0))

    def _barred(self, i: int, j: int, direction: int) -> Iterator[Fault]:
        position, unit, way = self.position, self.unit, self.way
        network = position.network
        number = network.number(j)
        if direction >= 0 and way.along and not network.sides_with(way.along)[i, direction]:
            yield Fault(number, "mode", f"{self.mode} needs {_list(way.along)} from hex to hex")
        for enemy in position.at(number):
            barring = enemy.side != unit.side and enemy.id not in self.ignoring
            if barring and self.table.occupied_by.matches(enemy):
                yield Fault(number, "enemy", f"{enemy} is there")
                break
        yield from self._forbidden(i, j, direction)
        if way.own:
            owner = controller(position, number)
            if owner != unit.side:
                unknown = owner == UNKNOWN
                yield Fault(number, "control", f"{number} is not under its side's control", _if(unknown, number))
        if way.between and not self.chains[j]:
            yield Fault(number, "control", f"{number} is on no line between {_list(way.between)} of its side")
        if way.clear_of and any(self._enemy_at(k) for k, _ in self.exits(j)):
            yield Fault(number, "enemy", "it would be next to an enemy unit")
        closed = {marker.type.kind for marker in position.markers_at(number)} & way.without_markers
        if closed:
            yield Fault(number, "mode", f"closed by {_list(closed)}")

    def _forbidden(self, i: int, j: int, direction: int) -> Iterator[Fault]:
        position, unit = self.position, self.unit
        number = position.network.number(j)
        for row in self.table.forbid:
            if (row.where is None and row.edges is None) or not row.who.matches(unit):
                continue
            if (row.modes and self.mode not in row.modes) or not self.in_state(row.states):
                continue
            if not row.when.allows(position, unit.side) or not self._held(row.held):
                continue
            sure = self._covers(row, (i, j, direction), unknown=False)
            if not sure and not self._covers(row, (i, j, direction), unknown=True):
                continue
            if row.unless is not None and direction >= 0 and row.unless.fits(position, unit.side, i, direction):
                continue
            yield Fault(number, "prohibited", row.why or "it may not go there", "" if sure else "weather")

    def _covers(self, row: Forbid, way: tuple[int, int, int], unknown: bool) -> bool:
        i, j, direction = way
        if row.where is not None and not row.where.fits(self.position, j, unknown):
            return False
        if row.edges is None:
            return True
        return direction >= 0 and row.edges.fits(self.position, self.unit.side, i, direction, unknown)

    def _held(self, held: Mapping[str, str]) -> bool:
        theatre = self.position.network.theatre
        return all(
            (controller(self.position, theatre.place(name).hex) == self.unit.side) == (wanted == "own")
            for name, wanted in held.items()
        )

    def in_state(self, states: frozenset[str]) -> bool:
        return not states or bool(states & (self.states | self.unit.marks))

    @cached_property
    def chains(self) -> Bools:
        """The hexes on a line between two places of the side, where the mode wants that."""
        position, network = self.position, self.position.network
        stops = Where(places=self.way.between).mask(position)
        ends = np.zeros(len(network), dtype=np.bool_)
        for i in np.flatnonzero(stops).tolist():
            ends[i] = controller(position, network.number(i)) == self.unit.side
        # A line runs from place to place: friendly ones join chains, others end them.
        return chains_between(network, self.way.along, stops, ends) | ends

    def _enemy_at(self, i: int) -> bool:
        number = self.position.network.number(i)
        return any(other.side != self.unit.side and other.id not in self.ignoring for other in self.position.at(number))

    def _terrain_cost(self, i: int, j: int, direction: int) -> tuple[Interval, bool]:
        position, unit, network = self.position, self.unit, self.position.network
        if self.way.cost is not None:
            cell = f"movement.{self.mode}.cost"
            flat = _interval(chart(position.pack, cell, self.way.cost), cell, Fraction(0))
            return self._weathered(flat, (i, j), False), False
        if direction < 0:
            return Interval.of(1), False
        features = network.hexside(i, j)
        road = self._road(features, j) if self.roads else None
        hexside = NOTHING
        if road is None or road.keeps_hexside:
            for feature in sorted(features):
                hexside = hexside.plus(self._hexside_cost(feature, i, j))
        if road is not None:
            base = self._cell_cost("terrain", road.cost_of) if road.cost_of else _interval(road.cost, "", Fraction(0))
        else:
            base = self._cell_cost("terrain", network.hexes[j].terrain)
        ground = road.cost_of if road is not None else network.hexes[j].terrain
        cost = self._weathered(base, (i, j), road is not None, ground).plus(hexside)
        free = unit.type.movement_class == "" and not terrain_table(position).terrain
        return (Interval.of(1) if free else cost), road is not None

    def _road(self, features: frozenset[str], j: int) -> Road | None:
        for row in self.table.road:
            if (
                row.features & features
                and row.who.matches(self.unit)
                and (not row.modes or self.mode in row.modes)
                and row.where.fits(self.position, j)
                and row.when.allows(self.position, self.unit.side)
            ):
                return row
        return None

    def _cell_cost(self, kind: str, name: str) -> Interval:
        table = terrain_table(self.position)
        rows: Mapping[str, TerrainCost] = table.terrain if kind == "terrain" else table.hexside
        row, kept = rows.get(name), name
        for _ in range(len(rows)):
            if row is not None and row.same_as:
                kept = row.same_as
                row = rows.get(kept)
        if row is not None and row.ignored:
            return NOTHING
        if kind == "hexside" and (row is None or (not row.cost and row.any is None)):
            return NOTHING
        least = Fraction(self.table.least_cost) if kind == "terrain" else Fraction(0)
        cell = f"{kind}.{kept}.cost.{self.unit.type.movement_class}"
        given = None if row is None else row.cost.get(self.unit.type.movement_class, row.any)
        return _interval(chart(self.position.pack, cell, given), cell, least)

    def _hexside_cost(self, feature: str, i: int, j: int) -> Interval:
        cost = self._cell_cost("hexside", feature)
        for row in terrain_table(self.position).weather:
            if feature in row.features:
                cost = self._changed(row, cost, {i, j}, False, f"hexside.{feature}")
        return cost

    def _weathered(self, cost: Interval, way: tuple[int, int], road: bool, ground: str = "") -> Interval:
        """A hex's cost as the weather changes it; at a weather line also as the weather of the hex left would.

        `ground` is the terrain whose cost it is, for changes that are chart cells.
        """
        i, j = way
        table = terrain_table(self.position)
        here = climate(self.position).at(i) if table.both_ends else ""
        line = bool(here) and here != climate(self.position).at(j)
        for row in table.weather:
            if row.features:
                continue
            left = line and here in row.where.weather and not row.where.fits(self.position, j, unknown=True)
            cost = self._changed(_in_any_weather(row) if left else row, cost, {j}, road, f"terrain.{ground}")
        return cost

    def _changed(self, row: WeatherChange, cost: Interval, ends: set[int], road: bool, of: str) -> Interval:
        if cost.low >= INFINITE:
            return cost
        position = self.position
        applies = (
            row.who.matches(self.unit)
            and (not row.modes or self.mode in row.modes)
            and (row.road is None or row.road == road)
            and row.when.allows(position, self.unit.side)
        )
        if not applies or not any(row.where.fits(position, k, unknown=True) for k in ends):
            return cost
        changed = cost
        if row.set is not None:
            cell = f"{of}.{row.name}.{self.unit.type.movement_class}" if row.name else "terrain.weather"
            given = chart(position.pack, cell, row.set) if row.name or row.set != "?" else None
            changed = _interval(given, cell, Fraction(0))
        changed = Interval(changed.low * row.times, min(changed.high * row.times, INFINITE), changed.missing)
        changed = changed.plus(_interval(row.add if row.add != "?" else None, "terrain.weather", Fraction(0)))
        if any(row.where.fits(position, k) for k in ends):
            return changed
        known = cost.missing | changed.missing | {"weather"}
        return Interval(min(cost.low, changed.low), max(cost.high, changed.high), known)


def _in_any_weather(row: WeatherChange) -> WeatherChange:
    return row.model_copy(update={"where": row.where.model_copy(update={"weather": frozenset()})})


def _budget(walker: Walker) -> Budget:
    position, unit, mode = walker.position, walker.unit, walker.mode
    i = position.network.index.get(walker.start)
    barred = tuple(_start_faults(walker, i))
    words: list[str] = []
    printed = unit.shown.movement
    if printed is None:
        points = Interval(Fraction(0), INFINITE, frozenset({f"movement allowance of {unit}"}))
    else:
        points = Interval.of(Fraction(printed))
        words.append(f"allowance {amount(points.low)}")
    hexes: int | None = None
    in_zone = i is not None and bool(walker.zones(i))
    for row in walker.table.allowance:
        if not _row_fits(walker, row.who, row.when, row.modes) or not walker.in_state(row.states):
            continue
        if row.start and (row.start == "zone") != in_zone:
            continue
        if row.where != ANYWHERE and (i is None or not row.where.fits(position, i)):
            continue
        if row.set is not None:
            points = _interval(chart(position.pack, "movement.allowance", row.set), "movement.allowance", Fraction(0))
        points = _rounded(points, Fraction(row.times), Fraction(row.add), Fraction(row.least), row.round)
        hexes = row.hexes if hexes is None or (row.hexes is not None and row.hexes < hexes) else hexes
        words.append(f"{row.why or 'changed'}: {points}")
        if row.last:
            break
    if walker.way.times != 1:
        points = _rounded(points, Fraction(walker.way.times), Fraction(0), Fraction(0), "")
        words.append(f"{mode}: {points}")
    if walker.way.free:
        points = Interval.of(INFINITE)
        words = [mode]
    hexes = _fewest(hexes, *_mode_hexes(walker), *_weather_hexes(walker, i))
    if hexes is not None:
        words.append(f"at most {hexes} {'hex' if hexes == 1 else 'hexes'}")
    minimum = max(
        (row.hexes for row in walker.table.minimum if _row_fits(walker, row.who, row.when, row.modes)), default=0
    )
    if points.high == 0 and printed is None:
        minimum = 0
    return Budget(points, hexes, minimum, ", ".join(words), barred)


def _start_faults(walker: Walker, i: int | None) -> Iterator[Fault]:
    position, unit, way = walker.position, walker.unit, walker.way
    if i is None:
        yield Fault(walker.start, "path", f"{walker.start or 'its box'} is no hex of this map")
        return
    if not way.who.matches(unit):
        yield Fault(walker.start, "mode", way.why or f"it cannot use {walker.mode}")
    if way.when.holds(position, unit.side) is False:
        yield Fault(walker.start, "mode", f"{walker.mode} is not possible now")
    if not way.start.fits(position, i, unknown=True):
        yield Fault(walker.start, "mode", f"{walker.mode} may not begin there")
    if way.own and controller(position, walker.start) not in (unit.side, UNKNOWN):
        yield Fault(walker.start, "control", f"{walker.start} is not under its side's control")
    if way.between and not walker.chains[i]:
        yield Fault(walker.start, "control", f"{walker.start} is on no line between {_list(way.between)} of its side")
    for row in walker.table.forbid:
        if row.where is not None or row.edges is not None:
            continue
        if not row.start.fits(position, i) or (row.in_zone and not walker.zones(i)):
            continue
        if _row_fits(walker, row.who, row.when, row.modes) and walker.in_state(row.states):
            yield Fault(walker.start, "prohibited", row.why or "it may not move")
    effect = walker.effect(i, walker.strength(i))
    if effect is not None and effect.may_not_start and walker.zones(i):
        yield Fault(walker.start, "zone start", effect.why or "it may not move out of an enemy zone of control")


def _row_fits(walker: Walker, who: Selector, when: When, modes: frozenset[str]) -> bool:
    return (
        who.matches(walker.unit)
        and (not modes or walker.mode in modes)
        and when.allows(walker.position, walker.unit.side, unknown=False)
    )


def _mode_hexes(walker: Walker) -> Iterator[int]:
    cell = f"movement.{walker.mode}.hexes"
    if walker.way.hexes is None:
        return
    value = chart(walker.position.pack, cell, walker.way.hexes)
    if isinstance(value, Fraction):
        yield int(value)


def _weather_hexes(walker: Walker, i: int | None) -> Iterator[int]:
    for row in terrain_table(walker.position).weather:
        if row.hexes is None or i is None or not row.where.fits(walker.position, i):
            continue
        if _row_fits(walker, row.who, row.when, row.modes):
            yield row.hexes


def _fewest(*numbers: int | None) -> int | None:
    return min((number for number in numbers if number is not None), default=None)


def _rounded(points: Interval, times: Fraction, add: Fraction, least: Fraction, how: str) -> Interval:
    ends = []
    for end in (points.low, points.high):
        value = end if end >= INFINITE else max(end * times + add, least)
        if how == "up" and value < INFINITE:
            value = Fraction(-(-value.numerator // value.denominator))
        elif how == "down" and value < INFINITE:
            value = Fraction(value.numerator // value.denominator)
        ends.append(value)
    return Interval(ends[0], ends[1], points.missing)


def _beyond(purse: Budget, spent: Interval, number: str, count: int, *, minimum: bool) -> Iterator[Fault]:
    if purse.hexes is not None and count > purse.hexes:
        yield Fault(number, "allowance", f"hex {count} of its move, {purse.words}")
        return
    if minimum and count <= purse.minimum:
        return
    if spent.low > purse.points.high:
        yield Fault(number, "allowance", f"{spent} points spent on reaching {number}, {purse.words}")
    elif spent.high > purse.points.low:
        missing = ", ".join(sorted(spent.missing | purse.points.missing))
        yield Fault(number, "allowance", f"{spent} points spent on reaching {number}, {purse.words}", missing)


def _overrun_faults(
    position: Position, unit: Unit, start: str, target: str, victims: tuple[Unit, ...]
) -> Iterator[Fault]:
    rule = movement_table(position).overrun
    if rule is None:
        return
    i, j = position.network.index[start], position.network.index[target]
    if not rule.who.matches(unit):
        yield Fault(target, "overrun", "such a unit may not overrun")
    if rule.when.holds(position, unit.side) is False:
        yield Fault(target, "overrun", rule.why or "overruns are not possible now")
    if not rule.where.fits(position, j, unknown=True):
        yield Fault(target, "overrun", "no overruns into this hex")
    elif not rule.where.fits(position, j):
        yield Fault(target, "overrun", "perhaps no overruns into this hex", "weather")
    for bar in rule.barred:
        if bar.where.fits(position, j, unknown=True):
            sure = bar.where.fits(position, j)
            yield Fault(
                target,
                "overrun",
                bar.why or "no overruns into this hex",
                "" if sure else _unsaid(bar.where, position, j),
            )
    if not victims:
        yield Fault(target, "overrun", "there is no enemy unit to overrun")
    if rule.most_victims and len(victims) > rule.most_victims:
        yield Fault(target, "overrun", f"{len(victims)} enemy units, at most {rule.most_victims} can be overrun")
    for victim in victims:
        if not rule.victims.matches(victim):
            yield Fault(target, "overrun", f"{victim} cannot be overrun")
        if rule.most_steps and victim.steps > rule.most_steps:
            yield Fault(target, "overrun", f"{victim} has {victim.steps} steps, at most {rule.most_steps}")
    if rule.strength:
        share = combat_strength(position, replace(unit, hex=start), target, "attack")
        if share.strength is None:
            missing = share.missing or f"strength of {unit}"
            yield Fault(target, "overrun", f"strength {share.words}, {amount(Fraction(rule.strength))} needed", missing)
        elif share.strength < rule.strength:
            yield Fault(target, "overrun", f"strength {share.words}, {amount(Fraction(rule.strength))} needed")
    if position.network.distance(i, j) == 1:
        direction = position.network.hexes[i].at.direction(position.network.hexes[j].at)
        if any(edges.fits(position, unit.side, i, direction) for edges in rule.closed):
            yield Fault(target, "overrun", "no overruns across this hexside")


def _unsaid(where: Where, position: Position, j: int) -> str:
    """Which condition of a hex nobody told."""
    return "weather" if where.weather and not climate(position).at(j) else "severe"


def _friend(position: Position, unit: Unit, number: str, who: Selector) -> bool:
    return any(other.side == unit.side and other.id != unit.id and who.matches(other) for other in position.at(number))


def _counting(faults: tuple[Fault, ...], bound: Bound) -> int:
    return sum(not (fault.missing and bound is Bound.BEST) for fault in faults)


def _verdict(faults: tuple[Fault, ...]) -> Verdict:
    if any(not fault.missing for fault in faults):
        return Verdict.ILLEGAL
    return Verdict.UNDETERMINED if faults else Verdict.LEGAL


def _interval(value: Fraction | str | None, cell: str, least: Fraction) -> Interval:
    if value is None or value == "?":
        return Interval(least, INFINITE, frozenset({cell} - {""}))
    if isinstance(value, Fraction):
        return Interval.of(value)
    return Interval.of(INFINITE) if value == NO else Interval.of(0 if value == UNLIMITED else INFINITE)


def _mode(position: Position, name: str) -> Mode:
    found = movement_table(position).mode.get(name)
    if found is None:
        if name in (GROUND, "retreat", "advance", "overrun"):
            return Mode()
        where = Source(str(position.pack.folder / "movement.toml"))
        raise PackError(f"[mode.{name}] is asked for but not there", where)
    return found


def _list(names: frozenset[str] | set[str]) -> str:
    return " or ".join(sorted(name.replace("_", " ") for name in names))


def _if(unknown: bool, number: str) -> str:
    return f"control of {number}" if unknown else ""
