"""Weather that spreads from zone to zone."""

from __future__ import annotations

from adjudicator.analysis.weather import NO_CHANGE, Spread, spread_weather


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
