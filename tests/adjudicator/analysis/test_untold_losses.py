"""Losses and retreats while nobody tells the weather: a price that is perhaps due is neither due nor spared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.combat.casualties import faults
from adjudicator.analysis.combat.retreat_toll import retreat_toll
from adjudicator.checks.combat.retreat import RetreatTerms, retreats_as_it_must
from adjudicator.model.known import NO, YES, Known
from adjudicator.record.acts import Retreat
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import pack, position, unit
from tests.adjudicator.analysis.test_casualties import ATTACKER, DEFENDER, MAP, RETREAT, TERRAIN, TOLLS, done

WEATHER = Known.open("weather")
EVERY_WEATHER = pytest.mark.parametrize(("weather", "wrong"), [("clear", NO), ("snow", YES), ("", WEATHER)])
"""The weather, and whether what was done is wrong in it."""
OPEN_IN_SNOW_ALONE = RETREAT + "[[forbid]]\nwhere = { weather = ['clear'] }\n"
ZONE_IN_SNOW = "[[exert]]\nwhere = { weather = ['snow'] }\n"


def start(weather: str, *more: str, movement: str = RETREAT, zoc: str = "") -> Position:
    at = position(MAP, pack(terrain=TERRAIN, combat=TOLLS, movement=movement, zoc=zoc), phase="combat", weather=weather)
    for each in (ATTACKER, DEFENDER, *(unit(text, number) for number, text in enumerate(more, 5))):
        at = at.with_unit(each)
    return at if weather else replace(at, moment=replace(at.moment, conditions=()))


@EVERY_WEATHER
@pytest.mark.parametrize("result", ["DR", "DE"])
def test_who_is_removed_though_it_could_perhaps_go_back(weather: str, wrong: Known, result: str) -> None:
    found = faults(done(result, start(weather, movement=OPEN_IN_SNOW_ALONE), "gone blue1"))
    assert [each.broken for each in found] == ([wrong] if wrong.possible else [])


@EVERY_WEATHER
def test_who_goes_back_through_what_is_perhaps_a_zone_and_loses_nothing(weather: str, wrong: Known) -> None:
    at = start(weather, "red leg 0401", zoc=ZONE_IN_SNOW)
    found = [each.broken for each in faults(done("DR", at, "blue1 0301"))]
    assert found == ([wrong] if wrong.possible else [])


@pytest.mark.parametrize(("weather", "zones", "most"), [("clear", (), 0), ("snow", ("0301",), 1), ("", ("0301",), 1)])
def test_a_retreat_into_what_is_perhaps_a_zone_costs_perhaps_a_step(
    weather: str, zones: tuple[str, ...], most: int
) -> None:
    at = start(weather, "red leg 0401", zoc=ZONE_IN_SNOW)
    went = Retreat(before=at, after=at.moved("blue1", "0301"), units=("blue1",), way=("0201", "0301"), exact=True)
    found = retreat_toll((went,))
    assert (found.zones, found.most.high) == (zones, most)
    assert found.most.low == (most if weather else 0)


AWAY = "[retreat]\nhexes = 2\naway = 2\n"
SNOW_SHUTS_THE_END = "[[forbid]]\nwhere = { hexes = ['0401'], weather = ['snow'] }\n"


@EVERY_WEATHER
@pytest.mark.parametrize("enemy", [False, True], ids=["a free way", "an enemy on its way"])
def test_a_retreat_written_down_to_a_hex_that_snow_shuts(weather: str, wrong: Known, enemy: bool) -> None:
    """Through an enemy it is wrong in any weather, so that the weather of its end is nothing to doubt for."""
    at = start(weather, *(("red leg 0301",) if enemy else ()), movement=AWAY + SNOW_SHUTS_THE_END)
    way = ("0201", "0301", "0401")
    went = Retreat(before=at, after=at.moved("blue1", "0401"), units=("blue1",), way=way, exact=True)
    found = [each.broken for each in retreats_as_it_must(went, RetreatTerms())]
    assert found == ([YES] if enemy else [wrong] if wrong.possible else [])
