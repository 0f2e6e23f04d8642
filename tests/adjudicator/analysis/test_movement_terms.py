"""Each term of movement.toml and terrain.toml on a corridor of eight hexes: what steps cost, what there is to spend."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.analysis.movement.reach import budget, reach
from adjudicator.model.interval import DEAR, INFINITE, Interval
from adjudicator.model.known import NO, YES, Known
from tests.adjudicator.analysis.marches import (
    BETWEEN,
    CLEAR,
    FOREST,
    RAIL,
    RIVER,
    ROW,
    aspects,
    corridor,
    start,
    walk,
)


@pytest.mark.parametrize(
    ("terrain", "hexes", "cost"),
    [
        (CLEAR, 1, 1),
        (CLEAR, 2, 3),
        (CLEAR, 4, 6),
        ("[terrain.clear]\ncost = { leg = 3 }\nany = 1\n", 1, 3),
        ("[terrain.clear]\ncost = { motor = 3 }\nany = 1\n", 1, 1),
        ("[terrain.clear]\nany = 'half+1'\n", 1, 3),  # half the rating of four, and a point
    ],
)
def test_what_hexes_cost(terrain: str, hexes: int, cost: int) -> None:
    assert walk(start(where=FOREST, terrain=terrain), hexes).cost == Interval.of(cost)


def test_closed_terrain_is_a_fault_and_a_blank_cell_is_open() -> None:
    closed = walk(start(where=FOREST, terrain="[terrain.clear]\nany = 1\n[terrain.forest]\nany = 'no'\n"), 2)
    assert aspects(closed) == ["terrain"]
    blank = walk(start(terrain="[terrain.clear]\ncost = { motor = 1 }\n"))
    assert (blank.cost.low, blank.cost.high) == (1, DEAR)
    assert blank.cost.missing == {"terrain.clear.cost.leg"}


@pytest.mark.parametrize(
    ("rows", "hexes", "cost"),
    [
        ("[hexside.river]\nany = 1\n", 1, 2),
        ("[hexside.river]\nany = 1\n[hexside.ford]\nany = 1\n", 2, 5),
        ("[hexside.river]\nany = 1\nignored = true\n", 1, 1),
        ("[hexside.river]\n", 1, 1),
        ("[hexside.ford]\nany = 2\n", 1, 1),
        ("[hexside.river]\nany = 1\n[[weather]]\nfeatures = ['river']\nadd = 2\n", 1, 4),
        ("[hexside.river]\nany = 1\n[[weather]]\nfeatures = ['river']\nset = 0\n", 1, 1),
        ("[hexside.river]\nany = 1\n[[weather]]\nfeatures = ['ford']\nset = 0\n", 1, 2),
        ("[hexside.river]\nany = 'no'\n[[weather]]\nfeatures = ['river']\nset = 1\n", 1, 2),
        ("[hexside.river]\nany = 1\n[[weather]]\nfeatures = ['river']\nroad = true\nset = 5\n", 1, 2),
        ("[hexside.river]\nany = 1\n[[weather]]\nfeatures = ['river']\nwho = { kinds = ['motor'] }\nset = 5\n", 1, 2),
    ],
)
def test_what_hexsides_add(rows: str, hexes: int, cost: int) -> None:
    assert walk(start(where=RIVER, terrain=CLEAR + rows), hexes).cost == Interval.of(cost)


@pytest.mark.parametrize(
    ("row", "cost"),
    [
        ("add = 2", 3),
        ("times = 3", 3),
        ("set = 5", 5),
        ("set = 5\ntimes = 2\nadd = 1", 11),
        ("add = 2\n[[weather]]\ntimes = 2", 6),
        ("add = 2\nwhere = { weather = ['mud'] }", 1),
        ("add = 2\nwhere = { weather = ['clear'] }", 3),
        ("add = 2\nwho = { kinds = ['motor'] }", 1),
        ("add = 2\nwhen = { first_turn = 2 }", 1),
        ("add = 2\nmodes = ['rail']", 1),
        ("add = 2\nmodes = ['ground']", 3),
        ("add = 2\nroad = true", 1),
        ("add = 2\nroad = false", 3),
    ],
)
def test_what_weather_makes_of_a_cost(row: str, cost: int) -> None:
    assert walk(start(terrain=f"{CLEAR}[[weather]]\n{row}\n")).cost == Interval.of(cost)


@pytest.mark.parametrize(("row", "high"), [("add = 2", 3), ("times = 3", 3), ("set = 5", 5)])
def test_what_unknown_weather_makes_of_a_cost(row: str, high: int) -> None:
    found = walk(start(terrain=f"{CLEAR}[[weather]]\nwhere = {{ weather = ['mud'] }}\n{row}\n", weather="")).cost
    assert found == Interval(Fraction(1), Fraction(high), frozenset({"weather"}))


@pytest.mark.parametrize(
    ("row", "costs"),
    [
        ("", [1, 1, 1, 1, 1]),
        ("cost = '1/2'", [Fraction(1, 2)] * 4 + [1]),
        ("cost_of = 'forest'", [2, 2, 2, 2, 1]),
        ("who = { kinds = ['motor'] }", [1, 2, 2, 1, 1]),
        ("when = { first_turn = 2 }", [1, 2, 2, 1, 1]),
        ("modes = ['rail']", [1, 2, 2, 1, 1]),
        ("modes = ['ground']", [1, 1, 1, 1, 1]),
        ("where = { terrains = ['clear'] }", [1, 2, 2, 1, 1]),
        ("where = { terrains = ['forest'] }", [1, 1, 1, 1, 1]),
        ("cost = 3\n[[road]]\nfeatures = ['rail']\ncost = 2", [3, 3, 3, 3, 1]),
        ("cost = 3\nwhere = { terrains = ['forest'] }\n[[road]]\nfeatures = ['rail']\ncost = 2", [2, 3, 3, 2, 1]),
    ],
)
def test_what_a_road_costs(row: str, costs: list[Fraction]) -> None:
    at = start(f"[[road]]\nfeatures = ['rail']\n{row}\n", where=RAIL)
    assert [step.cost for step in walk(at, 5).steps] == [Interval.of(cost) for cost in costs]


def test_a_road_leads_over_rivers_and_pays_for_them_where_the_rule_says_so() -> None:
    where = corridor("........", {BETWEEN[0]: "rail river"})
    terrain = f"{CLEAR}[hexside.river]\nany = 1\n"
    costs = [
        walk(start(f"[[road]]\nfeatures = ['rail']\n{keeps}", where=where, terrain=terrain)).cost
        for keeps in ("", "keeps_hexside = true")
    ]
    assert costs == [Interval.of(1), Interval.of(2)]


@pytest.mark.parametrize(("row", "low", "high"), [("cost = 1", 1, 2), ("cost = 3", 2, 3)])
def test_a_road_that_weather_perhaps_closes(row: str, low: int, high: int) -> None:
    road = f"[[road]]\nfeatures = ['rail']\n{row}\nwhere = {{ weather = ['clear'] }}\n"
    found = walk(start(road, where=RAIL, weather="", unit="red leg 0100"), way=("0100", "0200")).cost
    assert found == Interval(Fraction(low), Fraction(high), frozenset({"weather"}))


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ("times = 2", 8),
        ("add = 3", 7),
        ("set = 2", 2),
        ("set = 3\ntimes = '1/2'", Fraction(3, 2)),
        ("set = 3\ntimes = '1/2'\nround = 'up'", 2),
        ("set = 3\ntimes = '1/2'\nround = 'down'", 1),
        ("times = '1/8'\nleast = 1", 1),
        ("add = -1\n[[allowance]]\ntimes = 2", 6),
        ("add = -1\nlast = true\n[[allowance]]\ntimes = 2", 3),
        ("add = 1\nwho = { kinds = ['motor'] }", 4),
        ("add = 1\nwhen = { phases = ['march'] }", 5),
        ("add = 1\nwhen = { phases = ['combat'] }", 4),
        ("add = 1\nmodes = ['rail']", 4),
        ("add = 1\nwhere = { hexes = ['0000'] }", 5),
        ("add = 1\nwhere = { hexes = ['0100'] }", 4),
        ("add = 1\nstart = 'zone'", 4),
        ("add = 1\nstart = 'free'", 5),
        ("add = 1\nstates = ['isolated']", 4),
    ],
)
def test_what_changes_an_allowance(rows: str, points: Fraction) -> None:
    at = start(f"[[allowance]]\n{rows}\n")
    assert budget(at, at.units["red0"]).points == Interval.of(points)


def test_an_allowance_perhaps_changed() -> None:
    rows = "[[allowance]]\nwhere = { weather = ['mud'] }\ntimes = '1/2'\nhexes = 3\n[[allowance]]\nadd = 1\n"
    found = budget(at := start(rows, weather=""), at.units["red0"])
    assert found.points == Interval(Fraction(3), Fraction(5), frozenset({"weather"}))
    assert (found.hexes.low, found.hexes.high) == (3, INFINITE)


@pytest.mark.parametrize(
    ("rules", "hexes", "legal"),
    [
        ("", 4, YES),
        ("", 5, NO),
        ("[[allowance]]\nset = 0\n", 1, NO),
        ("[[allowance]]\nset = 0\n[[minimum]]\n", 1, YES),
        ("[[allowance]]\nset = 0\n[[minimum]]\n", 2, NO),
        ("[[allowance]]\nset = 0\n[[minimum]]\nhexes = 2\n[[minimum]]\nhexes = 1\n", 2, YES),
        ("[[allowance]]\nset = 0\n[[minimum]]\nwho = { kinds = ['motor'] }\n", 1, NO),
        ("[[allowance]]\nset = 0\n[[minimum]]\nmodes = ['rail']\n", 1, NO),
        ("[[allowance]]\nhexes = 2\n", 2, YES),
        ("[[allowance]]\nhexes = 2\n", 3, NO),
        ("[[allowance]]\nhexes = 2\n[[allowance]]\nhexes = 3\n", 3, NO),
        ("[[allowance]]\nset = 'unlimited'\n", 7, YES),
    ],
)
def test_how_far_a_unit_gets(rules: str, hexes: int, legal: Known) -> None:
    at = start(rules)
    assert walk(at, hexes).legal == legal
    assert (ROW[hexes] in reach(at, at.units["red0"]).sure) == legal.is_yes
