"""Square grids and regions that the engine draws stand in the picture too."""

from __future__ import annotations

from adjudicator.exporters.drawing import Caption, FilledArea, Rectangle
from adjudicator.exporters.other_grids import MOST_CELLS, other_grids_layer
from adjudicator.lean import replace
from adjudicator.model.boards import Board, PlacedBoard
from adjudicator.model.grid import Numbering, Outline, Region, RegionGrid, SquareGrid, Zone, ZonedGrid

SQUARES = SquareGrid(50, 50, 25, 25, numbering=Numbering(), size=(200, 100), visible=True, numbers_visible=True)


def shapes(grid, bare=()):
    placed = PlacedBoard(Board("B", "", (200, 100), grid), 0, 0, 10, 20)
    return other_grids_layer((placed,), set(bare), 1.0).shapes


def test_squares_with_their_numbers():
    drawn = shapes(SQUARES)
    assert sum(isinstance(shape, FilledArea) for shape in drawn) == 8
    assert [shape.text for shape in drawn if isinstance(shape, Caption)] == [
        SQUARES.location(x, y) for x in (25, 75, 125, 175) for y in (25, 75)
    ]
    first = next(shape for shape in drawn if isinstance(shape, FilledArea))
    assert min(first.rings[0]) == (10, 20)


def test_what_the_engine_does_not_draw_is_drawn_on_bare_boards_alone():
    silent = replace(SQUARES, visible=False, numbers_visible=False)
    assert (shapes(silent), len(shapes(silent, [(10, 20)]))) == ((), 16)


def test_squares_of_a_zone_stay_in_it():
    zone = Zone("East", Outline.through([(100, 0), (200, 0), (200, 100), (100, 100)]), grid=SQUARES)
    assert sum(isinstance(shape, FilledArea) for shape in shapes(ZonedGrid((zone,)))) == 4


def test_regions_with_their_names_if_visible():
    grid = RegionGrid.of((Region("Alpha", 20, 30), Region("Beta", 90, 60)))
    assert shapes(grid) == ()
    drawn = shapes(replace(grid, visible=True, font_size=12))
    assert [shape.text for shape in drawn if isinstance(shape, Caption)] == ["Alpha", "Beta"]
    assert [(shape.x, shape.y) for shape in drawn if isinstance(shape, Rectangle)] == [(28, 48), (98, 78)]


def test_a_grid_of_too_many_squares_is_not_drawn():
    fine = replace(SQUARES, dx=1, dy=1)
    assert len(shapes(fine)) <= 2 * MOST_CELLS
