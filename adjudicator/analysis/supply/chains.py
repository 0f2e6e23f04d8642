"""Chains of hexsides between two places: the hexes that lie on a simple one, found by biconnected components."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adjudicator.model.memo import remembered
from adjudicator.model.network import Bools, Network


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
    middle = ~stops & edges.any(axis=1)
    rows = network.neighbours.tolist()
    crossing = edges.tolist()
    around: dict[int, list[int]] = {
        i: [j for j, open_ in zip(rows[i], crossing[i], strict=True) if open_] for i in np.flatnonzero(middle).tolist()
    }
    ends_at = ends.tolist()
    for i in np.flatnonzero(ends).tolist():
        for j, open_ in zip(rows[i], crossing[i], strict=True):
            if open_ and ends_at[j]:
                found[i] = found[j] = True
    middle_at = middle.tolist()
    # Node -1 stands for all ends together; a chain between two ends is a cycle through it. Two chains' ends must be two
    # different places, so a component that touches a single end does not count.
    joined = {i: [j for j in js if middle_at[j] or ends_at[j]] for i, js in around.items()}
    for component in _components(joined, middle_at):
        touched = {j for i in component for j in joined[i] if ends_at[j]}
        if len(touched) < 2:
            continue
        for block in _biconnected({i: joined[i] for i in component}, ends_at):
            outside = {j for i in block for j in joined.get(i, ()) if ends_at[j]} if -1 in block else set()
            if len(outside) >= 2:
                found[[i for i in block if i >= 0]] = True
                found[list(outside)] = True
    return found


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


def _biconnected(joined: dict[int, list[int]], ends: list[bool]) -> list[set[int]]:
    """Biconnected components of a graph in which all ends are the one node -1 (Tarjan, without recursion)."""
    around: dict[int, list[int]] = {i: sorted({-1 if ends[j] else j for j in js}) for i, js in joined.items()}
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
