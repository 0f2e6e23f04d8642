"""Reads a map of the editor hexwright: one document with the parts of its exports, or one of these exports alone.

Terrain by hex, hexsides in named lists of pairs, point features, and names of hexes. Its codes are column and row in two
figures each; where all are numbers of the theatre they are taken as these, or else they count from the map's corner.
https://github.com/lerugray/hexwright (README, "Exports and imports")
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.editing.brought import ImportedMap
from adjudicator.editing.foreign import Anchor, numbered, table, tables

PARTS = frozenset({"terrain", "hexsides", "features", "names", "elevation"})
CODE = re.compile(r"(\d\d)(\d\d)")
PLURALS = {"rivers": "river", "streams": "stream", "roads": "road", "rails": "rail", "bridges": "bridge"}
"""hexwright's own lists of hexsides by the word for one of them."""
Document = Mapping[str, Any]


def is_hexwright(told: object) -> bool:
    """Whether a JSON document is hexwright's: one of its parts, or lists of hexsides with `a` and `b`."""
    return (
        isinstance(told, dict) and told.get("type") != "FeatureCollection" and bool(PARTS & told.keys() or _lists(told))
    )


def is_project(told: object) -> bool:
    """Whether a JSON document is a project file of hexwright's, which names the files of its parts."""
    return isinstance(told, dict) and bool(files_of(told))


def files_of(told: Document) -> dict[str, str]:
    """The names of the files that a project has for its parts."""
    return {part: name for part in (*sorted(PARTS), "hexgrid") if isinstance(name := told.get(part), str)}


def read_hexwright(told: Document, brought: ImportedMap) -> None:
    """Take what the document says."""
    parts = told if PARTS & told.keys() else {"hexsides": told}
    codes = _Codes(parts, brought)
    for code, word in _part(parts, "terrain").items():
        brought.terrain(codes.number(code), str(word))
    for name, pairs in _lists(table(parts.get("hexsides"))).items():
        for pair in pairs:
            codes.side(str(pair["a"]), str(pair["b"]), name, has=brought.takes["features"])
    codes.tell_sides()
    names = {codes.number(code): str(name) for code, name in _part(parts, "names").items()}
    for each in _points(parts):
        number = codes.number(str(each.get("code", "")))
        name = str(each.get("name") or names.get(number, ""))
        names.pop(number, None)
        brought.place(
            {"name": name, "number": number, "kinds": [str(each.get("type", ""))], "values": each.get("attrs")}
        )
    for number, name in names.items():
        brought.place({"name": name, "number": number, "kinds": []})
    for part in sorted(parts.keys() & {"elevation", "groups", "traces"}):
        brought.losses[f"a map has no room for hexwright's '{part}'"] += 1


def numbers_of(told: Document) -> Iterator[str]:
    """The codes of the hexes that the document names a terrain for."""
    yield from _part(told, "terrain")


def _part(parts: Document, name: str) -> dict[str, Any]:
    """A part by code; its own export wraps it once more."""
    found = table(parts.get(name))
    return {str(code): each for code, each in table(found.get(name, found)).items()}


def _lists(told: Document) -> dict[str, list[Mapping[str, Any]]]:
    """The lists of hexsides."""
    found = {name: [pair for pair in tables(each) if {"a", "b"} <= pair.keys()] for name, each in told.items()}
    return {name: pairs for name, pairs in found.items() if pairs}


def _points(parts: Document) -> list[Mapping[str, Any]]:
    """The point features; a project's part wraps them once more."""
    found = parts.get("features")
    return tables(table(found).get("features") if isinstance(found, dict) else found)


def _codes_in(parts: Document) -> Iterator[str]:
    """Every code that the document names."""
    yield from _part(parts, "terrain")
    yield from _part(parts, "names")
    yield from (str(each.get("code", "")) for each in _points(parts))
    for pairs in _lists(table(parts.get("hexsides"))).values():
        yield from (str(pair[end]) for pair in pairs for end in ("a", "b"))


def _anchor(parts: Document) -> Anchor | None:
    """The hex that our own export places by its code."""
    told = table(parts.get("anchor"))
    found = CODE.fullmatch(str(told.get("code", "")))
    return (str(told.get("number", "")), (int(found[1]), int(found[2]))) if found else None


class _Codes:
    """The numbers that hexwright's codes stand for, and the features of each hexside as they come together."""

    def __init__(self, parts: Document, brought: ImportedMap) -> None:
        self._brought = brought
        self._sides: dict[tuple[str, str], list[str]] = {}
        named = list(_codes_in(parts))
        grid = table(parts.get("hexgrid"))
        down = grid.get("odd_col_y_offset") if grid.get("grid_version") == 2 else None
        lower = 0 if down is None else 1
        shift = down if down is not None else grid.get("even_col_y_offset", 1)
        if isinstance(shift, int | float) and shift < 0:
            lower = 1 - lower
        printed = bool(named) and all(code in brought.at for code in named)
        self._numbers = {} if printed else numbered(brought.at, sideways=False, lower=lower, anchor=_anchor(parts))

    def number(self, code: str) -> str:
        """The theatre's number for a code, or the code itself."""
        found = CODE.fullmatch(code)
        return self._numbers.get((int(found[1]), int(found[2])), code) if found and self._numbers else code

    def side(self, one: str, other: str, name: str, has: frozenset[str]) -> None:
        """Keep a feature of a hexside until all lists are read."""
        word = name if name in has else PLURALS.get(name, name)
        low, high = sorted((self.number(one), self.number(other)))
        self._sides.setdefault((low, high), []).append(word)

    def tell_sides(self) -> None:
        """Tell of all hexsides."""
        for (low, high), features in self._sides.items():
            self._brought.side([low, high], features)
