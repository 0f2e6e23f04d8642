"""What the readings of the Europa packs change."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.acts import position_from
from adjudicator.analysis.control import zones
from adjudicator.analysis.movement import cost_of
from adjudicator.analysis.network import Network
from adjudicator.analysis.position import Position
from adjudicator.analysis.supply import supply, supply_table
from adjudicator.packs.load import load_pack, load_theatre_for, theatre_folder


def under(reading: str, choice: str, *lines: str) -> Position:
    pack = load_pack("fire_in_the_east", {reading: choice})
    return position_from(lines, pack, Network.of(load_theatre_for(pack)))


@pytest.mark.parametrize(("choice", "expected"), [("relieved", "reached"), ("isolated", "isolated")])
def test_landed_supply_and_isolation(choice: str, expected: str) -> None:
    walled = [f"1B/{number}: ge.{name}" for number, name in RING]
    at = under(
        "port-isolation",
        choice,
        "turn 5, Soviet Initial Phase",
        "weather clear",
        "1B/2724: so.90rif, +portsupply.so5",
        *walled,
    )
    assert supply(at, "soviet").state("so.90rif", "isolation").state == expected


RING = (("2723", "1inf"), ("2623", "11inf"), ("2624", "21inf"), ("2823", "30inf"), ("2824", "61inf"))


@pytest.mark.parametrize(("choice", "covered"), [("reached", True), ("standing", False)])
def test_a_brigade_south_of_the_line_and_its_northern_neighbours(choice: str, covered: bool) -> None:
    at = under("northern-zones", choice, "turn 5, Soviet Initial Phase", "weather clear", "1B/1913: so.1rbr")
    network = at.network
    i = network.index["1B/1913"]
    northern = [int(j) for j in network.neighbours[i] if j >= 0 and "zone_a" in network.hexes[int(j)].tags]
    assert northern and "zone_a" not in network.hexes[i].tags
    assert any(bool(zones(at, "soviet").mask[j]) for j in northern) is covered


@pytest.mark.parametrize(("choice", "covered"), [("none", False), ("north", True)])
def test_a_fortified_area_in_the_north(choice: str, covered: bool) -> None:
    at = under("fortified-area-zone", choice, "turn 5, Soviet Initial Phase", "weather clear", "1B/1604: so.fort")
    assert bool(zones(at, "soviet").mask.any()) is covered


def test_neutral_land_opens_to_supply_lines_only_under_that_reading() -> None:
    for choice, expected in (("closed", 1), ("open", 0)):
        at = under("neutral-lines", choice, "turn 5, Soviet Initial Phase")
        blocks = supply_table(at).line["isolation"].elements[0].block
        assert sum("neutral" in block.where.tags for block in blocks) == expected


@pytest.mark.parametrize(("choice", "inside", "into"), [("within", 1, 2), ("entered", 1, 1), ("along", 2, 2)], ids=str)
def test_the_rate_of_lines_in_major_cities(choice: str, inside: int, into: int, tmp_path: Path) -> None:
    pack = load_pack("fire_in_the_east", {"city-lines": choice})
    folder = tmp_path / "redrawn"
    shutil.copytree(theatre_folder(pack), folder)
    sides = folder / "hexsides.txt"
    kept = [line for line in sides.read_text(encoding="utf-8").splitlines() if not line.startswith("2A/2504-2A/2604")]
    sides.write_text("\n".join([*kept, "2A/2504-2A/2604  river", "2A/2505-2A/2604  river"]) + "\n", encoding="utf-8")
    network = Network.of(load_theatre_for(pack, folder))
    lines = ("turn 5, Soviet Movement Phase", "weather clear", "2A/2504: so.10rif", "2A/2505: so.90rif")
    at = position_from(lines, pack, network)
    assert cost_of(at, at.unit("so.10rif"), ("2A/2504", "2A/2604")).cost.low == inside
    assert cost_of(at, at.unit("so.90rif"), ("2A/2505", "2A/2604")).cost.low == into
