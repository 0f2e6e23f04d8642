"""The cheapest way of a unit to a hex, the least faulty one where none is legal, and how far the unit gets."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import field
from itertools import count as counting
from itertools import islice
from typing import NamedTuple

from adjudicator.analysis.movement.ahead import Toll, ahead, least_of
from adjudicator.analysis.movement.pricing import Parts, Pricing, parts
from adjudicator.analysis.movement.walker import Walker
from adjudicator.analysis.movement.zone_effects import NO_EFFECTS
from adjudicator.lean import dataclass
from adjudicator.model.interval import INFINITE, ZERO, Bound, Interval
from adjudicator.model.known import NO, Known
from adjudicator.model.memo import remembered

SHORT = 16
"""So many hexes a search goes through before it asks what lies ahead of the goal."""

Reckoned = Callable[[int, bool], Toll | None]
"""What must still be taken from a hex, by one who perhaps had to stop there; None if no way goes on."""


@dataclass(frozen=True, slots=True, order=True)
class _Condition:
    """What of the way so far matters for the next step."""

    spares: int = 0
    spared: bool = False
    halted: str = ""
    slow: Known = field(default=NO, compare=False)
    gauges: tuple[str, ...] = ()


class _Way(NamedTuple):
    """A path by its hexes, and what it costs."""

    hexes: tuple[int, ...]
    cost: Interval


def search(walker: Walker, goal: str, bound: Bound) -> tuple[str, ...] | None:
    """The cheapest legal path to a hex, None if there is none."""
    return _to(walker, goal, Pricing.refusing(bound))


def least_faulty(walker: Walker, goal: str) -> tuple[str, ...] | None:
    """The path to a hex that its faults and its cost recommend, what is open taken kindly; None if nothing leads there."""
    return _to(walker, goal, Pricing.weighing(Bound.BEST, walker.budget))


@remembered(32)
def flood(walker: Walker, bound: Bound) -> dict[str, Interval]:
    """The cost of every hex it can end in."""
    return dict(reached(walker, bound))


def reached(walker: Walker, bound: Bound) -> Iterator[tuple[str, Interval]]:
    """Every hex it can end in, with its cost: those first that take the least."""
    network, end, pricing = walker.position.network, walker.way.end, Pricing.refusing(bound)
    seen = {network.index.get(walker.start)}
    for way in _expand(walker, pricing, _nothing, _least_step(walker, pricing)):
        j = way.hexes[-1]
        if j not in seen and bound.allows(end.fits(walker.ground, j)):
            yield network.number(j), way.cost
        seen.add(j)


def direct(walker: Walker, goal: str, bound: Bound) -> tuple[str, ...] | None:
    """The way of the fewest hexes to a goal of which every step takes the least that any step takes; None if there is none.

    No search finds a way that takes less, and of several this is the one that a search tells: that whose hexes come first.
    Most moves go so, and to follow them takes as many looks as they have steps.
    """
    network = walker.position.network
    target, begin = (network.index.get(number) for number in (goal, walker.start))
    if target is None or begin is None or walker.way.links or walker.slowed is not None:
        return None
    pricing = Pricing.refusing(bound)
    least, away = least_of(walker, pricing), network.distance(begin, target)
    taken = pricing.cost(walker.start_cost()) + away * least
    if not (least and away and _Allowances.of(walker, pricing).suffices(taken, away)):
        return None
    way, closed = [begin], set[int]()
    while way and way[-1] != target:
        here, left = way[-1], away - len(way)
        onward = sorted((j, direction) for j, direction in walker.exits(here) if network.distance(j, target) == left)
        for j, direction in onward:
            if j not in closed and _is_plain(walker, pricing, (here, j, direction), least, ends=j == target):
                way.append(j)
                break
        else:
            closed.add(way.pop())
    return network.numbers(way) if way else None


def _is_plain(walker: Walker, pricing: Pricing, way: tuple[int, int, int], least: Parts, *, ends: bool) -> bool:
    """Whether a step takes the least that any takes, and nothing of it matters for the next."""
    i, j, direction = way
    if walker.zone_effects(j) is not NO_EFFECTS and not walker.spares(j, ZERO).is_no:
        return False
    step = walker.step(i, j, direction)
    if pricing.of_faults(step) != 0 or pricing.cost(step.cost) != least or (pricing.halts(step) and not ends):
        return False
    return not walker.gauges(i, j, direction) and walker.harassed(i)[1] is ZERO


def _to(walker: Walker, goal: str, pricing: Pricing) -> tuple[str, ...] | None:
    target, begin = (walker.position.network.index.get(number) for number in (goal, walker.start))
    if target is None or begin is None or target == begin:
        return None
    found, settled = nearby(walker, target, pricing)
    if not settled:
        ways = _expand(walker, pricing, reckoning(walker, target, pricing), _least_step(walker, pricing))
        found = next((way for way in ways if way.hexes[-1] == target), None)
    return None if found is None else walker.position.network.numbers(found.hexes)


def nearby(walker: Walker, goal: int, pricing: Pricing) -> tuple[_Way | None, bool]:
    """The way to a goal that a short search finds which reckons with the distance alone; and whether that settles it.

    Most moves are short and open: to look back from the goal takes longer than to go there.
    """
    if pricing.fault or walker.needs_plain_search:
        return None, False
    least = least_of(walker, pricing)
    ways = _expand(walker, pricing, _straight(walker, goal, least), least)
    for way in islice(ways, SHORT):
        if way.hexes[-1] == goal:
            return way, True
    return None, next(ways, None) is None


def _straight(walker: Walker, goal: int, least: Parts) -> Reckoned:
    """The distance to a goal, at so much for each step."""
    distance = walker.position.network.distance

    def straight(i: int, halted: bool) -> Toll | None:
        away = distance(i, goal)
        return None if halted and away else (away * least, away)

    return straight


def through(walker: Walker, goal: int) -> Iterator[int]:
    """The hexes through which a way to a goal may go, all that is not known taken kindly; perhaps a few more.

    Not where the walker `needs_plain_search`.
    """
    pricing = Pricing.refusing(Bound.BEST)
    least = least_of(walker, pricing)
    return (way.hexes[-1] for way in _expand(walker, pricing, _straight(walker, goal, least), least))


def reckoning(walker: Walker, goal: int, pricing: Pricing) -> Reckoned:
    """What must still be taken on the way to a goal, as far as that may be told."""
    if walker.may_get_cheaper:
        return _nothing
    purse = _Allowances.of(walker, pricing)
    straight = walker.position.network.distance(goal, walker.position.network.index[walker.start])
    limited = not pricing.fault and (straight > purse.always or walker.way.links)
    return ahead(walker, goal, pricing, purse.points - pricing.cost(walker.start_cost()) if limited else None).at


def _least_step(walker: Walker, pricing: Pricing) -> Parts | None:
    """What any step takes at the least; None where that cannot be told."""
    return None if walker.needs_plain_search else least_of(walker, pricing)


def _nothing(_i: int, _halted: bool) -> Toll:
    return 0, 0


@dataclass(frozen=True, slots=True)
class _Allowances:
    """What may be spent: points, hexes (None: any number), and how many hexes whatever they cost."""

    points: Parts
    hexes: Parts | None
    always: Parts

    @classmethod
    def of(cls, walker: Walker, pricing: Pricing) -> _Allowances:
        """The budget of a unit; a way with faults may go beyond it."""
        bound, purse = pricing.bound, walker.budget
        far = INFINITE if pricing.fault else bound.purse(purse.hexes)
        points = INFINITE * INFINITE if pricing.fault else bound.purse(purse.points)
        return cls(parts(points), None if far >= INFINITE else far, bound.purse(purse.minimum))

    def suffices(self, points: Parts, hexes: int) -> bool:
        return (points <= self.points or hexes <= self.always) and (self.hexes is None or hexes <= self.hexes)

    @property
    def counts(self) -> bool:
        """Whether a dearer way of fewer hexes may get farther."""
        return self.hexes is not None or self.always > 1


class _Step(NamedTuple):
    """A step that a search has not looked at: the way before it, and how it goes on."""

    spent: Parts
    gone: int
    cost: Interval
    direction: int


_Label = tuple[Parts, int, Parts, int, int, _Condition, tuple[int, ...], int, Interval | _Step]
"""What a whole way takes at least and its hexes, what it took so far and its hexes; where it is, how, and by what way.

