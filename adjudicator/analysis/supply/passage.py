"""What one element of a supply line may use, and the ways back along it, one stage for each element.

An element without a length limit is a question of connected components; one with a limit is a multi-source Dijkstra search
that stops at the limit. Both run over the network's six-neighbour table in compressed rows, so the cost of a line depends on
the size of the map and not on the number of units.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from adjudicator.analysis.supply import searches
from adjudicator.analysis.supply.line_terms import Element
from adjudicator.lean import cached_property, dataclass, replace
from adjudicator.model.memo import remembered
from adjudicator.model.network import Bools, Ints, Network, from_beyond, spread


@dataclass(frozen=True, eq=False)
class Passage:
    """What one element may use for one sort of tracer.

    `inner` hexes may be passed, `ends` may only begin or end a line, `starts` may only begin one. `edges` are the hexsides
    across which it may enter each hex, `weights` what a step into a hex across its hexside d costs, in units of 1/scale.
    Across a `loose` hexside it may go in its first or last step alone, out of or into a hex of `gated` that it does not pass.
    """

    network: Network
    inner: Bools
    ends: Bools
    starts: Bools
    edges: Bools
    weights: Ints | None
    scale: int
    links: tuple[tuple[int, int], ...]
    loose: Bools
    gated: Bools

    @cached_property
    def first_step(self) -> Passage:
        """The steps that a line may begin with, and not go on with."""
        return self._of(self.loose & spread(self.network, self.gated) & ~self.gated[:, None])

    @cached_property
    def last_step(self) -> Passage:
        """The steps that a line may end with."""
        return self._of(self.loose & self.gated[:, None])

    def _of(self, edges: Bools) -> Passage:
        return replace(self, edges=edges, weights=None, links=(), loose=np.zeros_like(edges))

    def one_step(self, ends: Bools) -> Bools:
        """The hexes from which one step leads to one of some ends."""
        crossed = from_beyond(self.network, self.edges & (ends & (self.inner | self.ends))[:, None])
        return crossed.any(axis=1) & self.columns

    def graph(self, rows: Bools, columns: Bools, weighted: bool) -> searches.Graph:
        """The steps backwards along the line: from a hex in `rows` to the hexes in `columns` it can be entered from."""
        around = self.network.neighbours
        allowed = self.edges & rows[:, None]
        allowed &= spread(self.network, columns)
        size = len(self.network)
        chosen = np.flatnonzero(allowed)
        indptr = np.zeros(size + 1, dtype=np.int32)
        counts = sum((allowed[:, d].astype(np.int32) for d in range(1, 6)), allowed[:, 0].astype(np.int32))
        np.cumsum(counts, out=indptr[1:])
        indices = around.ravel()[chosen]
        if weighted and self.weights is not None:
            data = self.weights.ravel()[chosen].astype(np.float64)
        else:
            data = np.full(len(indices), float(self.scale if weighted else 1))
        graph = searches.rows_of(data, indices, indptr)
        pairs = [(i, j) for a, b in self.links for i, j in ((a, b), (b, a)) if rows[i] and columns[j]]
        if pairs:
            step = float(self.scale if weighted else 1)
            graph = searches.with_edges(graph, np.array(pairs, dtype=np.int32), step)
        return graph

    def within(self, seeds: Bools, hexes: Bools) -> searches.Graph:
        """The weighted steps backwards from some seeds that stay in some hexes."""
        if not self.alike_from_all:
            return self.graph(self.rows(seeds) & hexes, self.columns & hexes, weighted=True)
        return self._staying(hexes.tobytes())

    @remembered(32)
    def _staying(self, hexes: bytes) -> searches.Graph:
        whole, inside = self._whole, np.frombuffer(hexes, dtype=np.bool_)
        if inside.all():
            return whole
        # A step of infinite length is never taken, and building the rows anew for every set of hexes costs more.
        data = np.where(inside[whole.indices], whole.data, np.inf)
        return searches.rows_of(data, whole.indices, whole.indptr)

    def inside(self, hexes: Bools) -> Passage:
        """The same for lines that stay in some hexes."""
        return self if hexes.all() else self._inside(hexes.tobytes())

    @remembered(32)
    def _inside(self, hexes: bytes) -> Passage:
        inside = np.frombuffer(hexes, dtype=np.bool_)
        return replace(self, inner=self.inner & inside, ends=self.ends & inside, starts=self.starts & inside)

    @property
    def alike_from_all(self) -> bool:
        """Whether the steps that may be taken are the same whichever hexes a line is to end in."""
        return not self.links and not self.ends.any()

    def apart(self, seeds: Ints, hexes: Bools, most: float) -> Bools:
        """(seeds, n): from where a line of some length at most leads to each of some seeds, through some hexes alone.

        All seeds are searched from at once, step by step back, each on a sheet of its own; for `alike_from_all`.
        """
        size, open_ = len(self.network), self._open
        lengths = np.full(len(seeds) * size, np.inf)
        at = np.arange(len(seeds)) * size + seeds
        lengths[at] = 0
        while len(at):
            here = at % size
            crossed = open_[here] & hexes[self.network.neighbours[here]]
            rows, sides = np.nonzero(crossed)
            here, at = here[rows], at[rows]
            taken = self.scale if self.weights is None else self.weights[here, sides]
            to = at - here + self.network.neighbours[here, sides]
            far = lengths[at] + taken
            better = (far <= most) & (far < lengths[to])
            to = to[better]
            np.minimum.at(lengths, to, far[better])
            at = np.unique(to)
        return (lengths <= most).reshape(len(seeds), size)

    @cached_property
    def _open(self) -> Bools:
        """(n, 6): the hexsides across which a hex may be entered, from a hex that is no end."""
        return self.edges & self.inner[:, None] & spread(self.network, self.columns)

    @cached_property
    def _whole(self) -> searches.Graph:
        return self.graph(self.inner, self.columns, weighted=True)

    @cached_property
    def labels(self) -> Ints:
        """(n,): the connected component of every hex that may be passed."""
        if not self.links and not self.edges.any():
            return np.arange(len(self.network), dtype=np.int32)
        # Every step goes both ways, so the strong components, which need no transposed copy, are the connected ones.
        graph = self.graph(self.inner, self.inner, weighted=False)
        return searches.components(graph)

    def rows(self, seeds: Bools) -> Bools:
        """The hexes that a step backwards may be taken from."""
        return self.inner | (self.ends & seeds)

    @property
    def columns(self) -> Bools:
        """The hexes that a step backwards may be taken to."""
        return self.inner | self.ends | self.starts

    @cached_property
    def directed(self) -> bool:
        """Whether a line may cross some hexside one way only."""
        there = self.network.neighbours >= 0
        return bool((self.edges & there & ~from_beyond(self.network, self.edges)).any())

    def unlimited(self, ends: Bools) -> Bools:
        """The hexes from which a line of any length leads to one of some ends."""
        if self.directed:
            return self._followed(ends)
        inner, labels = self.inner, self.labels
        good = np.zeros(len(labels), dtype=np.bool_)
        good[labels[ends & inner]] = True
        closing = ends & self.ends
        if closing.any():
            near = (self.edges & spread(self.network, closing)).any(axis=1) & inner
            good[labels[near]] = True
        reach: Bools = inner & good[labels]
        outer = self.ends | self.starts
        if outer.any():
            reach = reach | (outer & (self.edges & spread(self.network, reach | closing)).any(axis=1))
        return reach | (ends & (inner | outer))

    def _followed(self, ends: Bools) -> Bools:
        """The same where it matters which way a hexside is crossed: step by step back from the ends."""
        seeds = ends & (self.inner | self.ends)
        found: Bools = ends & (self.inner | self.ends | self.starts)
        if not seeds.any():
            return found
        graph = self.graph(self.rows(seeds), self.columns, weighted=False)
        return found | np.isfinite(searches.distances(graph, np.flatnonzero(seeds)))

    def weight(self, here: int, there: int) -> int:
        """What a step from a hex to one beside it costs."""
        if self.weights is None:
            return self.scale
        directions = np.flatnonzero(self.network.neighbours[there] == here)
        return int(self.weights[there, directions[0]]) if len(directions) else self.scale


class _Contents(NamedTuple):
    """What a passage consists of, to be compared by value."""

    inner: bytes
    ends: bytes
    starts: bytes
    edges: bytes
    weights: bytes | None
    scale: int
    links: tuple[tuple[int, int], ...]
    loose: bytes
    gated: bytes


def same_passage(made: Passage, weights: bytes | None) -> Passage:
    """The passage made before that has the same hexes, hexsides and weights (int32 as bytes, whose hash is kept with them).

    What follows from it is kept with it.
    """
    inner, ends, starts, edges = (mask.tobytes() for mask in (made.inner, made.ends, made.starts, made.edges))
    loose, gated = (mask.tobytes() if mask.any() else b"" for mask in (made.loose, made.gated))
    return _kept(made.network, _Contents(inner, ends, starts, edges, weights, made.scale, made.links, loose, gated))


@remembered(96)
def _kept(network: Network, contents: _Contents) -> Passage:
    inner, ends, starts, edges = (np.frombuffer(mask, dtype=np.bool_) for mask in contents[:4])
    shape, weights = network.neighbours.shape, contents.weights
    loose, gated = contents.loose or bytes(shape[0] * shape[1]), contents.gated or bytes(shape[0])
    return Passage(
        network=network,
        inner=inner,
        ends=ends,
        starts=starts,
        edges=edges.reshape(shape),
        weights=None if weights is None else np.frombuffer(weights, dtype=np.int32).reshape(shape),
        scale=contents.scale,
        links=contents.links,
        loose=np.frombuffer(loose, dtype=np.bool_).reshape(shape),
        gated=np.frombuffer(gated, dtype=np.bool_),
    )


@dataclass(frozen=True, slots=True)
class LengthLimits:
    """How far an element may go: the hexes of each length row, as bytes, with its length in units of 1/scale."""

    rows: tuple[tuple[bytes, float], ...]

    @property
    def runs(self) -> tuple[tuple[Bools, float], ...]:
        """The hexes of each row, and its length."""
        return tuple((np.frombuffer(within, dtype=np.bool_), most) for within, most in self.rows)


@dataclass(frozen=True, eq=False)
class LineStage:
    """One element (or one more truck of a chain) used backwards: from `before` it reaches `after`.

    What `joins` goes on with the stage that comes before it on the way, as one element.
    """

    element: Element
    passage: Passage
    before: Bools
    after: Bools
    optional: bool
    runs: tuple[tuple[Bools, float], ...]
    pairs: tuple[tuple[int, int], ...] = ()
    joins: bool = False

    def path(self, start: int) -> list[int]:
        """The hexes from a start to the nearest hex in `before`; only the start if there is no way."""
        for a, b in self.pairs:
            if a == start and self.before[b]:
                return [a, b]
        for within, most in self.runs:
            if not within[start]:
                continue
            steps, previous = self._search(within)
            if np.isfinite(steps[start]) and steps[start] <= most:
                way = [start]
                while not (self.before[way[-1]] and steps[way[-1]] == 0):
                    way.append(int(previous[way[-1]]))
                return way
        return [start]

    def length(self, way: list[int]) -> Fraction:
        """What a path costs in this element."""
        passage, total = self.passage, 0
        for here, there in pairwise(way):
            total += passage.weight(here, there)
        return Fraction(total, passage.scale)

    def _search(self, within: Bools) -> tuple[NDArray[np.float64], Ints]:
        return self._run(within.tobytes())

    @remembered(32)
    def _run(self, hexes: bytes) -> tuple[NDArray[np.float64], Ints]:
        """How far every one of some hexes (a mask, as bytes) is, and the hex before it on the way."""
        passage, within = self.passage, np.frombuffer(hexes, dtype=np.bool_)
        seeds = self.before & (passage.inner | passage.ends) & within
        graph = passage.graph(passage.rows(seeds) & within, passage.columns & within, weighted=True)
        return searches.ways(graph, np.flatnonzero(seeds))


@dataclass(frozen=True, eq=False)
class LineReach:
    """Where a line to some ends may begin, and the stages that show the way."""

    line: str
    seeds: Bools
    starts: Bools
    stages: tuple[LineStage, ...]

    def way(self, start: int) -> list[tuple[Element, list[int], Fraction]]:
        """The line from a hex to its end, element by element with its hexes and length."""
        found: list[tuple[Element, list[int], Fraction]] = []
        for stage in reversed(self.stages):
            if stage.optional and stage.before[start]:
                continue
            hexes = stage.path(start)
            if stage.joins and found and found[-1][0] is stage.element:
                element, way, length = found.pop()
                found.append((element, [*way, *hexes[1:]], length + stage.length(hexes)))
            elif len(hexes) > 1 or not stage.optional:
                found.append((stage.element, hexes, stage.length(hexes)))
            start = hexes[-1]
        return found
