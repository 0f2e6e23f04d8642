"""Garrisons along a border: who counts, what lacks, which lines are watched, who releases them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.border import BorderGarrison, border_garrisons
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from tests.adjudicator.analysis.maps import pack, position, theatre

BORDER = """
[[border]]
name = "south"
side = "red"
neighbour = ["neutral"]
within = 3
least = 2
lines = ["rail"]
reach = 2
"""
STRIP = Network.of(theatre("........", {"0600-0700": "rail", "0200-0300": "lake"}, tags={"0700": "neutral"}))


BARE = Network.of(theatre("........"))


def garrison(
    *units: str, rows: str = "", points: int = 1, weather: str = "clear", where: Network = STRIP
) -> BorderGarrison:
    at = position(
        where, pack(border=BORDER + rows, zoc="[[exert]]\nwho = { kinds = ['tank'] }"), *units, weather=weather
    )
    for name in list(at.units):
        own = at.units[name]
        at = at.with_unit(replace(own, type=own.type.model_copy(update={"stacking": points})))
    return border_garrisons(at, "red")[0]


@pytest.mark.parametrize(
    ("units", "size", "lacking", "unwatched", "penalty"),
    [
        (("red leg 0600", "red leg 0600"), 2, 0, (), 0),
        (("red leg 0600",), 1, 1, (), 1),
        (("red leg 0400", "red leg 0400"), 2, 0, ("0600",), 1),
        (("red leg 0300", "red leg 0300"), 0, 2, ("0600",), 3),  # three hexes from the border
        (("red tank 0500", "red leg 0500"), 2, 0, (), 0),  # its zone watches the line
        (("red leg 0600", "red leg 0600", "red leg 0600"), 3, 0, (), 0),
    ],
)
def test_what_a_garrison_lacks(
    units: tuple[str, ...], size: int, lacking: int, unwatched: tuple[str, ...], penalty: int
) -> None:
    found = garrison(*units)
    assert [found.size, found.lacking] == [size, lacking]
    assert found.unwatched == unwatched
    assert found.penalty == Interval.of(penalty)


@pytest.mark.parametrize(("tanks", "lacking"), [(2, 0), (1, 1), (0, 2)])
def test_units_that_make_up_a_part(tanks: int, lacking: int) -> None:
    units = ["red tank 0600"] * tanks + ["red leg 0600"] * 3
    assert garrison(*units, rows="of = [{ who = { kinds = ['tank'] }, least = 2 }]").lacking == lacking


@pytest.mark.parametrize(
    ("rows", "enemy", "released"),
    [
        ("", "0400", YES),
        ("", "0300", NO),  # three hexes away
        ("closed = [{ features = ['lake'] }]", "0400", YES),
        ("shut = { hexes = ['0500'] }", "0400", NO),
        ("shut = { weather = ['snow'] }", "0400", YES),
    ],
)
def test_an_enemy_within_reach_releases_it(rows: str, enemy: str, released: Known) -> None:
    found = garrison("red leg 0600", f"blue leg {enemy}", rows=rows)
    assert (found.released, bool(found.released_by)) == (released, released.is_yes)
    assert found.penalty == Interval.of(0 if released.is_yes else 1)


def test_a_garrison_that_is_not_owed_now() -> None:
    at = position(STRIP, pack(border=BORDER + "when = { first_turn = 2 }"), "red leg 0600")
    assert border_garrisons(at, "red") == ()
    assert border_garrisons(position(STRIP, pack(border=BORDER)), "blue") == ()
    assert border_garrisons(position(BARE, pack(border=BORDER)), "red") == ()
    perhaps = garrison("red leg 0600", rows="when = { conditions = { season = ['winter'] } }")
    assert (perhaps.owed, str(perhaps.penalty)) == (Known.open("season"), "0 to 1")


def test_who_stands_near_two_borders_is_shared() -> None:
    west = BORDER.replace("south", "west").replace('["neutral"]', '["other"]')
    strip = Network.of(theatre("........", {}, tags={"0700": "neutral", "0300": "other"}))
    at = position(strip, pack(border=BORDER + west), "red leg 0600", "red leg 0500", "red leg 0100")
    found = {each.name: (each.units, each.shared) for each in border_garrisons(at, "red")}
    assert found == {
        "south": (("red0", "red1"), ("red0", "red1")),
        "west": (("red0", "red1", "red2"), ("red0", "red1")),
    }
