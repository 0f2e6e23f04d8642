"""Maps go to Tiled and hexwright and come back; what one of them cannot hold is told, and no file of theirs does harm."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from pathlib import Path
from struct import pack as packed
from typing import Any

import pytest

from adjudicator.editing.brought import ImportedMap
from adjudicator.editing.importing import read_map
from adjudicator.editing.values import ValueKey, ValueKind
from adjudicator.errors import CorruptFile, UsageError, WriteError
from adjudicator.exporters import tiled
from adjudicator.exporters.hexwright import export as to_hexwright
from adjudicator.game.maps.bringing import bring
from adjudicator.game.pack_files import export_theatre
from adjudicator.model.cells import cells_of
from adjudicator.model.theatre import Theatre, load_theatre
from adjudicator.packs.folders import BUNDLED
from tests.adjudicator.game.maps.test_bringing import VALLEY, ground, sides

AT = {each.number: each.at for each in VALLEY.hexes.values()}
TAKES = {
    "terrains": frozenset({"clear", "forest", "sea"}),
    "features": frozenset({"river", "road"}),
    "tags": frozenset({"coast"}),
    "kinds": frozenset({"town"}),
}


GRID = {"grid_version": 1, "even_col_y_offset": -50}
"""hexwright's even columns lie higher, as the valley's first column does."""


def places(theatre: Theatre) -> set[tuple[object, ...]]:
    return {(each.name, each.hex, each.kinds, each.owner) for each in theatre.places}


def brought(path: Path, told: object, *, sideways: bool = False) -> ImportedMap:
    """What is taken from a document, by the valley's hexes."""
    path.write_text(json.dumps(told), encoding="utf-8")
    return read_map(path, AT, TAKES, sideways=sideways)


def terrains(found: ImportedMap) -> dict[str, Any]:
    return {key.of: value for key, value in found.changes.items() if key.kind is ValueKind.TERRAIN}


def test_a_map_goes_to_tiled_and_back_whole(own_pack: Path, tmp_path: Path) -> None:
    export_theatre("two_rivers", tmp_path / "valley.tmj")
    assert bring(own_pack, tmp_path / "valley.tmj").done == (
        f"took 280 hexes, {len(VALLEY.hexsides)} hexsides, 12 places",
    )
    found = load_theatre(own_pack / "theatres" / "map")
    assert (ground(found), sides(found), places(found)) == (ground(VALLEY), sides(VALLEY), places(VALLEY))


def test_a_map_goes_to_hexwright_and_what_it_lacks_is_told(own_pack: Path, tmp_path: Path) -> None:
    told = export_theatre("two_rivers", tmp_path / "valley.hexwright.json").done
    assert any(line.startswith("lost: hexwright has no tags") for line in told)
    bring(own_pack, tmp_path / "valley.hexwright.json")
    found = load_theatre(own_pack / "theatres" / "map")
    assert {number: each[0] for number, each in ground(found).items()} == {
        number: each[0] for number, each in ground(VALLEY).items()
    }
    assert sides(found) == sides(VALLEY)
    assert {each[:2] for each in places(found)} == {each[:2] for each in places(VALLEY)}


@pytest.mark.parametrize("theatre", ["europa/theatres/dvina_line", "thunder_in_the_east/theatres/smolensk_corridor"])
def test_maps_of_other_numberings_come_back_from_tiled(theatre: str, tmp_path: Path) -> None:
    found = load_theatre(BUNDLED / theatre)
    tiled.export(found, tmp_path / "map.tmj")
    at = {each.number: each.at for each in found.hexes.values()}
    takes = {"terrains": frozenset(each.terrain for each in found.hexes.values()), "features": frozenset[str]()}
    takes |= {"tags": frozenset(), "kinds": frozenset()}
    back = read_map(tmp_path / "map.tmj", at, takes, sideways=found.numbering.sideways)
    assert terrains(back) == {each.number: each.terrain for each in found.hexes.values()}


