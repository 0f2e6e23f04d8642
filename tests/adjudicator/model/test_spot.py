"""What a point of a map is called: by its program, or else by us, and never the one for the other."""

from __future__ import annotations

from adjudicator.model.boards import Board
from adjudicator.model.grid import HexGrid, Numbering, Outline, Zone, ZonedGrid
from adjudicator.model.grid.numbering import Variable
from adjudicator.model.module import DeckPlace, GameMap, MapKind, deck_points, lay_out, locate

PLAIN = HexGrid(86.6, 100.0, 50, 50, size=(900, 900))
AREA = Outline.through(((0, 0), (900, 0), (900, 900), (0, 900)))


def spot(grid, decks=()):
    board = Board("Board", "", (900, 900), grid)
    layout = lay_out([(board, 0, 0, False)])
    found = GameMap(
        "Map", "Map0", MapKind.PUBLIC, (board,), layout, decks=decks, points=deck_points(decks, layout, (0, 0))
    )
    return locate(found, layout, 50, 50)


def test_a_grid_without_numbers_has_ours_beside_the_location():
    found = spot(PLAIN)
    assert (found.location, found.number, found.place) == ("", "0101", "0101")


def test_a_printed_number_leaves_no_room_for_ours():
    found = spot(HexGrid(86.6, 100.0, 50, 50, numbering=Numbering(), size=(900, 900)))
    assert found.location and (found.number, found.place) == ("", found.location)


def test_a_zone_says_its_name_without_our_number():
    found = spot(ZonedGrid((Zone("West", AREA, ("West ", Variable("gridLocation")), PLAIN),)))
    assert (found.location, found.number) == ("West ", "West 0101")


def test_a_deck_on_the_point_names_it():
    found = spot(PLAIN, (DeckPlace("Events", "Board", 50, 50),))
    assert (found.location, found.number) == ("Events", "")
