"""Reads a map of the editor Tiled (its JSON, hexagonal or staggered): terrain from tile layers, all else from objects.

A tile's word is its class, its property `terrain`, or the name of its picture. Hexsides are objects with the properties
`between` (0101-0102) and `features`, hexes objects of the class `hex`, places objects of the class `place`.
https://doc.mapeditor.org/en/stable/reference/json-map-format/
"""

from __future__ import annotations

import binascii
import json
import zlib
from base64 import b64decode
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from struct import iter_unpack
from typing import Any

from adjudicator.editing.brought import ImportedMap
from adjudicator.editing.foreign import MOST_CELLS, Anchor, numbered, table, tables, words
from adjudicator.errors import CorruptFile, Source
from adjudicator.model.cells import Cell

TURNED = 0x0FFFFFFF
"""A tile's number without the bits that mirror and turn it."""
DEEPEST = 20
Layer = Mapping[str, Any]


def is_tiled(told: object) -> bool:
    """Whether a JSON document is a map of Tiled."""
    return isinstance(told, dict) and "layers" in told and "orientation" in told


def read_tiled(told: Layer, path: Path, brought: ImportedMap, *, sideways: bool) -> None:
    """Take what a map of Tiled says; its first column and row are the theatre's,
    unless it says with its property `anchor` where a hex lies.

    CorruptFile if it has no hexes, or if its hexes lie the other way.
    """
    if told.get("orientation") not in ("hexagonal", "staggered"):
        raise CorruptFile("Tiled's map has no hexes: its orientation is not 'hexagonal'", Source(str(path)))
    if (told.get("staggeraxis") == "y") is not sideways:
        raise CorruptFile("Tiled's hexes lie sideways where the theatre's do not, or the other way", Source(str(path)))
    lower = 0 if told.get("staggerindex") == "even" else 1
    numbers = numbered(brought.at, sideways=sideways, lower=lower, anchor=_anchor(told))
    called = _tiles(told, brought)
    for layer in _layers(told.get("layers"), brought, 0):
        if layer.get("type") == "tilelayer":
            _tile_layer(layer, called, numbers, brought, path)
        elif layer.get("type") == "objectgroup":
            _objects(layer, brought)
        else:
            brought.losses[f"a map has no room for a layer of Tiled's kind '{layer.get('type')}'"] += 1


def numbers_of(told: Layer) -> Iterator[str]:
    """The numbers of the hexes that the map names."""
    for layer in tables(told.get("layers")):
        for each in tables(layer.get("objects")):
            if _class(each) == "hex":
                yield str(each.get("name", ""))


def _anchor(told: Layer) -> Anchor | None:
    """The hex that the map's property `anchor` places, as 0101@0,0."""
    number, _, cell = str(_properties(told).get("anchor", "")).rpartition("@")
    parts = cell.split(",")
    if len(parts) != 2 or not all(each.isascii() and each.isdigit() and len(each) < 6 for each in parts):
        return None
    return number, (int(parts[0]), int(parts[1]))


def _layers(told: object, brought: ImportedMap, depth: int) -> Iterator[Layer]:
    """The layers, those of groups too."""
    for layer in tables(told):
        if layer.get("type") != "group":
            yield layer
        elif depth < DEEPEST:
            yield from _layers(layer.get("layers"), brought, depth + 1)
        else:
            brought.losses["layers in groups nested too deep"] += 1


def _tiles(told: Layer, brought: ImportedMap) -> dict[int, str]:
    """The word of every tile by its number in the map."""
    found: dict[int, str] = {}
    for each in tables(told.get("tilesets")):
        first = each.get("firstgid")
        if "source" in each or not isinstance(first, int):
            brought.losses[
                f"the tileset '{each.get('source', '')}' lies in a file of its own: embed it in the map"
            ] += 1
            continue
        for tile in tables(each.get("tiles")):
            if isinstance(tile.get("id"), int):
                found[first + tile["id"]] = _word(tile)
    return found


def _word(tile: Layer) -> str:
    terrain = _properties(tile).get("terrain") or _class(tile)
    return str(terrain or PurePath(str(tile.get("image", ""))).stem)


def _class(each: Layer) -> str:
    return str(each.get("type") or each.get("class") or "")


def _properties(each: Layer) -> dict[str, Any]:
    return {str(one.get("name")): one.get("value") for one in tables(each.get("properties"))}


def _tile_layer(
    layer: Layer, called: Mapping[int, str], numbers: Mapping[Cell, str], brought: ImportedMap, path: Path
) -> None:
    for chunk in [layer, *tables(layer.get("chunks"))]:
        width, left, top = (_whole(chunk.get(key)) for key in ("width", "x", "y"))
        for place, tile in enumerate(_data(chunk, layer, brought, path)):
            if not tile & TURNED or not width:
                continue
            cell = left + place % width, top + place // width
            word = called.get(tile & TURNED, "")
            if not word:
                brought.losses[f"tile {tile & TURNED} has no name"] += 1
            elif cell not in numbers:
                brought.losses[f"column {cell[0]}, row {cell[1]} is not on the map"] += 1
            else:
                brought.terrain(numbers[cell], word)


def _whole(told: object) -> int:
    return told if isinstance(told, int) else 0


def _data(chunk: Layer, layer: Layer, brought: ImportedMap, path: Path) -> list[int]:
    """The tiles' numbers, row by row."""
    told, packing = chunk.get("data"), str(layer.get("compression") or "")
    if isinstance(told, list):
        return [each if isinstance(each, int) else 0 for each in told[:MOST_CELLS]]
    if not isinstance(told, str):
        return []
    if packing not in {"", "zlib", "gzip"}:
        brought.losses[f"a layer packed by '{packing}': save it as CSV"] += 1
        return []
    try:
        raw = b64decode(told, validate=True)
        if packing:
            raw = zlib.decompressobj(wbits=47).decompress(raw, 4 * MOST_CELLS)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise CorruptFile(
            f"the tiles of layer '{layer.get('name')}' cannot be read: {error}", Source(str(path))
        ) from error
    return [each for (each,) in iter_unpack("<I", raw[: len(raw) // 4 * 4])]


def _objects(layer: Layer, brought: ImportedMap) -> None:
    for each in tables(layer.get("objects")):
        known = _properties(each)
        if "between" in known:
            brought.side(str(known["between"]).split("-"), words(known.get("features")) or words(_class(each)))
        elif _class(each) == "hex":
            brought.tags(str(each.get("name", "")), words(known.get("tags")))
        elif _class(each) == "place":
            owner, values = known.get("owner") or "", _values(known.get("values"))
            place = {"name": each.get("name", ""), "number": known.get("number"), "kinds": words(known.get("kinds"))}
            brought.place({**place, "owner": owner, "values": values})
        else:
            brought.losses[
                f"an object of class '{_class(each)}' in the layer '{layer.get('name')}' names no hex or hexside"
            ] += 1


def _values(told: object) -> Mapping[str, Any]:
    try:
        return table(json.loads(told)) if isinstance(told, str) and len(told) < 10_000 else {}
    except (ValueError, RecursionError):
        return {}
