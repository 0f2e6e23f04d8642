"""What a way to a hex must still take from anywhere: so much a search may reckon with, and look where the way can lead.

Looked at from the goal, hex by hex towards where the unit sets out. What is told is never more than the truth, and from hex to
hex it falls by no more than the step takes; so a search that reckons with it finds the very same way as one that does not.
Ways are compared by what they take, those that take the same by their hexes.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from adjudicator.analysis.movement.pricing import Parts, Pricing
from adjudicator.analysis.movement.step_cost import least_costs
from adjudicator.analysis.movement.values import Step
from adjudicator.analysis.movement.walker import Walker
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
class Ahead:
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
            found = max((self.edge[0] - back * self.least, self.edge[1] - back), (on * self.least, on))
        if halted and i != self.goal:
            return (found[0] + self.pricing.fault, found[1]) if self.pricing.fault else None
        return found

    def distance(self, i: int, j: int) -> int:
        """The fewest hexes from one to another, 0 where links may shorten the way."""
        return 0 if self.walker.way.links else self.walker.position.network.distance(i, j)


def ahead(walker: Walker, goal: int, pricing: Pricing, most_points: Parts | None) -> Ahead:
    """Look from the goal towards where the unit sets out, and not much farther once next to it.

    Where no way may take more than so many points, none that does is looked at; None: any number.
    """
    begin = walker.position.network.index[walker.start]
    found = Ahead(walker, pricing, goal, begin, pricing.least(least_costs(walker)))
    near, distance = found.near, found.distance
    away = distance(goal, begin)
    queue: list[tuple[Parts, int, int, Toll]] = [(away * found.least, away, goal, (0, 0))]
    most = MOST
    while queue and len(near) < most and begin not in near:
        _, _, j, toll = heapq.heappop(queue)
        if j in near:
            continue
        near[j] = toll
        if walker.position.network.distance(j, begin) == 1:
            most = min(most, len(near) + FEW)
        for i in {i for i, _ in walker.exits(j)} - near.keys():
            back = distance(i, begin)
            ahead_of_it = back * found.least
            if most_points is not None and toll[0] + found.least + ahead_of_it > most_points:
                continue
            taken = _least(walker, i, j, pricing, halting=j != goal)
            total, hexes = toll[0] + (taken or 0), toll[1] + 1
            if taken is not None and (most_points is None or total + ahead_of_it <= most_points):
                heapq.heappush(queue, (total + ahead_of_it, hexes + back, i, (total, hexes)))
    return replace(found, edge=queue[0][:2] if queue else None)


def _least(walker: Walker, i: int, j: int, pricing: Pricing, *, halting: bool) -> Parts | None:
    """What the cheapest step between two hexes takes, with a fault for having to stop there if the way goes on."""
    found = []
    for step in _steps(walker, i, j):
        taken = pricing.of(step)
        if taken is not None and halting and pricing.halts(step):
            taken = taken + pricing.fault if pricing.fault else None
        if taken is not None:
            found.append(taken)
    return min(found, default=None)


def _steps(walker: Walker, i: int, j: int) -> Iterator[Step]:
    """The steps that lead from a hex to another, with zones left out of account wherever they may be."""
    spared, sparing = (EITHER if walker.may_spare(k) else NEVER for k in (i, j))
    for there, direction in walker.exits(i):
        if there == j:
            for leaving in spared:
                for entering in sparing:
                    yield walker.step(i, j, direction, spared=leaving, sparing=entering)
