"""A theatre as a map of the editor Tiled (its JSON): a layer of tiles for the terrain, objects for all else.

Tiles have a class and no picture. Hexes are points with their number and tags, hexsides lines with `between` and
`features`, places points, as `packs import` reads them again.
https://doc.mapeditor.org/en/stable/reference/json-map-format/
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from adjudicator.exporters.format import WriteResult
from adjudicator.harmless import json_bytes
from adjudicator.model.cells import Cell, cells_of
from adjudicator.model.hexes import Hex, Hexside
from adjudicator.model.one_way import written
from adjudicator.model.theatre import Theatre
from adjudicator.notes import Note, NoteKind
from adjudicator.writing import write_bytes

LONG, SHORT, SIDE = 64, 56, 32
"""Pixels of a hex from corner to corner, from side to side, and of its side."""
Json = dict[str, Any]


def export(theatre: Theatre, path: Path, _source: str = "") -> WriteResult:
    """Write the map; what Tiled has no place for is told."""
    write_bytes(path, json_bytes(document(theatre), ended=True))
    pictures = Note(NoteKind.LOST, "looks", "Tiled's tiles have classes and no pictures")
    links = Note(NoteKind.LOST, "links", "links beyond the map's edge have no place in Tiled")
    return WriteResult((pictures, *([links] if theatre.links else [])))


def document(theatre: Theatre) -> Json:
    """The map as Tiled's JSON object."""
    sheet = _Sheet(theatre)
    wide, high = (max((cell[axis] for cell in sheet.cells.values()), default=-1) + 1 for axis in (0, 1))
    terrains = sorted({each.terrain for each in theatre.hexes.values()})
    tiles = [0] * (wide * high)
    for at, (column, row) in sheet.cells.items():
        tiles[row * wide + column] = terrains.index(theatre.hexes[at].terrain) + 1
    ids = count(1)
    layers = [
        {**_layer(1, "terrain", "tilelayer"), "width": wide, "height": high, "data": tiles},
        {**_layer(2, "hexsides", "objectgroup"), "draworder": "topdown", "objects": list(sheet.sides(ids))},
        {**_layer(3, "places", "objectgroup"), "draworder": "topdown", "objects": list(sheet.places(ids))},
        {**_layer(4, "hexes", "objectgroup"), "draworder": "topdown", "objects": list(sheet.hexes(ids))},
    ]
    return {
        "type": "map", "version": "1.10", "tiledversion": "1.10.2", "orientation": "hexagonal", "infinite": False,
        "renderorder": "right-down", "compressionlevel": -1, "width": wide, "height": high,
        "tilewidth": SHORT if sheet.sideways else LONG, "tileheight": LONG if sheet.sideways else SHORT,
        "hexsidelength": SIDE, "staggeraxis": "y" if sheet.sideways else "x",
        "staggerindex": "odd" if sheet.lower else "even", "nextlayerid": 5, "nextobjectid": next(ids),
        "properties": [_property("title", theatre.title), *sheet.anchor()], "layers": layers, "tilesets": [_tileset(terrains)],
    }  # fmt: skip


class _Sheet:
    """Where hexes lie in Tiled's columns, rows and pixels."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre, self.sideways = theatre, theatre.numbering.sideways
        straight = [at.q + at.r if self.sideways else at.q for at in theatre.hexes]
        self.lower = (min(straight, default=0) + (theatre.numbering.stagger == "odd")) % 2
        self.cells: dict[Hex, Cell] = cells_of(theatre.hexes, sideways=self.sideways, lower=self.lower)

    def centre(self, at: Hex) -> tuple[float, float]:
        """The pixel of a hex's middle."""
        column, row = self.cells[at]
        if self.sideways:
            return (column + (row % 2 == self.lower) / 2 + 0.5) * SHORT, row * (LONG + SIDE) / 2 + LONG / 2
        return column * (LONG + SIDE) / 2 + LONG / 2, (row + (column % 2 == self.lower) / 2 + 0.5) * SHORT

    def anchor(self) -> Iterable[Json]:
        """Where one of the hexes lies, so that a map with more hexes finds them."""
        for at, (column, row) in list(self.cells.items())[:1]:
            yield _property("anchor", f"{self.theatre.hexes[at].number}@{column},{row}")

    def hexes(self, ids: Iterator[int]) -> Iterable[Json]:
        for each in self.theatre.hexes.values():
            known = {"tags": " ".join(sorted(each.tags)), "values": _text(each.values)}
            yield {**_object(next(ids), each.number, "hex", self.centre(each.at), known), "point": True}

    def sides(self, ids: Iterator[int]) -> Iterable[Json]:
        hexes = self.theatre.hexes
        for side, features in self.theatre.hexsides.items():
            if side.low in hexes and side.high in hexes:
                told = " ".join(written(features))
                between = f"{hexes[side.low].number}-{hexes[side.high].number}"
                (x, y), away = self._border(side)
                drawn = [{"x": 0, "y": 0}, {"x": away[0], "y": away[1]}]
                made = _object(next(ids), between, "hexside", (x, y), {"between": between, "features": told})
                yield {**made, "polyline": drawn}

    def _border(self, side: Hexside) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where a hexside begins, and how far away it ends."""
        (x, y), (to_x, to_y) = self.centre(side.low), self.centre(side.high)
        length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        along = (y - to_y) / length * SIDE, (to_x - x) / length * SIDE
        return ((x + to_x - along[0]) / 2, (y + to_y - along[1]) / 2), along

    def places(self, ids: Iterator[int]) -> Iterable[Json]:
        for place in self.theatre.places:
            known = {"number": place.hex, "kinds": " ".join(sorted(place.kinds)), "owner": place.owner}
            known["values"] = _text(place.values)
            at = self.theatre.at(place.hex).at
            yield {**_object(next(ids), place.name, "place", self.centre(at), known), "point": True}


def _text(values: Any) -> str:
    return json_bytes(dict(values), ended=False).decode() if values else ""


def _layer(number: int, name: str, kind: str) -> Json:
    return {"id": number, "name": name, "type": kind, "x": 0, "y": 0, "opacity": 1, "visible": True}


def _object(number: int, name: str, kind: str, at: tuple[float, float], known: dict[str, str]) -> Json:
    return {
        "id": number, "name": name, "type": kind, "x": round(at[0], 2), "y": round(at[1], 2), "width": 0, "height": 0,
        "rotation": 0, "visible": True, "properties": [_property(key, value) for key, value in known.items() if value],
    }  # fmt: skip


def _property(name: str, value: str) -> Json:
    return {"name": name, "type": "string", "value": value}


def _tileset(terrains: list[str]) -> Json:
    tiles = [{"id": number, "type": terrain} for number, terrain in enumerate(terrains)]
    return {
        "firstgid": 1, "name": "terrains", "columns": 0, "margin": 0, "spacing": 0, "tilecount": len(tiles),
        "tilewidth": LONG, "tileheight": SHORT, "tiles": tiles,
    }  # fmt: skip
