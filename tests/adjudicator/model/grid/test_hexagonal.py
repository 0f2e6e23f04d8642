"""Hex grids: what names lead to what points, in every orientation and numbering."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adjudicator.model.grid import HexGrid, Numbering, hex_at, hex_grids, hexes

numberings = st.builds(
    Numbering,
    column_first=st.booleans(),
    separator=st.sampled_from(["", ".", "-", " "]),
    column_letters=st.booleans(),
    row_letters=st.booleans(),
    column_leading=st.integers(-3, 3),
    row_leading=st.integers(-3, 3),
    across=st.integers(-30, 60),
    down=st.integers(-30, 60),
    columns_descend=st.booleans(),
    rows_descend=st.booleans(),
    stagger=st.booleans(),
)
grids = st.builds(
    HexGrid,
    dx=st.floats(12, 120),
    dy=st.floats(14, 140),
    x0=st.integers(-40, 80),
    y0=st.integers(-40, 80),
    sideways=st.booleans(),
    edges=st.booleans(),
    corners_too=st.booleans(),
    size=st.tuples(st.integers(200, 3000), st.integers(200, 3000)),
)
raw = st.integers(-3, 40)


@given(grids, raw, raw)
def test_the_centre_of_a_hex_lies_in_it_and_stays_where_it_is(grid, column, row):
    centre = grid.centre(column, row)
    assert grid.hex(*centre) == (column, row)
    # Left of or above its first hex the engine cuts corner indices toward zero, and finds no corner near the centre.
    assume(not grid.corners_too or min(column, row) >= 0)
    assert grid.snap(*centre) == centre


@given(grids, numberings, raw, raw)
def test_a_centre_is_called_by_its_hexes_number(grid, numbering, column, row):
    grid = replace(grid, numbering=numbering)
    assert grid.location(*grid.centre(column, row)) == grid.name(column, row)


@given(grids, numberings, st.integers(0, 40), st.integers(0, 40))
def test_a_number_leads_back_to_its_centre(grid, numbering, column, row):
    grid = replace(grid, numbering=numbering)
    text = numbering.text(column, row)
    # Numbers run together ("1" "11" or "11" "1", "AAA") lead nowhere certain, in the engine as here.
    assume(numbering.parse(text) == (column, row))
    # The engine undoes the stagger by the counted column, which descending may make odd where the raw one is even.
    turned = numbering.rows_descend if grid.sideways else numbering.columns_descend
    assume(not (numbering.stagger and turned))
    x, y = grid.point(text)
    left, top = (y, x) if grid.sideways else (x, y)
    assume(left >= grid.x0 and top >= grid.y0)
    assert grid.location(*grid.snap(x, y)) == grid.location(x, y)


@given(grids, raw, raw)
def test_a_grid_without_numbers_gets_our_own_and_says_so(grid, column, row):
    text = grid.name(column, row)
    assert not grid.numbered
    assert not grid.prints(*grid.centre(column, row)) and grid.says(*grid.centre(column, row)) is None
    assume(column >= 0 and row >= 0)
    assert grid.point(text) == grid.centre(column, row)
    assert grid.location(*grid.centre(column, row)) == text


def test_own_numbers_are_column_and_row_from_01():
    grid = HexGrid(dx=50, dy=60, x0=30, y0=30, size=(1000, 1000))
    assert [each.location for each in hexes(grid)][:3] == ["0101", "0102", "0103"]
    sideways = replace(grid, sideways=True)
    assert sideways.location(90, 30) == "0201"


@given(grids, raw, raw)
def test_neighbours_by_pixel_are_neighbours_by_axial_coordinates(grid, column, row):
    down = grid.axial(column, row + 1)
    assert grid.axial(column, row).distance(down) == 1
    aside = grid.axial(column + 1, row if column % 2 == 0 else row + 1)
    assert grid.axial(column, row).distance(aside) == 1
    here, there = grid.axial(column, row), aside
    assert len({*here.neighbours(), *there.neighbours()}) == 10


@pytest.mark.parametrize(("sideways", "step"), [(False, (0, -60)), (True, (30, -50))])
def test_direction_0_is_north_or_north_east_and_directions_run_clockwise(sideways, step):
    grid = HexGrid(dx=50, dy=60, x0=0, y0=0, sideways=sideways, size=(2000, 2000))
    middle = grid.printed(10, 10)
    north = hex_at(grid, middle.x + step[0], middle.y + step[1])
    assert middle.axial.direction(north.axial) == 0
    east = hex_at(grid, middle.x + (60 if sideways else 50), middle.y - (0 if sideways else 30))
    assert middle.axial.direction(east.axial) == 1


def test_hexes_of_a_board_are_those_whose_centre_lies_on_it():
    grid = HexGrid(dx=50, dy=60, x0=0, y0=0, size=(200, 200))
    found = {(each.column, each.row) for each in hexes(grid)}
    assert found == {(column, row) for column in range(4) for row in range(4) if row < 3 or column % 2 == 0}


@given(grids, raw, raw)
def test_corners_surround_the_centre(grid, column, row):
    corners = grid.corners(column, row)
    x, y = grid.centre(column, row)
    width, height = grid.hex_size
    assert max(abs(a - x) for a, _ in corners) <= width / 2 + 2
    assert max(abs(b - y) for _, b in corners) <= height / 2 + 2


def test_letters_double_and_do_not_count_in_base_26():
    numbering = Numbering(column_letters=True, across=0, down=0)
    assert [numbering.text(value, 1) for value in (0, 25, 26, 27, 52)] == ["A01", "Z01", "AA01", "BB01", "AAA01"]
    assert numbering.parse("BB01") == (27, 1)
    assert numbering.text(10**9, 0) is None


def test_a_hostile_name_is_refused_quickly():
    grid = HexGrid(dx=50, dy=60, numbering=Numbering(), size=(500, 500))
    assert grid.point("1" * 100_000) is None
    assert grid.point("99999999999999") is None


def test_hex_grids_of_a_plain_grid_is_itself():
    grid = HexGrid(dx=50, dy=60)
    assert hex_grids(grid) == (grid,)
    assert hex_grids(None) == ()
