"""Headquarters, events and frontiers by their tables, on a map of our own: both sides of each threshold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.events import due
from adjudicator.analysis.front import FrontTerms, enemy_beside
from adjudicator.analysis.headquarters import (
    attack_cost,
    battles_supported,
    booty,
    gateway,
    has_full_powers,
    linked,
    marked_near,
    may_attack,
    passed_on,
    reforming_places,
    supports,
)
from adjudicator.errors import PackError
from adjudicator.model.interval import INFINITE
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.model.theatre import Place
from adjudicator.record.position import Position, Unidentified
from adjudicator.terms.edges import Edges
from adjudicator.terms.who import Selector
from tests.adjudicator.analysis.maps import pack, position, theatre

WEATHER = Known.open("weather")
PLACES = (
    Place(name="Edge", hex="0000", kinds=frozenset({"edge"}), owner="red"),
    Place(name="Near", hex="0200", kinds=frozenset({"city"}), owner="red"),
    Place(name="Far", hex="0700", kinds=frozenset({"city"}), owner="red"),
    Place(name="Theirs", hex="0300", kinds=frozenset({"city"}), owner="blue"),
)
SIDES = {"0300-0400": "lake"}
MAP = Network.of(theatre("........", SIDES, PLACES))
SUPPLY = """
[line.all]
[[line.all.elements]]
name = "overland"
lengths = [{ most = 4 }]
[[line.all.elements.block]]
by = "units"
[[status]]
name = "source"
spots = { kinds = ["edge"] }
[[status]]
name = "source"
spots = { kinds = ["city"] }
connected = [{ lines = ["all"], to = ["source"] }]
[[status]]
name = "working"
spots = { markers = ["hq"] }
connected = [{ lines = ["all"], to = ["source"] }]
[[state]]
state = "supplied"
connected = [{ lines = ["all"], to = ["source"] }]
[[state]]
state = "isolated"
"""
HEADQUARTERS = """
kinds = ["hq"]
full = "strategic"
attack_cost = { full = 1, limited = "1/2" }
booty = { full = 4, limited = 2 }
no_booty = { kinds = ["militia"] }
most_stresses = { full = 1, limited = 0 }
reform = [{ lines = ["all"], to = ["source"] }]
reform_statuses = ["source"]
gateway_statuses = ["working"]
gateway_lines = ["all"]
[near]
mark = "led"
doubled = { kinds = ["motor"] }
"""
STRESS = "[[stress]]\nwhere = { weather = ['mud'] }\nwhy = 'mud'\n"
CONTROL = "[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n"


def start(
    *units: str, markers: tuple[str, ...] = (), rows: str = "", weather: str = "clear", **tables: str
) -> Position:
    """A marker's number is the radius of its type."""
    rules = pack(supply=SUPPLY, control=CONTROL, headquarters=HEADQUARTERS + rows, **tables)
    at = position(MAP, rules, *units, markers=markers, phase="march", weather=weather)
    for lies in list(at.markers.values()):
        at = at.with_marker(replace(lies, type=lies.type.model_copy(update={"value": lies.value})))
    return at if weather else replace(at, moment=replace(at.moment, conditions=()))


STRATEGIC, OPERATIONAL = "red hq 0100 2 strategic red attack", "red hq 0100 2 red attack"


@pytest.mark.parametrize(
    ("lies", "weather", "full", "cost", "gain"),
    [
        (STRATEGIC, "clear", YES, "1", "4"),
        (STRATEGIC, "mud", NO, "1/2", "2"),
        (OPERATIONAL, "clear", NO, "1/2", "2"),
        (STRATEGIC, "", WEATHER, "1/2 to 1", "2 to 4"),
    ],
)
def test_powers_and_what_hangs_on_them(lies: str, weather: str, full: Known, cost: str, gain: str) -> None:
    at = start("blue militia 0200", "blue leg 0300", markers=(lies,), rows=STRESS, weather=weather)
    found = at.markers["hq0"]
    assert has_full_powers(at, found) == full
    assert (str(attack_cost(at, found)), str(booty(at, found))) == (cost, gain)
    many = battles_supported(at, found)
    assert [many.low, many.high] == [INFINITE if full.is_yes else 1, INFINITE if full.possible else 1]
    militia, leg = at.units["blue0"], at.units["blue1"]
    assert [str(booty(at, found, units)) for units in ((militia,), (militia, leg))] == ["0", gain]


TWICE = STRESS + "[[stress]]\nwhere = { hexes = ['0100'] }\nwhy = 'crowded'\n"


@pytest.mark.parametrize(
    ("lies", "rows", "weather", "found"),
    [
        (STRATEGIC, STRESS, "mud", YES),
        (STRATEGIC, TWICE, "mud", NO),
        (STRATEGIC, TWICE, "clear", YES),
        (STRATEGIC, TWICE, "", WEATHER),
        (OPERATIONAL, STRESS, "mud", NO),
        (OPERATIONAL, STRESS, "clear", YES),
        (OPERATIONAL, STRESS, "", WEATHER),
    ],
)
def test_so_many_stresses_leave_the_attack(lies: str, rows: str, weather: str, found: Known) -> None:
    at = start(markers=(lies,), rows=rows, weather=weather)
    assert may_attack(at, at.markers["hq0"]) == found


