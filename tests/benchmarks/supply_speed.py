"""How fast supply is: both sides on a 13,000-hex theatre with 2,000 units, against plain searches over the same graph.

Run as `python -m tests.benchmarks.supply_speed`; prints ratios. The yardsticks are one scipy multi-source search per movement
class and side over the whole graph, and the same statuses found with networkx.
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

from adjudicator.analysis.movement.reach import cheapest_path
from adjudicator.analysis.supply.status import supply
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Place
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import NUMBERS, pack, position, theatre
from tests.adjudicator.analysis.reference import Board, chain_hexes, zoned
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


def land_and_rail(on: Network) -> tuple[nx.Graph, nx.Graph]:
    """The same map as two networkx graphs: steps over land, and rails."""
    land, rail = nx.Graph(), nx.Graph()
    land.add_nodes_from(entry.number for entry in on.hexes)
    rail.add_nodes_from(land)
    for i, entry in enumerate(on.hexes):
        for there in on.neighbours[i][on.neighbours[i] > i]:
            features = on.hexside(i, int(there))
            if "lake" not in features:
                land.add_edge(entry.number, on.number(int(there)))
            if "rail" in features:
                rail.add_edge(entry.number, on.number(int(there)))
    return land, rail


def networkx_states(given: Position, land: nx.Graph, rail: nx.Graph) -> dict[str, str]:
    """What `both_sides` finds, as a player's script in networkx would: blocked hexes cut out, components, distances."""
    board, states = Board(given), {}
    occupied = {side: {unit.hex for unit in board.units if unit.side == side} for side in ("red", "blue")}
    for side, enemy in (("red", "blue"), ("blue", "red")):
        cities = {p.hex for p in board.places if p.owner == side and "supply_city" in p.kinds}
        zone, line = zoned(board, enemy), chain_hexes(board, enemy)
        shut = (occupied[enemy] | zone | line) - occupied[side]
        motor_shut = (occupied[enemy] | zoned(board, enemy, ignoring="leg") | line) - occupied[side]
        rails = _components(rail.subgraph(rail.nodes - shut))
        edges = {rails.get(p.hex) for p in board.places if p.owner == side and "edge" in p.kinds} - {None}
        ultimate = {city for city in cities if rails.get(city) in edges}
        linked = {rails[city] for city in ultimate} | edges
        radii = {city: 3 for city in cities if rails.get(city) in linked}
        doubled = dict(radii)
        for marker in given.markers.values():
            if marker.type.side == side and rails.get(marker.hex) in linked:
                radii[marker.hex] = max(radii.get(marker.hex, 0), marker.value)
                doubled[marker.hex] = max(doubled.get(marker.hex, 0), 2 * marker.value)
        for kind, closed, reach in (("leg", shut, radii), ("motor", motor_shut, doubled)):
            lands = _components(land.subgraph(land.nodes - closed))
            sources: dict[int, list[str]] = {}
            for spot in reach:
                sources.setdefault(lands[spot], []).append(spot)
            for unit in (unit for unit in board.units if unit.side == side and unit.type.kind == kind):
                near = sources.get(lands[unit.hex], [])
                inside = any(board.hexes[unit.hex].distance(board.hexes[spot]) <= reach[spot] for spot in near)
                states[unit.id] = "supplied" if inside else "in communication" if near else "isolated"
    return states


def _components(graph: nx.Graph) -> dict[str, int]:
    return {node: i for i, nodes in enumerate(nx.connected_components(graph)) for node in nodes}


def main() -> None:
    """Print the ratios."""
    on = network()
    graph = plain_graph(on)
    seeds = np.array([on.index[place.hex] for place in on.theatre.places], dtype=np.int32)
    search = timed(lambda: dijkstra(graph, indices=seeds, min_only=True))
    fixed = crowd(on, pack(zoc=ZONES, supply=FIXED_POINT_SUPPLY), UNITS)
    elements = crowd(on, pack(zoc=ZONES, supply=ELEMENTS_SUPPLY), UNITS)
    points, lines = timed(lambda: both_sides(fixed)), timed(lambda: both_sides(elements))
    graphs = land_and_rail(on)
    found = networkx_states(fixed, *graphs)
    ours = {name: state for side in ("red", "blue") for name, state in supply(fixed, side).states().items()}
    assert found == ours, "the networkx version finds other states"
    slow = timed(lambda: networkx_states(fixed, *graphs), 3)
    print(f"{len(on)} hexes, {UNITS} units, {len(on.theatre.places)} places; one scipy search {search * 1e3:.1f} ms")
    print(
        f"fixed point, both sides: {points * 1e3:.1f} ms = {points / (4 * search):.2f} x one search per class and side"
    )
    print(f"  the same statuses in networkx: {slow * 1e3:.0f} ms = {slow / points:.0f} x ours")
    print(f"elements in order, both sides: {lines * 1e3:.1f} ms = {lines / points:.2f} x the fixed point")
    few, many = (crowd(on, pack(zoc=ZONES, terrain=TERRAIN, movement=MOVEMENT), count) for count in (200, UNITS))
    judged = [timed(lambda given=given: _judge(given), 5) for given in (few, many)]
    print(
        f"judging a move, {UNITS} units against 200: {judged[1] / judged[0]:.2f} x ({judged[1] * 1e3 / 50:.1f} ms a move)"
    )


def _judge(given: Position) -> None:
    """The same fifty moves of a lone unit in the rear, whatever else is on the map."""
    from tests.adjudicator.analysis.maps import unit  # noqa: PLC0415

    for k in range(50):
        mover = unit(f"red motor 00{k % 5}0{20 + k:02d} small", 90000 + k)
        cheapest_path(given.with_unit(mover), mover, f"00{k % 5 + 3}0{21 + k:02d}")


if __name__ == "__main__":
    main()
