"""`diff` from the shell: table, JSON, picture."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from tests.adjudicator.cli.conftest import Run
from tests.helpers import FIXTURES

GAME = FIXTURES / "vassal" / "two_rivers"
START, TURN = GAME / "start.vsav", GAME / "turn_1.vlog"


def test_what_moved_is_a_table(run: Run) -> None:
    ran = run("diff", START, TURN)
    assert ran.code == 1
    (line,) = [line for line in ran.out.splitlines() if line.startswith("moved") and "2nd French Division" in line]
    assert line.split()[-2:] == ["0406", "0802"]


def test_the_same_save_twice_shows_nothing(run: Run) -> None:
    ran = run("diff", START, START)
    assert (ran.code, ran.out) == (0, "start.vsav and start.vsav show the same table\n")


def test_json_has_places_and_says_what_is_harmless(run: Run) -> None:
    told = run("diff", START, TURN, "--json").json["differences"]
    moved = next(
        each for each in told if each["change"] == "moved" and each["counter"]["name"] == "French Headquarters"
    )
    assert (moved["before"]["name"], moved["after"]["name"]) == ("0206", "0506")
    assert {each["harmless"] for each in told} >= {False}


def test_the_picture_has_arrows(run: Run, tmp_path: Path) -> None:
    svg, png = tmp_path / "d.svg", tmp_path / "d.png"
    assert run("diff", START, TURN, "-o", svg).code == 1
    assert "0406 → 0802" in svg.read_text()
    run("diff", START, TURN, "-o", png)
    with Image.open(png) as image:
        assert image.width > 500


def test_only_pictures_can_be_written(run: Run, tmp_path: Path) -> None:
    assert run("diff", START, TURN, "-o", tmp_path / "d.txt").code == 2
