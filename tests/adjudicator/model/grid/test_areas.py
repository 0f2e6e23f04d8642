"""Squares, regions, zones and the polygons around them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from shapely import LinearRing, Point

from adjudicator.model.boards import Board, PlacedBoard
from adjudicator.model.grid import (
    HexGrid,
    Numbering,
    Outline,
    Region,
    RegionGrid,
    SquareGrid,
    Variable,
    Zone,
    ZonedGrid,
    hexes,
)
from adjudicator.model.module import DeckPlace, GameMap, MapKind, deck_points, find, lay_out, locate

SQUARE = Outline.through([(0, 0), (10, 0), (10, 10), (0, 10)])
points = st.integers(-2000, 2000)


def test_left_and_top_borders_are_inside_right_and_bottom_ones_are_not():
    assert SQUARE.contains(0, 0)
    assert SQUARE.contains(0, 9)
    assert not SQUARE.contains(10, 5)
    assert not SQUARE.contains(5, 10)


def test_fewer_than_three_corners_hold_nothing():
    assert not Outline.through([(0, 0), (10, 10)]).contains(5, 5)
    assert not Outline.through([]).contains(0, 0)
    assert Outline.through([(0, 0), (10, 10)]).shape().is_empty


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=3, max_size=8))
def test_every_pixel_belongs_to_exactly_one_side_of_a_shared_border(corners):
    outline = Outline.through(corners)
    whole = outline.shape()
    inside = [(x, y) for x in range(0, 51, 5) for y in range(0, 51, 5) if outline.contains(x, y)]
    assert all(whole.distance(Point(x, y)) < 1e-6 or not whole.is_valid or _crosses(corners) for x, y in inside)


def _crosses(corners):
    return len(set(corners)) < 4 or not LinearRing(corners).is_simple


@given(points, points)
def test_squares_rest_on_centres_whose_number_leads_back(x, y):
    grid = SquareGrid(dx=48, dy=40, numbering=Numbering(separator=","), size=(1000, 1000))
    rest = grid.snap(x, y)
    assert grid.snap(*rest) == rest
    # Above the origin the engine truncates rows where it floors columns, so names there repeat.
    if rest[1] >= grid.y0:
        assert grid.point(grid.location(*rest)) == rest


@given(points, points, st.integers(1, 900), st.integers(1, 900))
def test_reversing_a_board_twice_is_no_change(x, y, width, height):
    placed = PlacedBoard(Board("b", "", (width, height)), 0, 0, 70, 30, reversed=True)
    assert placed.outer(*placed.local(x, y)) == (x, y)
    assert placed.local(*placed.outer(x, y)) == (x, y)


def test_the_nearest_region_names_a_point_and_the_last_of_one_point_counts():
    grid = RegionGrid.of((Region("covered", 10, 10), Region("Kiev", 10, 10), Region("Lvov", 100, 100)))
    assert grid.location(12, 12) == "Kiev"
    assert grid.snap(90, 80) == (100, 100)
    assert grid.point("covered") is None
    assert RegionGrid(()).location(0, 0) is None


def test_the_first_zone_rules_and_outside_zones_the_background_does():
    background = HexGrid(dx=50, dy=60, x0=0, y0=0, numbering=Numbering(), size=(400, 400))
    box = Zone("Box", SQUARE, ("in ", Variable("name")))
    land = Zone(
        "Land", Outline.through([(0, 0), (200, 0), (200, 200), (0, 200)]), (Variable("gridLocation"),), background
    )
    grid = ZonedGrid((box, land), background)
    assert grid.location(5, 5) == "in Box"
    assert grid.snap(5, 5) == (5, 5)
    assert grid.location(50, 30) == "0202"
    assert grid.zone(50, 30) == "Land"
    assert grid.zone(300, 300) is None
    assert grid.point("in Box") == (5, 5)
    assert grid.point(grid.location(300, 245)) == (300, 240)
    assert len({(each.x, each.y) for each in hexes(grid)}) == len(list(hexes(grid))) == len(list(hexes(background))) - 1


def test_boards_start_where_those_before_them_in_row_and_column_end():
    wide, low = Board("wide", "", (300, 100)), Board("low", "", (200, 50), reversible=True)
    placed = lay_out([(wide, 0, 0, True), (low, 1, 0, True), (low, 0, 1, False)], (10, 20))
    assert [(each.x, each.y, each.reversed) for each in placed] == [(10, 20, False), (310, 20, True), (10, 120, False)]


def test_a_deck_names_its_point_before_the_grid_does():
    grid = SquareGrid(numbering=Numbering(), size=(500, 500))
    board = Board("b", "", (500, 500), grid)
    layout = lay_out([(board, 0, 0, False)], (10, 10))
    decks = (DeckPlace("Draw", "b", 5, 5),)
    found = GameMap("m", "Map0", MapKind.PUBLIC, (board,), layout, (10, 10), decks=decks)
    moved = lay_out([(board, 0, 0, False)], (30, 30))
    assert deck_points(decks, layout, (10, 10)) == {(15, 15): "Draw"}
    assert locate(found, moved, 35, 35).location == "Draw"
    assert locate(found, moved, 36, 35).location == "0101"
    assert find(moved, "0203") == (30 + 72, 30 + 120)