def test_tiled_draws_each_hex_beside_its_neighbours() -> None:
    told = tiled.document(VALLEY)
    points = {each["name"]: (each["x"], each["y"]) for each in told["layers"][3]["objects"]}
    one, below, beside = (points[number] for number in ("0505", "0506", "0605"))
    assert (below[0] - one[0], below[1] - one[1]) == (0, 56)
    assert (beside[0] - one[0], abs(beside[1] - one[1])) == (48, 28)
    assert VALLEY.at("0505").at.distance(VALLEY.at("0605").at) == 1


def test_cells_count_from_the_corner_whichever_columns_lie_lower() -> None:
    hexes = list(VALLEY.hexes)
    for lower in (0, 1):
        cells = cells_of(hexes, sideways=False, lower=lower)
        assert len(set(cells.values())) == len(hexes)
        assert (min(cell[0] for cell in cells.values()), min(cell[1] for cell in cells.values())) == (0, 0)


def drawn(data: object, **more: object) -> dict[str, object]:
    """A map that somebody drew in Tiled: tiles with pictures, no objects."""
    tiles = [{"id": 0, "image": "art/forest.png"}, {"id": 1, "class": "lava"}, {"id": 2}]
    layer = {"name": "ground", "type": "tilelayer", "width": 3, "height": 1, "x": 0, "y": 0, "data": data} | more
    sets = [{"firstgid": 1, "tiles": tiles}, {"firstgid": 10, "source": "more.tsj"}]
    return {"orientation": "hexagonal", "staggeraxis": "x", "staggerindex": "odd", "layers": [layer], "tilesets": sets}


def test_tiles_are_told_by_class_or_picture_and_what_is_unknown_is_lost(tmp_path: Path) -> None:
    found = brought(tmp_path / "own.tmj", drawn([1, 2, 3 | 0x80000000]))
    assert terrains(found) == {"0101": "forest"}
    assert set(found.losses) == {
        "the tileset 'more.tsj' lies in a file of its own: embed it in the map",
        "'lava' is no word among the terrains of this map",
        "tile 3 has no name",
    }


@pytest.mark.parametrize("packing", ["", "zlib"])
def test_packed_tiles_are_read(packing: str, tmp_path: Path) -> None:
    raw = packed("<3I", 1, 0, 0)
    data = b64encode(zlib.compress(raw) if packing else raw).decode()
    found = brought(tmp_path / "own.tmj", drawn(data, encoding="base64", compression=packing))
    assert terrains(found) == {"0101": "forest"}


def test_hexwrights_own_exports_are_read_one_by_one(tmp_path: Path) -> None:
    ground = brought(tmp_path / "terrain.json", {"_comment": "x", "terrain": {"0101": "forest", "0102": "swamp"}})
    assert terrains(ground) == {"0101": "forest"}
    assert dict(ground.losses) == {"'swamp' is no word among the terrains of this map": 1}
    lists = {"rivers": [{"a": "0101", "b": "0102"}], "road": [{"a": "0101", "b": "0102"}], "slopes": []}
    found = brought(tmp_path / "hexsides.json", lists)
    assert found.changes == {ValueKey(ValueKind.SIDE, "0101-0102"): ("river", "road")}
    named = {"features": [{"code": "0101", "type": "town", "name": "Erla", "attrs": {"vp": 2}}]}
    place = next(iter(brought(tmp_path / "features.json", named).changes.values()))
    assert place == {"name": "Erla", "hex": "0101", "kinds": ["town"], "values": {"vp": 2}}


def test_codes_that_are_no_numbers_count_from_the_corner(tmp_path: Path) -> None:
    found = brought(tmp_path / "terrain.json", {"terrain": {"0000": "forest", "0100": "sea"}, "hexgrid": GRID})
    assert set(terrains(found)) == {"0101", "0201"}


