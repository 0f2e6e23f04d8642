"""Moves judged by hand on small maps."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from adjudicator.analysis.combat.retreat import retreats
from adjudicator.analysis.movement.overrun_step import overrun
from adjudicator.analysis.movement.reach import budget, cheapest_path, cost_of, load, reach
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Link, Place
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import blank, pack, position, theatre
from tests.adjudicator.analysis.tables import LEAVING, MOVEMENT, TERRAIN, ZONES

PLAIN = Network.of(theatre(blank(8, 4)))
RULES = pack(zoc=ZONES, terrain=TERRAIN, movement=MOVEMENT)
ROW = ("0001", "0101", "0201", "0301", "0401", "0501")


def first(at: Position) -> Unit:
    return at.units["red0"]


def with_movement(text: str, zoc: str = ZONES) -> Pack:
    return pack(zoc=zoc, terrain=TERRAIN, movement=text)


def on_clear_ground(movement: str) -> Pack:
    return pack(terrain="[terrain.clear]\nany = 1\n", movement=movement)


def test_a_unit_stops_where_it_enters_a_zone() -> None:
    at = position(PLAIN, RULES, "red leg 0001", "blue leg 0300")
    assert cheapest_path(at, first(at), "0201").legal == YES
    beyond = cost_of(at, first(at), ("0001", "0101", "0200", "0201"))
    assert [fault.hex for fault in beyond.faults] == ["0201"]


def test_zone_to_zone_across_a_river_wants_a_friend_in_the_hex() -> None:
    river = Network.of(theatre(blank(6, 4), {"0201-0302": "river"}))
    alone = position(river, RULES, "red leg 0201", "blue leg 0301")
    assert cost_of(alone, first(alone), ("0201", "0302")).legal == NO
    joined = position(river, RULES, "red leg 0201", "blue leg 0301", "red leg 0302")
    assert cost_of(joined, first(joined), ("0201", "0302")).legal == YES


def test_leaving_zones_costs_what_the_table_says() -> None:
    at = position(PLAIN, with_movement(MOVEMENT, LEAVING), "red leg 0201", "blue leg 0301")
    assert cost_of(at, first(at), ("0201", "0202")).words == "cost 2, allowance 4"
    assert cost_of(at, first(at), ("0201", "0302")).words == "cost 3, allowance 4"


def test_a_blank_chart_cell_leaves_the_move_open_and_is_named() -> None:
    marsh = Network.of(theatre(".mm.\n....\n"))
    rules = pack(terrain="[terrain.clear]\nany = 1\n[terrain.mountain]\n")
    at = position(marsh, rules, "red leg 0000")
    path = cost_of(at, first(at), ("0000", "0100"))
    assert path.legal == Known.open("terrain.mountain.cost.leg")
    known = replace(rules, charts={"terrain.mountain.cost.leg": 3})
    assert cost_of(replace(at, pack=known), first(at), ("0000", "0100")).words == "cost 3, allowance 4"
    assert set(reach(at, first(at)).perhaps) == {"0100", "0200"}


def test_unknown_weather_leaves_the_cost_open() -> None:
    at = position(PLAIN, RULES, "red leg 0001")
    unclear = replace(at, moment=replace(at.moment, conditions=()))
    path = cheapest_path(unclear, first(at), "0301")
    assert path.legal == Known.open("weather")
    assert cheapest_path(unclear, first(at), "0201").legal == YES


def test_an_allowance_that_weather_changes_is_bounded_from_both_sides_while_nobody_told_it() -> None:
    rules = on_clear_ground('[[allowance]]\nwhere = { weather = ["snow"] }\ntimes = "1/2"\n')
    at = position(PLAIN, rules, "red leg 0001")
    unclear = replace(at, moment=replace(at.moment, conditions=()))
    assert budget(unclear, first(at)).points == Interval(Fraction(2), Fraction(4), frozenset({"weather"}))
    legal = [cost_of(unclear, first(at), path).legal for path in (ROW[:3], ROW[:4], ROW)]
    assert legal == [YES, Known.open("weather"), NO]


def test_a_prohibition_is_open_while_its_exception_is() -> None:
    text = '[[forbid]]\nwhere = { terrains = ["clear"] }\nunless = { weather = ["snow"] }\n'
    at = position(PLAIN, on_clear_ground(text), "red leg 0001")
    unclear = replace(at, moment=replace(at.moment, conditions=()))
    assert cost_of(at, first(at), ROW[:2]).legal == NO
    assert cost_of(unclear, first(at), ROW[:2]).legal == Known.open("weather")


def test_a_road_that_some_weather_closes_bounds_the_cost_while_nobody_told_it() -> None:
    road = '[[road]]\nfeatures = ["road"]\ncost = "1/2"\nwhere = { weather = ["clear"] }\n'
    along = Network.of(theatre(blank(8, 4), {"0001-0101": "road"}))
    at = position(along, on_clear_ground(road), "red leg 0001")
    unclear = replace(at, moment=replace(at.moment, conditions=()))
    assert cost_of(at, first(at), ROW[:2]).cost == Interval.of(Fraction(1, 2))
    assert cost_of(unclear, first(at), ROW[:2]).cost == Interval(Fraction(1, 2), Fraction(1), frozenset({"weather"}))


def test_a_mode_that_begins_in_some_weather_only_is_open_while_nobody_told_it() -> None:
    at = position(PLAIN, on_clear_ground('[mode.ski]\nstart = { weather = ["snow"] }\n'), "red leg 0001")
    unclear = replace(at, moment=replace(at.moment, conditions=()))
    assert cost_of(at, first(at), ROW[:2], mode="ski").legal == NO
    assert cost_of(unclear, first(at), ROW[:2], mode="ski").legal == Known.open("weather")
    assert set(reach(unclear, first(at), mode="ski").sure) == set()
    assert "0101" in reach(unclear, first(at), mode="ski").perhaps


def test_allowances_halve_round_and_keep_one_hex() -> None:
    rules = with_movement(
        """
