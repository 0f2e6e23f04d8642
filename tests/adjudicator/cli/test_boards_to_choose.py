"""A module's boards that players choose from are drawn one at a time, not side by side."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from tests.adjudicator.cli.conftest import Run
from tests.adjudicator.cli.test_lint import HEX, written
from tests.importers.vassal.boxes import a_board, a_map, a_slot

BOARDS = "".join(
    a_board(HEX, name=name, width=str(width), height="300") for name, width in (("East", 400), ("West", 700))
)


def drawn(run: Run, tmp_path: Path, *more: str) -> tuple[int, str]:
    """The width of the picture, and what was said."""
    module = written(tmp_path / "box.vmod", a_slot() + a_map(BOARDS), {})
    out = tmp_path / "map.png"
    ran = run("render", module, "-o", out, "--scale", "1", "--force", *more)
    assert ran.code == 0, ran.err
    with Image.open(out) as picture:
        return picture.width, ran.out + ran.err


def test_the_first_is_drawn_and_the_others_are_named(run: Run, tmp_path: Path) -> None:
    width, told = drawn(run, tmp_path)
    assert 400 <= width < 500
    assert "--board names another: West" in told


def test_one_is_drawn_by_name(run: Run, tmp_path: Path) -> None:
    width, told = drawn(run, tmp_path, "--board", "West")
    assert 700 <= width < 800
    assert "--board" not in told


def test_a_board_that_is_not_there_and_a_game_are_told(run: Run, tmp_path: Path) -> None:
    module = written(tmp_path / "box.vmod", a_slot() + a_map(BOARDS), {})
    ran = run("render", module, "-o", tmp_path / "a.png", "--board", "North")
    assert ran.code == 3
    assert "has no board 'North'; boards: 'East', 'West'" in ran.err
