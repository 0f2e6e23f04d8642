"""Files of two games, and two modules that fit one save: said at once, in one line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.adjudicator.cli.conftest import Run
from tests.helpers import FIXTURES

SAMPLES = FIXTURES / "vassal"
ONE, OTHER = SAMPLES / "two_rivers" / "start.vsav", SAMPLES / "dvina_line" / "start.vsav"
USAGE = 2


@pytest.mark.parametrize("command", ["chain", "diff", "audit"])
def test_files_of_two_games_are_one_error(run: Run, command: str) -> None:
    told = run(command, ONE, OTHER)
    assert told.code == USAGE
    assert "start.vsav is of another game" in told.err
    assert "Two Rivers" in told.err
    assert told.out == ""


def test_of_two_modules_that_fit_the_one_taken_is_said(run: Run, tmp_path: Path) -> None:
    for name in ("another.vmod", "two_rivers.vmod"):
        shutil.copy(SAMPLES / "two_rivers" / "two_rivers.vmod", tmp_path / name)
    save = shutil.copy(ONE, tmp_path / "start.vsav")
    told = run("inspect", Path(save))
    assert told.code == 0
    assert "another.vmod (beside start.vsav; two_rivers.vmod would fit as well" in told.err
