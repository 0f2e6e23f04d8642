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
from adjudicator.analysis.supply.passage import Passage
from adjudicator.lean import cached_property, dataclass
from adjudicator.model.interval import INFINITE, Bound
from adjudicator.model.memo import remembered
from adjudicator.model.network import Bools, Network, spread

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
        walker, network = self.walker, self.walker.position.network
        start = network.index[walker.start]
        if walker.needs_plain_search:
            return range(len(network))
        if self._longest is not None:
            return network.between(start, self.goal, self._longest + 2 * self.past)
        if self._straight:
            hexes = np.zeros(len(network), dtype=np.bool_)
            hexes[network.between(start, self.goal, network.distance(start, self.goal))] = True
        else:
            hexes = _connected(walker)
        found: list[int] = np.flatnonzero(hexes | spread(network, hexes).any(axis=1) if self.past else hexes).tolist()
        return found

    def seen(self, among: Collection[int]) -> list[int]:
        """Those of some hexes `around` that the unit may have gone through, or past."""
        left, exits = set(among), self.walker.position.network.exits
        for i in self._through() if left else ():
            left.discard(i)
            left.difference_update(j for j, _ in exits(i) if self.past)
            if not left:
                break
        return [i for i in among if i not in left]

    def _through(self) -> Iterator[int]:
        """The hexes that a way may lead through; all that may be near it after a number of them, where nothing bounds it."""
        walker, index = self.walker, self.walker.position.network.index
        if walker.needs_plain_search:
            yield from (index[number] for number in flood(walker, Bound.BEST))
        elif self._straight:
            yield from self.around
        else:
            ways = through(walker, self.goal)
            yield from islice(ways, MOST if self._longest is None else None)
            if next(ways, None) is not None:
                yield from self.around

    @cached_property
    def _straight(self) -> bool:
        """Whether it surely may not march, and nothing bounds how far."""
        return self._longest is None and self.walker.budget.may_not_move.is_yes

    @cached_property
    def _longest(self) -> int | None:
        """The most hexes that it can have, were every step as cheap as can be; None for any number."""
        least, most = least_of(self.walker, Pricing.refusing(Bound.BEST)), self.walker.budget.points.high
        return int(parts(most) // least) if least and most < INFINITE else None


def _connected(walker: Walker) -> Bools:
    """(n,): the hexes that hang together with that where it sets out, by ground that it may enter and without an enemy."""
    network, shut = walker.position.network, closed_ground(walker) | walker.occupied
    begin = np.zeros_like(shut)
    begin[network.index[walker.start]] = True
    found: Bools = _ground(network, shut.tobytes()).unlimited(begin) & (begin | ~shut)
    return found


@remembered(8)
def _ground(network: Network, shut: bytes) -> Passage:
    """All hexes but those that are shut, across all hexsides, as a line of supply goes."""
    closed, sides = np.frombuffer(shut, dtype=np.bool_), np.ones((len(network), 6), dtype=np.bool_)
    return Passage(
        network,
        inner=~closed,
        ends=closed,
        starts=np.zeros_like(closed),
        edges=sides,
        weights=None,
        scale=1,
        links=(),
        loose=~sides,
        gated=np.zeros_like(closed),
    )
