"""A board whose image is missing reaches as far as what the viewer sees on it."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.exporters.board_reach import MARGIN, with_reach
from adjudicator.exporters.map_picture import MapView, hexes_of, map_area, map_drawing
from adjudicator.exporters.viewer import PUBLIC, Viewer
from adjudicator.model.grid import HexGrid
from tests.exporters.table import BLUE, BOARD_SIZE, IMAGES, MASKED, counter, module, state

FAR = counter("Far", BLUE, 900, 700)
HIDDEN = counter("Ambush", MASKED, 2000, 50, hidden_by="Player 2")
BARE = module(image={name: data for name, data in IMAGES.items() if name != "board.png"}.get)


def test_the_picture_holds_every_counter_and_hexes_around_it() -> None:
    table = state(FAR)
    shown = with_reach(BARE, table, PUBLIC)
    main = BARE.maps[0]
    assert map_area(main, shown) == (0, 0, 900 + MARGIN, 700 + MARGIN)
    centres = [each.centre for each in hexes_of(main, shown).by_number.values()]
    assert any(abs(x - 900) < 60 and abs(y - 700) < 60 for x, y in centres)
    drawing, notes = map_drawing(BARE, shown, view=MapView(scale=1.0))
    assert drawing.area[2:] == (1000, 800)
    assert [note.text for note in notes] == ["the image of board 'Main' is not in the game box"]


def test_what_the_viewer_does_not_see_moves_no_edge() -> None:
    main = BARE.maps[0]
    assert map_area(main, with_reach(BARE, state(HIDDEN), PUBLIC))[2:] == BOARD_SIZE
    owner = Viewer(frozenset({"Player 2"}))
    assert map_area(main, with_reach(BARE, state(HIDDEN), owner))[2:] == (2000 + MARGIN, BOARD_SIZE[1])


def test_a_board_with_its_image_keeps_its_size() -> None:
    table = state(FAR)
    assert with_reach(module(), table, PUBLIC) is table


def test_a_grid_of_specks_is_told_and_not_drawn() -> None:
    """A few lines of a table's file may claim millions of hexes."""
    main = module().maps[0]
    board = replace(main.boards[0], grid=HexGrid(dx=0.5, dy=0.5, size=BOARD_SIZE))
    specks = replace(main, boards=(board,), layout=(replace(main.layout[0], board=board),))
    drawing, notes = map_drawing(module(maps=(specks,)), state(), view=MapView(numbers="all"))
    assert drawing.layer("grid") is None
    assert drawing.layer("numbers") is None
    assert [note.text for note in notes] == ["the grid of board 'Main' has more than 100,000 hexes; none is shown"]


def test_no_number_below_zero_is_drawn_where_the_grid_reaches_beyond_the_first_hex() -> None:
    main = BARE.maps[0]
    grid = replace(main.boards[0].grid, x0=200, y0=200)
    board = replace(main.boards[0], grid=grid)
    lower = replace(main, boards=(board,), layout=(replace(main.layout[0], board=board),))
    drawing, _ = map_drawing(replace(BARE, maps=(lower,)), state(), view=MapView(scale=1.0))
    numbers = drawing.layer("numbers")
    assert numbers is not None
    texts = [words.text for words in numbers.shapes]
    assert "0101" in texts
    assert not [text for text in texts if "-" in text]
