"""Chains of hexsides between two places: the hexes that lie on a simple one, found by biconnected components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from adjudicator.lean import dataclass
from adjudicator.model.memo import remembered
from adjudicator.model.network import Bools, Ints, Network


def chains_between(network: Network, features: frozenset[str], stops: Bools, ends: Bools) -> Bools:
    """(n,): hexes on a simple chain of hexsides with such features from one end to another, no stop in between.

    Exact: a hex lies on such a chain if and only if it shares a biconnected component with a node joined to every end.
    """
    return _chains(network, features, stops.tobytes(), ends.tobytes())


@remembered(32)
def _chains(network: Network, features: frozenset[str], stop_mask: bytes, end_mask: bytes) -> Bools:
    stops, ends = (np.frombuffer(mask, dtype=np.bool_) for mask in (stop_mask, end_mask))
    edges = network.sides_with(features)
    found = np.zeros(len(network), dtype=np.bool_)
    rows, sides = np.nonzero(edges & ends[:, None])
    others = network.neighbours[rows, sides]
    beside = ends[others]
    found[rows[beside]] = found[others[beside]] = True
    open_ends = np.flatnonzero(ends & ~stops).tolist()
    for part in _parts(network, features, stop_mask, tuple(open_ends)):
        touched = part.touched(ends)
        if len(touched) > 1:
            found[part.between(touched)] = True
    return found


@dataclass(frozen=True, eq=False)
class _Part:
    """Hexes joined to each other without a stop in between, each with those beside it that are of the part or may be an end."""

    joined: Mapping[int, Sequence[int]]
    around: Ints
    """All hexes beside those of the part."""

    def touched(self, ends: Bools) -> frozenset[int]:
        """The ends beside it: chains between two different ones may lead through it."""
        return frozenset(self.around[ends[self.around]].tolist())

    @remembered(4096)  # of every part of a map those of either side, surely and perhaps
    def between(self, ends: frozenset[int]) -> list[int]:
        """The hexes on a simple chain between two of the ends that it touches, and these ends."""
        joined = {i: [j for j in js if j in self.joined or j in ends] for i, js in self.joined.items()}
        found: list[int] = []
        # Node -1 stands for all ends together; a chain between two ends is a cycle through it. Two chains' ends must be
        # two different places, so a block that touches a single end does not count.
        for block in _biconnected(joined, ends):
            outside = {j for i in block for j in joined.get(i, ()) if j in ends} if -1 in block else set()
            if len(outside) > 1:
                found += (i for i in block if i >= 0)
                found += outside
        return found


@remembered(16)
def _parts(
    network: Network, features: frozenset[str], stop_mask: bytes, open_ends: tuple[int, ...]
) -> tuple[_Part, ...]:
    """The parts into which stops cut the lines of a map, but those that touch fewer than two hexes that may be ends.

    They hang on the map alone: who controls which stop only tells at which of them a chain may end.
    """
    stops = np.frombuffer(stop_mask, dtype=np.bool_)
    edges = network.sides_with(features)
    middle = ~stops & edges.any(axis=1)
    rows, crossing = network.neighbours.tolist(), edges.tolist()
    around = {
        i: [j for j, open_ in zip(rows[i], crossing[i], strict=True) if open_] for i in np.flatnonzero(middle).tolist()
    }
    middle_at, found = middle.tolist(), []
    for component in _components(around, middle_at):
        joined = {i: around[i] for i in component}
        near = sorted({j for js in joined.values() for j in js if not middle_at[j]} | joined.keys() & set(open_ends))
        if len(near) > 1:
            found.append(_Part(joined, np.array(near, dtype=np.int32)))
    return tuple(found)


def _components(joined: dict[int, list[int]], middle: list[bool]) -> Iterator[list[int]]:
    seen: set[int] = set()
    for first in joined:
        if first in seen:
            continue
        seen.add(first)
        stack, component = [first], []
        while stack:
            i = stack.pop()
            component.append(i)
            for j in joined[i]:
                if middle[j] and j not in seen:
                    seen.add(j)
                    stack.append(j)
        yield component


def _biconnected(joined: Mapping[int, Sequence[int]], ends: frozenset[int]) -> list[set[int]]:
    """Biconnected components of a graph in which all ends are the one node -1 (Tarjan, without recursion)."""
    around: dict[int, list[int]] = {i: sorted({-1 if j in ends else j for j in js}) for i, js in joined.items()}
    around[-1] = sorted(i for i, js in around.items() if -1 in js)
    depth: dict[int, int] = {-1: 0}
    low: dict[int, int] = {-1: 0}
    edges: list[tuple[int, int]] = []
    found: list[set[int]] = []
    stack: list[tuple[int, int, Iterator[int]]] = [(-1, -2, iter(around[-1]))]
    while stack:
        node, parent, rest = stack[-1]
        child = next(rest, None)
        if child is None:
            stack.pop()
            if not stack:
                break
            low[parent] = min(low[parent], low[node])
            if low[node] >= depth[parent]:
                found.append(_pop_block(edges, (parent, node)))
        elif child not in depth:
            edges.append((node, child))
            depth[child] = low[child] = depth[node] + 1
            stack.append((child, node, iter(around[child])))
        elif child != parent and depth[child] < depth[node]:
            edges.append((node, child))
            low[node] = min(low[node], depth[child])
    return found


def _pop_block(edges: list[tuple[int, int]], last: tuple[int, int]) -> set[int]:
    block: set[int] = set()
    while edges:
        edge = edges.pop()
        block.update(edge)
        if edge == last:
            break
    return block
