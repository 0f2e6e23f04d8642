"""A corridor of eight hexes and a unit that marches along it, for tests of movement."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from adjudicator.analysis.movement.reach import cost_of
from adjudicator.analysis.movement.values import Path
from adjudicator.model.network import Network
from adjudicator.model.theatre import Link, Place
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import pack, position, theatre

ROW = tuple(f"0{column}00" for column in range(8))
BETWEEN = [f"{a}-{b}" for a, b in pairwise(ROW)]
CLEAR = "[terrain.clear]\nany = 1\n[terrain.forest]\nany = 2\n"
EDGE = Place(name="Edge", hex="0000", kinds=frozenset({"city"}), owner="red")


def corridor(
    rows: str = "........", sides: dict[str, str] | None = None, *places: Place, links: tuple[Link, ...] = ()
) -> Network:
    return Network.of(theatre(rows, sides or {}, (EDGE, *places), links=links))


PLAIN = corridor()
FOREST = corridor("..ff....")
RIVER = corridor("........", {BETWEEN[0]: "river", BETWEEN[1]: "river ford"})
RAIL = corridor("..ff....", dict.fromkeys(BETWEEN[:4], "rail"))


def start(
    movement: str = "",
    *others: str,
    where: Network = PLAIN,
    terrain: str = CLEAR,
    zoc: str = "",
    unit: str = "red leg 0000",
    weather: str = "clear",
) -> Position:
    """A unit about to move, in clear weather or in one that nobody told ("")."""
    rules = pack(movement=movement, terrain=terrain, zoc=zoc)
    at = position(where, rules, unit, *others, phase="march", weather=weather)
    return at if weather else replace(at, moment=replace(at.moment, conditions=()))


def walk(at: Position, hexes: int = 1, mode: str = "ground", way: tuple[str, ...] = ()) -> Path:
    return cost_of(at, at.units["red0"], way or ROW[: hexes + 1], mode=mode)


def aspects(path: Path) -> list[str]:
    return [fault.aspect for fault in path.faults]
