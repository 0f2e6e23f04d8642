"""The lattice fits any grid, and every hexside is found once."""

from __future__ import annotations

import numpy as np
import pytest

from adjudicator.errors import AdjudicatorError
from adjudicator.model.grid import HexGrid
from adjudicator.model.hexes import Hex
from adjudicator.tracing.lattice import BoardLayout, HexCell, Lattice, cells_of


@pytest.mark.parametrize("sideways", [False, True])
def test_the_lattice_meets_the_grid_to_a_pixel(sideways: bool) -> None:
    cells = cells_of(HexGrid(52.0, 60.0, 40, 45, sideways, size=(700, 600)))
    layout = BoardLayout.of(cells)
    assert np.abs(layout.centres - [(cell.x, cell.y) for cell in cells]).max() < 1.0
    assert layout.lattice.pitch == pytest.approx(60.0, abs=0.3)


def test_hexsides_are_found_from_both_their_hexes() -> None:
    layout = BoardLayout.of(cells_of(HexGrid(52.0, 60.0, 40, 45, size=(400, 400))))
    for place, (one, other, way) in enumerate(layout.sides):
        assert layout.around[one, way] == layout.around[other, way + 3] == place


def test_hexes_in_one_line_make_no_lattice() -> None:
    with pytest.raises(AdjudicatorError, match="one line"):
        Lattice.through([HexCell(str(row), Hex(0, row), 50.0, 60.0 * row) for row in range(4)])
