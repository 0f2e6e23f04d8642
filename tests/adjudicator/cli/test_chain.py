"""`chain` from the shell."""

from __future__ import annotations

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