@pytest.mark.parametrize(
    "told",
    [
        {"orientation": "orthogonal", "layers": []},
        {"orientation": "hexagonal", "staggeraxis": "y", "layers": []},
        drawn("%%%"),
        drawn(b64encode(b"no zlib").decode(), compression="zlib"),
    ],
)
def test_what_is_no_map_of_hexes_is_refused(told: object, tmp_path: Path) -> None:
    with pytest.raises(CorruptFile):
        brought(tmp_path / "own.tmj", told)


def test_hostile_documents_are_bounded(tmp_path: Path) -> None:
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 200_000, encoding="utf-8")
    with pytest.raises(CorruptFile):
        read_map(deep, AT, TAKES)
    bomb = b64encode(zlib.compress(bytes(2**25), 9)).decode()
    found = brought(tmp_path / "bomb.tmj", drawn(bomb, compression="zlib"))
    assert not terrains(found)
    odd = {"orientation": "hexagonal", "layers": [3, {"type": "tilelayer", "width": "wide", "data": ["x", 1]}]}
    assert not brought(tmp_path / "odd.tmj", odd).changes
    nested: dict[str, object] = {"type": "tilelayer", "data": []}
    for _ in range(60):
        nested = {"type": "group", "layers": [nested]}
    told = {"orientation": "hexagonal", "layers": [nested]}
    assert brought(tmp_path / "nested.tmj", told).losses["layers in groups nested too deep"] == 1


def test_hexwright_takes_no_sideways_map(tmp_path: Path) -> None:
    turned = VALLEY.numbering.model_copy(update={"sideways": True})
    with pytest.raises(WriteError, match="corner"):
        to_hexwright(Theatre("x", turned, VALLEY.hexes, {}), tmp_path / "map.hexwright.json")


def test_a_table_with_any_ends_of_lines_is_read_and_one_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "map.csv"
    path.write_bytes(b"number,terrain\n0102,sea\r0202,forest\n")
    read_map(path, AT, TAKES)
    path.write_text(f"number,terrain\n0102,{'x' * 200_000}\n", encoding="utf-8")
    with pytest.raises(CorruptFile, match=r"no table of a map .*field larger than field limit"):
        read_map(path, AT, TAKES)


def test_words_that_the_theatre_has_not_are_not_counted_as_taken(own_pack: Path, tmp_path: Path) -> None:
    one = next(iter(AT))
    near = next(number for number, at in AT.items() if at.distance(AT[one]) == 1)
    path = tmp_path / "sides.json"
    path.write_text(json.dumps({"chasms": [{"a": one, "b": near}]}), encoding="utf-8")
    before = sides(load_theatre(own_pack / "theatres" / "map"))
    made = bring(own_pack, path)
    assert made.done == (
        "took 0 hexes, 0 hexsides, 0 places",
        "lost: 'chasms' is no word among the features of this map",
    )
    assert (made.written, sides(load_theatre(own_pack / "theatres" / "map"))) == ((), before)


def test_a_project_of_hexwright_is_read_with_the_files_that_it_names(tmp_path: Path) -> None:
    number = next(iter(AT))
    (tmp_path / "terrain.json").write_text(json.dumps({"terrain": {number: "clear"}}), encoding="utf-8")
    (tmp_path / "hexgrid.json").write_text(json.dumps(GRID), encoding="utf-8")
    project = {"name": "Valley", "hexgrid": "hexgrid.json", "terrain": "terrain.json"}
    assert terrains(brought(tmp_path / "project.json", project)) == {number: "clear"}
    with pytest.raises(CorruptFile, match=r"names 'names\.json', and no such file lies beside it"):
        brought(tmp_path / "project.json", {**project, "names": "names.json"})
    for name in ("../secret.json", "", "..", "9" * 5000, "a\0b"):
        with pytest.raises(CorruptFile, match="no such file lies beside it"):
            brought(tmp_path / "project.json", {**project, "names": name})


def test_a_file_without_hexes_is_no_whole_map(own_pack: Path, tmp_path: Path) -> None:
    path = tmp_path / "names.json"
    path.write_text(json.dumps({"names": {}}), encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        bring(own_pack, path, whole=True)
    assert caught.value.argument == "whole"
