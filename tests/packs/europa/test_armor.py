"""Article 10: armor and antitank effects of a battle, the books' examples and random stacks against a slow second count."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.analysis.combat.armor import Armor, armor
from adjudicator.analysis.combat.proportion import proportion
from adjudicator.model.interval import Interval
from adjudicator.model.known import Known
from adjudicator.play.setting_up import position_from
from adjudicator.record.position import Position
from tests.helpers import ROOT
from tests.packs.europa.test_examples import GAMES, game

CHARTS = ROOT / "fixtures" / "charts"
HERE, THERE = "1B/2920", "1B/2919"
ATTACKERS = ["ge.1inf", "ge.11inf", "ge.1pz", "ge.6pz", "ge.3mot", "ge.36mot", "ge.1art", "ge.2art"]
ATTACKERS += ["ge.1stug", "ge.2stug", "ge.1cav", "ge.1eng", "ge.pzreg", "ge.gdmot"]
DEFENDERS = ["so.10rif", "so.23rif", "so.2tnk", "so.202mot", "so.46lt", "so.1cdr", "so.1tkb"]
DEFENDERS += ["so.1art", "so.2art", "so.1eng", "so.nkvd", "so.6cav"]


def fought(name: str, attackers: str, defenders: str, *lines: str, at: tuple[str, str] = (HERE, THERE)) -> Armor:
    told = lines or ("weather clear",)
    where = position_from(
        ("turn 5, German Combat Phase", *told, f"{at[0]}: {attackers}", f"{at[1]}: {defenders}"),
        *game(name, charted=True),
    )
    return armor(where, where.at(at[0]), at[1])


@pytest.mark.parametrize("name", GAMES)
def test_10c_full_armor_adds_three_and_rifles_answer_with_nothing(name: str) -> None:
    found = fought(name, "ge.1pz", "so.10rif")
    assert (found.attack.value, found.answer, found.modifier) == (Interval.of(3), "atec", Interval.of(3))


@pytest.mark.parametrize("name", GAMES)
def test_10c2_defending_armor_is_barred_by_attackers_capable_of_half(name: str) -> None:
    assert fought(name, "ge.1pz, ge.1inf", "so.46lt").answer == "atec"
    assert fought(name, "ge.1inf", "so.46lt").modifier == Interval.of(-2)


@pytest.mark.parametrize("name", GAMES)
def test_10d_both_modifiers_add(name: str) -> None:
    at = position_from(
        ("turn 5, Soviet Combat Phase", "weather clear", f"{HERE}: ge.1aa", f"{THERE}: so.2tnk"), *game(name)
    )
    assert armor(at, at.at(THERE), HERE).modifier == Interval.of(3 - 4)


@pytest.mark.parametrize("name", GAMES)
def test_10g_a_dot_city_bars_armor_but_not_antitank(name: str) -> None:
    lines = ("turn 5, Soviet Combat Phase", "weather clear", "1B/2719: ge.1aa", "1B/2718: so.2tnk")
    at = position_from(lines, *game(name, charted=True))
    found = armor(at, at.at("1B/2718"), "1B/2719")
    assert (found.attack.value, found.answer, found.modifier) == (Interval.of(0), "atec", Interval.of(-4))


@pytest.mark.parametrize("name", GAMES)
def test_29c_mud_bars_armor_on_both_sides(name: str) -> None:
    assert fought(name, "ge.1inf", "so.46lt", "weather mud").modifier == Interval.of(0)
    assert fought(name, "ge.1pz", "so.10rif", "weather snow").modifier == Interval.of(0)
    assert fought(name, "ge.1pz", "so.10rif", "weather frost").modifier == Interval.of(3)


@pytest.mark.parametrize("name", GAMES)
def test_10e_half_armor_may_stand_aside(name: str) -> None:
    found = fought(name, "ge.1inf", "so.46lt, so.2tnk")
    assert found.defense.neutral in (0, 1)
    assert found.defense.share.low >= Fraction(7, 8)


@pytest.mark.parametrize("name", GAMES)
def test_unknown_weather_leaves_the_modifier_open(name: str) -> None:
    at = position_from(
        ("turn 5, German Combat Phase", f"{HERE}: ge.1pz", f"{THERE}: so.10rif"), *game(name, charted=True)
    )
    found = armor(at, at.at(HERE), THERE)
    assert found.modifier.settled == Known.open("weather")


def test_31g_soviet_cities_count_as_dot_cities_on_the_first_turn_of_fire_in_the_east() -> None:
    pack, network = game("fire_in_the_east", charted=True)
    city = next(h.number for h in network.hexes if h.terrain == "major_city" and "ussr" in h.tags)
    i = network.index[city]
    near = network.number(next(int(j) for j in network.neighbours[i] if j >= 0))
    at = position_from(
        ("turn 1, German Combat Phase", "weather clear", f"{near}: ge.1pz", f"{city}: so.10rif"), pack, network
    )
    assert "dot city" in armor(at, at.at(near), city).bars


stacks = st.tuples(
    st.lists(st.sampled_from(ATTACKERS), min_size=1, max_size=7, unique=True),
    st.lists(st.sampled_from(DEFENDERS), min_size=1, max_size=6, unique=True),
    st.sampled_from(["clear", "mud", "frost", "snow"]),
)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=150, deadline=None)
@given(stacks)
def test_random_stacks_agree_with_a_count_by_hand(name: str, drawn: tuple[list[str], list[str], str]) -> None:
    attackers, defenders, weather = drawn
    where = position_from(
        (
            "turn 5, German Combat Phase",
            f"weather {weather}",
            f"{HERE}: {', '.join(attackers)}",
            f"{THERE}: {', '.join(defenders)}",
        ),
        *game(name, charted=True),
    )
    found = armor(where, where.at(HERE), THERE)
    assert found.modifier == Interval.of(_by_hand(where, weather))


def _by_hand(at: Position, weather: str) -> int:
    """Article 10 spelled out: try every declaration, look up every step."""
    able = _greatest(at, at.at(HERE), "aeca")
    barred = weather in ("mud", "snow")
    attack = 0 if barred else 3 if able == 1 else 2 if able >= Fraction(1, 2) else 1 if able >= Fraction(1, 7) else 0
    if able >= Fraction(1, 2):
        anti = _greatest(at, at.at(THERE), "atec")
        return attack - (4 if anti == 1 else 2 if anti >= Fraction(1, 2) else 1 if anti >= Fraction(1, 7) else 0)
    against = _greatest(at, at.at(THERE), "aecd")
    return attack - (0 if barred else 2 if against >= Fraction(1, 2) else 1 if against >= Fraction(1, 7) else 0)


def _greatest(at: Position, units: tuple[object, ...], name: str) -> Fraction:
    names = [unit.id for unit in units]  # type: ignore[attr-defined]
    every = chain.from_iterable(combinations(names, count) for count in range(len(names) + 1))
    return max(proportion(at, units, name, frozenset(each)).share.low for each in every)  # type: ignore[arg-type]
