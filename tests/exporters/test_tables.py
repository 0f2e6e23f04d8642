"""Tables: what everybody may see, in an order that stays, harmless in a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.exporters import tables
from adjudicator.exporters.losses import Aspect, Content
from adjudicator.exporters.spreadsheet import rows_as_csv
from adjudicator.model.boards import Board
from adjudicator.model.counters import Counter, Design, Spot
from adjudicator.model.grid import HexGrid
from adjudicator.model.module import GameMap, MapKind, Module, lay_out
from adjudicator.model.state import GameState
from adjudicator.model.theatre import MapHex, Numbering, Place, Theatre
from adjudicator.persistent import PersistentMap
from tests.exporters.states import contents


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def test_counters_stand_by_place(tmp_path: Path) -> None:
    counters = {
        "b": Counter("b", "Second", Spot("Map", 9, 9, "b", "", "0202"), Design("d")),
        "a": Counter("a", "=cmd()", Spot("Map", -1, 2, "b", "", "0101"), Design("d"), masked_by=""),
        "h": Counter("h", "Hidden", Spot("Map", 1, 2), Design("d"), hidden_by="Player 1"),
    }
    report = tables.export(Content(None, GameState(counters=PersistentMap(counters))), tmp_path / "out.csv")
    told = rows((tmp_path / "out.csv").read_text(encoding="utf-8"))
    assert told[0] == list(tables.COUNTERS)
    assert [row[:8] for row in told[1:]] == [
        ["a", "'=cmd()", "Map", "b", "", "0101", "", "-1"],
        ["b", "Second", "Map", "b", "", "0202", "", "9"],
    ]
    assert report.lost(Aspect.COUNTERS) == {"h"}


def test_locations_are_every_hex_of_the_boards() -> None:
    grid = HexGrid(48.0, 56.0, 30, 30, size=(400, 300))
    board = Board("b", "", (400, 300), grid)
    module = Module("m", "", (GameMap("Map", "Map", MapKind.PUBLIC, (board,), lay_out([(board, 0, 0, False)])),))
    assert len(list(tables.locations(module))) == len(list(grid.hexes()))


def test_hexes_of_a_theatre_name_their_places() -> None:
    numbering = Numbering()
    at = numbering.parse("0304")
    theatre = Theatre("t", numbering, {at: MapHex("0304", at, "clear")}, {}, (Place(name="Town", hex="0304"),))
    assert list(tables.theatre_hexes(theatre)) == [("0304", 3, 4, "clear", "", "", "Town")]


@given(st.lists(st.lists(st.text(max_size=5), min_size=2, max_size=2), max_size=4))
def test_a_table_reads_back_but_for_apostrophes(cells: list[list[str]]) -> None:
    clean = [[cell.replace("\0", "") for cell in row] for row in cells]
    back = rows(rows_as_csv(("a", "b"), clean))[1:]
    assert [[cell.replace("'", "") for cell in row] for row in back] == [
        [cell.replace("'", "") for cell in row] for row in clean
    ]


NUMBER = re.compile(r"\+[0-9.]+")
"""A number runs nothing, also with its sign."""


@settings(max_examples=40, deadline=None)
@given(contents())
def test_no_cell_can_run(content: Content) -> None:
    for row in rows(rows_as_csv(tables.COUNTERS, tables.counters(content))):
        assert not any(cell[:1] in ("=", "@", "+") for cell in row if not NUMBER.fullmatch(cell))
