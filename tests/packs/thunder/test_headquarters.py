"""Headquarters, resource points, objectives, organization and infiltration: what the pack computes, by the book's examples."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from adjudicator.analysis.control import place_controller
from adjudicator.analysis.headquarters import gateway, has_full_powers, stresses, supports
from adjudicator.analysis.movement.reach import cost_of
from adjudicator.analysis.objectives import captures, held_places
from adjudicator.analysis.organization import exchanges_for
from adjudicator.analysis.resources import points
from adjudicator.analysis.supply.status import supply
from adjudicator.findings import Severity
from adjudicator.judge import adjudicate
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.units import Marker
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.packs.thunder_in_the_east.analysis.headquarters import (
    FIRST,
    REVISED,
    battles_supported,
    booty,
    linked,
    may_attack,
    price,
    reforming_places,
)
from adjudicator.packs.thunder_in_the_east.rules.spending import spending_limit
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.position import Position

SUMMER = ("weather clear", "season summer")


@cache
def pack_and_network(name: str, options: tuple[str, ...] = ()) -> tuple[Pack, Network]:
    pack = load_pack(name, options=dict.fromkeys(options, True))
    return pack, Network.of(load_theatre_for(pack))


def position(*lines: str, pack: str = "thunder_in_the_east", options: tuple[str, ...] = ()) -> Position:
    return position_from(lines, *pack_and_network(pack, options))


def headquarters(at: Position) -> Marker:
    return next(marker for marker in at.markers.values() if marker.type.kind.startswith(("strategic", "operational")))


def reasons(at: Position, found: Marker) -> list[str]:
    """Why a headquarters is surely stressed."""
    return [reason.text for stress in stresses(at, found) if stress.is_yes for reason in stress.because]


def test_10_1_a_a_strategic_headquarters_in_mud_has_the_powers_of_an_operational_one() -> None:
    at = position("weather mud", "season autumn", "1412: +hq.agn.balanced")
    found = headquarters(at)
    assert reasons(at, found) == ["10.1: in Mud or Extreme Cold"]
    assert has_full_powers(at, found).is_no
    assert may_attack(at, found, REVISED).is_yes
    assert price(at, found, REVISED) == Interval.of(Fraction(1, 2))
    assert battles_supported(at, found) == Interval.of(1)


def test_10_1_a_stressed_twice_it_cannot_be_in_attack_mode() -> None:
    at = position("weather mud", "season autumn", "1006: +hq.agn.balanced", "1005: sov.3cav", "1104: sov.gar")
    found = headquarters(at)
    assert len(reasons(at, found)) == 2
    assert may_attack(at, found, REVISED).is_no


def test_7_1_l_a_headquarters_behind_a_small_anchorage_is_stressed_by_sea_alone() -> None:
    by_sea = position(*SUMMER, "1006: +hq.agn.balanced", "1005: sov.3cav", "1104: sov.gar")
    by_rail = position(*SUMMER, "1006: +hq.agn.balanced")
    assert reasons(by_rail, headquarters(by_rail)) == []
    assert len(reasons(by_sea, headquarters(by_sea))) == 1


def test_weather_nobody_told_leaves_the_powers_open() -> None:
    at = position("1412: +hq.agn.balanced")
    assert has_full_powers(at, headquarters(at)) == Known.open("weather")
    assert str(price(at, headquarters(at), REVISED)) == "1/2 to 1"


def test_1_0_knows_no_stress_by_mud() -> None:
    at = position("weather mud", "season autumn", "1412: +hq.hu2.balanced", pack="thunder_in_the_east_10")
    assert reasons(at, headquarters(at)) == []
    assert price(at, headquarters(at), FIRST) == Interval.of(1)


@pytest.mark.parametrize(
    ("marker", "weather", "gain"),
    [
        ("hq.agn.balanced", "clear", Fraction(1)),
        ("hq.agn.balanced", "mud", Fraction(1, 2)),
        ("hq.hu2.balanced", "clear", Fraction(1, 2)),
    ],
    ids=["strategic", "stressed", "operational"],
)
def test_booty_of_a_headquarters(marker: str, weather: str, gain: Fraction) -> None:
    at = position(f"weather {weather}", "season summer", f"1412: +{marker}", "1512: sov.pardiv, sov.3cav")
    assert booty(at, headquarters(at), REVISED) == Interval.of(gain)
    assert booty(at, headquarters(at), REVISED, (at.unit("sov.pardiv"),)) == ZERO
    assert booty(at, headquarters(at), REVISED, (at.unit("sov.pardiv"), at.unit("sov.3cav"))) == Interval.of(gain)


def test_an_operational_headquarters_supports_its_own_nation_within_its_radius() -> None:
    at = position(*SUMMER, "1412: +hq.hu2.attack", "1512: ax.hu8inf", "1413: ax.5inf", "2024: ax.hu1arm")
    found = headquarters(at)
    assert supports(at, found, (at.unit("ax.hu8inf"), at.unit("ax.5inf"))).is_yes
    assert supports(at, found, (at.unit("ax.5inf"),)).is_no
    assert supports(at, found, (at.unit("ax.hu1arm"),)).is_no


def test_a_dissolved_headquarters_reforms_where_an_overland_line_leads() -> None:
    at = position(*SUMMER, "2403: +hq.nw.balanced", "2504: ax.10mot", "2303: ax.14mot")
    assert reforming_places(at, headquarters(at))["2508"].is_yes
    lost = position(*SUMMER, "1412: +hq.nw.balanced")
    assert reforming_places(lost, headquarters(lost)) == {}


def test_a_gateway_is_strategic_supplied_and_at_work() -> None:
    answers = [
        gateway(at, headquarters(at))
        for line in ("+hq.agn.balanced", "+hq.hu2.balanced", "+hq.agn.balanced, +countdown.1")
        for at in [position(*SUMMER, f"1412: {line}")]
    ]
    assert answers == [YES, NO, NO]


def test_where_nobody_knows_who_took_the_railway_it_is_open_whether_it_joins_two_headquarters() -> None:
    whole = position(*SUMMER, "1412: +hq.agn.balanced", "2115: +hq.ags.attack, ax.5inf")
    joined = replace(whole, joined=True)
    answers = [linked(at, *sorted(at.markers.values(), key=lambda each: each.hex)) for at in (whole, joined)]
    assert answers[0].is_no
    assert answers[1].missing[0].startswith("control of ")


def test_9_1_a_points_as_the_track_shows_them() -> None:
    assert points(position("value PP.german 14 1/2"), "PP.german") == Interval.of(Fraction(29, 2))
    assert points(position("1412: ax.5inf"), "PP.german").settled == Known.open("the value PP.german")


@pytest.mark.parametrize(("held", "old", "new"), [(41, 5, 5), (2, 2, 2), (142, 10, 8)], ids=str)
def test_6_2_a_how_much_of_a_pool_may_be_spent(held: int, old: int, new: int) -> None:
    at, printed = position(), position(pack="thunder_in_the_east_10")
    assert spending_limit(at, "PP.german", Fraction(held), 8) == Interval.of(new)
    assert spending_limit(printed, "PP.german", Fraction(held), 10) == Interval.of(old)
    assert spending_limit(at, "FP.axis", Fraction(held), 8) is None


@pytest.mark.parametrize(("told", "severities"), [(True, {Severity.VIOLATION}), (False, {Severity.DOUBT})])
def test_9_8_a_a_price_of_which_nobody_told_a_pool_stays_open(told: bool, severities: set[Severity]) -> None:
    pools = ("value OP.axis 1", "value FP.axis 4", *(("value EP.axis 4",) if told else ()))
    start = position("turn 1, Axis Order of Battle Step", *SUMMER, *pools)
    report = adjudicate(play_moves(["now weather clear", "value FP.axis 7/2", "value OP.axis 2"], start))
    found = [each for each in report.findings if each.rule == "tite:9.8a"]
    assert {each.severity for each in found} == severities
    assert all(told or each.missing == "the value EP.axis" for each in found)


@pytest.mark.parametrize(
    ("phase", "named"),
    [
        (("turn 1, Axis HQ Mode Step",), {"line"}),
        (("turn 1, Axis Regular Movement Step",), {"time"}),
        ((), {"line", "time"}),
    ],
)
def test_10_0_who_attacks_at_a_doubtful_time_must_have_a_line_in_any_case(
    phase: tuple[str, ...], named: set[str]
) -> None:
    """At a wrong time the time alone is named."""
    enemies = ("1413: sov.20a", "1411: sov.63rc", "1312: sov.3cav", "1512: sov.gar")
    start = position(*phase, *SUMMER, "1412: +hq.hu2.balanced", *enemies)
    report = adjudicate(play_moves(["swap +hq.hu2.balanced+hq.hu2.attack 1412"], start))
    told = [each.because for each in report.findings if each.rule == "tite:10.0"]
    assert {"line" if "no line" in each else "time" for each in told} == named
    assert len(told) == len(named)


def test_301_0_a_a_handicap_raises_the_limit() -> None:
    assert spending_limit(position("value spending_limit.soviet 10"), "PP.ussr", Fraction(142), 8) == Interval.of(10)


def test_4_2_b_objectives_and_who_holds_them() -> None:
    held = {each.place.name: str(each.owner) for each in held_places(position(), frozenset({"objective"}))}
    assert held["Minsk"] == "axis"
    assert held["Smolensk"] == "soviet"
    assert "Dvinsk" not in held


def test_22_0_a_what_was_captured_in_a_turn() -> None:
    start = position("turn 1, Axis Regular Movement Step", *SUMMER, "2115: ax.24pz")
    end = play_moves(["ax.24pz 2115-2215"], start).end
    assert [(each.place.name, str(each.owner)) for each in captures(start, end, frozenset({"objective"}))] == [
        ("Smolensk", "axis")
    ]
    assert str(place_controller(end, "Smolensk")) == "axis"


def test_12_1_c_what_a_unit_may_be_exchanged_in() -> None:
    at = position("turn 1, Axis Regular Movement Step", "1517: ax.1pza, ax.24pz/2", "1516: sov.20a")
    names = {
        name: [each.name for each in exchanges_for(at, at.unit(name))] for name in ("ax.1pza", "ax.24pz", "sov.20a")
    }
    assert "breaking down a Panzer Army" in names["ax.1pza"]
    assert "breaking down a Panzer Corps" not in names["ax.24pz"]
    assert names["sov.20a"] == []


def test_301_0_d_any_baltic_port_serves_the_soviets_as_a_handicap() -> None:
    lines = (
        *SUMMER,
        "control Riga soviet",
        "control Leningrad axis",
        "1010: sov.gar",
        "0911: ax.5inf",
        "1111: ax.6inf",
    )
    without, with_ = position(*lines), position(*lines, options=("handicapping",))
    assert supply(without, "soviet").state("sov.gar").state == "isolated"
    assert supply(with_, "soviet").state("sov.gar").state == "supplied"


@pytest.mark.parametrize(("option", "halted"), [((), True), (("sneak_attack",), False), (("major_offensive",), False)])
def test_26_2_e_motorized_germans_infiltrate_one_zone_hex(option: tuple[str, ...], halted: bool) -> None:
    lines = ("turn 1, Axis Special Movement Step", *SUMMER, "1715: ax.47pz", "1915: sov.3mech")
    at = position(*lines, options=option)
    way = cost_of(at, at.unit("ax.47pz"), ("1715", "1815", "1816"))
    assert any(fault.aspect == "zone halt" for fault in way.faults) is halted
