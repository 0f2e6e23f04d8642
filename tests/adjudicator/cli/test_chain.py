"""`chain` from the shell."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.adjudicator.cli.conftest import Run
from tests.helpers import FIXTURES

GAME = FIXTURES / "vassal" / "two_rivers"
START, TURN, MIDGAME = GAME / "start.vsav", GAME / "turn_1.vlog", GAME / "midgame.vsav"


def test_files_that_follow_leave_with_zero(run: Run) -> None:
    ran = run("chain", START, TURN)
    assert ran.code == 0
    assert "turn_1.vlog begins where start.vsav ended" in ran.out


def test_files_that_do_not_follow_leave_with_one_and_say_what_differs(run: Run) -> None:
    ran = run("chain", TURN, MIDGAME, "--json")
    assert ran.code == 1
    assert [link["joint"] for link in ran.json["links"]] == ["gap"]
    assert ran.json["links"][0]["differences"]


def test_a_folder_stands_for_its_files_in_order_of_play(run: Run, tmp_path: Path) -> None:
    for name, called in (("two_rivers.vmod", "two_rivers.vmod"), ("start.vsav", "z.vsav"), ("turn_1.vlog", "a.vlog")):
        shutil.copy(GAME / name, tmp_path / called)
    ran = run("chain", tmp_path)
    assert ran.code == 0
    assert "a.vlog begins where z.vsav ended" in ran.out
