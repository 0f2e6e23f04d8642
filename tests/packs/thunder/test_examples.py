"""Worked examples of the rulebook that are arithmetic: odds, shifts, halvings, overrun strength."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from adjudicator.acts import position_from
from adjudicator.analysis.combat import Battle, battle, combat_table, final_column, odds, outcomes
from adjudicator.analysis.control import zones
from adjudicator.analysis.movement import overrun
from adjudicator.analysis.network import Network
from adjudicator.analysis.position import Position
from adjudicator.model.pack import Pack
from adjudicator.packs.load import load_pack, load_theatre_for

CLEAR = ("Axis Ground Battles Step", "weather clear", "season summer")


@cache
def pack_and_network(name: str) -> tuple[Pack, Network]:
    pack = load_pack(name)
    return pack, Network.of(load_theatre_for(pack))


def position(*lines: str, pack: str = "thunder_in_the_east") -> Position:
    return position_from(lines, *pack_and_network(pack))


def attack(at: Position, target: str, *names: str) -> Battle:
    return battle(at, [at.unit(name) for name in names], target)


@pytest.mark.parametrize(
    ("defense", "column"), [(16, "1:2"), (11, "1:1"), (10, "3:2"), (7, "2:1"), (4, "3:1")], ids=str
)
def test_21_0_a_fifteen_against(defense: int, column: str) -> None:
    table = combat_table(position())
    assert odds(table.odds, Fraction(15), Fraction(defense)) == column


def test_21_0_b_columns_beyond_the_table_exist_until_the_end() -> None:
    table = combat_table(position()).odds
    assert odds(table, Fraction(22), Fraction(2)) == "11:1"
    assert final_column(table, "11:1", -1) == "8:1"
    assert final_column(table, "1:4", 3) == "1:1"


def test_odds_below_the_table_cost_the_attacker_in_1_1_and_do_nothing_in_1_0() -> None:
    for pack, result in (("thunder_in_the_east", "AL"), ("thunder_in_the_east_10", "NE")):
        at = position(pack=pack)
        column = final_column(combat_table(at).odds, "1:2", -1)
        assert set(outcomes(at, column)) == {(result,)}


@pytest.mark.parametrize(
    "terrain", ["1817", "1527", "1723", "0728", "2215"], ids=["forest", "hill", "swamp", "mountain", "city"]
)
def test_21_2_a_rough_ground_is_one_shift(terrain: str) -> None:
    network = pack_and_network("thunder_in_the_east")[1]
    i = network.index[terrain]
    near = network.number(int(network.neighbours[i, 4]))
    at = position(*CLEAR, f"{terrain}: sov.30rc/2", f"{near}: ax.7inf")
    shifts = dict(attack(at, terrain, "ax.7inf").shifts)
    assert shifts["terrain"] == -1


def test_21_2_b_a_unit_halved_twice_may_not_attack() -> None:
    at = position(*CLEAR, "1723: sov.30rc/2", "1622: ax.24pz+out_of_supply, ax.7inf+out_of_supply")
    assert [unit.id for unit in attack(at, "1723", "ax.24pz", "ax.7inf").barred] == ["ax.24pz"]


def test_21_2_b_out_of_supply_and_interdicted() -> None:
    at = position(*CLEAR, "1817: sov.30rc/2", "1717: ax.7inf+out_of_supply+interdicted")
    assert [unit.id for unit in attack(at, "1817", "ax.7inf").barred] == ["ax.7inf"]


def test_a_heavy_unit_against_a_hard_city_is_halved_in_1_1_only() -> None:
    lines = (*CLEAR, "2215: sov.30rc/2", "2115: ax.24pz")
    assert attack(position(*lines), "2215", "ax.24pz").attack[0].strength == 6
    assert attack(position(*lines, pack="thunder_in_the_east_10"), "2215", "ax.24pz").attack[0].strength == 12


def test_mud_makes_a_hex_swamp_in_1_1_and_halves_the_heavy_in_1_0() -> None:
    lines = ("Axis Ground Battles Step", "weather mud", "season autumn", "1816: sov.30rc/2", "1716: ax.24pz")
    new, old = (
        attack(position(*lines, pack=pack), "1816", "ax.24pz")
        for pack in ("thunder_in_the_east", "thunder_in_the_east_10")
    )
    assert new.attack[0].strength == old.attack[0].strength == 6
    assert dict(new.shifts).get("Mud") == -1
    assert "Mud" not in dict(old.shifts)


def test_small_heavy_units_have_a_zone_but_not_in_a_combat_phase_and_never_in_1_0() -> None:
    lines = ("1815: sov.1tk",)
    moving = position("Axis Regular Movement Step", *lines)
    assert zones(moving, "soviet").mask.sum() == 6
    assert zones(position("Axis Ground Battles Step", *lines), "soviet").mask.sum() == 0
    assert (
        zones(position("Axis Regular Movement Step", *lines, pack="thunder_in_the_east_10"), "soviet").mask.sum() == 0
    )


def test_2_0_a_no_zone_crosses_the_rail_bridge() -> None:
    at = position("Axis Regular Movement Step", "1903: sov.37a")
    assert not zones(at, "soviet").mask[at.network.index["1902"]]
    old = position("Axis Regular Movement Step", "1903: sov.37a", pack="thunder_in_the_east_10")
    assert zones(old, "soviet").mask[old.network.index["1902"]]


@pytest.mark.parametrize(
    ("weather", "target", "victim", "legal"),
    [
        ("clear", "1816", "sov.30rc/2", True),
        ("mud", "1816", "sov.30rc/2", False),
        ("clear", "1816", "sov.37a", False),
        ("clear", "1815", "sov.30rc/2", True),
    ],
    ids=["one step in the open", "in Mud", "three steps", "in Forest"],
)
def test_who_may_be_overrun(weather: str, target: str, victim: str, legal: bool) -> None:
    at = position(
        "Axis Special Movement Step", f"weather {weather}", "season summer", f"{target}: {victim}", "1716: ax.24pz"
    )
    faults = [fault for fault in overrun(at, at.unit("ax.24pz"), "1716", target).faults if fault.aspect == "overrun"]
    assert (faults == []) is legal
