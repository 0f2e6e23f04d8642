"""Every point the engine was asked about: location name, resting point, zone, and where the name leads back to."""

from __future__ import annotations

import pytest

from adjudicator.model.boards import PlacedBoard
from tests.helpers import needs_shared, oracle
from tests.importers.vassal.boxes import real_module

pytestmark = needs_shared

MODULES = {
    "bushido": "bushido/Bushido-exploded.vmod",
    "cc-napoleonics": "cc-napoleonics/CCNapoleonics-small-images.vmod",
    "hex-template_jzhex-n-counters-template-v12-379.vmod": "hex-template/jzhex-n-counters-template-v12-379.vmod",
    "hex-template_template-exploded.vmod": "hex-template/template-exploded.vmod",
    "programming-sample": "programming-sample/Vassal-Programming-Sample.vmod",
    "ragnarok": "ragnarok/ragnarok-exploded.vmod",
    "tour": "tour/tour.mod",
}
# The image is not in the file, so the engine's board is 0 × 0; its zones do not depend on the size.
SIZE_UNKNOWN = {("Main Table", "Battlefield")}


@pytest.mark.parametrize("name", MODULES)
def test_every_point_is_called_and_rests_as_in_the_engine(name):
    module = real_module(MODULES[name])
    for asked in oracle(f"{name}.grid.json"):
        board = module.map(asked["map"]).board(asked["board"])
        assert list(board.size) == asked["size"] or (asked["map"], asked["board"]) in SIZE_UNKNOWN
        placed = PlacedBoard(board, 0, 0, 0, 0, asked["reversed"])
        answers = [[x, y, *_answers(placed, x, y)] for x, y, *_ in asked["points"]]
        assert answers == asked["points"]


def _answers(placed, x, y):
    grid = placed.board.grid
    if grid is None:
        return None, x, y, None, None
    at = placed.local(x, y)
    # Where a grid prints no numbers the engine has no name and we have our own.
    location = grid.location(*at) if grid.prints(*at) else None
    point = grid.point(location) if location is not None else None
    return location, *placed.outer(*grid.snap(*at)), grid.zone(*at), list(point) if point else None
