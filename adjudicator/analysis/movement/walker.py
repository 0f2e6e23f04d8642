"""A unit's move step by step: what a step costs, why it may be barred, the cheapest path, how far the unit gets."""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction
from itertools import pairwise

from adjudicator.analysis.movement.budget import budget_of
from adjudicator.analysis.movement.hindrances import Hindered
from adjudicator.analysis.movement.mover import friend_in
from adjudicator.analysis.movement.step_cost import passable, step_cost
from adjudicator.analysis.movement.values import (
    Fault,
    MoveBudget,
    MoveStep,
    Path,
    beyond,
    interval,
)
from adjudicator.analysis.movement.zone_effects import (
    NO_EFFECTS,
    NO_ZONES,
    EffectHere,
    EffectsHere,
    InZones,
    one_of_these,
    unless_spared,
)
from adjudicator.analysis.zone_terms import ZoneEffect, strongest
from adjudicator.lean import cached_property, dataclass, replace
from adjudicator.model.interval import INFINITE, ONE, ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.said import say, strung
from adjudicator.terms.cell import chart
from adjudicator.words import word

NO_GAUGES: frozenset[str] = frozenset()
ENTERING = say("whether the hex entered is paid before or after the points left are halved")


@dataclass(eq=False)
class Walker(Hindered):
    """One unit about to move in one mode: everything a step needs, computed for the hexes that are asked for."""

    certain: bool = True
    _steps: dict[tuple[int, int, int] | tuple[int, int, int, Known, Known], MoveStep] = field(default_factory=dict)
    _told: dict[tuple[int, ...], str] = field(default_factory=dict)
    _said: dict[tuple[str, int], str] = field(default_factory=dict)
    _zone_costs: dict[tuple[str, int, str], Interval] = field(default_factory=dict)

    @cached_property
    def budget(self) -> MoveBudget:
        """What the unit may spend."""
        return budget_of(self)

    @cached_property
    def minds_its_way(self) -> bool:
        """Whether a dearer way to a hex may be the better one to go on by; one on which it was slowed down never is."""
        sparing = any(row.spares for row, _ in self.concern.zones)
        return sparing or bool(self.way.gauges) or self.may_get_cheaper

    @property
    def needs_plain_search(self) -> bool:
        """Whether distance tells nothing of what is ahead: a link may shorten the way, or steps get cheaper from somewhere on."""
        return bool(self.way.links) or self.may_get_cheaper

    @property
    def may_get_cheaper(self) -> bool:
        """Whether a row may make steps cheaper from somewhere on, so that less is ahead than the least that a step costs."""
        return self.slowed is not None and self.slowed[0].times < 1

    def step(self, i: int, j: int, direction: int, *, spared: Known = NO, sparing: Known = NO) -> MoveStep:
        """One step; `spared` / `sparing`: the zones of the hex left / entered do not count."""
        key = (i, j, direction) if spared is NO and sparing is NO else (i, j, direction, spared, sparing)
        found = self._steps.get(key)
        if found is None:
            found = self._steps[key] = self._step(i, j, direction, spared=spared, sparing=sparing)
        return found

    def _step(self, i: int, j: int, direction: int, *, spared: Known, sparing: Known) -> MoveStep:
        number = self.position.network.number(j)
        faults = list(self.barred(i, j, direction))
        cost, road = step_cost(self, i, j, direction)
        if cost.low >= INFINITE:
            faults.append(Fault(number, "terrain", self._closed(j)))
            cost = Interval.of(1)
        elif (closed := ~passable(cost)).possible:
            faults.append(Fault(number, "terrain", self._closed(j), closed))
        zone = self._zones_step(
            (i, j, direction), unless_spared(spared, self.zone_effects(i)), unless_spared(sparing, self.zone_effects(j))
        )
        faults += zone.faults
        harassed = self.harassed(i)[0]
        total = cost.plus(zone.cost).plus(harassed)
        doubtful = zone.halting.is_open or any(fault.broken.is_open for fault in faults)
        if total.missing or doubtful or not self.budget.certain:
            self.certain = False
        return MoveStep(number, total, zone.halts, tuple(faults), road, halting=zone.halting, harassed=harassed)

    def sparing(self, marched: tuple[str, ...]) -> tuple[Known, ...]:
        """For each hex of a way after the first whether its zones are among those that the unit may leave out of account."""
        index = self.position.network.index
        found: list[Known] = []
        for number in marched[1:]:
            found.append(self.spares(index[number], sum_of(map(Interval.one_if, found))))
        return tuple(found)

    def step_to(
        self, start: str, target: str, *, roads: bool = True, spared: Known = NO, sparing: Known = NO
    ) -> MoveStep:
        """A step between two numbered hexes; see `step`."""
        index = self.position.network.index
        i, j = index[start], index[target]
        direction = self._direction(i, j)
        if direction is None:
            return MoveStep(
                target, ZERO, faults=(Fault(target, "path", say("{target} does not adjoin {start}", target, start)),)
            )
        walker = self if roads == self.roads else self._other_rate
        return walker.step(i, j, direction, spared=spared, sparing=sparing)

    @cached_property
    def _other_rate(self) -> Walker:
        """The same unit on its way, with roads if this one goes without, and the other way round."""
        return replace(
            self,
            roads=not self.roads,
            _zones={},
            _zone_effects={},
            _steps={},
            _bars={},
            _held_by={},
            _banned={},
            _told={},
            _said={},
            _spares={},
        )

    def _direction(self, i: int, j: int) -> int | None:
        """Which way leads from a hex to another: where a link leads there besides the hexside, the one with fewer faults."""
        ways = [direction for k, direction in self.exits(i) if k == j]
        if len(ways) < 2:
            return ways[0] if ways else None
        return min(ways, key=lambda way: sum(fault.broken.is_yes for fault in self.barred(i, j, way)))

    def enterable(self, i: int, j: int) -> Known:
        """Whether the unit may enter a hex at all: terrain, prohibitions and enemies, whatever the zones and costs."""
        direction = self._direction(i, j)
        direction = -1 if direction is None else direction
        barred = any_of(fault.broken for fault in self.barred(i, j, direction))
        return NO if barred.is_yes else ~barred & passable(step_cost(self, i, j, direction)[0])

    def may_come_to(self, goal: str) -> bool:
        """Whether the hex may be entered from any hex next to it; if not, no search need be made for a way there."""
        j = self.position.network.index.get(goal)
        return j is not None and any(self.enterable(i, j).possible for i, _ in self.exits(j))

    def judged(self, hexes: tuple[str, ...], extra: tuple[Fault, ...] = ()) -> Path:
        """A path with the cost of every step and every fault."""
        steps, faults = [], [*self.budget.barred, *extra]
        spent, halted, halting, spares, spared = self.start_cost(), "", YES, ZERO, NO
        slow, gauges, count = NO, NO_GAUGES, ZERO
        for here, there in pairwise(hexes):
            if halted:
                faults.append(Fault(there, "zone halt", say("{halted} in {here}", halted, here), halting))
            i, j = (self.position.network.index.get(number, -1) for number in (here, there))
            if i < 0 or j < 0:
                faults.append(Fault(there, "path", say("{there} is no hex of this map", there if j < 0 else here)))
                break
            sparing = self.spares(j, spares)
            direction = self._direction(i, j)
            step = (
                self.step_to(here, there)
                if direction is None
                else self.step(i, j, direction, spared=spared, sparing=sparing)
            )
            spares, spared = spares if sparing.is_no else spares.plus(Interval.one_if(sparing)), sparing
            if direction is not None:
                step, extra_hexes, gauges = self.carried(step, (i, j, direction), slow=slow, gauges=gauges)
                slow |= self.slows(j)
                count = count.plus(extra_hexes)
            count = count.plus(ONE)
            steps.append(step)
            faults += step.faults
            spent = spent.plus(step.cost)
            halted, halting = step.halts, step.halting
            told = [fault.broken for fault in faults if fault.aspect == "allowance"]
            if not any(broken.is_yes for broken in told):
                more = beyond(self.budget, spent, there, count, minimum=True, entered=len(steps))
                # The first hex that may be too far, and the first that surely is.
                faults += (fault for fault in more if fault.broken.is_yes or not told)
        if len(hexes) > 1 and hexes[-1] in self.position.network.index:
            end = self.position.network.index[hexes[-1]]
            if not (ending := self.fits(self.way.end, end)).is_yes:
                faults.append(
                    Fault(
                        hexes[-1],
                        "mode",
                        say("such a move does not end in {end}", hexes[-1]),
                        ~ending,
                    )
                )
        every = tuple(dict.fromkeys(faults))
        return Path(self.unit.id, self.mode, hexes, tuple(steps), self.budget, every, self.start_cost())

    def carried(
        self, step: MoveStep, way: tuple[int, int, int], *, slow: Known, gauges: frozenset[str]
    ) -> tuple[MoveStep, Interval, frozenset[str]]:
        """A step with what the way so far adds to it: its cost, the hexes it counts besides, the gauges it ends on."""
        i, j, direction = way
        cost, more = step.cost, self.harassed(i)[1]
        if self.slowed is not None:
            cost = self._slowed(cost, slow, self.slows(j), Fraction(self.slowed[0].times))
        following = self.gauges(i, j, direction)
        if self.changes_gauge(gauges, following):
            if self.way.hexes is None:
                cost = cost.plus(self.transfer)
            else:
                more = more.plus(self.transfer)
            gauges = following
        elif following:
            gauges = gauges & following if gauges else following
        return (step if cost is step.cost else replace(step, cost=cost)), more, gauges

    def _slowed(self, cost: Interval, slow: Known, entering: Known, times: Fraction) -> Interval:
        """What a step costs where the way before may have slowed the unit, or the hex entered does."""
        if (slow | entering).is_no:
            return cost
        slower = Interval(cost.low * times, min(cost.high * times, INFINITE), cost.missing)
        if slow.is_yes:
            return slower
        self.certain = False
        return cost.either(slower, *slow.missing, *entering.missing, *((ENTERING,) if entering.possible else ()))

    def start_cost(self) -> Interval:
        """What setting out costs, before the first step."""
        return self.concern.start_cost

    def _closed(self, j: int) -> str:
        """What is said of a hex whose terrain, or the hexside to it, no unit like it may enter."""
        terrain = word(self.position.network.hexes[j].terrain)
        return say(
            "the way into {hex} ({terrain}) is closed to units like it", self.position.network.number(j), terrain
        )

    def _zones_step(self, way: tuple[int, int, int], here: EffectsHere, there: EffectsHere) -> InZones:
        """What zones add to a step: where it is open what they do, all that it may be."""
        if here is NO_EFFECTS and there is NO_EFFECTS:
            return NO_ZONES
        found = [self._zone_step(way, left, entered) for left in here[0] for entered in there[0]]
        return found[0] if len(found) == 1 else one_of_these(found, (*here[1].missing, *there[1].missing))

    def _zone_step(self, way: tuple[int, int, int], here: EffectHere, there: EffectHere) -> InZones:
        i, j, direction = way
        number, cost, halts, faults = self.position.network.number(j), ZERO, "", list[Fault]()
        entered, left = there.effect, here.effect
        if entered is not None:
            if entered.may_not_enter:
                faults.append(Fault(number, "zone entry", self._entering(entered.why, j)))
            if entered.stop:
                halts = self._stopping(j)
            cost = cost.plus(self._zone_cost("enter_cost", entered, there.strength))
        if left is not None and left.may_not_leave:
            faults.append(Fault(number, "zone exit", left.why or say("it may not leave an enemy zone of control")))
        if left is None or entered is None:
            leaving = ZERO if left is None else self._zone_cost("leave_cost", left, here.strength)
            return InZones(cost.plus(leaving), halts, tuple(faults))
        top = strongest(self.position.pack, {here.strength, there.strength})
        rule = left if top == here.strength else entered
        if rule.no_between is not None and direction >= 0:
            free = rule.unless_friendly is not None and friend_in(
                self.position, self.unit, number, rule.unless_friendly
            )
            shut = NO if free else rule.no_between.fits(self.ground, self.unit.side, i, direction)
            if shut.possible:
                why = rule.why or say("it may not go from zone to zone across this hexside")
                faults.append(Fault(number, "zone to zone", why + self._whose(i, j), shut))
        return InZones(cost.plus(self._zone_cost("between_cost", rule, top)), halts, tuple(faults))

    def _entering(self, why: str, j: int) -> str:
        """Why it may not enter a hex in a zone; told once for all ways into it."""
        found = self._said.get((why, j))
        if found is None:
            found = (why or say("it may not enter an enemy zone of control")) + self._whose(j)
            self._said[why, j] = found
        return found

    def _stopping(self, j: int) -> str:
        """Why it must stop in a hex; told once for all ways into it."""
        found = self._said.get(("stop", j))
        if found is None:
            found = say("it had to stop in an enemy zone of control{whose}", self._whose(j))
            self._said["stop", j] = found
        return found

    def _whose(self, *hexes: int) -> str:
        """The units whose zones reach these hexes: " (45th Corps in 1718)"."""
        found = self._told.get(hexes)
        if found is None:
            found = self._told[hexes] = self._tell(hexes)
        return found

    def _tell(self, hexes: tuple[int, ...]) -> str:
        units = dict.fromkeys(say("{unit} in {hex}", zone.unit, zone.unit.hex) for i in hexes for zone in self.zones(i))
        return say(" ({units})", strung(units, ", ")) if units else ""

    def _zone_cost(self, name: str, effect: ZoneEffect, of: str) -> Interval:
        key = (name, id(effect), of)
        found = self._zone_costs.get(key)
        if found is None:
            cell = f"zoc.{of}.{name}.{self.unit.type.movement_class}"
            given = chart(self.position.pack, cell, getattr(effect, name))
            found = self._zone_costs[key] = interval(given, cell, Fraction(0))
        return found
