"""Slow second implementations, straight from the definitions: for tests to compare the analyses with.

They know the tables of `tables.py` only by what those say in words, use sets of hex numbers and plain loops, and share no
code with the analyses beyond the map itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from adjudicator.model.hexes import Hex
from adjudicator.model.units import Unit
from adjudicator.record.position import Position


class Board:
    """A position as sets: who stands where, what lies between."""

    def __init__(self, position: Position) -> None:
        theatre = position.network.theatre
        self.position = position
        self.hexes: dict[str, Hex] = {entry.number: at for at, entry in theatre.hexes.items()}
        self.number = {at: number for number, at in self.hexes.items()}
        self.terrain = {entry.number: entry.terrain for entry in theatre.hexes.values()}
        self.theatre = theatre
        self.units = list(position.units.values())
        self.places = theatre.places

    def around(self, number: str) -> Iterator[tuple[str, frozenset[str]]]:
        here = self.hexes[number]
        for at in here.neighbours():
            if at in self.number:
                yield self.number[at], self.theatre.features(here, at)

    def sides(self, number: str) -> set[str]:
        return {unit.side for unit in self.units if unit.hex == number}

    def owner(self, number: str) -> str:
        here = self.sides(number)
        if len(here) == 1:
            return next(iter(here))
        if number in self.position.control:
            return self.position.control[number]
        return next((place.owner for place in self.places if place.hex == number and place.owner), "?")


def zoned(board: Board, side: str, phase: str = "", ignoring: str = "") -> set[str]:
    """Hexes in a side's zones: Large and Medium units, Small Heavy ones out of combat; not across lakes."""
    found = set()
    for unit in board.units:
        exerts = unit.type.size in ("large", "medium") or (unit.has("heavy") and phase != "combat")
        if unit.side == side and exerts and unit.type.kind != ignoring:
            found |= {number for number, features in board.around(unit.hex) if "lake" not in features}
    return found


def stepped(board: Board, mover: Unit) -> dict[str, Fraction]:
    """Every hex a unit can end in and the least cost, by trying all paths that only grow dearer."""
    enemy = "blue" if mover.side == "red" else "red"
    zone = zoned(board, enemy)
    snow = board.position.moment.condition("weather") == "snow"
    allowance = Fraction(mover.shown.movement or 0)
    best: dict[str, Fraction] = {}
    waiting = [(mover.hex, Fraction(0), 0)]
    while waiting:
        here, spent, count = waiting.pop()
        if (here in zone and count) or (count and spent > allowance):
            continue
        for there, features in board.around(here):
            cost = _entry(board, mover, there, features, snow)
            friend = any(u.hex == there and u.side == mover.side and u.id != mover.id for u in board.units)
            if cost is None or enemy in board.sides(there):
                continue
            if here in zone and there in zone and "river" in features and not friend:
                continue
            total = spent + cost
            if (total <= allowance or count == 0) and (there not in best or total < best[there]):
                best[there] = total
                waiting.append((there, total, count + 1))
    return best


def _entry(board: Board, mover: Unit, there: str, features: frozenset[str], snow: bool) -> Fraction | None:
    if "rail" in features:
        return Fraction(1)
    terrain = board.terrain[there]
    if terrain == "sea" or "lake" in features or (terrain == "mountain" and mover.type.movement_class == "motor"):
        return None
    cost = {"clear": 1, "forest": 2, "mountain": 3}[terrain]
    if snow and terrain != "mountain":
        cost = 2
    return Fraction(cost + ("river" in features))


def chain_hexes(board: Board, side: str) -> set[str]:
    """Hexes on a simple rail chain between two different cities of a side, no city between: every path is walked."""
    cities = {place.hex for place in board.places if "city" in place.kinds}
    own = {number for number in cities if board.owner(number) == side}
    found: set[str] = set()

    def walk(path: list[str]) -> None:
        for there, features in board.around(path[-1]):
            if "rail" not in features or there in path:
                continue
            if there in own:
                found.update((*path, there))
            elif there not in cities:
                walk([*path, there])

    for city in own:
        walk([city])
    return found


