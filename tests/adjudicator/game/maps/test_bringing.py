"""A map goes out as GeoJSON or a table and comes in again; what has no room is told."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from adjudicator.errors import CorruptFile, UnknownFormat, UsageError
from adjudicator.game.maps.bringing import bring
from adjudicator.game.pack_files import export_theatre
from adjudicator.model.theatre import Theatre, load_theatre
from adjudicator.packs.folders import BUNDLED
from tests.cases import OWN_PACKS

HIGH_GROUND = OWN_PACKS / "high_ground"
VALLEY = load_theatre(BUNDLED / "two_rivers" / "theatres" / "valley")


def ground(theatre: Theatre) -> dict[str, tuple[object, ...]]:
    return {
        each.number: (each.terrain, each.tags) for each in theatre.hexes.values() if each.number in VALLEY.by_number
    }


def sides(theatre: Theatre) -> dict[frozenset[str], frozenset[str]]:
    named = {at: each.number for at, each in theatre.hexes.items()}
    return {frozenset((named[side.low], named[side.high])): words for side, words in theatre.hexsides.items()}


def test_geojson_that_we_wrote_comes_in_whole_and_not_twice(own_pack: Path, tmp_path: Path) -> None:
    export_theatre("two_rivers", tmp_path / "valley.geojson")
    told = bring(own_pack, tmp_path / "valley.geojson").done
    assert told == (f"took 280 hexes, {len(VALLEY.hexsides)} hexsides, 12 places",)
    found = load_theatre(own_pack / "theatres" / "map")
    assert ground(found) == ground(VALLEY) and sides(found) == sides(VALLEY)
    assert {(each.name, each.hex, each.kinds, each.owner) for each in found.places} == {
        (each.name, each.hex, each.kinds, each.owner) for each in VALLEY.places
    }
    bring(own_pack, tmp_path / "valley.geojson")
    assert len(load_theatre(own_pack / "theatres" / "map").places) == len(VALLEY.places)


def test_a_table_brings_the_hexes_and_says_what_it_leaves_out(own_pack: Path, tmp_path: Path) -> None:
    export_theatre("two_rivers", tmp_path / "valley.csv")
    told = bring(own_pack, tmp_path / "valley.csv").done
    assert "lost: the column 'places' is not read" in told
    assert ground(load_theatre(own_pack / "theatres" / "map")) == ground(VALLEY)


def test_a_whole_map_takes_out_what_it_does_not_name_and_adds_what_lacks(own_pack: Path, tmp_path: Path) -> None:
    folder = own_pack / "theatres" / "map"
    hexes = (folder / "hexes.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "hexes.txt").write_text("".join(line for line in hexes if not line.startswith("0805")), encoding="utf-8")
    (folder / "hexsides.txt").write_text("0101-0102 road\n0101-0000 river\n", encoding="utf-8")
    export_theatre("two_rivers", tmp_path / "valley.csv")
    told = bring(own_pack, tmp_path / "valley.csv", whole=True).done
    assert told[:2] == (
        f"took 280 hexes, {len(VALLEY.hexsides)} hexsides, 0 places",
        "took out 105 hexes that it does not name",
    )
    found = load_theatre(folder)
    assert found.by_number.keys() == VALLEY.by_number.keys() and ground(found) == ground(VALLEY)
    assert sides(found) == {**sides(VALLEY), frozenset(("0101", "0102")): {"road"}}
    again = bring(own_pack, tmp_path / "valley.csv", whole=True).done
    assert not any("took out" in line for line in again)
    assert "cut by" in "".join(hexes) and "cut by" not in (folder / "hexes.txt").read_text(encoding="utf-8")


def test_a_table_of_another_map_leaves_nothing_and_is_refused(own_pack: Path, tmp_path: Path) -> None:
    (tmp_path / "map.csv").write_text("number,terrain\nnowhere,clear\n", encoding="utf-8")
    with pytest.raises(UsageError, match="names no hex of this map"):
        bring(own_pack, tmp_path / "map.csv", whole=True)


def test_a_table_of_hexsides_brings_what_lies_along_them(own_pack: Path, tmp_path: Path) -> None:
    text = "hexside,features\n0102-0101,river road\n0101-0105,river\n0201-0202,moat rail\n"
    (tmp_path / "sides.csv").write_text(text, encoding="utf-8")
    assert bring(own_pack, tmp_path / "sides.csv").done == (
        "took 0 hexes, 2 hexsides, 0 places",
        "lost: 'moat' is no word among the features of this map",
        "lost: 0101-0105 is no hexside of the map",
    )
    assert {frozenset({"0101", "0102"}): {"river", "road"}, frozenset({"0201", "0202"}): {"rail"}} == sides(
        load_theatre(own_pack / "theatres" / "map")
    )


@pytest.mark.parametrize("name", ["heights.geojson", "heights.csv"])
def test_what_has_a_direction_goes_out_and_comes_in_again(tmp_path: Path, name: str) -> None:
    own = shutil.copytree(HIGH_GROUND, tmp_path / "own")
    sides = own / "theatres" / "heights" / "hexsides.txt"
    export_theatre(own, tmp_path / name)
    wanted = load_theatre(sides.parent).hexsides
    sides.write_text("0303-0302 bluff>\n", encoding="utf-8")
    assert "lost" not in " ".join(bring(own, tmp_path / name).done).replace("lost: the column", "")
    assert load_theatre(sides.parent).hexsides == wanted
    assert "0303-0302 bluff<\n" in sides.read_text(encoding="utf-8")


def test_what_has_no_room_is_told_and_nothing_is_guessed(own_pack: Path, tmp_path: Path) -> None:
    path = tmp_path / "map.geojson"
    properties = [
        {"kind": "hex", "number": "0101", "terrain": "lava", "tags": ["coast", "haunted"]},
        {"kind": "hex", "number": "9999", "terrain": "clear"},
        {"kind": "hexside", "between": ["0101", "0105"], "features": ["river"]},
        {"kind": "hexside", "between": ["0101", "0102"], "features": ["river", "moat"]},
        {"kind": "place", "name": "Nowhere", "number": "9999"},
        {"kind": "label"},
    ]
    features = [{"type": "Feature", "geometry": None, "properties": each} for each in properties]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")
    assert set(bring(own_pack, path).done[1:]) == {
        "lost: 'lava' is no word among the terrains of this map",
        "lost: 'haunted' is no word among the tags of this map",
        "lost: hex 9999 is not on the map",
        "lost: 0101-0105 is no hexside of the map",
        "lost: 'moat' is no word among the features of this map",
        "lost: the place 'Nowhere' lies in no hex of the map",
        "lost: a map has no room for 'label'",
    }
    found = load_theatre(own_pack / "theatres" / "map")
    assert (found.at("0101").terrain, found.at("0101").tags) == ("blank", {"coast"})


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [("map.geojson", "[]", CorruptFile), ("map.csv", "hex,ground\n", CorruptFile), ("map.txt", "0101", UnknownFormat)],
)
def test_what_is_no_map_is_refused(
    own_pack: Path, tmp_path: Path, name: str, text: str, error: type[Exception]
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(error):
        bring(own_pack, tmp_path / name)


def test_a_shipped_map_is_not_written_into(tmp_path: Path) -> None:
    (tmp_path / "map.csv").write_text("number,terrain\n", encoding="utf-8")
    with pytest.raises(UsageError, match="shipped"):
        bring("two_rivers", tmp_path / "map.csv")
