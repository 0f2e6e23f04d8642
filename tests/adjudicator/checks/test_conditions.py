"""Conditions that change at their own time, as forecast or by a table; and a phase's parts in their order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from adjudicator.checks.sequence.segments import SegmentOrder, segments_in_order
from adjudicator.checks.weather.changes import ChangesOnly, changes_in_its_phase
from adjudicator.model.known import YES, Truth
from adjudicator.model.network import Network
from adjudicator.persistent import PersistentMap
from adjudicator.record.acts import Act, Attack, ConditionsTold, Marked, Movement
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.when import When
from tests.adjudicator.analysis.maps import pack, position, theatre

MAP = Network.of(theatre("...."))


def start(
    phase: str = "weather",
    values: Mapping[str, str] | None = None,
    charts: Mapping[str, str] | None = None,
    **told: str,
) -> Position:
    rules = replace(pack(), charts=dict(charts or {}))
    at = position(MAP, rules, "red leg 0100", "blue leg 0200", "red tank 0100", phase=phase)
    conditions = tuple(sorted((name.replace("_", ":"), value) for name, value in told.items()))
    return replace(at, moment=replace(at.moment, conditions=conditions), values=PersistentMap(values or {}))


def change(at: Position, terms: ChangesOnly, **told: str) -> list[Truth]:
    named = {name.replace("_", ":"): value for name, value in told.items()}
    merged = dict(at.moment.conditions) | named
    after = replace(at, moment=replace(at.moment, conditions=tuple(sorted(merged.items()))))
    act = ConditionsTold(before=at, after=after, conditions=named)
    return [each.broken.truth for each in changes_in_its_phase(act, terms)]


OWN_TIME = ChangesOnly(phases=frozenset({"weather"}))


@pytest.mark.parametrize(
    ("phase", "was", "becomes", "found"),
    [
        ("weather", {"weather": "clear"}, {"weather": "rain"}, []),
        ("combat", {"weather": "clear"}, {"weather": "rain"}, [Truth.YES]),
        ("combat", {"weather": "clear"}, {"weather": "clear"}, []),
        ("combat", {"weather": "clear"}, {"season": "winter"}, []),
        ("combat", {}, {"weather": "rain"}, [Truth.OPEN]),
        ("combat", {"weather_north": "clear"}, {"weather_north": "rain"}, [Truth.YES]),
        ("combat", {"weather": "clear"}, {"weather_north": "rain"}, [Truth.YES]),
        ("", {"weather": "clear"}, {"weather": "rain"}, []),
    ],
)
def test_a_condition_changes_in_its_phase(
    phase: str, was: dict[str, str], becomes: dict[str, str], found: list[Truth]
) -> None:
    assert change(start(phase, None, None, **was), OWN_TIME, **becomes) == found


def test_it_may_change_at_another_time_too() -> None:
    for turn, found in ((1, []), (2, [Truth.YES])):
        terms = ChangesOnly(phases=frozenset({"weather"}), also=(When(last_turn=turn, first_turn=turn),))
        assert change(start("combat", weather="clear"), terms, weather="rain") == found
    perhaps = ChangesOnly(phases=frozenset({"weather"}), also=(When(conditions={"season": frozenset({"winter"})}),))
    assert change(start("combat", weather="clear"), perhaps, weather="rain") == [Truth.OPEN]


def test_any_act_that_shows_another_condition_counts() -> None:
    at = start("combat", weather="clear")
    after = replace(at, moment=replace(at.moment, conditions=(("weather", "rain"),)))
    act = Attack(before=at, after=after, units=("red0",), targets=("0200",))
    assert len(list(changes_in_its_phase(act, OWN_TIME))) == 1
    assert list(changes_in_its_phase(replace(act, after=at), OWN_TIME)) == []


FORECAST = ChangesOnly(forecast="forecast")


@pytest.mark.parametrize(
    ("values", "becomes", "found"),
    [
        ({"forecast": "rain"}, {"weather": "rain"}, []),
        ({"forecast": "4:rain"}, {"weather": "rain"}, []),
        ({"forecast": "4:mud"}, {"weather": "rain"}, [Truth.YES]),
        ({}, {"weather": "rain"}, [Truth.OPEN]),
        ({"forecast": "mud", "forecast.north": "rain"}, {"weather_north": "rain"}, []),
        ({"forecast": "rain", "forecast.north": "mud"}, {"weather_north": "rain"}, [Truth.YES]),
        ({"forecast": "rain"}, {"weather_north": "rain"}, []),
    ],
)
def test_only_what_was_forecast_comes(values: dict[str, str], becomes: dict[str, str], found: list[Truth]) -> None:
    assert change(start(values=values, weather="clear"), FORECAST, **becomes) == found


TABLE = ChangesOnly(table="weather.{region}.{turn}.{die}", die="die.{turn}")
CELLS = {f"weather.north.1.{face}": "rain" if face < 3 else "mud" for face in range(1, 7)}


@pytest.mark.parametrize(
    ("charts", "values", "becomes", "found"),
    [
        (CELLS, {"die.1": "2"}, {"weather_north": "rain"}, []),
        (CELLS, {"die.1": "3"}, {"weather_north": "rain"}, [Truth.YES]),
        (CELLS, {}, {"weather_north": "rain"}, []),
        (CELLS, {}, {"weather_north": "snow"}, [Truth.YES]),
        ({}, {"die.1": "2"}, {"weather_north": "rain"}, [Truth.OPEN]),
        ({"weather.north.1.1": "rain"}, {}, {"weather_north": "snow"}, [Truth.OPEN]),
        (CELLS, {"die.1": "2"}, {"weather": "rain"}, [Truth.OPEN]),
    ],
)
def test_the_table_gives_the_weather_for_the_die(
    charts: dict[str, str], values: dict[str, str], becomes: dict[str, str], found: list[Truth]
) -> None:
    assert change(start(values=values, charts=charts, weather="clear"), TABLE, **becomes) == found


ORDER = {
    "segments": [
        {"name": "marking", "kinds": ["mark"], "markers": ["out"]},
        {"name": "moves", "kinds": ["move"]},
        {"name": "tank fights", "kinds": ["attack"], "who": {"kinds": ["tank"]}},
    ]
}


def act(word: str, at: Position) -> Act:
    if word in ("out", "tired"):
        own = at.unit("red0")
        return Marked(before=at, after=at.with_unit(replace(own, marks=frozenset({word}))), units=("red0",), on=(word,))
    if word in ("red0", "blue1"):
        return Movement(before=at, after=at, units=(word,), way=("0100", "0000"))
    return Attack(before=at, after=at, units=("red2",) if word == "tanks" else ("red0",), targets=("0200",))


@pytest.mark.parametrize(
    ("deeds", "count"),
    [
        ("out red0 blue1 tanks", 0),
        ("out out red0 red0", 0),
        ("red0 out", 1),
        ("red0 tired", 0),
        ("blue1 red0", 0),
        ("tanks red0", 1),
        ("legs red0", 0),
        ("tanks out red0", 2),
        ("tanks out legs", 1),
    ],
)
def test_what_a_phase_consists_of_is_done_in_order(deeds: str, count: int) -> None:
    at = start("march")
    acts = tuple(act(word, at) for word in deeds.split())
    found = list(segments_in_order(PhaseRecord(at, at, acts), SegmentOrder.model_validate(ORDER)))
    assert [each.broken for each in found] == [YES] * count
