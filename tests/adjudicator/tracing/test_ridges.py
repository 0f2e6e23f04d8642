"""What stands out from both sides is a line, on whichever ground; an edge stands out from one side only."""

from __future__ import annotations

import numpy as np

from adjudicator.tracing.lattice import Floats
from adjudicator.tracing.strips import on_white, ridges

PAPER, WOODS, BLACK = (90.0, 0.0, 10.0), (60.0, -20.0, 25.0), (5.0, 0.0, 0.0)
MIDDLE = 13


def strip(left: tuple[float, ...], right: tuple[float, ...], line: float = 0.0) -> Floats:
    """A strip of two grounds, with so much of a black line between them."""
    found = np.empty((1, 9, 27, 3), dtype=np.float32)
    found[:, :, :MIDDLE], found[:, :, MIDDLE:] = left, right
    found[:, :, MIDDLE] = (1 - line) * np.array(right) + line * np.array(BLACK)
    return found


def ground(colour: tuple[float, ...]) -> Floats:
    return np.broadcast_to(np.array(colour, dtype=np.float32), (1, 9, 27, 3))


def test_an_edge_of_woods_does_not_stand_out() -> None:
    assert not (ridges(strip(PAPER, WOODS), ground(PAPER)) - (50, 0, 0)).any()


def test_a_black_line_stands_out_in_woods_as_on_paper() -> None:
    on_paper, in_woods = (ridges(strip(each, each, 0.5), ground(each))[0, 4] - (50, 0, 0) for each in (PAPER, WOODS))
    assert on_paper[MIDDLE, 0] < -10
    assert abs(on_paper[MIDDLE, 0] - in_woods[MIDDLE, 0]) < 2
    assert not on_paper[:9].any()


def test_an_outline_along_the_hexside_does_not_stand_out() -> None:
    along = strip(PAPER, PAPER)
    along[:, 4] = BLACK
    assert not (ridges(along, ground(PAPER)) - (50, 0, 0)).any()


def test_a_thin_line_has_one_colour_on_white_whichever_ground_it_is_printed_on() -> None:
    grounds = np.array([PAPER, WOODS], dtype=np.float32)
    printed = ((grounds + np.array(BLACK)) / 2).astype(np.float32)
    on_paper, in_woods = on_white(printed, grounds)
    assert np.linalg.norm(printed[0] - printed[1]) > 15
    assert np.linalg.norm(on_paper - in_woods) < 10
