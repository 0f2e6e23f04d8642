"""What the weather must be (Fire in the East 29B) and when waters freeze (Sudden Storm 28D2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.findings import Finding
from adjudicator.packs.europa.rules.weather import clear_at_first, waters_freeze
from adjudicator.record.acts import Act, ConditionsTold
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import blank, pack, position, theatre
from tests.packs.europa.small import at_moment, breaches, missing, network, phase_of, sure

MAP = network(theatre(blank(2, 2)))


def judged(turn: int, **conditions: str) -> list[Finding]:
    at = at_moment(position(MAP, pack()), turn, **{name.replace("__", ":"): told for name, told in conditions.items()})
    return list(clear_at_first(at))


@pytest.mark.parametrize(("turn", "wrong"), [(1, 1), (2, 0)])
def test_on_some_turns_the_weather_is_printed(turn: int, wrong: int) -> None:
    """29B: on the first turn the weather is clear."""
    assert sure(judged(turn, weather="mud")) == wrong
    assert sure(judged(turn, weather="clear")) == 0


def test_it_is_printed_for_every_region() -> None:
    found = judged(1, weather__zone_a="mud", weather__zone_b="clear", weather__zone_c="snow", severe="yes", stage="x")
    assert sure(found) == 2
    assert "mud" in found[0].because
    assert "clear at this time" in found[0].because


def test_on_an_untold_turn_the_printed_weather_is_open() -> None:
    assert missing(judged(0, weather="mud")) == ("the turn",)
    assert judged(0, weather="clear") == []


RULES = pack(weather="[[freezing]]\ncold = ['frost', 'snow']\nturns = 2\n")
RULES = replace(RULES, header=RULES.header.model_copy(update={"conditions": {"weather": ("clear", "frost", "snow")}}))


def start(**conditions: str) -> Position:
    return at_moment(position(MAP, RULES), 2, "weather", **{k.replace("__", ":"): v for k, v in conditions.items()})


def told(before: Position, **conditions: str) -> list[Finding]:
    given = {name.replace("__", ":"): said for name, said in conditions.items()}
    both = {**dict(before.moment.conditions), **given}
    after = replace(before, moment=replace(before.moment, conditions=tuple(sorted(both.items()))))
    act: Act = ConditionsTold(before=before, after=after, conditions=given)
    return list(waters_freeze(phase_of(before, act)))


@pytest.mark.parametrize(
    ("then", "now", "was", "frozen"),
    [
        ("frost", "snow", "no", True),
        ("clear", "snow", "no", False),
        ("frost", "clear", "yes", False),
        ("frost", "clear", "no", False),
        ("frost", "frost", "yes", True),
        ("clear", "frost", "yes", True),
    ],
)
def test_waters_freeze_in_the_second_cold_turn(then: str, now: str, was: str, frozen: bool) -> None:
    """28D2: in the second cold turn running; they thaw in the first that is not cold."""
    for said in ("yes", "no"):
        found = told(start(weather=then, severe=was), weather=now, severe=said)
        assert sure(found) == ((said == "yes") != frozen)
        for breach in breaches(found):
            are = "frozen" if frozen else "open"
            before = "frozen" if was == "yes" else "open"
            assert f"after {then} and {now} weather, with waters {before} before, they are {are} now" in breach.because
            assert breach.because.endswith(f"is said to be {said}")


def test_in_some_regions_they_never_freeze() -> None:
    """28D2: in zone D never, whatever the weather was."""
    assert sure(told(start(weather="snow", severe__zone_d="no"), severe__zone_d="yes")) == 1
    assert sure(told(start(severe__zone_d="no"), severe__zone_d="no")) == 0
    assert sure(told(start(weather="snow", severe__north="no"), weather="snow", severe__north="no")) == 1


def test_a_region_has_weather_of_its_own() -> None:
    """What is told of no region holds for all that tell nothing of their own."""
    before = start(weather="clear", weather__north="frost", severe="no", severe__west="no")
    found = told(before, weather__north="snow", severe__north="no", severe__west="yes")
    assert sure(found) == 2
    assert "they are frozen in north now" in found[0].because
    assert "they are open in west now" in found[1].because


def test_the_weather_before_is_open_where_nobody_told_it() -> None:
    assert missing(told(start(severe="no"), weather="snow", severe="yes")) == ("the weather before",)
    assert missing(told(start(severe__north="no"), weather="snow", severe__north="yes")) == (
        "the weather of north before",
    )
    (breach,) = told(start(severe="no"), weather="snow", severe="yes")
    assert "after unknown and snow weather, with waters open before, they may be frozen now" in breach.because


def test_warm_weather_now_decides_whatever_it_was_before() -> None:
    """Nothing else need be known then; nor where it is cold and they were frozen."""
    assert sure(told(start(), weather="clear", severe="yes")) == 1
    assert sure(told(start(), weather="clear", severe="no")) == 0
    assert sure(told(start(severe="yes"), weather="snow", severe="no")) == 1
    (breach,) = told(start(weather="clear"), weather="clear", severe="yes")
    assert "with waters frozen or open before, they are open now" in breach.because


def test_whether_they_were_frozen_is_open_where_nobody_told_it() -> None:
    assert missing(told(start(weather="clear"), weather="snow", severe="no")) == ("whether waters were frozen before",)
    assert sure(told(start(weather="frost"), weather="snow", severe="no")) == 1


def test_the_weather_now_is_open_where_nobody_told_it() -> None:
    assert missing(told(start(severe="no"), severe="yes")) == ("the weather before", "the weather")
    (breach,) = told(start(severe="no"), severe="yes")
    assert "after unknown and unknown weather" in breach.because


def test_what_is_told_last_counts() -> None:
    """Of conditions told in the phase the last one is judged, even where the phase ends with another."""
    before = start(weather="frost", severe="no")
    act = ConditionsTold(before=before, after=before, conditions={"weather": "snow", "severe": "no"})
    assert sure(waters_freeze(phase_of(before, act))) == 1
    assert list(waters_freeze(phase_of(start(weather="frost")))) == []
