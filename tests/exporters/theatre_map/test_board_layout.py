"""Every hex of a theatre lies where VASSAL's grid puts it, under the number that the theatre prints."""

from __future__ import annotations

from itertools import product

import pytest

from adjudicator.exporters.theatre_map import TheatreLayout, lay_out
from adjudicator.model.grid import ZonedGrid
from adjudicator.model.theatre import MapHex, Numbering, Sheet, Theatre


def theatre(numbering: Numbering, columns: range, rows: range) -> Theatre:
    hexes = {}
    for column, row in product(columns, rows):
        at = numbering.hex(column, row)
        hexes[at] = MapHex(numbering.format(at), at, "clear")
    return Theatre("Test", numbering, hexes, {})


def assert_numbers(layout: TheatreLayout) -> None:
    for at, entry in layout.theatre.hexes.items():
        point = layout.pixel(at)
        assert layout.grid.location(*point) == entry.number
        assert layout.grid.snap(*point) == point


@pytest.mark.parametrize("height", [51, 64, 100])
@pytest.mark.parametrize("steps", [(1, 1), (-1, 1), (1, -1), (-1, -1)])
@pytest.mark.parametrize("order", ["column-row", "row-column"])
@pytest.mark.parametrize("sideways", [False, True])
@pytest.mark.parametrize("stagger", ["even", "odd"])
def test_every_centre_names_its_hex(
    stagger: str, sideways: bool, order: str, steps: tuple[int, int], height: int
) -> None:
    sheet = Sheet(first=(40, 40), column=2, row=3, column_step=steps[0], row_step=steps[1])
    numbering = Numbering(order=order, stagger=stagger, sideways=sideways, separator=".", sheets=(sheet,))
    assert_numbers(lay_out(theatre(numbering, range(2, 13), range(3, 11)), height))


@pytest.mark.parametrize("stagger", ["even", "odd"])
@pytest.mark.parametrize("sideways", [False, True])
def test_neighbours_touch(sideways: bool, stagger: str) -> None:
    layout = lay_out(theatre(Numbering(stagger=stagger, sideways=sideways), range(1, 9), range(1, 9)), 100)
    for at in layout.theatre.hexes:
        x, y = layout.centre(at)
        for near in at.neighbours():
            there = layout.centre(near)
            assert ((x - there[0]) ** 2 + (y - there[1]) ** 2) ** 0.5 == pytest.approx(100)


def test_columns_that_go_on_with_letters_get_zones_of_their_own() -> None:
    layout = lay_out(theatre(Numbering(letters=True), range(1, 126), range(1, 6)), 60)
    assert "C505" in {entry.number for entry in layout.theatre.hexes.values()}
    assert_numbers(layout)


def test_sheets_with_prefixes_get_zones_with_their_prefix() -> None:
    sheets = (
        Sheet(prefix="1B/", first=(1, 1), column=9, row=0, columns=9, rows=8, column_step=-1),
        Sheet(prefix="2B/", first=(1, 1), column=18, row=0, columns=9, rows=8, column_step=-1),
    )
    layout = lay_out(theatre(Numbering(stagger="odd", sheets=sheets), range(1, 19), range(8)), 80)
    assert isinstance(layout.grid, ZonedGrid)
    assert [zone.name for zone in layout.zones] == ["1B", "2B"]
    assert_numbers(layout)
