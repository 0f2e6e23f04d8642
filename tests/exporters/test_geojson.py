"""GeoJSON of positions, theatres and drawings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from shapely import Point
from shapely.geometry import shape

from adjudicator.exporters import geojson
from adjudicator.exporters.drawing import Disc, Drawing, FilledArea, Layer, Polyline, Style
from adjudicator.exporters.losses import Aspect, Content
from adjudicator.model.boards import Board
from adjudicator.model.counters import Counter, Deck, Design, Spot, Stack
from adjudicator.model.grid import HexGrid
from adjudicator.model.hexes import Hex, Hexside
from adjudicator.model.module import lay_out
from adjudicator.model.state import GameState
from adjudicator.model.theatre import MapHex, Numbering, Place, Theatre
from adjudicator.persistent import PersistentMap
from tests.exporters.states import contents


def told(path: Path) -> list[dict[str, Any]]:
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["type"] == "FeatureCollection"
    assert all(shape(each["geometry"]).is_valid for each in document["features"])
    return list(document["features"])


def test_a_counter_lies_in_its_hex(tmp_path: Path) -> None:
    grid = HexGrid(48.0, 56.0, 30, 30, size=(400, 300))
    layout = lay_out([(Board("b", "", (400, 300), grid), 0, 0, False)])
    counter = Counter("a", "1st Corps", Spot("Map", 130, 90, "b", "", "0302"), Design("d"))
    content = Content(None, GameState(counters=PersistentMap({"a": counter}), boards={"Map": layout}))
    geojson.export(content, tmp_path / "out.geojson")
    by_kind = {each["properties"]["kind"]: each for each in told(tmp_path / "out.geojson")}
    assert by_kind["counter"]["geometry"]["coordinates"] == [130, -90]
    assert by_kind["counter"]["properties"]["name"] == "1st Corps"
    assert shape(by_kind["hex"]["geometry"]).contains(Point(130, -90))
    assert shape(by_kind["board"]["geometry"]).bounds == (0, -300, 400, 0)


def test_what_is_hidden_stays_hidden(tmp_path: Path) -> None:
    counters = {
        "m": Counter("m", "Masked", Spot("Map", 1, 1), Design("d"), masked_by="Player 1"),
        "h": Counter("h", "Hidden", Spot("Map", 1, 1), Design("d"), hidden_by="Player 1"),
        "c": Counter("c", "Card", Spot("Map", 1, 1), Design("d"), stack="deck"),
    }
    stacks = {"deck": Stack("deck", Spot("Map", 1, 1), ("c",), deck=Deck("Orders"))}
    content = Content(None, GameState(counters=PersistentMap(counters), stacks=PersistentMap(stacks)))
    report = geojson.export(content, tmp_path / "out.geojson")
    text = (tmp_path / "out.geojson").read_text(encoding="utf-8")
    assert not any(word in text for word in ("Masked", "Hidden", "Card"))
    assert report.lost(Aspect.COUNTERS) == {"h"} and {"m", "c"} <= report.lost(Aspect.NAMES)


def theatre(sideways: bool) -> Theatre:
    numbering = Numbering(sideways=sideways)
    centre = numbering.hex(5, 5)
    around = [centre, *centre.neighbours()]
    hexes = {at: MapHex(numbering.format(at), at, "forest", frozenset({"south"})) for at in around}
    sides = {Hexside.between(centre, at): frozenset({"river"}) for at in centre.neighbours()}
    return Theatre("Test", numbering, hexes, sides, (Place(name="Town", hex=numbering.format(centre)),))


def test_hexes_of_a_theatre_touch_along_their_hexsides(tmp_path: Path) -> None:
    for sideways in (False, True):
        geojson.write(tmp_path / "out.geojson", geojson.theatre(theatre(sideways)))
        features = told(tmp_path / "out.geojson")
        hexes = {
            each["properties"]["number"]: shape(each["geometry"])
            for each in features
            if each["properties"]["kind"] == "hex"
        }
        sides = [each for each in features if each["properties"]["kind"] == "hexside"]
        assert len(hexes) == 7 and len(sides) == 6
        for side in sides:
            one, other = (hexes[number] for number in side["properties"]["between"])
            shared = one.buffer(1e-9).intersection(other.buffer(1e-9))
            assert shared.buffer(1e-6).contains(shape(side["geometry"]))
            assert abs(shape(side["geometry"]).length - 1) < 1e-9
        assert [each["properties"]["name"] for each in features if each["properties"]["kind"] == "place"] == ["Town"]


def test_north_is_up() -> None:
    flat = {
        each["properties"]["number"]: shape(each["geometry"])
        for each in geojson.theatre(theatre(False))
        if each["properties"]["kind"] == "hex"
    }
    numbering = theatre(False).numbering
    centre: Hex = numbering.hex(5, 5)
    north = flat[numbering.format(centre.neighbour(0))].centroid
    middle = flat[numbering.format(centre)].centroid
    assert north.y > middle.y and abs(north.x - middle.x) < 1e-9


def test_an_overlay_s_shapes_keep_their_layers(tmp_path: Path) -> None:
    shapes = (
        FilledArea((((0, 0), (10, 0), (10, 10)),), Style(fill="#ff0000"), "supplied"),
        Polyline(((0, 0), (5, 5)), title="trace"),
        Disc(3, 3, 2, Style(fill="#00ff00")),
    )
    geojson.write(tmp_path / "out.geojson", geojson.overlay(Drawing((0, 0, 20, 20), layers=(Layer("supply", shapes),))))
    features = told(tmp_path / "out.geojson")
    assert [each["geometry"]["type"] for each in features] == ["Polygon", "LineString", "Polygon"]
    assert {each["properties"]["layer"] for each in features} == {"supply"}


@settings(max_examples=40, deadline=None)
@given(contents())
def test_every_counter_is_a_feature_or_in_the_report(content: Content) -> None:
    found = {each["properties"]["id"] for each in geojson.positions(content) if each["properties"]["kind"] == "counter"}
    assert content.state is not None
    gone = {each.id for each in content.state.counters.values() if each.hidden_by or not each.spot.map}
    assert found == set(content.state.counters) - gone
