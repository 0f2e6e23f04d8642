"""The list of a module's locations: every hex on the pixel of its image at which the engine has it, and nothing left unsaid."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from adjudicator import importers
from adjudicator.cli.main import status
from adjudicator.exporters import tables
from adjudicator.model.grid import hex_at
from adjudicator.model.module import Module
from fixtures.boards.make import MODULES as SHAPES
from fixtures.boards.make import make
from tests.helpers import FIXTURES, needs_shared, oracle
from tests.importers.vassal.boxes import real_module
from tests.importers.vassal.test_oracle_grid import MODULES

BOARDS = FIXTURES / "boards"


def shape(name: str) -> Module:
    module = importers.read(BOARDS / f"{name}.vmod").module
    assert module is not None
    return module


def listed(module: Module) -> list[dict[str, object]]:
    return [dict(zip(tables.LOCATIONS, row, strict=True)) for row in tables.locations(module)]


@needs_shared
@pytest.mark.parametrize("name", MODULES)
def test_a_row_lies_where_the_engine_finds_its_name(name: str) -> None:
    module = real_module(MODULES[name])
    rows = listed(module)
    for asked in oracle(f"{name}.grid.json"):
        mine = [row for row in rows if (row["map"], row["board"]) == (asked["map"], asked["board"])]
        at = {row["location"]: (row["board_x"], row["board_y"]) for row in mine if row["extent"]}
        board = module.map(asked["map"]).board(asked["board"])
        pixels = set(at.values())
        for x, y, called, rest_x, rest_y, _, found in asked["points"]:
            if found is not None and called in at:
                # The engine cuts off fractions on the way back from a name.
                assert max(abs(a - b) for a, b in zip(found, at[called], strict=True)) <= 1
            rests_on = hex_at(board.grid, x, y) if not asked["reversed"] else None
            inside = 0 <= rest_x < board.size[0] and 0 <= rest_y < board.size[1]
            if rests_on is not None and inside and board.grid.zone(x, y) == board.grid.zone(rest_x, rest_y):
                assert (rest_x, rest_y) in pixels


def test_the_image_s_pixel_has_no_border_in_it() -> None:
    rows = [row for row in listed(shape("two_boards")) if row["location"] == "0101"]
    assert [(row["board"], row["x"], row["y"]) for row in rows] == [("West", 190, 190), ("East", 610, 190)]
    assert {(row["board_x"], row["board_y"]) for row in rows} == {(40, 40)}


@pytest.mark.parametrize("name", ["unnumbered", "own_class"])
def test_a_hex_without_a_name_of_the_module_s_has_our_number(name: str) -> None:
    rows = listed(shape(name))
    assert len(rows) > 40
    assert {row["location"] for row in rows} == {""}
    assert len({row["number"] for row in rows}) == len(rows)


def test_a_hex_that_the_edge_cuts_says_so() -> None:
    rows = listed(shape("sideways"))
    cut = {(row["board_x"], row["board_y"]) for row in rows if row["extent"] == tables.CUT}
    assert (40, 40) not in cut
    assert all(x < 28 or x > 420 - 28 or y < 32 or y > 380 - 32 for x, y in cut)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no_hexes", "the table is empty: no board has hexes or named points: Main Map/Town"),
        ("loose_boards", "no default layout uses, so their rows have no map coordinates: Main Map/North"),
        ("no_image", "image is not in the box: their size is a guess"),
        ("two_boards", "listed with extent 'cut', on the map or not: Main Map/East (8), Main Map/West (8)"),
    ],
)
def test_what_the_table_cannot_say_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    assert status(["convert", str(BOARDS / f"{name}.vmod"), str(tmp_path / "locations.csv")]) == 0
    assert said in capsys.readouterr().err


def test_a_board_that_lies_nowhere_is_listed_by_its_own_pixels(tmp_path: Path) -> None:
    assert status(["convert", str(BOARDS / "loose_boards.vmod"), str(tmp_path / "locations.csv")]) == 0
    with (tmp_path / "locations.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["board"] for row in rows} == {"North", "South"}
    assert {row["x"] for row in rows} == {""}
    assert all(row["board_x"] for row in rows)


def test_the_boxes_are_what_their_script_makes(tmp_path: Path) -> None:
    make(tmp_path)
    for name in SHAPES:
        assert (tmp_path / f"{name}.vmod").read_bytes() == (BOARDS / f"{name}.vmod").read_bytes()
