"""Moves while nobody tells the weather, or who holds a hex: what snow forbids is then neither sure nor surely free."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from adjudicator.analysis.movement.moves import moved_paths
from adjudicator.analysis.movement.overrun_step import overrun
from adjudicator.analysis.movement.reach import cost_of, legal_way, reach
from adjudicator.analysis.movement.values import GROUND as MARCH
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.model.theatre import Place
from adjudicator.record.acts import Movement, Overrun
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import blank, pack, position, theatre

WEATHER = Known.open("weather")
CITY = Place(name="City", hex="0700", kinds=frozenset({"city"}), owner="red")
RAILS = {f"0{column}00-0{column + 1}00": "rail" for column in range(7)}
MAP = Network.of(theatre(blank(8, 3), RAILS, (CITY,)))
EVERY_WEATHER = pytest.mark.parametrize(("weather", "answer"), [("clear", YES), ("snow", NO), ("", WEATHER)])
"""The weather, and whether something that snow forbids is allowed in it."""
IN_CLEAR, IN_SNOW = "{ weather = ['clear'] }", "{ weather = ['snow'] }"
CLEAR_TIME, SNOW_TIME = f"when = {{ conditions = {IN_CLEAR} }}\n", f"when = {{ conditions = {IN_SNOW} }}\n"
GROUND = "[terrain.clear]\nany = 1\n"
DEAR = "[terrain.clear]\nany = 3\n"
WAY = ("0100", "0200", "0300")
TRAIN = "[mode.train]\n"


def start(
    *units: str, weather: str = "", held: Mapping[str, str] | None = None, ground: str = GROUND, **tables: str
) -> Position:
    at = position(MAP, pack(terrain=ground, **tables), *units, control=held, phase="march", weather=weather)
    return at if weather else replace(at, moment=replace(at.moment, conditions=()))


def legal(at: Position, way: tuple[str, ...] = WAY, mode: str = MARCH) -> Known:
    return cost_of(at, at.units["red0"], way, mode=mode).legal


@EVERY_WEATHER
@pytest.mark.parametrize(
    ("terms", "enemy"),
    [
        (CLEAR_TIME, ""),
        (f"start = {IN_CLEAR}\n", ""),
        (f"end = {IN_CLEAR}\n", ""),
    ],
    ids=["at its time", "from where it may", "to where it may"],
)
def test_a_mode_goes(weather: str, answer: Known, terms: str, enemy: str) -> None:
    at = start("red leg 0100", *([f"blue leg {enemy}"] if enemy else []), weather=weather, movement=TRAIN + terms)
    assert legal(at, mode="train") == answer


@EVERY_WEATHER
@pytest.mark.parametrize(
    ("rules", "ground"),
    [
        ("[[allowance]]\nhexes = 1\n" + SNOW_TIME, GROUND),
        ("[[forbid]]\nwhere = { terrains = ['clear'] }\n" + SNOW_TIME, GROUND),
        ("[[road]]\nfeatures = ['rail']\ncost = 1\n" + CLEAR_TIME, DEAR),
        ("", GROUND + "[[weather]]\ntimes = 3\n" + SNOW_TIME),
        ("", GROUND + f"[[weather]]\nset = 'no'\nwhere = {IN_SNOW}\n"),
    ],
    ids=["so many hexes", "where it may", "along a road", "through dear ground", "through closed ground"],
)
def test_a_march_goes(weather: str, answer: Known, rules: str, ground: str) -> None:
    assert legal(start("red leg 0100", weather=weather, ground=ground, movement=rules)) == answer


@EVERY_WEATHER
def test_who_sets_out_in_no_zone_is_not_held_in_any_weather(weather: str, answer: Known) -> None:
    held = "[[allowance]]\nstart = 'zone'\nset = 0\n" + SNOW_TIME
    near, far = (start("red leg 0100", f"blue leg {where}", weather=weather, movement=held, zoc="[[exert]]\n")
                 for where in ("0000", "0700"))  # fmt: skip
    assert (legal(near, ("0100", "0101")), legal(far, ("0100", "0101"))) == (answer, YES)


@pytest.mark.parametrize(("holder", "answer"), [("red", YES), ("blue", NO), ("?", None)])
@pytest.mark.parametrize("unsure", ["0100", "0200"], ids=["from there", "into it"])
def test_a_mode_on_own_ground_where_nobody_knows_the_owner(unsure: str, holder: str, answer: Known | None) -> None:
    owners = dict.fromkeys(WAY, "red") | {unsure: holder}
    control = "[[test]]\nby = 'history'\n"
    at = start("red leg 0100", weather="clear", held=owners, control=control, movement=TRAIN + "own = true\n")
    assert legal(at, mode="train") == (Known.open(f"control of {unsure}") if answer is None else answer)


@pytest.mark.parametrize(("holder", "answer"), [("red", NO), ("blue", YES), ("?", Known.open("who controls City"))])
def test_a_way_that_is_closed_as_long_as_a_place_is_held(holder: str, answer: Known) -> None:
    rules = "[[forbid]]\nwhere = { hexes = ['0200'] }\nheld = { City = 'own' }\n"
    at = start(
        "red leg 0100", weather="clear", held={"0700": holder}, control="[[test]]\nby = 'history'\n", movement=rules
    )
    assert legal(at) == answer


@pytest.mark.parametrize(("closed", "answer"), [("0200", Known.open("who controls Nowhere")), ("0700", YES)])
def test_a_way_that_is_closed_as_long_as_a_place_off_this_map_is_held(closed: str, answer: Known) -> None:
    rules = f"[[forbid]]\nwhere = {{ hexes = ['{closed}'] }}\nheld = {{ Nowhere = 'own' }}\n"
    assert legal(start("red leg 0100", weather="clear", movement=rules)) == answer


@EVERY_WEATHER
@pytest.mark.parametrize(
    "rules",
    [f"[bars]\nbarred = [[{IN_SNOW}, 'not in snow']]\n", "strength = 4\n"],
    ids=["where it may", "strong enough"],
)
def test_an_overrun(weather: str, answer: Known, rules: str) -> None:
    halved = f"[[factor]]\nname = 'snow'\npart = 'attack'\ntimes = '1/2'\nwhere = {IN_SNOW}\n"
    at = start(
        "red leg 0100", "blue leg 0200", weather=weather, movement="[overrun]\nextra = 0\n" + rules, combat=halved
    )
    assert overrun(at, at.units["red0"], "0100", "0200").legal == answer


FOUND_BY = pytest.mark.parametrize(("weather", "sure"), [("clear", True), ("snow", False), ("", False)])


@FOUND_BY
@pytest.mark.parametrize(
    "rules",
    [
        "[[forbid]]\n" + SNOW_TIME,
        "[[forbid]]\nwhere = { hexes = ['0300'], weather = ['snow'] }\n",
    ],
    ids=["perhaps it may not move", "perhaps nobody goes there"],
)
def test_a_way_is_looked_for_where_there_may_be_one(weather: str, sure: bool, rules: str) -> None:
    at = start("red leg 0100", weather=weather, movement=rules)
    found = reach(at, at.units["red0"])
    way = legal_way(at, at.units["red0"], "0300", "0100")
    assert ("0300" in found.sure, "0300" in found.perhaps) == (sure, not weather)
    assert (way is None) == (weather == "snow")


@EVERY_WEATHER
def test_a_drag_over_a_hexside_that_snow_closes_goes_round_it(weather: str, answer: Known) -> None:
    """A drag to the next hex means any legal way: round about is legal in every weather, written down it is not."""
    rules = f"[[forbid]]\nedges = {{ features = ['rail'], inside = {IN_SNOW} }}\n"
    at = start("red leg 0100", weather=weather, movement=rules)
    moved = at.moved("red0", "0200")
    (drag,) = moved_paths(Movement(before=at, after=moved, units=("red0",), way=("0100", "0200")))
    (told,) = moved_paths(Movement(before=at, after=moved, units=("red0",), way=("0100", "0200"), exact=True))
    assert (drag.legal, told.legal) == (YES, answer)


@EVERY_WEATHER
def test_an_overrun_dragged_over_a_hexside_that_snow_closes_comes_from_elsewhere(weather: str, answer: Known) -> None:
    rules = f"[overrun]\nextra = 0\nclosed = [{{ features = ['rail'], inside = {IN_SNOW} }}]\n"
    at = start("red leg 0100", "blue leg 0200", weather=weather, movement=rules)
    moved = at.moved("red0", "0200")
    (drag,) = moved_paths(Overrun(before=at, after=moved, units=("red0",), way=("0100", "0200")))
    (told,) = moved_paths(Overrun(before=at, after=moved, units=("red0",), way=("0100", "0200"), exact=True))
    assert (drag.legal, told.legal) == (YES, answer)


def test_of_two_faults_the_sure_one_is_told() -> None:
    rules = f"[[forbid]]\nwhere = {IN_SNOW}\nwhy = 'snow'\n[[forbid]]\nwhere = {{ hexes = ['0300'] }}\nwhy = 'closed'\n"
    at = start("red leg 0100", movement=rules)
    fault = cost_of(at, at.units["red0"], WAY).fault_of(frozenset())
    assert fault is not None
    assert (fault.why, fault.broken) == ("closed", YES)
