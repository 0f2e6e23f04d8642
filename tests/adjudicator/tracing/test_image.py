"""What is done to the image before anything is learnt from it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from adjudicator.tracing.board import survey
from adjudicator.tracing.flat_field import flat_fielded
from adjudicator.tracing.hex_features import median_colours
from adjudicator.tracing.lattice import BoardLayout
from adjudicator.tracing.paths import best_paths
from adjudicator.tracing.picture import pixels_of, to_lab
from tests.drawn_boards.small import drawn, small_drawing
from tests.drawn_boards.style import PAPER


def turned(points: np.ndarray, degrees: float, size: tuple[int, int]) -> np.ndarray:
    """Where points of an image go when it is turned about its middle."""
    angle, middle = np.deg2rad(degrees), np.array(size) / 2
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return (points - middle) @ turn + middle


@pytest.mark.parametrize("degrees", [-0.9, 0.6])
def test_a_turned_scan_gets_its_grid_back(degrees: float) -> None:
    board = drawn(lambda drawing: None, replace(PAPER, turn=degrees))
    true = turned(board.layout.centres, degrees, (board.pixels.shape[1], board.pixels.shape[0]))
    surveyed = survey(board.pixels, board.cells)
    found = (surveyed.layout.centres + 0.5) / surveyed.factor - 0.5
    assert np.abs(board.layout.centres - true).max() > 3
    assert np.abs(found - true).max() < 2.5


def test_a_board_without_outlines_keeps_its_grid() -> None:
    drawing = small_drawing()
    noise = np.random.default_rng(1).normal(200, 6, (drawing.image.height, drawing.image.width, 3))
    surveyed = survey(noise.clip(0, 255).astype(np.uint8), drawing.layout.cells)
    kept = drawing.layout.lattice.scaled(surveyed.factor)
    assert np.allclose(surveyed.layout.lattice.origin, kept.origin)


def test_uneven_light_is_taken_out_and_terrain_is_not() -> None:
    drawing = small_drawing()
    layout: BoardLayout = drawing.layout
    width, height = drawing.image.size
    lab = np.zeros((height, width, 3), dtype=np.float32)
    lab[...] = 60 + np.linspace(-6, 6, width, dtype=np.float32)[None, :, None]
    lab[:, width // 2 :, 0] += 20
    flat = flat_fielded(lab, layout, median_colours(layout, lab))
    west, east = flat[height // 2, 60 : width // 2 - 60, 0], flat[height // 2, width // 2 + 60 : -60, 0]
    assert np.ptp(west) < 2
    assert east.mean() - west.mean() == pytest.approx(20, abs=3)


def test_grey_and_transparent_images_are_read() -> None:
    assert pixels_of(np.full((20, 30, 1), 90, dtype=np.uint8), 1.0).shape == (20, 30, 3)
    assert pixels_of(np.zeros((20, 30, 4), dtype=np.uint8), 0.5).tolist()[0][0] == [255, 255, 255]


def test_white_is_light_and_blue_is_blue() -> None:
    white, blue = to_lab(np.array([[[255, 255, 255], [0, 0, 255]]], dtype=np.uint8))[0]
    assert white[0] > 98
    assert blue[2] < -80


def test_a_path_follows_a_line_that_wobbles() -> None:
    ink = np.full((1, 12, 15), -1.0, dtype=np.float32)
    columns = [5, 6, 7, 7, 8, 8, 7, 6, 6, 5, 4, 4]
    ink[0, range(12), columns] = 1.0
    found = best_paths(ink)
    assert found.columns[0].tolist() == columns
    assert found.ink[0].min() == 1.0