[[allowance]]
start = "zone"
set = 0
last = true
why = "in a zone"
[[allowance]]
states = ["isolated"]
hexes = 1
[[allowance]]
when = { phases = ["special"] }
times = "1/2"
add = "1/2"
round = "up"
why = "half"
[[minimum]]
"""
    )
    at = position(PLAIN, rules, "red leg 0001", phase="special")
    assert budget(at, first(at)).points.low == 3
    assert budget(at, first(at), states=frozenset({"isolated"})).hexes == Interval.of(1)
    held = position(PLAIN, rules, "red leg 0001", "blue leg 0101", phase="special")
    assert cheapest_path(held, first(held), "0000").legal == YES
    assert cheapest_path(held, first(held), "0003").legal == NO


RAIL = """
[mode.rail]
along = ["rail"]
between = ["city"]
free = true
cost = 1
[[mode.rail.load]]
who = { sizes = ["large"] }
points = 2
"""


def test_a_train_runs_between_friendly_cities_only() -> None:
    row = [f"0{c}00" for c in range(8)]
    sides = {f"{a}-{b}": "rail" for a, b in pairwise(row)}
    cities = tuple(Place(name=n, hex=n, kinds=frozenset({"city"}), owner="red") for n in ("0000", "0400"))
    line = Network.of(theatre(blank(8, 2), sides, cities))
    at = position(line, with_movement(RAIL), "red leg 0100 large")
    assert cheapest_path(at, first(at), "0400", mode="rail").legal == YES
    assert cheapest_path(at, first(at), "0600", mode="rail").legal == NO
    assert load(at, first(at), "rail") == Fraction(2)


def test_a_link_to_the_next_hex_serves_where_the_hexside_does_not() -> None:
    link = Link(a="0100", b="0200", features=frozenset({"rail"}))
    line = Network.of(theatre(blank(8, 2), {"0000-0100": "rail", "0200-0300": "rail"}, links=(link,)))
    by_rail = with_movement('[mode.rail]\nalong = ["rail"]\nlinks = ["rail"]\nfree = true\ncost = 1\n')
    at = position(line, by_rail, "red leg 0000")
    assert set(reach(at, first(at), mode="rail").sure) == {"0100", "0200", "0300"}
    assert cheapest_path(at, first(at), "0300", mode="rail").legal == YES
    bare = position(Network.of(theatre(blank(8, 2), {"0000-0100": "rail"})), by_rail, "red leg 0000")
    assert cost_of(bare, first(bare), ("0000", "0100", "0200"), mode="rail").legal == NO


def test_an_overrun_names_everything_it_lacks() -> None:
    rules = with_movement("[overrun]\nextra = 1\nstrength = 5\nmost_victims = 1\n[bars]\nmost_steps = 1\n")
    at = position(PLAIN, rules, "red leg 0001", "blue leg 0101")
    path = overrun(at, first(at), "0001", "0101")
    assert str(path.cost) == "2"
    assert [fault.why for fault in path.faults] == [
        "blue1 has 2 steps, and at most 1 can be overrun",
        "its strength is 4, and 5 is needed",
    ]


def test_a_retreat_picks_the_way_that_loses_least() -> None:
    rules = with_movement("[retreat]\nhexes = 2\naway = 2\nzone_loss = 1\n")
    at = position(PLAIN, rules, "red leg 0301", "blue leg 0300", "blue leg 0500")
    ways = retreats(at, first(at)).sure
    assert ways["0303"].losses == 0
    assert ways["0501"].losses == 1
    assert "0300" not in ways
    assert all(len(way.hexes) == 3 for way in ways.values())
