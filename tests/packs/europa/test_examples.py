"""Worked examples of the two rulebooks that are arithmetic: armor and antitank, sizes, halvings, the length of a line."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from adjudicator.analysis.combat.proportion import proportion
from adjudicator.analysis.combat.strength import strength
from adjudicator.analysis.movement.reach import load
from adjudicator.analysis.supply.status import supply
from adjudicator.model.interval import Interval
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.record.position import Position
from tests.helpers import ROOT

GAMES = ("fire_in_the_east", "sudden_storm")


@cache
def game(name: str, charted: bool = False) -> tuple[Pack, Network]:
    pack = load_pack(name, charts=ROOT / "fixtures" / "charts" / f"{name}_invented.toml" if charted else None)
    return pack, Network.of(load_theatre_for(pack))


def position(name: str, *lines: str) -> Position:
    return position_from(("turn 5, German Combat Phase", "weather clear", *lines), *game(name))


def share(name: str, kind: str, units: str) -> tuple[Fraction, Interval]:
    at = position(name, f"1B/2920: {units}")
    found = proportion(at, at.at("1B/2920"), kind)
    return found.share.low, found.value


@pytest.mark.parametrize("name", GAMES)
def test_10c_a_panzer_and_two_infantry_divisions_attack(name: str) -> None:
    assert share(name, "aeca", "ge.1inf, ge.11inf, ge.1pz") == (Fraction(1, 3), Interval.of(1))
    assert share(name, "aeca", "ge.1pz, ge.1inf, ge.11inf, ge.1art, ge.2art, ge.3art") == (
        Fraction(1, 3),
        Interval.of(1),
    )


@pytest.mark.parametrize("name", GAMES)
def test_10c_a_light_tank_cadre_defends_with_a_cadre(name: str) -> None:
    assert share(name, "aecd", "so.46lt, so.1cdr") == (Fraction(1, 4), Interval.of(-1))


def test_10f_too_much_that_is_neutral_counts_as_incapable() -> None:
    units = "ge.1pz, ge.3mot, ge.36mot, ge.1art, ge.2art, ge.3art, ge.4art, ge.5art, ge.1art#2"
    assert share("fire_in_the_east", "aeca", units) == (Fraction(1, 3), Interval.of(1))
    assert share("sudden_storm", "aeca", "ge.pzreg, ge.1art, ge.2art, ge.3art") == (Fraction(1, 2), Interval.of(2))


def test_10b_motorized_infantry_is_a_seventh_in_sudden_storm_alone() -> None:
    assert share("sudden_storm", "aecd", "ge.gdmot")[0] == Fraction(1, 7)


@pytest.mark.parametrize("name", GAMES)
def test_10d_full_antitank_is_four(name: str) -> None:
    assert share(name, "atec", "ge.1aa") == (1, Interval.of(-4))


@pytest.mark.parametrize("name", GAMES)
def test_12d_out_of_supply_halves_the_attack_at_once_and_the_defence_later(name: str) -> None:
    at = position(name, "1B/2920: ge.1inf+out.b1, ge.11inf+out.b2", "1B/2919: so.10rif")
    found = {unit.id: unit for unit in at.at("1B/2920")}
    assert strength(at, found["ge.1inf"], "1B/2919", "attack").strength == Interval.of(Fraction(7, 2))
    assert strength(at, found["ge.1inf"], "1B/2920", "defense").strength == Interval.of(7)
    assert strength(at, found["ge.11inf"], "1B/2920", "defense").strength == Interval.of(Fraction(7, 2))


@pytest.mark.parametrize("name", GAMES)
def test_7a4_a_cavalry_division_takes_six_res_of_rail(name: str) -> None:
    at = position(name, "2A/2710: so.6cav")
    assert load(at, at.unit("so.6cav"), "rail") == 6


@pytest.mark.parametrize("name", GAMES)
def test_without_the_chart_a_long_line_is_undetermined(name: str) -> None:
    at = position(name, "2A/2904: ge.1inf")
    assert supply(at, "axis").state("ge.1inf").state in ("undetermined", "out_of_supply")
