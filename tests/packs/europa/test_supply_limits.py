"""Sources that feed only so much, and units that perish for want of supply: articles 12D, 12E2, 28D."""

from __future__ import annotations

import pytest

from adjudicator.analysis.supply.starvation import starvation
from adjudicator.analysis.supply.status import supply
from adjudicator.model.interval import Interval
from adjudicator.play.setting_up import position_from
from tests.packs.europa.test_examples import GAMES, game

RING = [
    "1B/1913: ge.1inf",
    "1B/2014: ge.11inf",
    "1B/2113: ge.21inf",
    "1B/2012: ge.30inf",
    "1B/1912: ge.61inf",
    "1B/2112: ge.5inf",
]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("units", "words"), [("so.90rif", "3 of 3"), ("so.90rif, so.23rif", "5 of 6")])
def test_12e2_five_res_of_supply_feed_five_res(name: str, units: str, words: str) -> None:
    lines = ("turn 5, Soviet Initial Phase", "weather clear", "severe no", f"1B/2013: {units}, +portsupply.so5", *RING)
    at = position_from(lines, *game(name, charted=True))
    assert supply(at, "soviet").unfed().words == f"{words} can be fed"


@pytest.mark.parametrize(
    ("where", "weather", "expected"),
    [("1B/2013", "snow", 6), ("1B/2113", "clear", 4), ("1B/2113", "frost", 3), ("1B/2113", "snow", 2)],
)
def test_12d_the_die_that_starves(where: str, weather: str, expected: int) -> None:
    lines = ("turn 5, Soviet Initial Phase", f"weather {weather}", f"{where}: so.90rif+out.r4")
    at = position_from(lines, *game("fire_in_the_east", charted=True))
    assert starvation(at, at.unit("so.90rif")).lost_from == Interval.of(expected)


def test_12d_of_unknown_weather_the_die_is_known_between_two_bounds() -> None:
    lines = ("turn 5, Soviet Initial Phase", "1B/2113: so.90rif+out.r4")
    at = position_from(lines, *game("fire_in_the_east", charted=True))
    found = starvation(at, at.unit("so.90rif")).lost_from
    assert (found.low, found.high, found.missing) == (2, 4, {"weather"})


def test_12d_a_city_that_was_lost_once_only_keeps_out_the_cold() -> None:
    lines = ("turn 5, Soviet Initial Phase", "weather snow", "remember lost Riga", "1B/2013: so.90rif+out.r4")
    at = position_from(lines, *game("fire_in_the_east", charted=True))
    assert starvation(at, at.unit("so.90rif")).lost_from == Interval.of(4)


def test_12d_who_is_not_isolated_does_not_roll() -> None:
    lines = ("turn 5, Soviet Initial Phase", "weather clear", "1B/2013: so.90rif+out.r4")
    at = position_from(lines, *game("fire_in_the_east", charted=True))
    assert starvation(at, at.unit("so.90rif")).rolls.is_no
    surrounded = position_from((*lines, *RING), *game("fire_in_the_east", charted=True))
    assert starvation(surrounded, surrounded.unit("so.90rif")).rolls.is_yes