@pytest.mark.parametrize(
    ("terms", "column", "full"),
    [
        ("needs = ['working']", 1, NO),
        ("needs = ['source']", 1, YES),
        ("needs = ['working']\nunless_connected = [{ lines = ['all'], to = ['source'] }]", 1, YES),
        ("needs = ['working']\nunless = { hexes = ['0100'] }", 1, YES),
        ("needs = ['working']\nunless = { hexes = ['0200'] }", 1, NO),
        ("needs = ['working']\nwhere = { hexes = ['0200'] }", 1, YES),
    ],
)
def test_what_stresses_a_headquarters(terms: str, column: int, full: Known) -> None:
    at = start(markers=(STRATEGIC.replace("0100", f"0{column}00"),), rows=f"[[stress]]\n{terms}\nwhy = 'x'\n")
    assert has_full_powers(at, at.markers["hq0"]) == full


@pytest.mark.parametrize(
    ("lies", "units", "found"),
    [
        (STRATEGIC, ["red leg 0300"], YES),
        (STRATEGIC, ["red leg 0400"], NO),  # three hexes away, and its radius is two
        (STRATEGIC, ["red leg 0300 nation:other"], YES),
        (OPERATIONAL, ["red leg 0300"], YES),
        (OPERATIONAL, ["red leg 0300 nation:other"], NO),
        (OPERATIONAL, ["red leg 0300 nation:other", "red leg 0400"], YES),
        (STRATEGIC.replace(" attack", ""), ["red leg 0300"], NO),
        (STRATEGIC.replace("0100", "9999"), ["red leg 0300"], NO),
        (STRATEGIC, ["red leg 0200", "blue leg 0700"], YES),
    ],
)
def test_whom_a_headquarters_supports(lies: str, units: list[str], found: Known) -> None:
    at = start(*units, markers=(lies,))
    reds = tuple(each for each in at.units.values() if each.side == "red")
    assert supports(at, at.markers["hq0"], reds) == found


def test_who_is_out_of_supply_is_not_supported() -> None:
    at = start("red leg 0300", "blue leg 0200", markers=(STRATEGIC,))
    assert supports(at, at.markers["hq0"], (at.units["red0"],)) == NO


@pytest.mark.parametrize(
    ("lies", "kind", "number", "marked"),
    [
        (STRATEGIC, "leg", "0300", True),
        (STRATEGIC, "leg", "0400", False),
        (STRATEGIC, "motor", "0500", True),
        (STRATEGIC, "motor", "0600", False),
        (STRATEGIC.replace(" attack", ""), "leg", "0300", False),
        (STRATEGIC.replace("red hq", "blue hq"), "leg", "0700", True),  # no headquarters of its own is shown
        (STRATEGIC.replace(" hq ", " fort "), "leg", "0700", True),
        (STRATEGIC.replace(" red ", " other "), "leg", "0700", True),
        (STRATEGIC, "leg", "9999", False),
    ],
)
def test_units_near_an_attacking_headquarters(lies: str, kind: str, number: str, marked: bool) -> None:
    at = start(f"red {kind} 0000", markers=(lies,))
    assert ("led" in marked_near(at, at.units["red0"], number).marks) is marked


def test_where_a_headquarters_forms_again() -> None:
    at = start("blue leg 0400", markers=("red hq 0100 2 strategic",))
    assert dict(reforming_places(at, at.markers["hq0"])) == {"0000": YES, "0200": YES}
    held = start("blue leg 0200", markers=("red hq 0100 2 strategic",))
    assert dict(reforming_places(held, held.markers["hq0"])) == {"0000": YES}
    there = start("blue leg 0400", markers=("red hq 0200 2 strategic",))
    assert dict(reforming_places(there, there.markers["hq0"])) == {"0000": YES}
    off = start(markers=("red hq 9999 2 strategic",))
    assert dict(reforming_places(off, off.markers["hq0"])) == {}


@pytest.mark.parametrize(
    ("lies", "units", "found"),
    [
        (STRATEGIC, (), YES),
        (OPERATIONAL, (), NO),
        (STRATEGIC.replace("0100", "9999"), (), NO),
        (STRATEGIC.replace("0100", "0600"), ("blue leg 0400",), NO),
        (STRATEGIC.replace("red hq", "blue hq"), (), NO),
    ],
)
def test_gateways(lies: str, units: tuple[str, ...], found: Known) -> None:
    at = start(*units, markers=(lies,))
    assert gateway(at, at.markers["hq0"]) == found
    number = lies.split()[2]
    assert passed_on(at, number, "red") == found
    assert passed_on(at, "0500", "red") == NO


