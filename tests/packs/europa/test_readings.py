"""What the readings of the Europa packs change."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

import pytest

from adjudicator.analysis.control import zones
from adjudicator.analysis.movement.reach import cost_of
from adjudicator.analysis.supply.status import supply, supply_table
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.packs.load import load_pack, load_theatre_for, theatre_folder
from adjudicator.play.setting_up import position_from
from adjudicator.record.position import Position

SHEET = Path(__file__).parents[3] / "fixtures" / "charts" / "fire_in_the_east_invented.toml"
EAST, WEST = "2A/2401", "2A/2905"


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
    assert any(bool(zones(at, "soviet").reach.perhaps[j]) for j in northern) is covered


@pytest.mark.parametrize(("choice", "covered"), [("none", False), ("north", True)])
def test_a_fortified_area_in_the_north(choice: str, covered: bool) -> None:
    at = under("fortified-area-zone", choice, "turn 5, Soviet Initial Phase", "weather clear", "1B/1604: so.fort")
    assert bool(zones(at, "soviet").reach.perhaps.any()) is covered


def test_neutral_land_opens_to_supply_lines_only_under_that_reading() -> None:
    for choice, expected in (("closed", 1), ("open", 0)):
        at = under("neutral-lines", choice, "turn 5, Soviet Initial Phase")
        blocks = supply_table(at).line["isolation"].elements[0].block
        assert sum("neutral" in block.where.tags for block in blocks) == expected


@pytest.mark.parametrize(("choice", "inside", "into"), [("within", 1, 2), ("entered", 1, 1), ("along", 2, 2)], ids=str)
def test_the_rate_of_lines_in_major_cities(choice: str, inside: int, into: int, tmp_path: Path) -> None:
    pack = load_pack("fire_in_the_east", {"city-lines": choice})
    network = redrawn(pack, tmp_path, {"2A/2504-2A/2604": "river", "2A/2505-2A/2604": "river"})
    lines = ("turn 5, Soviet Movement Phase", "weather clear", "2A/2504: so.10rif", "2A/2505: so.90rif")
    at = position_from(lines, pack, network)
    assert cost_of(at, at.unit("so.10rif"), ("2A/2504", "2A/2604")).cost.low == inside
    assert cost_of(at, at.unit("so.90rif"), ("2A/2505", "2A/2604")).cost.low == into


def redrawn(
    pack: Pack, folder: Path, sides: Mapping[str, str], ports: Mapping[str, str] = MappingProxyType({})
) -> Network:
    """The sample theatre with other features on some hexsides, and ports in sea zones."""
    place = folder / "redrawn"
    shutil.copytree(theatre_folder(pack), place)
    drawn = place / "hexsides.txt"
    kept = [line for line in drawn.read_text(encoding="utf-8").splitlines() if line.split(" ", 1)[0] not in sides]
    drawn.write_text("\n".join([*kept, *(f"{at}  {what}" for at, what in sides.items())]) + "\n", encoding="utf-8")
    theatre = place / "theatre.toml"
    text = theatre.read_text(encoding="utf-8").replace('"road"]', '"rail_velikie_luki", "road"]', 1)
    for at, sea in ports.items():
        text += f'\n[[places]]\nname = "Port {at}"\nhex = "{at}"\nkinds = ["port"]\nowner = "soviet"\n'
        text += f'values = {{ sea = "{sea}" }}\n'
    theatre.write_text(text, encoding="utf-8")
    return Network.of(load_theatre_for(pack, place))


LUKI = ("1B/2012", "1B/2011", "1B/2010")
BROAD_LINE = {f"{a}-{b}": "rail_standard  rail_velikie_luki" for a, b in pairwise(("1B/2013", *LUKI, "1B/2009"))}


@pytest.mark.parametrize(("choice", "legal"), [("standard", YES), ("broad", NO)])
def test_axis_trains_between_velikie_luki_and_riga(choice: str, legal: Known, tmp_path: Path) -> None:
    pack = load_pack("fire_in_the_east", {"velikie-luki-riga": choice}, SHEET)
    network = redrawn(pack, tmp_path, BROAD_LINE)
    held = tuple(f"control {number} axis" for number in LUKI)
    given = ("turn 5, German Movement Phase", "weather clear", "1B/2012: ge.1inf", *held)
    at = position_from(given, pack, network)
    assert cost_of(at, at.unit("ge.1inf"), LUKI, mode="rail").legal == legal
    at = position_from((*given, *(f"{number}: +regauged" for number in LUKI)), pack, network)
    assert cost_of(at, at.unit("ge.1inf"), LUKI, mode="rail").legal == YES


@pytest.mark.parametrize(("sea", "ships"), [("Baltic", True), ("White Sea", False)])
def test_ships_carry_supply_within_a_sea_zone(sea: str, ships: bool, tmp_path: Path) -> None:
    pack = load_pack("fire_in_the_east", charts=SHEET)
    network = redrawn(pack, tmp_path, {}, {EAST: "Baltic", WEST: sea})
    at = position_from(("turn 5, Soviet Initial Phase", "weather clear"), pack, network)
    found = supply(at, "soviet")
    assert found.has(f"Port {EAST}", "shipping").is_yes
    assert found.has(f"Port {WEST}", "shipping") == Known.of(ships)


@pytest.mark.parametrize(
    ("before", "chosen", "low", "high"),
    [
        ("last_weather frost", True, 2, 2),
        ("last_weather mud", True, 1, 1),
        ("", True, 1, 2),
        ("last_weather snow", False, 1, 1),
    ],
)
def test_rivers_in_flood(before: str, chosen: bool, low: int, high: int, tmp_path: Path) -> None:
    pack = load_pack("fire_in_the_east", charts=SHEET, options={"river_freezing": chosen})
    given = ("turn 5, Soviet Movement Phase", "weather mud", "2A/2504: so.10rif", *filter(None, (before,)))
    costs = []
    for number, side in enumerate(("border", "river")):
        folder = tmp_path / str(number)
        folder.mkdir()
        at = position_from(given, pack, redrawn(pack, folder, {"2A/2504-2A/2505": side}))
        costs.append(cost_of(at, at.unit("so.10rif"), ("2A/2504", "2A/2505")).cost)
    dry, wet = costs
    assert wet.low - dry.low == low
    assert wet.high - dry.high == high
