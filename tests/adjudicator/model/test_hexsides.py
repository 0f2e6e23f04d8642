"""A counter's hexside is found from where it lies and how it is turned, on flat-topped and on pointed hexes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from adjudicator.exporters.theatre_map import TheatreLayout, draw_theatre
from adjudicator.exporters.vassal.box.plan import middle
from adjudicator.model.boards import Board, PlacedBoard
from adjudicator.model.grid.hexsides import hexside_at, hexside_towards
from adjudicator.model.module import GameMap, MapKind, locate_hex
from adjudicator.model.theatre import Theatre
from adjudicator.packs.load import load_pack, load_theatre_for

MAPS = (("two_rivers", "valley"), ("europa", "dvina_line"))


@cache
def drawn(pack: str, theatre: str) -> tuple[Theatre, TheatreLayout]:
    found = load_theatre_for(load_pack(pack), theatre)
    return found, draw_theatre(found, None, 100).layout


def naming(theatre: Theatre, layout: TheatreLayout) -> Callable[[int, int], str]:
    board = Board("Map", "", layout.size, layout.grid)
    placed = PlacedBoard(board, 0, 0, 0, 0)
    game_map = GameMap("Map", "", MapKind.PUBLIC, (board,), (placed,))

    def name(x: int, y: int) -> str:
        found = locate_hex(game_map, (placed,), x, y).location
        return found if found in theatre.by_number else ""

    return name


@pytest.mark.parametrize(("pack", "map_name"), MAPS)
def test_the_middle_of_a_hexside_and_a_point_near_it_mean_the_hexside(pack: str, map_name: str) -> None:
    theatre, layout = drawn(pack, map_name)
    name = naming(theatre, layout)
    for side in list(theatre.hexsides)[:25]:
        ends = {theatre.hexes[at].number for at in side}
        x, y = middle(*(layout.pixel(at) for at in side))
        for px, py in ((x, y), (x + 3, y), (x, y - 3), (x - 4, y + 4)):
            assert {name(px, py), hexside_at(name, px, py)} == ends, (ends, px - x, py - y)


@pytest.mark.parametrize(("pack", "map_name"), MAPS)
def test_the_inside_of_a_hex_means_none(pack: str, map_name: str) -> None:
    theatre, layout = drawn(pack, map_name)
    for entry in list(theatre.hexes.values())[:200:10]:
        x, y = layout.pixel(entry.at)
        assert hexside_at(naming(theatre, layout), x, y) == ""
        assert hexside_at(naming(theatre, layout), x + 6, y - 5) == ""


@pytest.mark.parametrize(("pack", "map_name", "first"), [("two_rivers", "valley", 0), ("europa", "dvina_line", 30)])
def test_a_turned_counter_means_the_hexside_it_points_to(pack: str, map_name: str, first: int) -> None:
    theatre, layout = drawn(pack, map_name)
    inner = next(entry for entry in theatre.hexes.values() if all(at in theatre.hexes for at in entry.at.neighbours()))
    x, y = layout.pixel(inner.at)
    name = naming(theatre, layout)
    for direction, at in enumerate(inner.at.neighbours()):
        assert hexside_towards(name, x, y, first + 60 * direction) == theatre.hexes[at].number
        assert hexside_towards(name, x, y, first + 60 * direction + 30) == ""


def test_without_names_nothing_is_meant() -> None:
    assert hexside_at(lambda _x, _y: "", 50, 50) == ""
    assert hexside_towards(lambda _x, _y: "", 50, 50, 0) == ""
