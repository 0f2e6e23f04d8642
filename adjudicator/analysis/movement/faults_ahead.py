"""How many faults a way to a hex must still make from anywhere: so much a search for the least faulty way may reckon with.

A search that pays for faults would else look at the whole map before it makes the first. What is told here is never more than
the truth, and from hex to hex it falls by no more than the step's own faults; so the search finds the very same way, sooner.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from adjudicator.analysis.movement.values import Step
from adjudicator.model.interval import ZERO, Bound, Interval
from adjudicator.model.known import Known
from adjudicator.record.position import Position

MOST = 300
"""How many hexes around the goal are looked at; beyond them the least that any of them tells is taken."""
FEW = 40
"""How many more once the start is next: where every way out of it is faulty, it would come last."""


class Stepping(Protocol):
    """What is asked of the unit on its way; see `Walker`."""

    @property
    def position(self) -> Position: ...
    @property
    def start(self) -> str: ...

    def exits(self, i: int) -> Iterator[tuple[int, int]]: ...
    def spares(self, i: int, used: Interval) -> Known: ...
    def step(self, i: int, j: int, direction: int, *, spared: Known, sparing: Known) -> Step: ...


@dataclass(frozen=True, slots=True)
class FaultsAhead:
    """The least faults from the hexes around a goal, and from any other; `goal` None = none are reckoned with."""

    goal: int | None
    near: dict[int, int]
    far: int

    def at(self, i: int, halted: bool) -> int:
        """The least from a hex, by one who perhaps had to stop there."""
        return 0 if i == self.goal or self.goal is None else self.near.get(i, self.far) + halted


NONE = FaultsAhead(None, {}, 0)


def faults_ahead(walker: Stepping, goal: int, bound: Bound) -> FaultsAhead:
    """Look from the goal towards where the unit sets out, and not much farther once next to it."""
    network = walker.position.network
    begin = network.index[walker.start]
    near: dict[int, int] = {}
    queue = [(0, network.distance(goal, begin), goal)]
    faults, most = 0, MOST
    while queue and len(near) < most and begin not in near:
        faults, left, j = heapq.heappop(queue)
        if j in near:
            continue
        near[j] = faults
        most = min(most, len(near) + FEW) if left == 1 else most
        halts = 0 if j == goal else _halting(walker, j, bound)
        for i, _ in walker.exits(j):
            if i not in near:
                more = faults + halts + _least(walker, i, j, bound)
                heapq.heappush(queue, (more, network.distance(i, begin), i))
    return FaultsAhead(goal, near, faults if queue else 0)


def _halting(walker: Stepping, j: int, bound: Bound) -> int:
    """1 if whoever enters a hex must stop there, from wherever he comes."""
    return int(
        all(step.halts and bound.forbids(step.halting) for i, _ in walker.exits(j) for step in _steps(walker, i, j))
    )


def _least(walker: Stepping, i: int, j: int, bound: Bound) -> int:
    """The faults of the least faulty step between two hexes."""
    return min((sum(bound.forbids(fault.broken) for fault in step.faults) for step in _steps(walker, i, j)), default=0)


def _steps(walker: Stepping, i: int, j: int) -> Iterator[Step]:
    """The steps that lead from a hex to another, with zones left out of account wherever they may be."""
    spared, sparing = ((False, True) if walker.spares(k, ZERO).possible else (False,) for k in (i, j))
    for there, direction in walker.exits(i):
        if there == j:
            for leaving in spared:
                for entering in sparing:
                    yield walker.step(i, j, direction, spared=Known.of(leaving), sparing=Known.of(entering))
