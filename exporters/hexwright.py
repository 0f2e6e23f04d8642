"""A theatre as a project of the editor hexwright: its terrain, hexsides, point features and names in one document.

Codes are the hexes' numbers where these are column and row in two figures each, as hexwright has them; otherwise columns
and rows are counted from the map's corner.
https://github.com/lerugray/hexwright (README, "Exports and imports")
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adjudicator.errors import Source, WriteError
from adjudicator.exporters.format import WriteResult
from adjudicator.harmless import json_bytes
from adjudicator.model.cells import cells_of
from adjudicator.model.hexes import Hex
from adjudicator.model.one_way import arrow, without_arrow
from adjudicator.model.theatre import Theatre
from adjudicator.notes import Note, NoteKind
from adjudicator.writing import write_bytes

MOST = 100
"""Columns and rows that two figures can tell."""
Codes = Mapping[Hex, str]


def export(theatre: Theatre, path: Path, _source: str = "") -> WriteResult:
    """Write the project; WriteError for maps that hexwright cannot hold: sideways ones, or above a hundred columns or rows."""
    if theatre.numbering.sideways:
        raise WriteError("hexwright has no maps whose hexes stand on a corner", Source(str(path)))
    first = min((at.q for at in theatre.hexes), default=0)
    lower = (first + (theatre.numbering.stagger == "odd")) % 2
    codes = codes_of(theatre, lower)
    if len(codes) < len(theatre.hexes):
        raise WriteError(f"hexwright's codes tell {MOST} columns and rows, and this map has more", Source(str(path)))
    write_bytes(path, json_bytes(document(theatre, codes, lower), indented=True))
    return WriteResult(tuple(_lost(theatre, codes)))


def codes_of(theatre: Theatre, lower: int) -> Codes:
    """hexwright's code of each hex."""
    cells = cells_of(theatre.hexes, sideways=False, lower=lower)
    if all(_printed(each.number, theatre) for each in theatre.hexes.values()):
        return {at: each.number for at, each in theatre.hexes.items()}
    return {at: f"{cell[0]:02}{cell[1]:02}" for at, cell in cells.items() if max(cell) < MOST}


def _printed(number: str, theatre: Theatre) -> bool:
    """Whether a number is column and row, as its place has them."""
    if len(number) != 4 or not (number.isascii() and number.isdigit()):
        return False
    column, row = theatre.numbering.cell(theatre.at(number).at)
    return (int(number[:2]), int(number[2:])) == (column, row)


def document(theatre: Theatre, codes: Codes, lower: int) -> dict[str, Any]:
    """The project as one JSON object."""
    lists: dict[str, list[dict[str, str]]] = {}
    for side, features in theatre.hexsides.items():
        if side.low in codes and side.high in codes:
            one, other = sorted((codes[side.low], codes[side.high]))
            for feature in sorted({without_arrow(each) for each in features}):
                lists.setdefault(feature, []).append({"a": one, "b": other})
    points = [
        {"code": codes[theatre.at(place.hex).at], "type": min(place.kinds, default=""), "name": place.name}
        | {"attrs": {key: value for key, value in place.values.items() if isinstance(value, int | float)}}
        for place in theatre.places
    ]
    return {
        "name": theatre.title,
        "anchor": {"code": next(iter(codes.values()), ""), "number": theatre.hexes[next(iter(codes))].number}
        if codes
        else {},
        "hexgrid": _grid(theatre, codes, lower),
        "terrain": {"terrain": {codes[at]: each.terrain for at, each in sorted(theatre.hexes.items())}},
        "hexsides": {
            name: sorted(pairs, key=lambda pair: (pair["a"], pair["b"])) for name, pairs in sorted(lists.items())
        },
        "features": {"features": points},
        "blankLattice": True,
    }


def _grid(theatre: Theatre, codes: Codes, lower: int) -> dict[str, Any]:
    """The lattice, a hex 100 pixels high; columns and rows that no code has stay empty."""
    some = next(iter(codes), None)
    first = min((at.q for at in codes), default=0)
    # `lower` counts columns from the map's first one, hexwright by its codes
    counted = int(codes[some][:2]) - (some.q - first) if some is not None else 0
    even_down = (lower + counted) % 2 == 0
    columns, rows = (
        max((int(code[part]) for code in codes.values()), default=0) + 1 for part in (slice(2), slice(2, 4))
    )
    return {
        "grid_version": 1, "n_cols": columns, "n_rows": rows, "x_intercept_col0": 100, "col_pitch_x": 86.6,
        "y_intercept_row0": 100, "row_pitch_y": 100, "even_col_y_offset": 50 if even_down else -50,
        "image_full": [round(200 + columns * 86.6), 200 + rows * 100],
    }  # fmt: skip


def _lost(theatre: Theatre, codes: Codes) -> Iterator[Note]:
    def lost(subject: str, text: str) -> Note:
        return Note(NoteKind.LOST, subject, text)

    if any(codes[at] != each.number for at, each in theatre.hexes.items()):
        yield lost(
            "numbers", "hexwright counts columns and rows from the corner; the printed numbers are not in its file"
        )
    if any(each.tags or each.values for each in theatre.hexes.values()):
        yield lost("tags", "hexwright has no tags and no values of hexes")
    if any(arrow(each) for features in theatre.hexsides.values() for each in features):
        yield lost("directions", "hexwright's hexsides have no direction")
    if any(place.owner or len(place.kinds) > 1 for place in theatre.places):
        yield lost("places", "hexwright's point features have one kind and no owner")
    if any(not isinstance(value, int | float) for place in theatre.places for value in place.values.values()):
        yield lost("values", "hexwright's point features have numbers only")
    if theatre.links:
        yield lost("links", "links beyond the map's edge have no place in hexwright")