def test_headquarters_are_linked_by_a_line() -> None:
    at = start(markers=(STRATEGIC, "red hq 0500 2", "red hq 0600 2"))
    one, near, far = (at.markers[f"hq{number}"] for number in range(3))
    assert [linked(at, one, other) for other in (near, far)] == [YES, NO]
    anywhere = replace(at, pack=pack(supply=SUPPLY, headquarters="kinds = ['hq']"))
    assert linked(anywhere, one, far) == YES


EVENT = "[[event]]\nname = 'fall'\n"
JOINED = "controlled = 'red', connected = [{ lines = ['all'], to = ['source'] }]"


@pytest.mark.parametrize(
    ("terms", "units", "found"),
    [
        ("when = { first_turn = 1 }", (), YES),
        ("when = { first_turn = 2 }", (), NO),
        ("hexes = { where = { places = ['city'] }, controlled = 'red' }", (), NO),
        ("hexes = { where = { places = ['city'] }, controlled = 'red' }", ("red leg 0300",), YES),
        ("hexes = { where = { places = ['city'] }, controlled = 'red', need = 'any' }", (), YES),
        ("hexes = { where = { places = ['city'] }, controlled = 'blue', need = 'any' }", (), YES),
        ("hexes = { where = { places = ['edge'] }, controlled = 'blue', need = 'any' }", (), NO),
        ("hexes = { where = { places = ['castle'] }, controlled = 'red' }", (), NO),
        (f"hexes = {{ where = {{ hexes = ['0200'] }}, {JOINED} }}", (), YES),
        (f"hexes = {{ where = {{ hexes = ['0700'] }}, {JOINED} }}", (), NO),
        (f"hexes = {{ where = {{ hexes = ['0200'] }}, {JOINED} }}", ("blue leg 0200",), NO),
        ("units = {}", (), NO),
        ("units = {}", ("red leg 0300",), YES),
        ("units = { who = { kinds = ['tank'] } }", ("red leg 0300",), NO),
        ("units = { where = { hexes = ['0300'] } }", ("red leg 0300",), YES),
        ("units = { where = { hexes = ['0400'] } }", ("red leg 0300",), NO),
        ("units = { least = 2 }", ("red leg 0300",), NO),
        ("units = { least = 2 }", ("red leg 0300", "red leg 0700"), YES),
        ("units = { next_to = { hexes = ['0400'] } }", ("red leg 0300",), YES),
        ("units = { next_to = { hexes = ['0300'] } }", ("red leg 0300",), NO),
        ("units = { next_to = { hexes = ['0500'] } }", ("red leg 0300",), NO),
        ("units = { free = 'cut' }", ("red leg 0300",), YES),
        ("units = { where = { weather = ['clear'] } }\n[[event]]\nname = 'fall'\nwhen = { first_turn = 1 }", (), YES),
    ],
)
def test_what_brings_an_event_about(terms: str, units: tuple[str, ...], found: Known) -> None:
    at = start(*(f"{each} points" for each in units), events=EVENT + terms)
    for name in list(at.units):
        own = at.units[name]
        at = at.with_unit(replace(own, type=own.type.model_copy(update={"stacking": 1})))
    assert due(at, "fall").truth == found.truth


def test_events_that_weather_or_strangers_decide() -> None:
    snow = start("red leg 0300", events=EVENT + "units = { where = { weather = ['snow'] } }", weather="")
    assert due(snow, "fall") == WEATHER
    stranger = Unidentified("c1", "", "0400", "0400", "masked")
    for where, found in (("0400", Known.open("what else is in 0400")), ("0500", NO)):
        at = start(events=EVENT + f"units = {{ where = {{ hexes = ['{where}'] }} }}")
        assert due(replace(at, unidentified=(stranger,)), "fall") == found
    with pytest.raises(PackError, match="no event 'rise'"):
        due(snow, "rise")


@pytest.mark.parametrize(
    ("number", "terms", "enemy"),
    [
        ("0200", FrontTerms(), "blue0"),
        ("0400", FrontTerms(), "blue0"),
        ("0500", FrontTerms(), ""),
        ("0300", FrontTerms(), ""),
        ("9999", FrontTerms(), ""),
        ("0400", FrontTerms(closed=(Edges(features=frozenset({"lake"})),)), ""),
        ("0200", FrontTerms(closed=(Edges(features=frozenset({"lake"})),)), "blue0"),
        ("0200", FrontTerms(of=Selector(kinds=frozenset({"tank"}))), ""),
        ("0200", FrontTerms(of=Selector(kinds=frozenset({"leg"}))), "blue0"),
    ],
)
def test_what_lies_at_the_front(number: str, terms: FrontTerms, enemy: str) -> None:
    at = start("blue leg 0300", "red leg 0600")
    found = enemy_beside(at, "red", number, terms)
    assert found.known == Known.of(bool(enemy))
    named = found.enemy.id if found.enemy is not None and found.known.is_yes else ""
    assert named == enemy
