"""What a way to a hex must still take from anywhere: so much a search may reckon with, and look where the way can lead.

Looked at from the goal, hex by hex towards where the unit sets out. What is told is never more than the truth, and from hex to
hex it falls by no more than the step takes; so a search that reckons with it finds the very same way as one that does not.
Ways are compared by what they take, those that take the same by their hexes.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import field

from adjudicator.analysis.movement.pricing import Parts, Pricing
from adjudicator.analysis.movement.step_cost import least_costs
from adjudicator.analysis.movement.walker import Walker
from adjudicator.lean import dataclass, replace
from adjudicator.model.interval import Bound
from adjudicator.model.known import NO, YES

MOST = 300
"""How many hexes around the goal are looked at."""
FEW = 40
"""How many more once the start is next: where every way out of it is faulty, it would come last."""

NEVER, EITHER = (NO,), (NO, YES)
"""Whether the zones of a hex are left out of account."""

Toll = tuple[Parts, int]
"""What a way takes, and its hexes."""


@dataclass(frozen=True, slots=True)
class RemainingCost:
    """What must still be taken: from the hexes `near` the goal exactly, from others at least what `edge` and distance tell.

    `edge` is None where no way leads to the goal from anywhere but the hexes near it.
    """

    walker: Walker
    pricing: Pricing
    goal: int
    begin: int
    least: Parts
    near: dict[int, Toll] = field(default_factory=dict)
    edge: Toll | None = (0, 0)

    def at(self, i: int, halted: bool) -> Toll | None:
        """From a hex, by one who perhaps had to stop there; None if there is no way."""
        found = self.near.get(i)
        if found is None:
            if self.edge is None:
                return None
            back = self.distance(i, self.begin)
            on = self.distance(i, self.goal)
            edge, straight = self.edge[0] - back * self.least, on * self.least
            found = (edge, max(self.edge[1] - back, on)) if edge >= straight else (straight, on)
        if halted and i != self.goal:
            return (found[0] + self.pricing.fault, found[1]) if self.pricing.fault else None
        return found

    def entering(self, j: int) -> Parts:
        """What a step into a hex takes at least: where faults are paid for, each that every such step has."""
        faults = sum(map(self.pricing.bound.forbids, self.walker.barring(j))) if self.pricing.fault else 0
        return self.least + faults * self.pricing.fault

    def distance(self, i: int, j: int) -> int:
        """The fewest hexes from one to another, 0 where links may shorten the way."""
        return 0 if self.walker.way.links else self.walker.position.network.distance(i, j)


def ahead(walker: Walker, goal: int, pricing: Pricing, most_points: Parts | None) -> RemainingCost:
    """Look from the goal towards where the unit sets out, and not much farther once next to it.

    Where no way may take more than so many points, none that does is looked at; None: any number.
    """
    begin = walker.position.network.index[walker.start]
    found = RemainingCost(walker, pricing, goal, begin, least_of(walker, pricing))
    near = found.near
    queue, most = [_from(found, goal, (0, 0))], MOST
    while queue and len(near) < most and begin not in near:
        _, _, looked_at, j, i, toll, ways = heapq.heappop(queue)
        more: list[_Left] = []
        if not looked_at and i not in near:
            taken = min(_tolls(walker, (i, j), ways, pricing, halting=j != goal), default=None)
            more += [_from(found, i, (toll[0] + taken, toll[1] + 1))] if taken is not None else []
        elif looked_at and j not in near:
            near[j] = toll
            into = found.entering(j)
            more += (_by(found, (k, j), toll, ways, into) for k, ways in _ways_into(walker, j).items() if k not in near)
            if walker.position.network.distance(j, begin) == 1:
                most = min(most, len(near) + FEW)
        for left in more:
            if most_points is None or left[0] <= most_points:
                heapq.heappush(queue, left)
    return replace(found, edge=queue[0][:2] if queue else None)


def least_of(walker: Walker, pricing: Pricing) -> Parts:
    """What a step takes at least. Where missing data could make that less, what a search leaves out is not certain."""
    costs = least_costs(walker)
    least = pricing.least(costs)
    if Pricing.refusing(Bound.BEST).least(costs) < least:
        walker.certain = False
    return least


_Left = tuple[Parts, int, bool, int, int, Toll, tuple[int, ...]]
"""What a whole way takes at least and its hexes; then a hex with what it takes from there, or a step that was not looked at.

A step leads by some ways into a hex from one before it; it comes before the hexes from which as much is taken.
"""


def _from(found: RemainingCost, j: int, toll: Toll) -> _Left:
    """What a whole way takes at least that goes on from a hex, from where so much is taken."""
    back = found.distance(j, found.begin)
    return toll[0] + back * found.least, toll[1] + back, True, j, -1, toll, ()


def _by(found: RemainingCost, ends: tuple[int, int], toll: Toll, ways: tuple[int, ...], entering: Parts) -> _Left:
    """The same of a way that comes into such a hex by a step that was not looked at."""
    i, j = ends
    back = found.distance(i, found.begin)
    return toll[0] + back * found.least + entering, toll[1] + back + 1, False, j, i, toll, ways


def _ways_into(walker: Walker, j: int) -> dict[int, tuple[int, ...]]:
    """The hexes that a hex may be entered from, with the directions of the ways; -1 is that of a link."""
    if not walker.way.links:
        return {i: ((direction + 3) % 6,) for i, direction in walker.exits(j)}
    before = dict.fromkeys(i for i, _ in walker.exits(j))
    return {i: tuple(direction for there, direction in walker.exits(i) if there == j) for i in before}


def _tolls(
    walker: Walker, ends: tuple[int, int], ways: Iterable[int], pricing: Pricing, *, halting: bool
) -> Iterator[Parts]:
    """What the steps between two hexes take, with a fault for having to stop there if the way goes on.

    Zones are left out of account wherever they may be.
    """
    i, j = ends
    sparing = EITHER if walker.may_spare(j) else NEVER
    for leaving in EITHER if walker.may_spare(i) else NEVER:
        for entering in sparing:
            for direction in ways:
                step = walker.step(i, j, direction, spared=leaving, sparing=entering)
                taken = pricing.of(step)
                if taken is None:
                    continue
                if not (halting and pricing.halts(step)):
                    yield taken
                elif pricing.fault:
                    yield taken + pricing.fault
