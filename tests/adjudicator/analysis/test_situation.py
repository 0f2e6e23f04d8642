"""Situations of a hex, condition by condition, on a corridor: whose it is, what stands there, what joins it to others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.situation import Besides, Situation, bears, chain_of, fits_any, nearest_words
from adjudicator.analysis.supply.terms import Connection
from adjudicator.model.interval import Bound
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.record.position import Position
from adjudicator.terms.edges import Edges
from tests.adjudicator.analysis.corridor import EDGE, STATES, block
from tests.adjudicator.analysis.maps import marker, pack, position, theatre

MAP = Network.of(theatre("...f.....", {"0500-0600": "lake"}, (EDGE,), tags={"0100": "west", "0200": "west"}))
BLOCK = block("by = 'units'")
LINE = f"[line.all]\n[[line.all.elements]]\nname = 'overland'\n{BLOCK}{STATES}"
CONTROL = "[starts]\nwest = 'red'\n[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n"
SKI = "[[exert]]\nwho = { kinds = ['ski'] }\nwhen = { conditions = { weather = ['snow'] } }\n"
ZONE = "[[exert]]\nwho = { kinds = ['tank'] }\n" + SKI
WEATHER = Known.open("weather")


def start(*units: str, markers: tuple[str, ...] = (), weather: str = "clear") -> Position:
    rules = pack(supply=LINE, control=CONTROL, zoc=ZONE)
    at = position(MAP, rules, *units, markers=markers, phase="march", weather=weather)
    return at if weather else replace(at, moment=replace(at.moment, conditions=()))


def fits(at: Position, number: str, *situations: dict[str, object], ignoring: frozenset[str] = frozenset()) -> Known:
    rows = tuple(Situation.model_validate(each) for each in situations)
    return fits_any(at, "red", number, rows, ignoring)


@pytest.mark.parametrize(
    ("situation", "units", "answer"),
    [
        ({}, (), YES),
        ({"where": {"hexes": ["0200"]}}, (), YES),
        ({"where": {"hexes": ["0100"]}}, (), NO),
        ({"controlled": "own"}, (), YES),
        ({"controlled": "own"}, ("blue leg 0200",), NO),
        ({"controlled": "enemy"}, (), NO),
        ({"controlled": "enemy"}, ("blue leg 0200",), YES),
        ({"clear": True}, (), YES),
        ({"clear": True}, ("red leg 0200",), YES),
        ({"clear": True}, ("blue leg 0200",), NO),
        ({"clear": True}, ("blue leg 0300",), YES),
        ({"clear": True}, ("blue tank 0300",), NO),
        ({"clear": True}, ("red tank 0300",), YES),
        ({"with_unit": {}}, (), NO),
        ({"with_unit": {}}, ("red leg 0200",), YES),
        ({"with_unit": {}}, ("blue leg 0200",), NO),
        ({"with_unit": {}}, ("red leg 0100",), NO),
        ({"with_unit": {"kinds": ["gun"]}}, ("red leg 0200",), NO),
        ({"with_unit": {"kinds": ["gun"]}}, ("red leg 0200", "red gun 0200"), YES),
        ({"next_to_unit": {}}, ("red leg 0200",), NO),
        ({"next_to_unit": {}}, ("red leg 0300",), YES),
        ({"next_to_unit": {}}, ("blue leg 0300",), NO),
        ({"next_to_unit": {"kinds": ["gun"]}}, ("red leg 0100",), NO),
        ({"next_to_unit": {}}, ("red leg 0400",), NO),
        ({"with_unit": {}, "states": ["in"]}, ("red leg 0200",), YES),
        ({"with_unit": {}, "states": ["out"]}, ("red leg 0200",), NO),
        ({"with_unit": {}, "states": ["out"]}, ("red leg 0200", "blue leg 0100"), YES),
        ({"next_to_unit": {}, "states": ["in"]}, ("red leg 0300", "blue leg 0100"), NO),
        ({"connected": [{"lines": ["all"], "to": ["source"]}]}, (), YES),
        ({"connected": [{"lines": ["all"], "to": ["source"]}]}, ("blue leg 0100",), NO),
        ({"controlled": "own", "with_unit": {}}, (), NO),
        ({"controlled": "own", "with_unit": {}}, ("red leg 0200",), YES),
    ],
)
def test_what_a_hex_must_be_like(situation: dict[str, object], units: tuple[str, ...], answer: Known) -> None:
    assert fits(start(*units), "0200", situation) == answer


def test_one_of_several_situations_is_enough_and_none_is_never_met() -> None:
    at = start("red leg 0200")
    never, gun = {"where": {"hexes": ["0100"]}}, {"with_unit": {"kinds": ["gun"]}}
    assert fits(at, "0200") == NO
    assert fits(at, "0200", never, gun) == NO
    assert fits(at, "0200", never, {"with_unit": {}}) == YES


def test_off_the_map_nothing_fits() -> None:
    assert fits(start(), "9999", {}) == NO


def test_whom_not_to_count() -> None:
    at = start("red leg 0200", "red leg 0300")
    assert fits(at, "0200", {"with_unit": {}}, ignoring=frozenset({"red0"})) == NO
    assert fits(at, "0200", {"next_to_unit": {}}, ignoring=frozenset({"red1"})) == NO
    assert fits(at, "0200", {"next_to_unit": {}}, ignoring=frozenset({"red0"})) == YES


def test_places_with_a_status() -> None:
    assert fits(start(), "0000", {"statuses": ["source"]}) == YES
    assert fits(start(), "0000", {"statuses": ["other"]}) == NO
    assert fits(start(), "0100", {"statuses": ["source"]}) == NO


@pytest.mark.parametrize(
    ("situation", "units", "answer"),
    [
        ({"where": {"weather": ["snow"]}}, (), WEATHER),
        ({"where": {"weather": ["snow"], "hexes": ["0100"]}}, (), NO),
        ({"where": {"weather": ["snow"]}, "with_unit": {}}, (), NO),
        ({"where": {"weather": ["snow"]}, "with_unit": {}}, ("red leg 0200",), WEATHER),
        ({"clear": True}, ("blue ski 0300",), WEATHER),
        ({"clear": True}, ("blue ski 0300", "blue tank 0100"), NO),
        ({"clear": True}, ("blue ski 0400",), YES),
    ],
)
def test_untold_weather_opens_what_hangs_on_it_alone(
    situation: dict[str, object], units: tuple[str, ...], answer: Known
) -> None:
    assert fits(start(*units, weather=""), "0200", situation) == answer


def test_an_owner_whom_nobody_knows() -> None:
    control = Known.open("control of 0700")
    assert fits(start(), "0700", {"controlled": "own"}) == control
    assert fits(start(), "0700", {"controlled": "enemy"}) == control
    assert fits(start(), "0700", {"controlled": "own", "with_unit": {}}) == NO
    assert fits(start("blue leg 0700"), "0700", {"controlled": "own"}) == NO


KINDS = frozenset({"trench", "fort"})
LAKE = (Edges(features=frozenset({"lake"})),)
FROZEN = (Edges.model_validate({"features": ["lake"], "weather": ["clear"]}),)


@pytest.mark.parametrize(
    ("markers", "number", "closed", "found"),
    [
        ((), "0200", (), set()),
        (("red trench 0200",), "0200", (), {"0200"}),
        (("red trench 0200",), "0100", (), {"0200"}),
        (("red trench 0200",), "0400", (), set()),
        (("red trench 0200", "red fort 0300"), "0400", (), {"0200", "0300"}),
        (("red trench 0200", "red fort 0300"), "0200", (), {"0200", "0300"}),
        (("red trench 0200", "blue fort 0300"), "0200", (), {"0200"}),
        (("red trench 0200", "- fort 0300"), "0200", (), {"0200", "0300"}),
        (("red trench 0200", "red hut 0300"), "0200", (), {"0200"}),
        (("red trench 0200", "red fort 0400"), "0200", (), {"0200"}),
        (("red trench 0200", "red fort 0400"), "0300", (), {"0200", "0400"}),
        (("red trench 0000", "red fort 0100"), "0200", (), {"0000", "0100"}),
        (("red trench 0500", "red fort 0600"), "0500", (), {"0500", "0600"}),
        (("red trench 0500", "red fort 0600"), "0500", LAKE, {"0500"}),
        (("red trench 0500", "red fort 0600"), "0700", LAKE, {"0600"}),
        (("red trench 0800",), "0800", (), {"0800"}),
    ],
)
def test_a_chain_of_markers(markers: tuple[str, ...], number: str, closed: tuple[Edges, ...], found: set[str]) -> None:
    at = start(markers=markers)
    assert chain_of(at, "red", number, KINDS, closed) == found
    assert chain_of(at, "red", number, KINDS, closed, bound=Bound.WORST) == found


def test_a_hexside_that_may_be_closed_counts_as_the_bound_says() -> None:
    at = start(markers=("red trench 0500", "red fort 0600"), weather="")
    assert chain_of(at, "red", "0500", KINDS, FROZEN) == {"0500", "0600"}
    assert chain_of(at, "red", "0500", KINDS, FROZEN, bound=Bound.WORST) == {"0500"}


def test_what_bears_a_marker() -> None:
    at = start(markers=("red trench 0100", "- fort 0200", "blue fort 0300", "red hut 0400"))
    assert [bears(at, "red", f"0{n}00", KINDS) for n in range(5)] == [False, True, True, False, False]


CHAIN: dict[str, object] = {"chain": ["trench"], "chain_closed": [{"features": ["lake"], "weather": ["clear"]}]}
MANNED: dict[str, object] = {"with_unit": {}}


@pytest.mark.parametrize(
    ("markers", "units", "weather", "number", "answer"),
    [
        (("red trench 0300",), ("red leg 0400",), "clear", "0200", YES),
        (("red trench 0300",), ("red leg 0300",), "clear", "0200", YES),
        (("red trench 0300",), ("red leg 0500",), "clear", "0200", NO),
        ((), ("red leg 0300",), "clear", "0200", NO),
        (("red trench 0300", "red trench 0400"), ("red leg 0500",), "clear", "0200", YES),
        (("red trench 0300", "blue trench 0400"), ("red leg 0500",), "clear", "0200", NO),
        (("red trench 0500", "red trench 0600"), ("red leg 0700",), "clear", "0400", NO),
        (("red trench 0500", "red trench 0600"), ("red leg 0700",), "snow", "0400", YES),
        (
            ("red trench 0500", "red trench 0600"),
            ("red leg 0700",),
            "",
            "0400",
            Known.open("the ground along the chain of 0400"),
        ),
        (("red trench 0500",), ("red leg 0600",), "clear", "0400", NO),
        (("red trench 0500",), ("red leg 0600",), "snow", "0400", YES),
        (("red trench 0500", "red trench 0600"), ("red leg 0500",), "", "0400", YES),
        (("red trench 0500", "red trench 0600"), (), "", "0400", NO),
    ],
)
def test_a_chain_ends_where_another_situation_fits(
    markers: tuple[str, ...], units: tuple[str, ...], weather: str, number: str, answer: Known
) -> None:
    at = start(*units, markers=markers, weather=weather)
    assert fits(at, number, CHAIN, MANNED) == answer
    assert fits(at, number, CHAIN) == NO  # a chain alone ends nowhere


@pytest.mark.parametrize(
    ("situation", "units", "words"),
    [
        ({}, (), "any hex"),
        ({"controlled": "own"}, ("blue leg 0200",), "of its own side (not so)"),
        ({"controlled": "enemy"}, (), "of the enemy (not so)"),
        ({"with_unit": {}}, (), "with a friendly unit (not so)"),
        ({"next_to_unit": {}, "states": ["in"]}, (), "next to a friendly unit that is in (not so)"),
        ({"clear": True}, ("blue leg 0200",), "clear of enemies and their zones (not so)"),
        ({"statuses": ["source"]}, (), "counting as source (not so)"),
        ({"chain": ["trench"]}, (), "at the end of a chain of trench (not so)"),
    ],
)
def test_the_condition_that_fails_in_words(situation: dict[str, object], units: tuple[str, ...], words: str) -> None:
    each, at = Situation.model_validate(situation), start(*units)
    assert nearest_words(at, "red", "0200", (each,)) == words
    elsewhere = Situation.model_validate({"where": {"hexes": ["0100"]}, "clear": True})
    assert nearest_words(at, "red", "0200", (elsewhere, each)) == f"{words}; or 1 other kind"


def test_the_first_and_the_last_hex_of_the_map_are_neighbours_of_theirs_only() -> None:
    assert fits(start("red leg 0000"), "0100", {"next_to_unit": {}}) == YES
    assert fits(start("red leg 0800"), "0200", {"next_to_unit": {}}) == NO
    trench = ("red trench 0100",)
    assert fits(start("red leg 0000", markers=trench), "0200", CHAIN, MANNED) == YES
    assert fits(start("red leg 0800", markers=trench), "0200", CHAIN, MANNED) == NO


def test_every_one_of_several_lines_must_lead_there() -> None:
    there, nowhere = {"lines": ["all"], "to": ["source"]}, {"lines": ["all"], "to": ["other"]}
    assert fits(start(), "0200", {"connected": [there, nowhere]}) == NO
    assert fits(start(), "0200", {"connected": [there, there]}) == YES


@pytest.mark.parametrize(
    ("units", "answer"),
    [((), NO), (("blue leg 0100",), YES), (("red leg 0100",), NO)],
    ids=["red alone has a line from it", "red has none", "red stands on its own line"],
)
def test_what_is_not_a_side_s_own_land(units: tuple[str, ...], answer: Known) -> None:
    """5.4 of Thunder in the East: who alone has a line from a hex has its land."""
    line = Connection.model_validate({"lines": ["all"], "to": ["source"]})
    assert fits_any(start(*units), "red", "0200", (Besides(Situation(), not_own=(line,)),)) == answer


def test_a_marker_elsewhere_joins_no_chain() -> None:
    at = start().with_marker(marker("red trench 9999", 3))
    assert chain_of(at, "red", "0200", KINDS) == frozenset()
