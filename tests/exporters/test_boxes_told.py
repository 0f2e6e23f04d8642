"""Boxes, theatres and pictures as GeoJSON and CSV; what is no game is not written as one."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from shapely.geometry import shape

from adjudicator.cli.main import status
from adjudicator.packs.load import load_pack, load_theatre_for
from tests.helpers import FIXTURES

GAME = FIXTURES / "vassal" / "two_rivers"
MODULE = str(GAME / "two_rivers.vmod")


def features(path: Path) -> list[dict[str, Any]]:
    found = json.loads(path.read_text(encoding="utf-8"))["features"]
    assert all(shape(each["geometry"]).is_valid for each in found)
    return list(found)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_module_s_locations(tmp_path: Path) -> None:
    assert status(["convert", MODULE, str(tmp_path / "map.csv")]) == 0
    assert status(["convert", MODULE, str(tmp_path / "map.geojson"), "--report", str(tmp_path / "lost.json")]) == 0
    found = [each["properties"] for each in features(tmp_path / "map.geojson")]
    hexes = {each["location"] for each in found if each["kind"] == "hex"}
    listed = {row["location"] for row in rows(tmp_path / "map.csv")}
    assert "0305" in hexes and hexes <= listed
    lost = json.loads((tmp_path / "lost.json").read_text(encoding="utf-8"))
    assert {each["aspect"]: each["approximated"] for each in lost["counts"]}["grids"] == 2


def test_a_theatre_is_a_map_and_a_table(tmp_path: Path) -> None:
    theatre = load_theatre_for(load_pack("two_rivers"), "valley")
    assert status(["packs", "export", "two_rivers", "-o", str(tmp_path / "map.csv")]) == 0
    assert status(["packs", "export", "two_rivers", "--theatre", "valley", "-o", str(tmp_path / "map.geojson")]) == 0
    found = [each["properties"] for each in features(tmp_path / "map.geojson")]
    numbers = {each["number"] for each in found if each["kind"] == "hex"}
    assert numbers == {each.number for each in theatre.hexes.values()}
    assert [row["number"] for row in rows(tmp_path / "map.csv")] == sorted(numbers)
    assert len([each for each in found if each["kind"] == "hexside"]) == len(theatre.hexsides)


def test_what_the_rules_make_of_a_position(tmp_path: Path) -> None:
    wanted = ["--pack", "two_rivers", "--layers", "zoc,supply,control,findings"]
    assert status(["render", str(GAME / "midgame.vsav"), *wanted, "-o", str(tmp_path / "over.geojson")]) == 0
    layers = {each["properties"]["layer"] for each in features(tmp_path / "over.geojson")}
    assert {"supply", "findings"} <= {name.partition(" ")[0] for name in layers}


@pytest.mark.parametrize(
    ("target", "message"), [("out.vsav", "a save wants a game"), ("out.vmdx", "only an extension can be written")]
)
def test_a_box_is_neither_save_nor_extension(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], target: str, message: str
) -> None:
    assert status(["convert", MODULE, str(tmp_path / target)]) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("version", ["3", "4"])
def test_a_cyberboard_box_becomes_a_document(tmp_path: Path, version: str) -> None:
    box = FIXTURES / "cyberboard" / f"version_{version}.gbx"
    assert status(["convert", str(box), str(tmp_path / "box.json")]) == 0
    assert status(["inspect", str(tmp_path / "box.json")]) == 0
