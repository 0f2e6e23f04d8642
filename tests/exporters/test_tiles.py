"""Boards as tiles: all sizes of the picture, made once, also of a board larger than pictures may be."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
import pyvips
from PIL import Image

from adjudicator.errors import ReadError
from adjudicator.exporters.pictures import MOST_PIXELS, size_of
from adjudicator.exporters.tiles import SIDE, write_tiles


def png(width: int, height: int) -> bytes:
    made = BytesIO()
    Image.linear_gradient("L").resize((width, height)).convert("RGB").save(made, "PNG")
    return made.getvalue()


def test_the_first_level_is_the_picture_and_the_last_one_tile(tmp_path: Path) -> None:
    tiles = write_tiles(png(1100, 700), tmp_path / "tiles")
    assert (tiles.size, tiles.levels) == ((1100, 700), 3)
    sizes = [size_of(path.read_bytes()) for path in map(tiles.tile, (0, 0, 2), (0, 2, 0), (0, 1, 0)) if path]
    assert sizes == [(SIDE, SIDE), (1100 - 2 * SIDE, 700 - SIDE), (275, 175)]
    assert not tiles.tile(0, 3, 0) and not tiles.tile(2, 1, 0) and not tiles.tile(40, 0, 0)


def test_what_was_cut_is_not_cut_again(tmp_path: Path) -> None:
    write_tiles(png(600, 600), tmp_path / "tiles")
    before = (tmp_path / "tiles" / "tiles.dzi").stat().st_mtime_ns
    assert write_tiles(b"not looked at", tmp_path / "tiles").size == (600, 600)
    assert (tmp_path / "tiles" / "tiles.dzi").stat().st_mtime_ns == before


def test_a_board_larger_than_a_picture_may_be_is_cut_all_the_same(tmp_path: Path) -> None:
    wide = 9000
    data = pyvips.Image.black(wide, 8000).pngsave_buffer(compression=1)
    assert wide * 8000 > MOST_PIXELS
    assert write_tiles(data, tmp_path / "tiles").size == (wide, 8000)


def test_what_is_no_picture_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ReadError):
        write_tiles(png(600, 600)[:20], tmp_path / "tiles")
    assert not (tmp_path / "tiles").exists()