A step not yet looked at comes before all ways that take as much: so it is looked at no later than one of them is told.
"""


def _expand(walker: Walker, pricing: Pricing, reckoned: Reckoned, least: Parts | None = None) -> Iterator[_Way]:
    """Paths in order of what they take, one for each hex (more only where fewer hexes or spared zones could matter).

    What is `reckoned` to be ahead of a goal makes the order that of the whole way there; the first way to it is the same.
    Where no step takes less than `least`, only those are looked at that may belong to the way found.
    """
    begin = walker.position.network.index.get(walker.start)
    if begin is None:
        return
    purse, first, serial = _Allowances.of(walker, pricing), walker.start_cost(), counting()
    queue: list[_Label] = [
        (pricing.cost(first), 0, pricing.cost(first), 0, begin, _Condition(), (begin,), next(serial), first)
    ]
    seen: dict[tuple[int, int, bool, Known, tuple[str, ...]], int] = {}
    done: set[int] = set()
    once = pricing.bound is Bound.BEST and not (purse.counts or walker.minds_its_way)
    while queue:
        _, _, spent, count, i, state, hexes, _, cost = heapq.heappop(queue)
        if once and i in done:
            continue
        if isinstance(cost, _Step):
            label = _looked_at(walker, pricing, reckoned, purse, (cost, i, state, hexes, next(serial)))
            if label is not None:
                heapq.heappush(queue, label)
            continue
        key = i, state.spares, state.spared, state.slow, state.gauges
        known = seen.get(key)
        if known is not None and (not purse.counts or known <= count):
            continue
        seen[key] = count
        if state.slow.is_no:
            done.add(i)
        yield _Way(hexes, cost)
        if state.halted and not pricing.fault:
            continue
        for j, direction in walker.exits(i):
            on = _Step(spent, count, cost, direction)
            if once and j in done:
                continue
            if least is None:
                label = _looked_at(walker, pricing, reckoned, purse, (on, j, state, hexes, next(serial)))
                if label is not None:
                    heapq.heappush(queue, label)
            elif (left := reckoned(j, False)) is not None:
                total, after = spent + least + left[0], count + 1
                if purse.suffices(total, after):
                    heapq.heappush(queue, (total, after + left[1], -1, 0, j, state, hexes, next(serial), on))


def _looked_at(
    walker: Walker,
    pricing: Pricing,
    reckoned: Reckoned,
    purse: _Allowances,
    of: tuple[_Step, int, _Condition, tuple[int, ...], int],
) -> _Label | None:
    """The way that one more step makes; None if it is refused, or leads nowhere within the purse."""
    (spent, gone, cost, direction), j, state, hexes, serial = of
    i = hexes[-1]
    may = NO if walker.zone_effects(j) is NO_EFFECTS else walker.spares(j, Interval.of(state.spares))
    walker.certain &= not may.is_open
    sparing = pricing.bound.allows(may)
    step = walker.step(i, j, direction, spared=Known.of(state.spared), sparing=Known.of(sparing))
    faults = pricing.of_faults(step)
    if faults is None:
        return None
    step, more, gauges = walker.carried(step, (i, j, direction), slow=state.slow, gauges=frozenset(state.gauges))
    total = spent + pricing.cost(step.cost) + faults + (pricing.fault if state.halted else 0)
    after, halts = gone + 1 + int(pricing.bound.cost(more)), pricing.halts(step)
    left = reckoned(j, bool(halts))
    if left is None or not purse.suffices(total + left[0], after):
        return None
    slow = state.slow | walker.slows(j) if walker.slowed is not None else NO
    then = _Condition(state.spares + sparing, sparing, halts, slow, tuple(sorted(gauges)))
    way = (*hexes, j)
    return total + left[0], after + left[1], total, after, j, then, way, serial, cost.plus(step.cost)
