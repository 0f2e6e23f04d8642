"""Who holds a hex after somebody came by: articles 3F of Fire in the East and 3E of Sudden Storm."""

from __future__ import annotations

import pytest

from adjudicator.analysis.control import control_field, controller
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from tests.packs.europa.test_examples import GAMES, game

START = ("turn 5, German Movement Phase", "weather clear", "severe no")


def after(name: str, given: tuple[str, ...], *moves: str, of: str) -> str:
    at = position_from((*START, *given), *game(name, charted=True))
    return str(controller(play_moves(moves, at).end, of))


def test_3f_a_lone_battalion_holds_a_hex_only_while_it_stays() -> None:
    given = ("1B/2910: ge.1stug",)
    assert after("fire_in_the_east", given, "ge.1stug 1B/2910-1B/2909", of="1B/2909") == "axis"
    assert after("fire_in_the_east", given, "ge.1stug 1B/2910-1B/2909-1B/2910", of="1B/2909") == "soviet"


def test_3fa_two_battalions_together_take_it_for_good() -> None:
    moves = "ge.1stug, ge.2stug 1B/2910-1B/2909-1B/2910"
    assert after("fire_in_the_east", ("1B/2910: ge.1stug, ge.2stug",), moves, of="1B/2909") == "axis"


def test_sudden_storm_has_no_least_size() -> None:
    assert after("sudden_storm", ("1B/2910: ge.1reg",), "ge.1reg 1B/2910-1B/2909-1B/2910", of="1B/2909") == "axis"


@pytest.mark.parametrize("name", GAMES)
def test_what_a_zone_alone_reached_stays(name: str) -> None:
    moves = "ge.1inf 1B/2910-1B/2909-1B/2910-1B/2911"
    assert after(name, ("1B/2910: ge.1inf",), moves, of="1B/2908") == "axis"
    contested = ("1B/2910: ge.1inf", "1B/2906: so.10rif")
    assert after(name, contested, moves, of="1B/2907") == "soviet"


@pytest.mark.parametrize(("name", "expected"), [("fire_in_the_east", "axis"), ("sudden_storm", "soviet")])
def test_a_zone_takes_a_city_in_fire_in_the_east_alone(name: str, expected: str) -> None:
    moves = ("ge.1inf 1B/2912-1B/2812",)
    assert after(name, ("1B/2912: ge.1inf",), *moves, of="1B/2712") == expected


@pytest.mark.parametrize("name", GAMES)
def test_a_flotilla_holds_no_hex(name: str) -> None:
    at = position_from((*START, "1B/2909: so.flot1", "1B/2910: ge.1inf"), *game(name, charted=True))
    assert str(controller(at, "1B/2909")) == "axis"
    assert str(control_field(at).at(at.network.index["1B/2909"])) == "axis"
