"""The hexes that a unit may have gone through, or past, from one hex to another on a way that nobody shows.

All that is not known is taken kindly. Where a way is bounded, by what steps cost at the least and what may be spent, the hexes
near its ends are looked at, else all that hang together with its start. Perhaps a few more are told than it may have seen.
Who may not march at all, as what goes by rail alone, has nothing that bounds a march: he is taken to have gone straight.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

import numpy as np

from adjudicator.analysis.movement.ahead import least_of
from adjudicator.analysis.movement.pricing import Pricing, parts
from adjudicator.analysis.movement.searching import flood, through
from adjudicator.analysis.movement.step_cost import closed_ground
from adjudicator.analysis.movement.walker import Walker
from adjudicator.lean import cached_property, dataclass
from adjudicator.model.interval import INFINITE, Bound
from adjudicator.model.memo import remembered
from adjudicator.model.network import Bools, Ints, Network

MOST = 150
"""So many hexes are looked at one by one where nothing bounds a way; after that it may lead wherever ground hangs together."""


@dataclass(frozen=True, eq=False)
class UnshownWay:
    """A way from where a unit sets out to a goal; `past` adds the hexes next to those that it leads through."""

    walker: Walker
    goal: int
    past: bool

    @property
    def around(self) -> Iterable[int]:
        """The hexes that may be on the way, or next to it, as far as its length and the ground tell."""
        network = self.walker.position.network
        if self._winding:
            return range(len(network))
        if self._straight:
            return {j for i in self._on_line() for j in (i, *self._beside(i))}
        if self._longest is None:
            found: list[int] = np.flatnonzero(self._widened(_connected(self.walker))).tolist()
            return found
        return network.between(network.index[self.walker.start], self.goal, self._longest + 2 * self.past)

    def seen(self, among: Collection[int]) -> list[int]:
        """Those of some hexes `around` that the unit may have gone through, or past."""
        left = set(among)
        for i in self._through() if left else ():
            left -= {i, *self._beside(i)}
            if not left:
                break
        else:
            return [i for i in among if i not in left]
        return list(among)

    def _through(self) -> Iterator[int]:
        """The hexes that a way may lead through; all that may be near it after a number of them, where nothing bounds it."""
        walker, index = self.walker, self.walker.position.network.index
        if self._winding:
            yield from (index[number] for number in flood(walker, Bound.BEST))
            return
        if self._straight:
            yield from self._on_line()
            return
        ways = through(walker, self.goal)
        if self._longest is not None:
            yield from ways
            return
        yield from islice(ways, MOST)
        if next(ways, None) is not None:
            yield from self.around

    def _on_line(self) -> list[int]:
        """The hexes on the ways of the fewest hexes."""
        network = self.walker.position.network
        start = network.index[self.walker.start]
        return network.between(start, self.goal, network.distance(start, self.goal))

    def _beside(self, i: int) -> Iterator[int]:
        return (j for j, _ in self.walker.position.network.exits(i)) if self.past else iter(())

    @cached_property
    def _winding(self) -> bool:
        """Whether distance tells nothing of what is ahead."""
        return bool(self.walker.way.links) or self.walker.may_quicken

    @cached_property
    def _straight(self) -> bool:
        """Whether it surely may not march, and nothing bounds how far."""
        return self._longest is None and self.walker.budget.may_not_move.is_yes

    @cached_property
    def _longest(self) -> int | None:
        """The most hexes that it can have, were every step as cheap as can be; None for any number."""
        least, most = least_of(self.walker, Pricing.refusing(Bound.BEST)), self.walker.budget.points.high
        return int(parts(most) // least) if least and most < INFINITE else None

    def _widened(self, hexes: Bools) -> Bools:
        """With those beside them, where those count."""
        if not self.past:
            return hexes
        found: Bools = hexes | np.append(hexes, False)[self.walker.position.network.beyond].any(axis=1)
        return found


def _connected(walker: Walker) -> Bools:
    """(n,): the hexes that hang together with that where it sets out, by ground that it may enter and without an enemy."""
    network = walker.position.network
    shut = closed_ground(walker) | walker.occupied
    regions, start = _regions(network, shut.tobytes()), network.index[walker.start]
    near = {int(regions[i]) for i in (start, *(j for j, _ in network.exits(start)))}
    found: Bools = np.isin(regions, [region for region in near if region])
    found[start] = True
    return found


@remembered(8)
def _regions(network: Network, shut: bytes) -> Ints:
    """(n,): for each hex the number of its region; 0 where it is shut."""
    around = np.where(network.neighbours < 0, len(network), network.neighbours).tolist()
    regions, count = [-1 if closed else 0 for closed in (*shut, True)], 0
    for first in range(len(network)):
        if regions[first]:
            continue
        count += 1
        regions[first], queue = count, [first]
        while queue:
            for j in around[queue.pop()]:
                if not regions[j]:
                    regions[j] = count
                    queue.append(j)
    found: Ints = np.maximum(np.array(regions[:-1], dtype=np.int32), 0)
    return found
