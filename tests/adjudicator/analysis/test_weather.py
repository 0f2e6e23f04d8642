"""Weather that spreads from zone to zone."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.weather import NO_CHANGE, Ice, Spread, effects, ice, spread_weather, under
from adjudicator.model.known import Known
from adjudicator.model.network import Network
from adjudicator.model.sequence import Moment
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.record.position import Position
from adjudicator.terms.climate import weather_between
from adjudicator.terms.edges import Edges


def test_worsening_weather_comes_from_the_harsh_end() -> None:
    december = Spread(("snow", "frost", "mud"), "frost", worsening=True)
    assert spread_weather(december, "snow").zones == ("snow", "snow", "frost")


def test_improving_weather_comes_from_the_mild_end() -> None:
    march = Spread(("snow", "snow", "frost"), "snow", worsening=True)
    after = spread_weather(march, "mud")
    assert after.zones == ("snow", "frost", "mud")
    assert not after.worsening


def test_the_same_result_keeps_the_direction() -> None:
    assert spread_weather(Spread(("mud", "clear", "clear"), "mud", worsening=True), "mud").worsening


def test_no_change_repeats_the_result_not_the_weather_of_a_zone() -> None:
    assert spread_weather(Spread(("mud", "clear", "clear"), "mud", worsening=True), NO_CHANGE).rolled == "mud"


GAMES = {name: load_pack(name) for name in ("fire_in_the_east", "sudden_storm")}
GRADUAL = load_pack("fire_in_the_east", options={"river_freezing": True})


def test_snow_freezes_at_once_in_fire_in_the_east_the_second_cold_turn_in_sudden_storm() -> None:
    fire, storm = GAMES.values()
    assert (ice(fire, ["clear", "snow"]), ice(storm, ["clear", "snow"])) == (Ice.FROZEN, Ice.OPEN)
    assert (ice(fire, ["frost", "frost"]), ice(storm, ["frost", "frost"])) == (Ice.OPEN, Ice.FROZEN)
    assert ice(storm, ["frost", "snow", "mud"]) == Ice.OPEN


def test_39f_freezing_then_frozen_then_flooding() -> None:
    assert ice(GRADUAL, ["mud", "snow"]) == Ice.FREEZING
    assert ice(GRADUAL, ["frost", "frost"]) == Ice.FREEZING
    assert ice(GRADUAL, ["mud", "snow", "frost"]) == Ice.FROZEN
    assert ice(GRADUAL, ["mud", "snow", "frost", "mud"]) == Ice.FLOODING
    assert ice(GRADUAL, ["mud", "snow", "frost", "clear"]) == Ice.OPEN


@pytest.mark.parametrize("history", list(product(("clear", "mud", "frost", "snow"), repeat=4)))
def test_sudden_storm_freezes_exactly_when_the_last_two_turns_were_cold(history: tuple[str, ...]) -> None:
    cold = {"frost", "snow"}
    assert (ice(GAMES["sudden_storm"], history) == Ice.FROZEN) == (set(history[-2:]) <= cold)


@pytest.mark.parametrize(("game", "turn", "expected"), [("fire_in_the_east", 9, True), ("sudden_storm", 8, False)])
def test_the_first_winter_begins_in_october(game: str, turn: int, expected: bool) -> None:
    network = Network.of(load_theatre_for(GAMES[game]))
    snowed = position_from((f"turn {turn}, German Combat Phase", "weather snow"), GAMES[game], network)
    assert under(snowed, "1B/2920", "first winter") == Known.of(
        expected and "zone_b" in network.hexes[network.index["1B/2920"]].tags
    )
    assert under(snowed, "1B/1609", "first winter") == Known.of(expected)
    assert {effect.name for effect, holds in effects(snowed, "1B/1609") if holds.is_yes} >= {
        "bombing",
        "axis air repair",
    }


def test_without_the_weather_nobody_knows() -> None:
    network = Network.of(load_theatre_for(GAMES["sudden_storm"]))
    told = position_from(("turn 12, German Combat Phase",), GAMES["sudden_storm"], network)
    assert under(told, "1B/1609", "first winter") == Known.open("weather")


@pytest.mark.parametrize(
    ("game", "north", "south", "expected"),
    [
        ("fire_in_the_east", "clear", "snow", "clear"),
        ("fire_in_the_east", "snow", "clear", "snow"),
        ("sudden_storm", "clear", "snow", "snow"),
        ("sudden_storm", "mud", "clear", "mud"),
    ],
)
def test_a_hexside_between_zones_has_the_weather_that_the_book_lets_decide(
    game: str, north: str, south: str, expected: str
) -> None:
    pack = GAMES[game]
    network = Network.of(load_theatre_for(pack))
    position = position_from((f"weather:zone_b {north}", f"weather:zone_c {south}"), pack, network)
    one = {i for i, entry in enumerate(network.hexes) if "zone_b" in entry.tags}
    other = {i for i, entry in enumerate(network.hexes) if "zone_c" in entry.tags}
    sides = [(i, d) for i in one for d in range(6) if int(network.neighbours[i, d]) in other]
    assert sides
    for weather in ("clear", "mud", "snow"):
        edges = Edges(weather=frozenset({weather}))
        mask = edges.mask(ground_at(position), "axis")
        assert {bool(mask.sure[i, d]) for i, d in sides} == {weather == expected}
        assert {edges.fits(ground_at(position), "axis", i, d).is_yes for i, d in sides} == {weather == expected}


@pytest.mark.parametrize("book", ["fire_in_the_east", "sudden_storm"])
def test_the_weather_of_all_hexsides_is_that_of_each(book: str) -> None:
    pack = load_pack(book)
    network = Network.of(load_theatre_for(pack))
    chance = random.Random(3)
    regions = sorted({tag for each in network.hexes for tag in each.tags if tag.startswith("zone")})
    weathers = ("clear", "mud", "frost", "snow")
    assert regions
    for _ in range(20):
        told = {f"weather:{region}": chance.choice(weathers) for region in regions if chance.random() < 0.9}
        position = Position(pack=pack, network=network, moment=Moment(conditions=tuple(sorted(told.items()))))
        found = Edges(weather=frozenset({"mud", "snow"})).mask(ground_at(position), "axis")
        for unknown, mask in ((False, found.sure), (True, found.perhaps)):
            for i, direction in np.argwhere(network.neighbours >= 0):
                here = weather_between(position, int(i), int(network.neighbours[i, direction]))
                assert mask[i, direction] == (bool(here & {"mud", "snow"}) or ("" in here and unknown))
