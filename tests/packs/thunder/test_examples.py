"""Worked examples of the rulebook that are arithmetic: odds, shifts, halvings, overrun strength."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from adjudicator.analysis.calendar import Date, next_week, season_of, weeks_in
from adjudicator.analysis.combat.battles import fights
from adjudicator.analysis.combat.odds import Battle, battle, final_column, odds
from adjudicator.analysis.combat.results import outcomes
from adjudicator.analysis.combat.retreat_ways import tires
from adjudicator.analysis.combat.terms import combat_table
from adjudicator.analysis.control import zones
from adjudicator.analysis.movement.overrun_step import overrun
from adjudicator.analysis.movement.reach import cost_of
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.packs.thunder_in_the_east.analysis.overrun import overrun_table
from adjudicator.packs.thunder_in_the_east.analysis.rail import rail_capacity_of
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.position import Position
from adjudicator.terms.climate import climate

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
    assert [(unit.id, broken) for unit, broken in attack(at, "1723", "ax.24pz", "ax.7inf").barred] == [("ax.24pz", YES)]


def test_21_2_b_out_of_supply_and_interdicted() -> None:
    at = position(*CLEAR, "1817: sov.30rc/2", "1717: ax.7inf+out_of_supply+interdicted")
    assert [(unit.id, broken) for unit, broken in attack(at, "1817", "ax.7inf").barred] == [("ax.7inf", YES)]


def test_a_heavy_unit_against_a_hard_city_is_halved_in_1_1_only() -> None:
    lines = (*CLEAR, "2215: sov.30rc/2", "2115: ax.24pz")
    assert attack(position(*lines), "2215", "ax.24pz").attack[0].strength == Interval.of(6)
    assert attack(position(*lines, pack="thunder_in_the_east_10"), "2215", "ax.24pz").attack[0].strength == Interval.of(
        12
    )


def test_mud_makes_a_hex_swamp_in_1_1_and_halves_the_heavy_in_1_0() -> None:
    lines = ("Axis Ground Battles Step", "weather mud", "season autumn", "1816: sov.30rc/2", "1716: ax.24pz")
    new, old = (
        attack(position(*lines, pack=pack), "1816", "ax.24pz")
        for pack in ("thunder_in_the_east", "thunder_in_the_east_10")
    )
    assert new.attack[0].strength == old.attack[0].strength == Interval.of(6)
    assert dict(new.shifts).get("Mud") == -1
    assert "Mud" not in dict(old.shifts)


def test_small_heavy_units_have_a_zone_but_not_in_a_combat_phase_and_never_in_1_0() -> None:
    lines = ("1815: sov.1tk",)
    moving = position("Axis Regular Movement Step", *lines)
    assert zones(moving, "soviet").reach.perhaps.sum() == 6
    assert zones(position("Axis Ground Battles Step", *lines), "soviet").reach.perhaps.sum() == 0
    assert (
        zones(
            position("Axis Regular Movement Step", *lines, pack="thunder_in_the_east_10"), "soviet"
        ).reach.perhaps.sum()
        == 0
    )


def test_2_0_a_no_zone_crosses_the_rail_bridge() -> None:
    at = position("Axis Regular Movement Step", "1903: sov.37a")
    assert not zones(at, "soviet").reach.perhaps[at.network.index["1902"]]
    old = position("Axis Regular Movement Step", "1903: sov.37a", pack="thunder_in_the_east_10")
    assert zones(old, "soviet").reach.perhaps[old.network.index["1902"]]


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


OVERRUN = {
    "a": (("1616: ax.24pz", "1716: sov.5mc/2"), "ax.24pz", "1616", "1716", "FFOSSS soviet"),
    "b": (("1616: ax.24pz", "1716: sov.7mc/2"), "ax.24pz", "1616", "1716", "OSSSSS soviet"),
    "c, open": (("1716: ax.1pza", "1816: sov.4abn"), "ax.1pza", "1716", "1816", "SSSSSS axis"),
    "c, Forest": (("1716: ax.1pza", "1815: sov.4abn, +improved.soviet"), "ax.1pza", "1716", "1815", "FOSSSS axis"),
    "d": (("1716: ax.1pza+out_of_supply", "1816: sov.1tk"), "ax.1pza", "1716", "1816", "OSSSSS soviet"),
    "e": (("1816: sov.1ta", "1716: ax.5inf/2"), "sov.1ta", "1816", "1716", "FOSSSS soviet"),
}


@pytest.mark.parametrize(("lines", "name", "start", "target", "due"), OVERRUN.values(), ids=OVERRUN)
def test_17_2_what_each_roll_of_an_overrun_does(
    lines: tuple[str, ...], name: str, start: str, target: str, due: str
) -> None:
    at = position("Axis Special Movement Step", "weather clear", "season summer", *lines)
    table = overrun_table(at, at.unit(name), start, target, revised=True)
    assert "".join(roll.value[0].upper() for roll in table.rolls) + " " + table.chooser == due


def test_17_2_e_snow_is_one_less_in_1_1_alone() -> None:
    lines = (
        "Axis Special Movement Step",
        "weather snow",
        "severe no",
        "season winter",
        "1616: ax.24pz",
        "1716: sov.30rc/2",
    )
    new, old = position(*lines), position(*lines, pack="thunder_in_the_east_10")
    assert overrun_table(new, new.unit("ax.24pz"), "1616", "1716", revised=True).drm == 0
    assert overrun_table(old, old.unit("ax.24pz"), "1616", "1716", revised=False).drm == 1


def test_an_overrun_of_an_unrevealed_corps_names_its_strength() -> None:
    at = position("Axis Special Movement Step", "weather clear", "season summer", "1616: ax.24pz", "1716: sov.30rc")
    table = overrun_table(at, at.unit("ax.24pz"), "1616", "1716", revised=True)
    assert table.rolls == ()
    assert table.settled == Known.open("strength of 30th Rifle Corps")


def test_17_2_river_examples_by_the_other_readings() -> None:
    lines = ("Axis Special Movement Step", "weather clear", "season summer", "1622: ax.1pza", "1723: sov.1tk")
    for reading, drm in (("counted", -1), ("not_counted", 0)):
        pack = load_pack("thunder_in_the_east", {"overrun_terrain_shift": reading})
        at = position_from(lines, pack, Network.of(load_theatre_for(pack)))
        assert overrun_table(at, at.unit("ax.1pza"), "1622", "1723", revised=True).drm == drm


def test_21_2_a_split_cells_need_clement_weather_and_no_benefit() -> None:
    pack = pack_and_network("thunder_in_the_east")[0]
    assert outcomes(position(), "7:1", YES)[4] == ("BT",)
    assert outcomes(position(), "7:1", NO)[4] == ("DE",)
    for weather, target, good in (("overcast", "1816", YES), ("snow", "1816", NO), ("clear", "1815", NO)):
        lines = ("Axis Ground Battles Step", f"weather {weather}", "season winter", f"{target}: sov.30rc/2")
        at = position(*lines, "1716: ax.24pz")
        assert attack(at, target, "ax.24pz").good == good, (pack.id, weather, target)
    old = position(
        "Axis Ground Battles Step",
        "weather overcast",
        "1816: sov.30rc/2",
        "1716: ax.24pz",
        pack="thunder_in_the_east_10",
    )
    assert attack(old, "1816", "ax.24pz").good == NO


def test_a_users_chart_settles_a_doubtful_cell(tmp_path: Path) -> None:
    sheet = tmp_path / "charts.toml"
    sheet.write_text('pack = "thunder_in_the_east"\n[ground_crt.die_1]\nodds_4_1 = "DP/ST"\n')
    pack = load_pack("thunder_in_the_east", charts=sheet)
    at = position_from((), pack, Network.of(load_theatre_for(pack)))
    assert outcomes(position(), "4:1")[0] == ("DP", "ST")
    assert outcomes(at, "4:1", YES)[0] == ("DP",)
    assert outcomes(at, "4:1", NO)[0] == ("ST",)


def test_a_battle_in_unknown_weather_names_it() -> None:
    at = position("Axis Ground Battles Step", "season summer", "1816: sov.30rc/2", "1716: ax.24pz")
    found = attack(at, "1816", "ax.24pz")
    assert found.column is None
    assert found.settled == Known.open("weather")
    assert "unknown" in found.words


def test_23_6_an_ice_strait_in_winter_waits_for_the_chart() -> None:
    network = pack_and_network("thunder_in_the_east")[1]
    straits = network.sides_with(["ice_strait"])
    i, direction = (int(value[0]) for value in np.nonzero(straits))
    here, there = network.number(i), network.number(int(network.neighbours[i, direction]))
    cells = ("ice_strait_winter.attackers", "ice_strait_winter.shift")
    lines = (f"{here}: ax.24pz", f"{there}: sov.30rc/2", "Axis Ground Battles Step", "weather clear")
    assert attack(position(*lines, "season winter"), there, "ax.24pz").settled == Known.open(*cells)
    summer = attack(position(*lines, "season summer"), there, "ax.24pz")
    assert "across Ice Strait" in [name for name, _ in summer.attack[0].factors]


def test_24_1_c_weeks_of_the_months_in_both_printings() -> None:
    new, old = (pack_and_network(pack)[0] for pack in ("thunder_in_the_east", "thunder_in_the_east_10"))
    assert [weeks_in(new, month) for month in ("march", "june", "july", "october")] == [2, 3, 4, 3]
    assert [weeks_in(old, month) for month in ("march", "june", "july", "october")] == [2, 4, 4, 3]
    assert next_week(new, Date(1941, "december", 3)) == Date(1942, "january", 1)
    assert season_of(new, "march") == "winter"


def test_23_3_1_d_light_mud_moves_as_snow() -> None:
    costs = [
        str(cost_of(at, at.unit("ax.7inf"), ("1717", "1716", "1715")).cost)
        for at in (
            position("Axis Regular Movement Step", f"weather {weather}", "season autumn", "1717: ax.7inf")
            for weather in ("snow", "light_mud")
        )
    ]
    assert costs[0] == costs[1]


def test_23_7_a_a_weather_line_has_the_effects_of_both_sides() -> None:
    lines = ("Axis Regular Movement Step", "season winter", "3428: ax.7inf")
    cold = position(*lines, "weather:east_europe extreme_cold", "weather:mid_east snow")
    assert cost_of(cold, cold.unit("ax.7inf"), ("3428", "3528")).cost.low == 3
    snow = position(*lines, "weather:east_europe snow", "weather:mid_east snow")
    assert cost_of(snow, snow.unit("ax.7inf"), ("3428", "3528")).cost.low == 2
    clear = position(*lines, "weather:east_europe snow", "weather:mid_east clear")
    assert cost_of(clear, clear.unit("ax.7inf"), ("3428", "3528")).cost.low == 2


def test_23_7_b_the_weather_of_the_battle_hex_counts_and_1_0_e_each_zone_has_its_own() -> None:
    at = position(
        "Axis Ground Battles Step",
        "season autumn",
        "weather:east_europe mud",
        "weather:mid_east clear",
        "3428: ax.24pz",
        "3528: sov.30rc/2",
    )
    assert attack(at, "3528", "ax.24pz").attack[0].strength == Interval.of(12)
    i, j = (at.network.index[number] for number in ("3428", "3528"))
    assert (climate(at).at(i), climate(at).at(j)) == ("mud", "clear")


def test_204_2_and_205_5_rail_capacity_by_date_and_production() -> None:
    pack = load_pack("thunder_in_the_east", options={"campaign": True})
    network = Network.of(load_theatre_for(pack))
    for year, month, most in (
        (1942, "may", 4),
        (1943, "march", 4),
        (1943, "april", 3),
        (1944, "march", 3),
        (1944, "april", 2),
    ):
        at = position_from((f"year {year}", f"month {month}", "value equipment_produced.soviet 15/2"), pack, network)
        assert rail_capacity_of(at, "axis") == Interval.of(most)
        assert rail_capacity_of(at, "soviet") == Interval.of(4)
    assert rail_capacity_of(position_from((), pack, network), "axis").settled.missing == ("month", "year")


def test_26_2_f_infiltration_spares_one_hex() -> None:
    lines = ("Axis Special Movement Step", "weather clear", "season summer", "1515: ax.24pz", "1715: sov.63rc/2")
    pack = load_pack("thunder_in_the_east", options={"sneak_attack": True})
    at = position_from(lines, pack, Network.of(load_theatre_for(pack)))
    through = ("1515", "1615", "1716")
    assert not [f for f in cost_of(at, at.unit("ax.24pz"), through).faults if f.aspect == "zone halt"]
    plain = position(*lines)
    assert [f for f in cost_of(plain, plain.unit("ax.24pz"), through).faults if f.aspect == "zone halt"]


def test_21_7_a_two_zones_cost_two_steps() -> None:
    at = position(
        "Axis Ground Battles Step", "weather clear", "season summer", "1717: ax.24pz", "1817: sov.20a", "2018: ax.7inf"
    )
    lines = ("attack 1817: ax.24pz result=DL", "flip sov.20a/2", "retreat sov.20a/2 1817-1918-1919")
    fought = fights(play_moves(lines, at).phases()[0])[0]
    assert fought.toll.least == fought.toll.most == Interval.of(2)
    assert fought.lost(("sov.20a",)) == 1


def test_23_3_h_retreating_in_mud_tires_in_1_0_alone() -> None:
    lines = ("Axis Ground Battles Step", "weather mud", "season autumn", "1817: sov.20a", "1816: sov.19a/2")
    new, old = position(*lines), position(*lines, pack="thunder_in_the_east_10")
    assert tires(new, new.unit("sov.20a")).is_no
    assert tires(old, old.unit("sov.20a")).is_yes
    assert tires(old, old.unit("sov.19a")).is_no
