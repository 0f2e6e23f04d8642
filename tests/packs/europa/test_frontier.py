"""The theatre for whole campaigns: every kind of ground, and a set-up that keeps to the printed order of battle."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator.analysis.order_of_battle import order_of_battle
from adjudicator.errors import UnknownName
from adjudicator.exporters.vassal.box.build import read_setups
from adjudicator.findings import Finding
from adjudicator.judge import adjudicate
from adjudicator.model.network import Network
from adjudicator.model.theatre import Theatre
from adjudicator.packs.load import list_samples, load_pack, load_theatre_for, theatre_folder
from adjudicator.play.setting_up import position_from

PACK = load_pack("fire_in_the_east")
ZONES = {"zone_a", "zone_b", "zone_c", "zone_d", "zone_g"}
GROUND = {"clear", "forest", "lake", "major_city", "mountain", "rough", "sand", "sea", "swamp", "wooded_rough", "woods"}


@cache
def frontier() -> Theatre:
    return load_theatre_for(PACK, "frontier")


def set_up(*, moved: str = "", to: str = "") -> list[Finding]:
    """What is found in the set-up, with a unit put elsewhere."""
    (given,) = read_setups(theatre_folder(PACK, "frontier"))
    lines = ["stage setup"]
    for line in given.lines[1:]:
        place, colon, units = line.partition(": ")
        stay = [unit for unit in units.split(", ") if unit != moved]
        if not colon or stay:
            lines.append(f"{place}{colon}{', '.join(stay)}")
    lines += [f"{to}: {moved}"] if moved else []
    found = adjudicate(position_from(tuple(lines), PACK, Network.of(frontier()))).findings
    return list(found)


def test_all_kinds_of_ground_and_weather_zones_are_there() -> None:
    hexes = frontier().hexes.values()
    assert len(hexes) >= 1500
    assert {each.terrain for each in hexes} == GROUND
    assert {tag for each in hexes for tag in each.tags} >= ZONES
    drawn = {feature for each in frontier().hexsides.values() for feature in each}
    assert {"border", "break_of_gauge", "major_river", "rail_broad", "rail_finnish", "rail_standard", "road"} <= drawn


def test_nothing_in_the_set_up_breaks_a_rule() -> None:
    (given,) = read_setups(theatre_folder(PACK, "frontier"))
    placed = [unit for line in given.lines for unit in line.partition(": ")[2].split(", ") if unit]
    assert len(placed) > 600
    assert len({zone.key for zone in order_of_battle(PACK).zone}) > 40
    assert set_up() == []


@pytest.mark.parametrize(
    ("moved", "to"),
    [("ge.artillery.regiment.110", "1B/4228"), ("so.rifle.division.10", "3B/2014")],
    ids=["another army's stretch of border", "the other end of the map"],
)
def test_a_unit_outside_its_zone_is_found(moved: str, to: str) -> None:
    (found,) = (each for each in set_up(moved=moved, to=to) if "zone" in each.because)
    assert (found.severity, found.units) == ("violation", (moved,))


def test_the_pack_says_which_of_its_theatres_is_meant() -> None:
    assert theatre_folder(PACK).name == "dvina_line"
    assert theatre_folder(PACK, "frontier").name == "frontier"
    assert list_samples(PACK) == ("dvina_line", "frontier")
    with pytest.raises(UnknownName, match="dvina_line, frontier"):
        theatre_folder(PACK, "no such place")
