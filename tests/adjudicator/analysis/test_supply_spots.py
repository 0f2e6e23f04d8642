"""What may be a source of supply, term by term; jumps from port to port; chains of rails between places."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.supply.status import supply
from adjudicator.errors import PackError
from adjudicator.model.known import NO
from adjudicator.model.network import Network
from adjudicator.model.theatre import Link, Place
from adjudicator.persistent import PersistentMap
from adjudicator.record.position import Position
from tests.adjudicator.analysis.corridor import EDGE, EVERY
from tests.adjudicator.analysis.maps import marker, pack, position, theatre


def place(name: str, number: str, kinds: str, owner: str = "red", **values: str) -> Place:
    return Place(name=name, hex=number, kinds=frozenset(kinds.split()), owner=owner, values=values)


TOWN = place("Town", "0400", "city port")
MAP = Network.of(theatre(".........", {}, (EDGE, TOWN), tags={"0500": "home"}))
SHORT = "[line.all]\n[[line.all.elements]]\nname = 'overland'\nlengths = [{ most = 1 }]\n"
STATES = "[[state]]\nstate = 'in'\nconnected = [{ lines = ['all'], to = ['source'] }]\n[[state]]\nstate = 'out'\n"
CONTROL = "[[test]]\nby = 'occupation'\nwho = { kinds = ['taker', 'truck'] }\n[[test]]\nby = 'history'\n"


def start(spots: str, *units: str, markers: tuple[str, ...] = (), table: str = SHORT, where: Network = MAP) -> Position:
    status = f"[[status]]\nname = 'source'\nspots = {{ {spots} }}\n"
    rules = pack(supply=table + status + STATES, control=CONTROL)
    return position(where, rules, *units, markers=markers, phase="march")


def fed(at: Position, kind: str = "leg", tags: str = "") -> list[int]:
    """The columns in which another red unit is in supply."""
    found = []
    for column in EVERY:
        text = f"red {kind} 0{column}00 {tags}"
        with_unit = position(at.network, at.pack, text).units["red0"]
        there = at.with_unit(replace(with_unit, id="tracer"))
        if supply(there, "red").state("tracer").state == "in":
            found.append(column)
    return found


ALL = [0, 1, 3, 4, 5]


@pytest.mark.parametrize(
    ("spots", "columns"),
    [
        ("kinds = ['edge']", [0, 1]),
        ("kinds = ['edge', 'city']", ALL),
        ("kinds = ['city'], all_kinds = ['port']", [3, 4, 5]),
        ("kinds = ['city'], all_kinds = ['port', 'capital']", []),
        ("all_kinds = ['port', 'city']", [3, 4, 5]),
        ("names = ['Town']", [3, 4, 5]),
        ("names = ['Edge'], kinds = ['city']", []),
        ("hexes = { hexes = ['0700'] }, control = false", [6, 7, 8]),
        ("hexes = { hexes = ['0700'] }", []),
        ("hexes = { hexes = ['0400'] }", [3, 4, 5]),
        ("kinds = ['edge', 'city'], where = { hexes = ['0400'] }", [3, 4, 5]),
        ("kinds = ['city'], sides = ['red']", [3, 4, 5]),
        ("kinds = ['city'], sides = ['blue']", []),
        ("kinds = ['city'], when = { first_turn = 2 }", []),
        ("kinds = ['city'], when = { first_turn = 1 }", [3, 4, 5]),
        ("kinds = ['city'], for_nations = ['red']", [3, 4, 5]),
        ("kinds = ['city'], for_nations = ['other']", []),
    ],
)
def test_places_and_hexes_that_feed(spots: str, columns: list[int]) -> None:
    assert fed(start(spots)) == columns


@pytest.mark.parametrize(
    ("spots", "lies", "columns"),
    [
        ("markers = ['depot']", "red depot 0600", [5, 6, 7]),
        ("markers = ['depot']", "- depot 0600", [5, 6, 7]),
        ("markers = ['depot']", "blue depot 0600", []),
        ("markers = ['depot'], control = false", "blue depot 0600", [5, 6, 7]),
        ("markers = ['depot']", "red fort 0600", []),
        ("markers = ['depot'], marker_tags = ['open']", "red depot 0600 open", [5, 6, 7]),
        ("markers = ['depot'], marker_tags = ['open']", "red depot 0600", []),
        ("markers = ['depot']", "red depot 9999", []),
        ("markers = ['depot'], held = true", "red depot 0400", [3, 4, 5]),
        ("markers = ['depot'], held = true", "red depot 0600", []),
        ("kinds = ['city'], without_markers = ['ruin']", "- ruin 0400", []),
        ("kinds = ['city'], without_markers = ['ruin']", "- fort 0400", [3, 4, 5]),
        ("kinds = ['city'], without_markers = ['ruin']", "- ruin 0500", [3, 4, 5]),
    ],
)
def test_markers_that_feed_or_stop_it(spots: str, lies: str, columns: list[int]) -> None:
    assert fed(start(spots, markers=(lies,))) == columns


@pytest.mark.parametrize(
    ("spots", "units", "columns"),
    [
        ("units = { kinds = ['truck'] }", ["red truck 0600"], [5, 6, 7]),
        ("units = { kinds = ['truck'] }", ["blue truck 0600"], []),
        ("units = { kinds = ['truck'] }", ["red tank 0600"], []),
        ("units = { kinds = ['truck'] }, held = true", ["red truck 0600"], [5, 6, 7]),
        ("units = { kinds = ['truck'] }, without_markers = ['stuck']", ["red truck 0600"], [5, 6, 7]),
        ("kinds = ['city']", ["blue taker 0400"], []),
        ("kinds = ['city'], control = false", ["blue taker 0400"], [3, 4, 5]),
    ],
)
def test_units_that_feed_or_take_a_place(spots: str, units: list[str], columns: list[int]) -> None:
    assert fed(start(spots, *units)) == columns


def test_a_marked_truck_feeds_nobody() -> None:
    at = start("units = { kinds = ['truck'] }, without_markers = ['stuck']", "red truck 0600")
    assert fed(at.with_unit(replace(at.units["red0"], marks=frozenset({"stuck"})))) == []


def test_a_place_once_lost_feeds_no_more() -> None:
    for spots, columns in (("kinds = ['city'], never_lost = true", []), ("kinds = ['city']", [3, 4, 5])):
        at = start(spots)
        assert fed(replace(at, memory=replace(at.memory, lost=frozenset({"Town"})))) == columns
        assert fed(at) == [3, 4, 5]


def test_home_territory_feeds_its_own_nation() -> None:
    home = "[home]\nred = ['home']\n"
    at = start("hexes = { hexes = ['0500', '0700'] }, control = false, home = true", table=home + SHORT)
    assert fed(at) == [4, 5, 6]
    assert fed(at, tags="nation:other") == []


def test_a_line_that_the_table_lacks_is_an_error() -> None:
    at = start("kinds = ['city']")
    with pytest.raises(PackError, match="used but not there"):
        supply(at, "red").connected("0000", ("none",), frozenset({"source"}))


def test_control_that_nobody_knows_leaves_a_place_open() -> None:
    unknown = Network.of(theatre(".........", {}, (EDGE, place("Town", "0400", "city", owner=""))))
    at = start("kinds = ['city']", "red leg 0500", where=unknown)
    answers = {
        name: supply(at.with_unit(replace(at.units["red0"], hex=name)), "red").state("red0").is_in({"in"})
        for name in ("0500", "0700")
    }
    assert answers["0500"].is_open
    assert answers["0700"] == NO


SHIP = """
[line.all]
[[line.all.elements]]
name = "overland"
lengths = [{ most = 1 }]
[[line.all.elements]]
name = "sea"
jump = { kinds = ["port"] }
"""
PORTS = (
    place("A", "0000", "port", sea="north"),
    place("B", "0400", "port", sea="north"),
    place("C", "0700", "port", sea="south"),
)
COAST = Network.of(theatre(".........", {}, (*PORTS, place("Base", "0400", "base"))))


RULED = "[ruled]\nports = { kinds = ['port'] }\n"


@pytest.mark.parametrize(
    ("ruled", "enemy", "columns"),
    [
        ("", [], [0, 1, 3, 4, 5]),
        ("", ["blue taker 0000"], [3, 4, 5]),
        (RULED, [], [0, 1, 3, 4, 5]),
        (RULED, ["blue taker 0000"], [3, 4, 5]),
    ],
)
def test_ships_go_from_port_to_port_of_a_sea(ruled: str, enemy: list[str], columns: list[int]) -> None:
    at = start("kinds = ['base']", *enemy, table=ruled + SHIP, where=COAST)
    found = [column for column in fed(at) if column or not enemy]
    assert found == columns


def test_a_sea_is_ruled_by_more_than_half_of_its_ports() -> None:
    seas = (
        *PORTS,
        place("D", "0800", "port", owner="blue", sea="north"),
        place("E", "0600", "port", owner="blue", sea="north"),
    )
    even = Network.of(theatre(".........", {}, (*seas, place("Base", "0400", "base"))))
    at = start("kinds = ['base']", table=RULED + SHIP, where=even)
    assert fed(at) == [3, 4, 5]
    held = replace(at, control=PersistentMap({"0600": "red"}))
    assert 0 in fed(held)


def test_links_carry_a_line_along_their_features() -> None:
    ferry = Link(a="0000", b="0600", features=frozenset({"ferry"}))
    theirs = Link(a="0000", b="0800", features=frozenset({"ferry"}), sides=frozenset({"blue"}))
    where = Network.of(theatre(".........", {}, (EDGE,), links=(ferry, theirs)))
    table = "[line.all]\n[[line.all.elements]]\nname = 'ferry'\nLINKS\nlengths = [{ most = 2 }]\n"
    for links, columns in (("links = ['ferry']", [0, 1, 2, 5, 6, 7]), ("links = ['air']", [0, 1, 2]), ("", [0, 1, 2])):
        assert fed(start("kinds = ['edge']", table=table.replace("LINKS", links), where=where)) == columns


RAILS = """
[line.all]
[[line.all.elements]]
name = "overland"
[[line.all.elements.block]]
by = "line"
features = ["rail"]
places = ["city"]
"""


@pytest.mark.parametrize(
    ("cities", "rails", "columns"),
    [
        ((3, 5), range(2, 6), [0, 1, 2]),
        ((3, 5), range(3, 5), [0, 1, 2]),
        ((3, 5), range(4, 5), EVERY),  # the chain does not join them
        ((3,), range(2, 6), EVERY),
        ((5, 7), range(5, 7), [0, 1, 2, 3, 4]),
    ],
)
def test_a_railway_between_two_enemy_cities_blocks(cities: tuple[int, ...], rails: range, columns: list[int]) -> None:
    sides = {f"0{k}00-0{k + 1}00": "rail" for k in rails}
    towns = tuple(place(f"T{k}", f"0{k}00", "city", owner="blue") for k in cities)
    where = Network.of(theatre(".........", sides, (EDGE, *towns)))
    assert fed(start("kinds = ['edge']", table=RAILS, where=where)) == columns


@pytest.mark.parametrize(
    ("lies", "value", "worth", "columns"),
    [("2", 0, 2, [4, 5, 6, 7, 8]), ("0", 1, 1, [5, 6, 7]), ("2", 1, 2, [4, 5, 6, 7, 8])],
)
def test_a_marker_has_a_number_of_its_own_or_of_its_type(lies: str, value: int, worth: int, columns: list[int]) -> None:
    table = SHORT + "[[radius]]\nname = 'near'\nstatuses = ['source']\nvalue = 'value'\n"
    table += "[[status]]\nname = 'source'\nspots = { markers = ['depot'] }\n"
    rules = pack(supply=f"{table}[[state]]\nstate = 'in'\nradius = ['near']\n[[state]]\nstate = 'out'\n")
    depot = marker(f"red depot 0600 {lies}")
    at = position(MAP, rules).with_marker(replace(depot, type=depot.type.model_copy(update={"value": value})))
    assert fed(at) == columns
    found = supply(at.with_unit(position(MAP, rules, "red leg 0600").units["red0"]), "red").state("red0")
    assert str(found.radius) == str(worth)
