"""Headquarters, events and frontiers by their tables, on a map of our own: both sides of each threshold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.events import due
from adjudicator.analysis.front import FrontTerms, enemy_beside
from adjudicator.analysis.headquarters import gateway, has_full_powers, marked_near, passed_on, supports
from adjudicator.errors import PackError
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
name = "hq_source"
spots = { markers = ["operational_hq_attack"] }
connected = [{ lines = ["all"], to = ["source"] }]
[[state]]
state = "supplied"
connected = [{ lines = ["all"], to = ["source"] }]
[[state]]
state = "isolated"
"""
HEADQUARTERS = 'near = "own"\n'
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


KIND = "operational_hq_attack"
STRATEGIC, OPERATIONAL = f"red {KIND} 0100 2 strategic red attack", f"red {KIND} 0100 2 red attack"


@pytest.mark.parametrize(
    ("lies", "weather", "full"),
    [(STRATEGIC, "clear", YES), (STRATEGIC, "mud", NO), (OPERATIONAL, "clear", NO), (STRATEGIC, "", WEATHER)],
)
def test_stress_takes_full_powers(lies: str, weather: str, full: Known) -> None:
    at = start(markers=(lies,), rows=STRESS, weather=weather)
    assert has_full_powers(at, at.markers[f"{KIND}0"]) == full


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
    assert supports(at, at.markers[f"{KIND}0"], reds) == found


def test_who_is_marked_as_out_of_supply_is_not_supported() -> None:
    at = start("red leg 0300", markers=(STRATEGIC,))
    marked = replace(at.units["red0"], marks=frozenset({"out_of_supply"}))
    assert supports(at, at.markers[f"{KIND}0"], (marked,)) == NO


@pytest.mark.parametrize(
    ("lies", "kind", "number", "marked"),
    [
        (STRATEGIC, "leg", "0300", True),
        (STRATEGIC, "leg", "0400", False),
        (STRATEGIC, "motorized", "0500", True),
        (STRATEGIC, "motorized", "0600", False),
        (STRATEGIC.replace(" attack", ""), "leg", "0300", False),
        (STRATEGIC.replace("red oper", "blue oper"), "leg", "0700", True),  # no headquarters of its own is shown
        (STRATEGIC.replace(f" {KIND} ", " fort "), "leg", "0700", True),
        (STRATEGIC.replace(" red ", " other "), "leg", "0700", True),
        (STRATEGIC, "leg", "9999", False),
    ],
)
def test_units_near_an_attacking_headquarters(lies: str, kind: str, number: str, marked: bool) -> None:
    at = start(f"red {kind} 0000", markers=(lies,))
    assert ("near_attack_hq" in marked_near(at, at.units["red0"], number).marks) is marked


@pytest.mark.parametrize(
    ("lies", "units", "found"),
    [
        (STRATEGIC, (), YES),
        (OPERATIONAL, (), NO),
        (STRATEGIC.replace("0100", "9999"), (), NO),
        (STRATEGIC.replace("0100", "0600"), ("blue leg 0400",), NO),
        (STRATEGIC.replace("red oper", "blue oper"), (), NO),
    ],
)
def test_gateways(lies: str, units: tuple[str, ...], found: Known) -> None:
    at = start(*units, markers=(lies,))
    assert gateway(at, at.markers[f"{KIND}0"]) == found
    number = lies.split()[2]
    assert passed_on(at, number, "red") == found
    assert passed_on(at, "0500", "red") == NO


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
        ("when = { first_turn = 2 }\n[[units]]\nname = 'fall'", (), NO),
        ("when = { first_turn = 2 }\n[[units]]\nname = 'fall'", ("red leg 0300",), YES),
        ("when = { first_turn = 2 }\n[[units]]\nname = 'fall'\nwho = { kinds = ['tank'] }", ("red leg 0300",), NO),
        ("when = { first_turn = 2 }\n[[units]]\nname = 'fall'\nwhere = { hexes = ['0300'] }", ("red leg 0300",), YES),
        ("when = { first_turn = 2 }\n[[units]]\nname = 'fall'\nwhere = { hexes = ['0400'] }", ("red leg 0300",), NO),
        ("when = { first_turn = 2 }\n[[units]]\nname = 'fall'\nleast = 2", ("red leg 0300",), NO),
        ("when = { first_turn = 2 }\n[[units]]\nname = 'fall'\nleast = 2", ("red leg 0300", "red leg 0700"), YES),
        ("when = { first_turn = 2 }\n[[units]]\nname = 'fall'\nnext_to = { hexes = ['0400'] }", ("red leg 0300",), YES),
        ("when = { first_turn = 2 }\n[[units]]\nname = 'fall'\nnext_to = { hexes = ['0300'] }", ("red leg 0300",), NO),
        ("when = { first_turn = 2 }\n[[units]]\nname = 'fall'\nnext_to = { hexes = ['0500'] }", ("red leg 0300",), NO),
        ("when = { first_turn = 2 }\n[[units]]\nname = 'fall'\nfree = 'cut'", ("red leg 0300",), YES),
        ("when = { first_turn = 1 }\n[[units]]\nname = 'fall'\nwhere = { weather = ['clear'] }", (), YES),
    ],
)
def test_what_brings_an_event_about(terms: str, units: tuple[str, ...], found: Known) -> None:
    at = start(*(f"{each} points" for each in units), events=EVENT + terms)
    for name in list(at.units):
        own = at.units[name]
        at = at.with_unit(replace(own, type=own.type.model_copy(update={"stacking": 1})))
    assert due(at, "fall").truth == found.truth


def test_events_that_weather_or_strangers_decide() -> None:
    in_snow = "[[units]]\nname = 'fall'\nwhere = { weather = ['snow'] }"
    snow = start("red leg 0300", events=in_snow, weather="")
    assert due(snow, "fall") == WEATHER
    stranger = Unidentified("c1", "", "0400", "0400", "masked")
    for where, found in (("0400", Known.open("what else is in 0400")), ("0500", NO)):
        at = start(events=f"[[units]]\nname = 'fall'\nwhere = {{ hexes = ['{where}'] }}")
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
