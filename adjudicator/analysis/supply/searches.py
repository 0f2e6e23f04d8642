"""SciPy's searches over a graph in compressed rows, behind doors that import it when a search is first run.

To import it takes as long as half of all other code that a check loads, and many positions ask for no line of supply.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from adjudicator.model.network import Ints

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    Graph = csr_array[np.float64]


def rows_of(data: NDArray[np.float64], indices: Ints, starts: Ints) -> Graph:
    """The square graph whose row i has its columns and weights from `starts[i]` up to `starts[i + 1]`."""
    from scipy.sparse import csr_array  # noqa: PLC0415 - slow to import

    size = len(starts) - 1
    return csr_array((data, indices, starts), shape=(size, size))


def with_edges(graph: Graph, edges: Ints, weight: float) -> Graph:
    """The graph with further edges, given as pairs of nodes, all of one weight; of two between the same nodes the heavier."""
    from scipy.sparse import csr_array  # noqa: PLC0415 - slow to import

    first, second = edges.T
    extra = csr_array((np.full(len(edges), weight), (first, second)), graph.shape)
    return csr_array(graph.maximum(extra))


def distances(graph: Graph, seeds: NDArray[np.intp], limit: float = math.inf) -> NDArray[np.float64]:
    """(n,): the length of the shortest way from any seed; infinite beyond the limit."""
    from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415 - slow to import

    found: NDArray[np.float64] = dijkstra(graph, indices=seeds, min_only=True, limit=limit, directed=True)
    return found


def ways(graph: Graph, seeds: NDArray[np.intp]) -> tuple[NDArray[np.float64], Ints]:
    """(n,) twice: the length of the shortest way from any seed, and the node before the last on it (negative = none)."""
    from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415 - slow to import

    steps, previous, _ = dijkstra(graph, indices=seeds, min_only=True, return_predecessors=True, directed=True)
    return steps, previous


def components(graph: Graph) -> Ints:
    """(n,): the component of each node, of those in which every node leads to every other."""
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 - slow to import

    found: Ints = connected_components(graph, directed=True, connection="strong")[1]
    return found


def flow(capacity: Ints) -> int:
    """The most that can flow from the first node to the last; `capacity[i, j]` is that of the pipe from i to j."""
    from scipy.sparse import csr_array  # noqa: PLC0415 - slow to import
    from scipy.sparse.csgraph import maximum_flow  # noqa: PLC0415 - slow to import

    return int(maximum_flow(csr_array(capacity), 0, len(capacity) - 1).flow_value)
