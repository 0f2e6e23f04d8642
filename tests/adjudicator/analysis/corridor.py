"""A corridor of nine hexes with a source at its western end, for tests of supply."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from adjudicator.analysis.supply.status import supply
from adjudicator.model.network import Network
from adjudicator.model.theatre import Place
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import pack, position, theatre

NUMBERS = [f"0{column}00" for column in range(9)]
BETWEEN = [f"{a}-{b}" for a, b in pairwise(NUMBERS)]
EDGE = Place(name="Edge", hex="0000", kinds=frozenset({"edge"}), owner="red")


def corridor(rows: str = ".........", sides: dict[str, str] | None = None, *places: Place) -> Network:
    return Network.of(theatre(rows, sides or {}, (EDGE, *places)))


PLAIN = corridor()
STATES = """
[[status]]
name = "source"
spots = { kinds = ["edge"] }
[[state]]
state = "in"
connected = [{ lines = ["all"], to = ["source"] }]
[[state]]
state = "out"
"""


def line(element: str = "", rest: str = "") -> str:
    return f"[line.all]\n[[line.all.elements]]\nname = 'overland'\n{element}\n{rest}{STATES}"


def start(
    table: str, *units: str, where: Network = PLAIN, weather: str = "clear", markers: tuple[str, ...] = ()
) -> Position:
    at = position(
        where, pack(supply=table, zoc="[[exert]]\nwho = { kinds = ['tank'] }"), *units, markers=markers, weather=weather
    )
    return at if weather else replace(at, moment=replace(at.moment, conditions=()))


def fed(table: str, *others: str, where: Network = PLAIN, weather: str = "clear", kind: str = "leg") -> list[int]:
    """The columns in which a red unit is in supply; others stand where they stand."""
    found = []
    for column, number in enumerate(NUMBERS):
        at = start(table, f"red {kind} {number}", *others, where=where, weather=weather)
        if supply(at, "red").state("red0").state == "in":
            found.append(column)
    return found


EVERY = list(range(9))


def block(terms: str, name: str = "all") -> str:
    return f"[[line.{name}.elements.block]]\n{terms}\n"
