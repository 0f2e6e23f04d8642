"""What a datum decides stays open while nobody tells it: each rule is asked with the weather told, and with it untold."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.analysis.border import border_garrisons
from adjudicator.analysis.combat.proportion import best_proportion, proportion
from adjudicator.analysis.combat.retreat import orderly_retreats, retreats
from adjudicator.analysis.combat.retreat_ways import tires
from adjudicator.analysis.control import in_zone, zones
from adjudicator.analysis.front import FrontTerms, enemy_beside
from adjudicator.analysis.movement.loads import overload
from adjudicator.analysis.movement.overrun_step import overrun
from adjudicator.analysis.movement.reach import cost_of, reach
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.terms.edges import Edges
from tests.adjudicator.analysis.maps import blank, pack, position, theatre
from tests.adjudicator.analysis.tables import ZONES

PLAIN = Network.of(theatre(blank(8, 4)))
WEATHER = Known.open("weather")
EVERY_WEATHER = pytest.mark.parametrize(("weather", "answer"), [("clear", YES), ("snow", NO), ("", WEATHER)])
"""The weather, and whether something that snow forbids is allowed in it."""
NOWHERE_IN_SNOW = '{ inside = { weather = ["snow"] } }'
CLEAR_GROUND = "[terrain.clear]\nany = 1\n"


def first(at: Position) -> Unit:
    return at.units["red0"]


def legal(movement: str, *units: str, weather: str, path: tuple[str, ...], zoc: str = "") -> Known:
    at = position(PLAIN, pack(zoc=zoc, terrain=CLEAR_GROUND, movement=movement), *units, weather=weather)
    return cost_of(at, first(at), path).legal


ZONE_ROW = ZONES.partition("[[movement]]")[0] + "[[movement]]\nwhere = { weather = ['snow'] }\n"
THROUGH = ("0001", "0101", "0200", "0201")
"""A way through the zone of a unit in 0300."""


@EVERY_WEATHER
@pytest.mark.parametrize("effect", ["stop = true", "may_not_enter = true", "may_not_leave = true"])
def test_what_a_zone_does_in_snow(weather: str, answer: Known, effect: str) -> None:
    found = legal("", "red leg 0001", "blue leg 0300", weather=weather, path=THROUGH, zoc=ZONE_ROW + effect)
    assert found == answer


STRONG, WEAK = "[[exert]]\nstrength = 'normal'\n", "[[exert]]\nstrength = 'reduced'\n"
IN_SNOW_ELSE = "where = { weather = ['snow'] }\n"
STRONG_ZONES_SHUT = "[[movement]]\nstrengths = ['normal']\nmay_not_enter = true"


@EVERY_WEATHER
def test_a_zone_that_is_strong_in_snow_and_weak_else(weather: str, answer: Known) -> None:
    zone = STRONG + IN_SNOW_ELSE + WEAK + STRONG_ZONES_SHUT
    assert legal("", "red leg 0001", "blue leg 0300", weather=weather, path=THROUGH, zoc=zone) == answer


@EVERY_WEATHER
def test_a_zone_that_is_weak_in_snow_and_strong_else(weather: str, answer: Known) -> None:
    zone = WEAK + IN_SNOW_ELSE + STRONG + STRONG_ZONES_SHUT
    assert legal("", "red leg 0001", "blue leg 0300", weather=weather, path=THROUGH, zoc=zone) == ~answer


@pytest.mark.parametrize("weather", ["clear", "snow", ""])
def test_a_zone_whose_strength_makes_no_difference_is_known(weather: str) -> None:
    zone = STRONG + IN_SNOW_ELSE + WEAK + "[[movement]]\nmay_not_enter = true"
    assert legal("", "red leg 0001", "blue leg 0300", weather=weather, path=THROUGH, zoc=zone) == NO


@EVERY_WEATHER
def test_who_perhaps_has_no_zone_may_have_one(weather: str, answer: Known) -> None:
    silent = "[[exert]]\nstrength = 'none'\n" + IN_SNOW_ELSE + STRONG
    at = position(PLAIN, pack(zoc=silent), "blue leg 0300", weather=weather)
    field = zones(at, "blue")
    assert field.reach.at(PLAIN.index["0301"]).truth == answer.truth
    assert in_zone(at, "0301", ("blue",)) == answer


IN_SNOW = "[[exert]]\nwhere = { weather = ['snow'] }\n"
"""Zones that are exerted in snow alone."""


@EVERY_WEATHER
def test_a_zone_that_is_exerted_in_snow_stops_a_unit(weather: str, answer: Known) -> None:
    zone = IN_SNOW + "[[movement]]\nstop = true"
    assert legal("", "red leg 0001", "blue leg 0300", weather=weather, path=THROUGH, zoc=zone) == answer


@EVERY_WEATHER
@pytest.mark.parametrize("rule", ['[[allowance]]\nstart = "zone"\nset = 0', "[[forbid]]\nin_zone = true"])
def test_a_zone_that_is_exerted_in_snow_holds_a_unit(weather: str, answer: Known, rule: str) -> None:
    way = ("0201", "0202")
    assert legal(rule, "red leg 0201", "blue leg 0301", weather=weather, path=way, zoc=IN_SNOW) == answer


@EVERY_WEATHER
@pytest.mark.parametrize("effect", ["may_not_start = true", "no_between = {}"])
def test_what_a_zone_does_in_snow_to_those_who_begin_in_it(weather: str, answer: Known, effect: str) -> None:
    way = ("0201", "0302")
    assert legal("", "red leg 0201", "blue leg 0301", weather=weather, path=way, zoc=ZONE_ROW + effect) == answer


@EVERY_WEATHER
def test_zone_to_zone_across_a_hexside_that_snow_shuts(weather: str, answer: Known) -> None:
    rules = ZONE_ROW.replace("where = { weather = ['snow'] }", f"no_between = {NOWHERE_IN_SNOW}")
    assert legal("", "red leg 0201", "blue leg 0301", weather=weather, path=("0201", "0302"), zoc=rules) == answer


@pytest.mark.parametrize(("weather", "cost"), [("clear", "1"), ("snow", "3"), ("", "1 to 3")])
def test_what_entering_a_zone_costs_in_snow(weather: str, cost: str) -> None:
    at = position(PLAIN, pack(zoc=ZONE_ROW + "enter_cost = 2", terrain=CLEAR_GROUND), "red leg 0101", "blue leg 0300",
                  weather=weather)  # fmt: skip
    assert str(cost_of(at, first(at), ("0101", "0200")).cost) == cost


def test_a_row_that_may_speak_before_a_sure_one_leaves_both_open() -> None:
    rules = ZONE_ROW + "ignored = true\n[[movement]]\nmay_not_enter = true\n"
    told, untold = (
        legal("", "red leg 0101", "blue leg 0300", weather=weather, path=("0101", "0200"), zoc=rules)
        for weather in ("snow", "")
    )
    assert (told, untold) == (YES, WEATHER)


def test_reach_through_a_zone_that_may_stop_is_perhaps() -> None:
    at = position(
        PLAIN, pack(zoc=ZONE_ROW + "stop = true", terrain=CLEAR_GROUND), "red leg 0001", "blue leg 0200", weather=""
    )
    found = reach(at, first(at))
    assert set(found.perhaps) - set(found.sure)


SLOWED = '[slowed]\nwhere = { weather = ["snow"] }\ntimes = 3\n'


@pytest.mark.parametrize(("weather", "high"), [("clear", 2), ("", 6)])
def test_ground_that_slows_in_snow(weather: str, high: int) -> None:
    at = position(PLAIN, pack(terrain=CLEAR_GROUND, movement=SLOWED), "red leg 0001", weather=weather)
    cost = cost_of(at, first(at), ("0001", "0101", "0201")).cost
    assert (cost.low, cost.high) == (2, high)
    assert ("weather" in cost.missing) == (not weather)


@EVERY_WEATHER
@pytest.mark.parametrize(
    "bar", [f"closed = [{NOWHERE_IN_SNOW}]", '[bars]\nbarred = [[{ weather = ["snow"] }, "not in snow"]]']
)
def test_overruns_that_snow_forbids(weather: str, answer: Known, bar: str) -> None:
    rules = pack(terrain=CLEAR_GROUND, movement=f"[overrun]\nextra = 0\n{bar}\n")
    at = position(PLAIN, rules, "red leg 0001", "blue leg 0101", weather=weather)
    assert overrun(at, first(at), "0001", "0101").legal == answer


@pytest.mark.parametrize(("phase", "answer"), [("rush", YES), ("rest", NO), ("", Known.open("the phase"))])
def test_overruns_that_are_possible_in_one_phase_only(phase: str, answer: Known) -> None:
    rules = pack(terrain=CLEAR_GROUND, movement='[overrun]\nextra = 0\nwhen = { phases = ["rush"] }\n')
    at = position(PLAIN, rules, "red leg 0001", "blue leg 0101", phase=phase)
    assert overrun(at, first(at), "0001", "0101").legal == answer


@EVERY_WEATHER
def test_an_enemy_behind_a_barrier_of_snow_is_not_beside(weather: str, answer: Known) -> None:
    at = position(PLAIN, pack(), "red leg 0001", "blue leg 0101", weather=weather)
    terms = FrontTerms(closed=(Edges.model_validate({"inside": {"weather": ["snow"]}}),))
    found = enemy_beside(at, "red", "0001", terms)
    assert found.known == answer
    assert found.enemy == at.units["blue1"]


MIXED = """
[proportion.armor]
full = [{ kinds = ["tank"] }]
cells = "armor.{kind}"
steps = [["1/2", 2]]
"""


def test_a_unit_whose_chart_cell_is_missing_may_be_capable() -> None:
    at = position(PLAIN, pack(combat=MIXED), "red tank 0000", "red leg 0000", "red leg 0000")
    for found in (proportion(at, at.units.values(), "armor"), best_proportion(at, at.units.values(), "armor")):
        assert found.share == Interval(Fraction(1, 3), Fraction(1), frozenset({"armor.leg"}))
        assert found.share.at_least(Interval.of(Fraction(1, 2))) == Known.open("armor.leg")
        assert str(found.capable) == "1 to 3"


BORDER = """
[[border]]
name = "East"
side = "red"
neighbour = ["neutral"]
within = 2
least = 9
reach = 3
shut = { weather = ["snow"] }
"""


@EVERY_WEATHER
def test_a_garrison_that_an_enemy_releases_unless_snow_stops_him(weather: str, answer: Known) -> None:
    bordering = PLAIN.redrawn({}, {PLAIN.index["0700"]: frozenset({"neutral"})})
    at = position(bordering, pack(border=BORDER), "red leg 0600", "blue leg 0400", weather=weather)
    (found,) = border_garrisons(at, "red")
    lacking = found.lacking
    assert found.released == answer
    assert (found.penalty.low, found.penalty.high) == (
        0 if answer.possible else lacking,
        0 if answer.is_yes else lacking,
    )


def retreating(rules: str, weather: str) -> Position:
    return position(PLAIN, pack(terrain=CLEAR_GROUND, movement=rules), "red leg 0001", "blue leg 0000", weather=weather)


@EVERY_WEATHER
@pytest.mark.parametrize(
    "rules",
    [
        "[retreat]\nhexes = 1\naway = 1\n[[forbid]]\nwhere = { weather = ['snow'] }\n",
        "[retreat]\nhexes = 1\naway = 1\nbeside = [{ inside = { weather = ['clear'] } }]\n",
        "[retreat]\nhexes = 1\naway = 1\nonward = true\n[[forbid]]\nwhere = { weather = ['snow'] }\n",
    ],
)
def test_retreats_that_snow_closes(weather: str, answer: Known, rules: str) -> None:
    at = retreating(rules, weather)
    ways = retreats(at, first(at))
    assert ways.any == ways.leads_to("0101") == answer
    if "onward" in rules:
        assert orderly_retreats(at, first(at)).any == answer
    assert set(ways.sure) <= set(ways.perhaps)


@EVERY_WEATHER
def test_retreats_that_tire_in_clear_weather(weather: str, answer: Known) -> None:
    at = retreating("[retreat]\nhexes = 1\ntired = [{ where = { weather = ['clear'] } }]\n", weather)
    assert tires(at, first(at)) == answer


@EVERY_WEATHER
def test_a_unit_that_may_count_may_be_too_much(weather: str, answer: Known) -> None:
    at = position(PLAIN, pack(), "red leg 0000", weather=weather)
    unit = first(at)
    doubts = {unit.id: answer}
    assert overload(at, "ground", [unit], Interval.of(0), doubts=doubts).broken == answer
    assert overload(at, "ground", [unit], Interval.of(1), others=(Interval.one_if(answer),)).broken == answer
