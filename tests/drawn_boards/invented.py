"""Maps that nobody made: terrain in patches, features along the borders of hidden regions, lines by the cheapest way.

Nothing of the tracer was tuned on them. What is right is known, since it is drawn from the same plan.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import heappop, heappush

import numpy as np

from adjudicator.model.hexes import Hex, Hexside

Field = dict[Hex, float]


@dataclass
class Plan:
    """A map before it is drawn: hexes with their numbers, terrain of each, kinds of each hexside."""

    hexes: dict[Hex, str]
    rng: np.random.Generator
    terrain: dict[Hex, str] = field(default_factory=dict)
    sides: dict[Hexside, set[str]] = field(default_factory=lambda: defaultdict(set))
    facing: dict[tuple[Hexside, str], Hex] = field(default_factory=dict)

    @classmethod
    def of(cls, columns: int, rows: int, seed: int) -> Plan:
        """A board of columns with nothing on it."""
        cells = {
            Hex(column, row - column // 2): f"{column + 1:02}{row + 1:02}"
            for column in range(columns)
            for row in range(rows)
        }
        return cls(cells, np.random.default_rng(seed))

    def hidden(self, coarse: float) -> Field:
        """A smooth random surface over the hexes, between about -2 and 2; `coarse` is the size of its hills in hexes."""
        waves = [
            (self.rng.normal(size=2) / coarse, self.rng.uniform(0, 2 * np.pi), self.rng.normal()) for _ in range(14)
        ]
        at = {each: np.array([each.q * 0.87, each.r + each.q / 2]) for each in self.hexes}
        found = {each: sum(a * np.sin(x @ k * 2.6 + p) for k, p, a in waves) for each, x in at.items()}
        spread = np.std(list(found.values())) + 1e-6
        return {each: float(value / spread) for each, value in found.items()}

    def cover(self, shares: dict[str, float], bare: str, coarse: float = 3.0) -> None:
        """Patches of terrains, each over its share of the hexes; where two fall, the first stays."""
        self.terrain = dict.fromkeys(self.hexes, bare)
        for kind, share in shares.items():
            surface = self.hidden(coarse)
            bound = np.quantile(list(surface.values()), 1 - share)
            for at, value in surface.items():
                if value > bound and self.terrain[at] == bare:
                    self.terrain[at] = kind

    def rare(self, kind: str, count: int) -> None:
        """A terrain of very few hexes."""
        at = list(self.hexes)
        for place in self.rng.choice(len(at), count, replace=False):
            self.terrain[at[place]] = kind

    def between(self) -> Iterable[Hexside]:
        """Every hexside inside the map."""
        for at in self.hexes:
            for way in range(3):
                if at.neighbour(way) in self.hexes:
                    yield Hexside.between(at, at.neighbour(way))

    def along(
        self, kind: str, coarse: float, height: float = 0.0, within: float = 2.0, *, apart: tuple[str, ...] = ()
    ) -> None:
        """A kind along the border of a hidden region, as far as another surface stays below `within`.

        Where one of the kinds `apart` is it is not: no hexside is both a river and a stream.
        """
        surface, limit = self.hidden(coarse), self.hidden(2 * coarse)
        for side in self.between():
            low, high = surface[side.low] < height, surface[side.high] < height
            if low != high and limit[side.low] < within and not self.sides.get(side, set()) & set(apart):
                self.sides[side].add(kind)
                self.facing[side, kind] = side.low if low else side.high

    def across(self, kind: str, count: int) -> None:
        """Lines between hexes of the map by the cheapest way over a random surface."""
        surface = self.hidden(2.0)
        at = list(self.hexes)
        for _ in range(count):
            start, end = (at[each] for each in self.rng.choice(len(at), 2, replace=False))
            for side in self._way(start, end, surface):
                self.sides[side].add(kind)

    def _way(self, start: Hex, end: Hex, surface: Field) -> Iterable[Hexside]:
        best, came, open_ = {start: 0.0}, {start: start}, [(0.0, start)]
        while open_:
            cost, at = heappop(open_)
            if at == end:
                break
            for way in range(6):
                to = at.neighbour(way)
                if to in surface:
                    through = cost + float(np.exp(surface[to]))
                    if through < best.get(to, np.inf):
                        best[to], came[to] = through, at
                        heappush(open_, (through, to))
        while end != start:
            yield Hexside.between(end, came[end])
            end = came[end]

    def where_both(self, kind: str, one: str, other: str, share: float = 1.0) -> None:
        """A kind where two others meet, such as a bridge; at a share of these hexsides."""
        for kinds in list(self.sides.values()):
            if {one, other} <= kinds and self.rng.random() < share:
                kinds.add(kind)

    def of_kind(self, kind: str) -> list[Hexside]:
        """All hexsides of a kind."""
        return [side for side, kinds in self.sides.items() if kind in kinds]
