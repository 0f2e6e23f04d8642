"""The drawn board: looks found by name, everything that the theatre says is on it, the same bytes every time."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from adjudicator.errors import PackError
from adjudicator.exporters.theatre_map import draw_theatre, load_style, write_png
from adjudicator.exporters.theatre_map.places import Room
from adjudicator.exporters.theatre_map.sheet import LegendEntry, _columns
from adjudicator.exporters.theatre_map.style import default_style
from adjudicator.model.hexes import Hexside
from adjudicator.model.theatre import MapHex, Numbering, Place, Theatre

NUMBERING = Numbering()


def small(terrain: str = "forest", feature: str = "river") -> Theatre:
    numbers = ["0101", "0102", "0201", "0202", "0301", "0302"]
    hexes = {
        at: MapHex(name, at, terrain if name == "0201" else "clear")
        for name in numbers
        if (at := NUMBERING.parse(name))
    }
    side = Hexside.between(NUMBERING.parse("0201"), NUMBERING.parse("0202"))
    places = (Place(name="Brod & Sons", hex="0202", kinds=frozenset({"town"})),)
    return Theatre("Small <Test>", NUMBERING, hexes, {side: frozenset({feature})}, places)


def colour_at(path: Path, x: float, y: float) -> tuple[int, ...]:
    with Image.open(path) as image:
        return tuple(image.convert("RGB").getpixel((round(x), round(y))))


@pytest.mark.parametrize(
    ("name", "texture"),
    [("woods", "woods"), ("Light_Woods", "woods"), ("wooded hills", "hills"), ("deep sea", "waves"), ("clear", "")],
)
def test_a_terrain_is_known_by_a_word_of_its_name(name: str, texture: str) -> None:
    assert default_style().terrain_looks(name)[0].texture == texture


def test_wooded_hills_show_both_textures() -> None:
    assert [look.texture for look in default_style().terrain_looks("wooded hills")][:2] == ["hills", "woods"]


def test_unknown_terrain_and_features_get_looks_of_their_own() -> None:
    style = default_style()
    assert style.terrain_looks("xyzzy") == style.terrain_looks("xyzzy") != style.terrain_looks("plugh")
    assert style.feature_look("xyzzy").colour != style.feature_look("plugh").colour


def test_a_theatre_may_bring_its_own_looks(tmp_path: Path) -> None:
    (tmp_path / "style.toml").write_text('paper = "#123456"\n[terrain.forest]\nfill = "#00ff00"\n', encoding="utf-8")
    style = load_style(tmp_path)
    assert (style.paper, style.terrain["forest"].fill) == ("#123456", "#00ff00")
    assert style.terrain["swamp"] == default_style().terrain["swamp"]


def test_a_wrong_look_is_one_error_naming_file_and_key(tmp_path: Path) -> None:
    (tmp_path / "style.toml").write_text('[terrain.forest]\ntexture = "tartan"\n', encoding="utf-8")
    with pytest.raises(PackError, match=r"style.toml.*terrain\.forest\.texture"):
        load_style(tmp_path)


def test_the_board_is_the_same_every_time_and_has_the_size_of_its_layout(tmp_path: Path) -> None:
    one, other = tmp_path / "one.png", tmp_path / "other.png"
    sheet = draw_theatre(small())
    assert write_png(sheet, one) == sheet.layout.size
    write_png(draw_theatre(small()), other)
    assert one.read_bytes() == other.read_bytes()


def test_tiles_join_without_seams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, tiled = tmp_path / "whole.png", tmp_path / "tiled.png"
    write_png(draw_theatre(small()), whole)
    monkeypatch.setattr("adjudicator.exporters.theatre_map.raster.TILE", 256)
    write_png(draw_theatre(small()), tiled)
    with Image.open(whole) as one, Image.open(tiled) as other:
        pairs = zip(one.convert("L").tobytes(), other.convert("L").tobytes(), strict=True)
        odd = sum(abs(a - b) > 12 for a, b in pairs)
        assert odd < one.width * one.height / 1000


def test_terrain_and_rivers_are_where_the_theatre_says(tmp_path: Path) -> None:
    wet, dry = tmp_path / "wet.png", tmp_path / "dry.png"
    sheet = draw_theatre(small("sea"))
    write_png(sheet, wet)
    write_png(draw_theatre(small("clear", "xyzzy")), dry)
    layout = sheet.layout
    x, y = layout.centre(NUMBERING.parse("0201"))
    red, green, blue = colour_at(wet, x + 12, y + 12)
    assert blue > red + 25 and green > red
    assert colour_at(dry, x + 12, y + 12)[0] > 200


def test_names_and_title_are_escaped() -> None:
    markup = draw_theatre(small()).svg()
    assert "Brod &amp; Sons" in markup and "Small &lt;Test&gt;" in markup


def test_the_legend_names_what_is_on_the_map_and_nothing_else() -> None:
    markup = draw_theatre(small("marsh", "minor_river")).svg()
    assert all(f">{word}<" in markup for word in ("Clear", "Marsh", "Minor river", "Town"))
    assert ">Forest<" not in markup


def test_the_legend_stands_in_columns() -> None:
    entries = [LegendEntry(title, "terrain") for title in ("Sea", "Very wide wooded hills", "Marsh", "Road", "Town")]
    columns = _columns(entries, 700.0, 100)
    assert [[entry.title for entry in column] for column in columns] == [
        ["Sea", "Very wide wooded hills"],
        ["Marsh", "Road"],
        ["Town"],
    ]
    assert _columns(entries, 50.0, 100) == [entries]
    starts = re.findall(
        r'<text x="([0-9.]+)"[^>]*>(?:Clear|Marsh|Minor river|Town)<', draw_theatre(small("marsh")).svg()
    )
    assert len(starts) > len(set(starts))


def test_kinds_of_place_drawn_alike_stand_once_in_the_legend() -> None:
    theatre = small()
    odd = Place(name="Brod", hex="0202", kinds=frozenset({"city", "soviet_city", "dot_city"}))
    markup = draw_theatre(replace(theatre, places=(odd,))).svg()
    assert ">City<" in markup and "Soviet city" not in markup


def test_a_name_moves_aside_where_its_place_is_taken() -> None:
    room = Room(100)
    room.take((0, 0, 50, 20))
    assert room.cost((10, 10, 40, 40)) == 30 * 10
    assert room.cost((60, 0, 90, 20)) == 0
