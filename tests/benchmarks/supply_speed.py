"""How fast supply is: both sides on a 13,000-hex theatre with 2,000 units, against plain searches over the same graph.

Run as `python -m tests.benchmarks.supply_speed`; prints ratios. The yardsticks are one scipy multi-source search per movement
class over the whole graph, and the same search in networkx.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace

import networkx as nx
import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from adjudicator.analysis.movement import cheapest_path
from adjudicator.analysis.network import Network
from adjudicator.analysis.position import Position
from adjudicator.analysis.supply import supply
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Place
from tests.adjudicator.analysis.maps import NUMBERS, pack, position, theatre
from tests.adjudicator.analysis.tables import ELEMENTS_SUPPLY, FIXED_POINT_SUPPLY, MOVEMENT, TERRAIN, ZONES

COLUMNS, ROWS, UNITS, CITIES = 130, 100, 2000, 160


def network(seed: int = 1) -> Network:
    """A map of 13,000 hexes with woods, a lake or two, cities on a railway net."""
    chance = random.Random(seed)
    rows = ["".join("f" if chance.random() < 0.2 else "." for _ in range(COLUMNS)) for _ in range(ROWS)]
    numbers = [[f"{c:03d}{r:03d}" for c in range(COLUMNS)] for r in range(ROWS)]
    sides: dict[str, str] = {}
    for r in range(5, ROWS, 10):
        for c in range(COLUMNS - 1):
            a, b = NUMBERS.hex(c, r), NUMBERS.hex(c + 1, r)
            if a.distance(b) == 1:
                sides[f"{numbers[r][c]}-{numbers[r][c + 1]}"] = "rail"
    for c in range(5, COLUMNS, 10):
        for r in range(ROWS - 1):
            sides[f"{numbers[r][c]}-{numbers[r + 1][c]}"] = "rail"
    spots = [(c, r) for c in range(5, COLUMNS, 10) for r in range(5, ROWS, 10)]
    chance.shuffle(spots)
    places = [
        Place(
            name=f"c{k}", hex=numbers[r][c], kinds=frozenset({"city", "supply_city"}), owner="red" if c < 65 else "blue"
        )
        for k, (c, r) in enumerate(spots[:CITIES])
    ]
    for r in range(5, ROWS, 10):
        places.append(Place(name=f"w{r}", hex=numbers[r][0], kinds=frozenset({"edge"}), owner="red"))
        places.append(Place(name=f"e{r}", hex=numbers[r][COLUMNS - 1], kinds=frozenset({"edge"}), owner="blue"))
    return Network.of(theatre("\n".join(rows), sides, tuple(places), wide=True))


def crowd(on: Network, rules: Pack, count: int, seed: int = 2) -> Position:
    """Two armies facing each other along the middle, thinning out to the rear, with headquarters and trucks."""
    chance = random.Random(seed)
    units, used = [], set()
    while len(units) < count:
        side = chance.choice(("red", "blue"))
        c = min(max(int(chance.gauss(58 if side == "red" else 71, 9)), 0), COLUMNS - 1)
        number = f"{c:03d}{chance.randrange(ROWS):03d}"
        if (number, "blue" if side == "red" else "red") in used:
            continue
        used.add((number, side))
        kind = chance.choice(("leg", "leg", "motor"))
        units.append(f"{side} {kind} {number} {chance.choice(('large', 'medium', 'small', 'small truck'))}")
    posts = tuple(
        f"{side} hq {chance.randrange(20, 60) if side == 'red' else chance.randrange(70, 110):03d}{5 + 10 * k:03d} 5"
        for side in ("red", "blue")
        for k in range(10)
    )
    return position(on, rules, *units, markers=posts)


def timed(work: Callable[[], object], times: int = 7) -> float:
    """The best of several runs, in seconds of processor time."""
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def both_sides(given: Position) -> None:
    """The state of every unit of both sides, from nothing remembered of the position."""
    fresh = replace(given, units=given.units.set("-", next(iter(given.units.values()))).delete("-"))
    for side in ("red", "blue"):
        supply(fresh, side).states()


def plain_graph(on: Network) -> csr_array[np.float64]:
    """Every step between neighbours, cost 1."""
    rows, directions = np.nonzero(on.neighbours >= 0)
    data = np.ones(len(rows))
    return csr_array((data, (rows, on.neighbours[rows, directions])), shape=(len(on), len(on)))


def main() -> None:
    """Print the ratios."""
    on = network()
    graph = plain_graph(on)
    seeds = np.array([on.index[place.hex] for place in on.theatre.places], dtype=np.int32)
    search = timed(lambda: dijkstra(graph, indices=seeds, min_only=True))
    plain = nx.from_scipy_sparse_array(graph, create_using=nx.DiGraph)
    slow = timed(lambda: nx.multi_source_dijkstra_path_length(plain, set(seeds.tolist())), 3)
    fixed = crowd(on, pack(zoc=ZONES, supply=FIXED_POINT_SUPPLY), UNITS)
    elements = crowd(on, pack(zoc=ZONES, supply=ELEMENTS_SUPPLY), UNITS)
    points, lines = timed(lambda: both_sides(fixed)), timed(lambda: both_sides(elements))
    print(f"{len(on)} hexes, {UNITS} units, {len(on.theatre.places)} places; one scipy search {search * 1e3:.1f} ms")
    print(
        f"fixed point, both sides: {points * 1e3:.1f} ms = {points / (4 * search):.2f} x one search per class and side"
    )
    print(
        f"  or {points / (2 * search):.2f} x one search per class; {4 * slow / points:.0f} times faster than networkx searches"
    )
    print(f"elements in order, both sides: {lines * 1e3:.1f} ms = {lines / points:.2f} x the fixed point")
    few, many = (crowd(on, pack(zoc=ZONES, terrain=TERRAIN, movement=MOVEMENT), count) for count in (200, UNITS))
    judged = [timed(lambda given=given: _judge(given), 5) for given in (few, many)]
    print(f"judging a move, {UNITS} units against 200: {judged[1] / judged[0]:.2f} x ({judged[1] * 1e6:.0f} us a move)")


def _judge(given: Position) -> None:
    """The same fifty moves of a lone unit in the rear, whatever else is on the map."""
    from tests.adjudicator.analysis.maps import unit  # noqa: PLC0415

    for k in range(50):
        mover = unit(f"red motor 00{k % 5}0{20 + k:02d} small", 90000 + k)
        cheapest_path(given.with_unit(mover), mover, f"00{k % 5 + 3}0{21 + k:02d}")


if __name__ == "__main__":
    main()
