"""Supply by the Europa packs' own definition, on the scale of the whole eastern front, as a multiple of Thunder's fixed point.

Run as `python -m tests.benchmarks.europa_supply_speed`: 13,000 hexes with roads, railways of both gauges, rivers, lakes and three
kinds of weather, 2,000 units of both sides. Thunder's figure is that of `supply_speed` in the same run.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from adjudicator.analysis.supply.status import supply
from adjudicator.model.hexes import Hex, Hexside
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import MapHex, Place, Theatre
from adjudicator.packs.load import load_pack
from adjudicator.play.setting_up import position_from
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import NUMBERS
from tests.adjudicator.analysis.maps import pack as thunder_like
from tests.adjudicator.analysis.tables import FIXED_POINT_SUPPLY, ZONES
from tests.benchmarks import supply_speed

COLUMNS, ROWS, UNITS, MOST = 130, 100, 2000, 5
SHEET = Path(__file__).parents[2] / "fixtures" / "charts" / "fire_in_the_east_invented.toml"
GROUND = ("clear",) * 6 + ("forest", "woods", "swamp", "rough")
SIDES = ("axis", "soviet")


def network(pack: Pack, seed: int = 1) -> Network:
    """The front: the Axis west of column 65, standard gauge up to column 80, broad beyond, the Arctic in the first rows."""
    chance = random.Random(seed)
    entries: dict[Hex, MapHex] = {}
    for c in range(COLUMNS):
        for r in range(ROWS):
            tags = {f"zone_{'a' if r < 15 else 'b' if r < 60 else 'c'}", "ussr" if c >= 65 else "greater_germany"}
            tags |= {"arctic"} if r < 15 else set()
            tags |= {"ussr_1939"} if c >= 80 else set()
            if c % 10 == 5 or r % 10 == 5:
                tags |= {"rail_hex"} | ({"broad_line"} if c >= 80 else set())
            if r % 10 == 5 and c in (0, COLUMNS - 1):
                tags |= {"west_edge_rail" if c == 0 else "east_edge_rail"}
            at = NUMBERS.hex(c, r)
            entries[at] = MapHex(f"{c:03d}{r:03d}", at, chance.choice(GROUND), frozenset(tags))
    return Network.of(
        replace(base(pack), hexes=entries, hexsides=hexsides(chance), places=tuple(places(chance)), links=())
    )


def base(pack: Pack) -> Theatre:
    """A theatre of the pack to put other hexes into."""
    from adjudicator.packs.load import load_theatre_for  # noqa: PLC0415

    return load_theatre_for(pack)


def hexsides(chance: random.Random) -> dict[Hexside, frozenset[str]]:
    """Railways every ten hexes both ways, roads between them, a great river from north to south."""
    found: dict[Hexside, set[str]] = {}
    for c in range(COLUMNS):
        for r in range(ROWS):
            here = NUMBERS.hex(c, r)
            gauge = "rail_broad" if c >= 80 else "rail_standard"
            steps = [
                (c + 1, r, gauge if r % 10 == 5 else "road" if r % 10 == 0 else ""),
                (c, r + 1, gauge if c % 10 == 5 else ""),
            ]
            for x, y, line in steps:
                if x >= COLUMNS or y >= ROWS or here.distance(there := NUMBERS.hex(x, y)) != 1:
                    continue
                features = {line} - {""}
                features |= (
                    {"major_river"} if c == 70 and x == 71 else {"lake_side"} if chance.random() < 0.01 else set()
                )
                if features:
                    found.setdefault(Hexside.between(here, there), set()).update(features)
    return {side: frozenset(features) for side, features in found.items()}


def places(chance: random.Random) -> list[Place]:
    """Cities at junctions; every fourth Soviet one is a major city."""
    spots = [(c, r) for c in range(5, COLUMNS, 10) for r in range(5, ROWS, 10)]
    chance.shuffle(spots)
    found = []
    for k, (c, r) in enumerate(spots):
        kinds = {"city", "soviet_city"} if c >= 65 else {"city"}
        kinds |= {"major_city"} if c >= 65 and k % 4 == 0 else set()
        owner = "soviet" if c >= 65 else "axis"
        found.append(
            Place(name=f"c{k}", hex=f"{c:03d}{r:03d}", kinds=frozenset(kinds), owner=owner, values={"city": f"c{k}"})
        )
    return found


def crowd(pack: Pack, on: Network, seed: int = 2) -> Position:
    """Two armies facing each other along the middle, trucks among them."""
    chance = random.Random(seed)
    kinds = {
        side: [kind.id for kind in pack.units.values() if kind.side == side and "sample" in kind.tags] for side in SIDES
    }
    lines = ["turn 9, German Initial Phase", "weather frost", "weather:zone_a snow", "weather:zone_c mud"]
    owner: dict[str, str] = {}
    copies: dict[str, int] = {}
    count = 0
    while count < UNITS:
        side = chance.choice(SIDES)
        c = min(max(int(chance.gauss(58 if side == "axis" else 71, 9)), 0), COLUMNS - 1)
        number = f"{c:03d}{chance.randrange(ROWS):03d}"
        if owner.setdefault(number, side) != side:
            continue
        kind = chance.choice(kinds[side])
        copies[kind] = copies.get(kind, 0) + 1
        lines.append(f"{number}: {kind}#{copies[kind]}")
        count += 1
    return position_from(tuple(lines), pack, on)


def both_sides(given: Position) -> None:
    """The state of every unit of both sides, from nothing remembered of the position."""
    fresh = replace(given, units=given.units.set("-", next(iter(given.units.values()))).delete("-"))
    for side in SIDES:
        found = supply(fresh, side)
        found.states()
        found.states("isolation")


def main() -> None:
    """Print both figures and the ratio."""
    pack = load_pack("fire_in_the_east", charts=SHEET)
    front = crowd(pack, network(pack))
    thunder = supply_speed.crowd(supply_speed.network(), thunder_like(zoc=ZONES, supply=FIXED_POINT_SUPPLY), UNITS)
    base_line = supply_speed.timed(lambda: supply_speed.both_sides(thunder))
    ours = supply_speed.timed(lambda: both_sides(front))
    states: dict[str, int] = {}
    for side in SIDES:
        for state in supply(front, side).states().values():
            states[state] = states.get(state, 0) + 1
    print(
        f"{len(front.network)} hexes, {len(front.units)} units: {', '.join(f'{n} {s}' for s, n in sorted(states.items()))}"
    )
    print(
        f"Thunder's fixed point, both sides: {base_line * 1e3:.1f} ms; Europa's elements and isolation: {ours * 1e3:.1f} ms"
    )
    print(f"ratio {ours / base_line:.2f} x (at most {MOST} x): {'kept' if ours <= MOST * base_line else 'BROKEN'}")


if __name__ == "__main__":
    main()
