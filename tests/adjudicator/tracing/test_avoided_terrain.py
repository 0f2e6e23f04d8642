"""What no example of a kind lies beside, though most of what looks like it does, it shuns."""

from __future__ import annotations

import numpy as np

from adjudicator.tracing.avoided_terrain import LEAST, without_avoided_terrain
from adjudicator.tracing.board import survey
from adjudicator.tracing.proposals import TracedLayer
from adjudicator.tracing.tracer import Tracer
from tests.drawn_boards.person import correct, kind_right, mark_examples
from tests.drawn_boards.strange import islands

CLAIMS = np.array([0.9] * 10 + [0.1] * 5)
SEA, WOODS = 0, 1


def beside(terrain: int, sides: int) -> np.ndarray:
    """Fifteen hexsides, of which the last so many of the ten claimed lie beside a terrain."""
    grounds = np.zeros((15, 2), dtype=bool)
    grounds[10 - sides : 10, terrain] = True
    return grounds


def test_coasts_are_no_streams() -> None:
    found = without_avoided_terrain(CLAIMS, beside(SEA, 7), (0, 1, 2, 10), (8, 9))
    assert (found[3:10] == LEAST).all()
    assert (found[:3] == CLAIMS[:3]).all()


def test_one_example_beside_it_opens_the_terrain() -> None:
    found = without_avoided_terrain(CLAIMS, beside(SEA, 7), (0, 1, 2, 5), (8, 9))
    assert (found == CLAIMS).all()


def test_a_terrain_that_the_examples_missed_by_chance_is_not_shunned() -> None:
    found = without_avoided_terrain(CLAIMS, beside(WOODS, 5), (0, 1, 2), (8, 9))
    assert (found == CLAIMS).all()


def test_a_terrain_where_nobody_refused_the_kind_is_not_shunned() -> None:
    found = without_avoided_terrain(CLAIMS, beside(SEA, 7), (0, 1, 2, 10), (1,))
    assert (found == CLAIMS).all()


def test_without_claims_nothing_is_shunned() -> None:
    nothing = np.full(15, 0.1)
    assert (without_avoided_terrain(nothing, beside(SEA, 7), (0, 1, 2), (8, 9)) == nothing).all()


def test_coasts_drawn_in_the_streams_blue_are_told_from_streams() -> None:
    board = islands(1)
    tracer = Tracer(survey(board.drawn.pixels, board.drawn.cells), board.words)
    mark_examples(tracer, board.truth, 1)
    correct(tracer, board.truth, 20, (TracedLayer.HEXSIDE,))
    found = kind_right(tracer, board.truth, TracedLayer.HEXSIDE, "stream")
    assert found.precision > 0.9
    assert found.recall > 0.8