def land_states(position: Position, side: str) -> dict[str, str]:
    """The state of each unit of a side under FIXED_POINT_SUPPLY."""
    board = Board(position)
    enemy = "blue" if side == "red" else "red"
    clear = position.moment.condition("weather") == "clear"
    own = {unit.hex for unit in board.units if unit.side == side}
    theirs = {unit.hex for unit in board.units if unit.side == enemy}
    zone, zone_but_leg = zoned(board, enemy), zoned(board, enemy, ignoring="leg")
    line = chain_hexes(board, enemy)
    closed = {False: (theirs | zone | line) - own, True: (theirs | (zone_but_leg if clear else zone) | line) - own}
    disrupted = {marker.hex for marker in position.markers.values() if marker.type.kind == "countdown"}
    cities = [p.hex for p in board.places if "supply_city" in p.kinds and board.owner(p.hex) == side]
    cities = [number for number in cities if number not in disrupted]
    edges = {p.hex for p in board.places if "edge" in p.kinds and board.owner(p.hex) == side}
    posts = [m for m in position.markers.values() if m.type.kind == "hq" and m.type.side == side]

    def rails(start: str) -> set[str]:
        return flood(board, start, closed[False], lambda features, there: "rail" in features)

    def lands(start: str, motor: bool) -> set[str]:
        return flood(
            board,
            start,
            closed[motor],
            lambda features, there: "lake" not in features and board.terrain[there] != "sea",
        )

    ultimate = [("edge", number) for number in edges]
    ultimate += [("city", number) for number in cities if any(edge in rails(number) for edge in edges)]
    linked: set[tuple[str, str]] = set()
    grown = True
    while grown:
        grown = False
        for number in cities:
            others = {other for kind, other in ultimate if (kind, other) != ("city", number)}
            if ("city", number) not in linked and others & rails(number):
                linked.add(("city", number))
                grown = True
        for post in posts:
            ends = {number for _, number in ultimate} | {number for key, number in linked if key != post.id}
            if (post.id, post.hex) not in linked and ends & rails(post.hex):
                linked.add((post.id, post.hex))
                grown = True
    states = {}
    for unit in board.units:
        if unit.side != side:
            continue
        motor = unit.type.kind == "motor"
        within = lands(unit.hex, motor)
        reached = [(key, number) for key, number in linked if number in within]
        inside = any(
            board.hexes[unit.hex].distance(board.hexes[number]) <= _radius(position, key, motor and clear)
            for key, number in reached
        )
        level = 0 if inside else 1 if reached else 2
        relief = [m for m in position.markers.values() if m.type.kind == "air_supply" and m.hex == unit.hex]
        states[unit.id] = ("supplied", "in communication", "isolated")[max(level - len(relief), 0)]
    return states


def _radius(position: Position, key: str, doubled: bool) -> int:
    if key == "city":
        return 3
    value = position.markers[key].value
    return 2 * value if doubled else value


def flood(board: Board, start: str, closed: Iterable[str], passes) -> set[str]:  # type: ignore[no-untyped-def]
    """Every hex joined to a start by open hexes; nothing if the start itself is closed."""
    shut = set(closed)
    if start in shut or (board.terrain[start] == "sea"):
        return set()
    found, waiting = {start}, [start]
    while waiting:
        for there, features in board.around(waiting.pop()):
            if there not in found and there not in shut and passes(features, there):
                found.add(there)
                waiting.append(there)
    return found


def line_states(position: Position, side: str) -> tuple[dict[str, str], dict[str, str]]:
    """Supply and isolation of each unit of a side under ELEMENTS_SUPPLY."""
    board = Board(position)
    enemy = "blue" if side == "red" else "red"
    own = {unit.hex for unit in board.units if unit.side == side}
    theirs = {unit.hex for unit in board.units if unit.side == enemy}
    shut = theirs | (zoned(board, enemy) - own)
    places = [p for p in board.places if board.owner(p.hex) == side]
    cities = {p.hex for p in places if "supply_city" in p.kinds and p.name not in position.memory.lost}
    bad_cities = {p.hex for p in board.places if board.owner(p.hex) != side}
    trucks = {unit.hex for unit in board.units if unit.side == side and unit.has("truck")}

    sea = {number for number, terrain in board.terrain.items() if terrain == "sea"}

    def rail(start: str) -> set[str]:
        return flood(board, start, shut | sea, lambda features, there: "rail" in features)

    def rail_own(start: str) -> set[str]:
        return flood(board, start, shut | sea | bad_cities, lambda features, there: "rail" in features)

    sources = {p.hex for p in places if "edge" in p.kinds}
    sources |= {c for c in cities if len([o for o in cities if o != c and o in rail(c)]) >= 2}

    def costs(start: str, free: bool) -> dict[str, int]:
        best = {start: 0} if (free or start not in shut) and board.terrain[start] != "sea" else {}
        for _ in range(8):
            for here, spent in list(best.items()):
                if here in shut and here != start:
                    continue
                for there, features in board.around(here):
                    if there in shut or board.terrain[there] == "sea":
                        continue
                    step = 1 if "rail" in features else 2 if board.terrain[there] == "forest" else 1
                    if "rail" not in features and "river" in features:
                        step += 1
                    if spent + step <= 7 and spent + step < best.get(there, 99):
                        best[there] = spent + step
        return best

    def fed(number: str) -> bool:
        return number in sources or bool(sources & rail_own(number))

    good_trucks: set[str] = set()
    for _ in trucks:
        good_trucks |= {
            t for t in trucks if any(fed(n) or n in good_trucks for n in costs(t, free=False) if n not in shut)
        }
    supply, isolation = {}, {}
    for unit in board.units:
        if unit.side != side:
            continue
        ends = {n for n in costs(unit.hex, free=True) if n not in shut or n == unit.hex}
        open_ends = {n for n in ends if n not in shut}
        fits = unit.hex in sources - sea or any(fed(n) or n in good_trucks for n in open_ends)
        supply[unit.id] = "regular" if fits else "out"
        ground = flood(board, unit.hex, shut - {unit.hex}, lambda features, there: board.terrain[there] != "sea")
        isolation[unit.id] = "joined" if sources & ground else "isolated"
    return supply, isolation
