"""Files named twice on the command line: one report, and a sentence."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.adjudicator.cli.conftest import Run
from tests.helpers import FIXTURES

RIVERS = FIXTURES / "vassal" / "two_rivers"
START, TURN, MODULE = RIVERS / "start.vsav", RIVERS / "turn_1.vlog", RIVERS / "two_rivers.vmod"


def test_check_judges_a_file_once_and_says_so(run: Run, tmp_path: Path) -> None:
    copy = Path(shutil.copy(TURN, tmp_path / "my_copy_of_it.vlog"))
    options = ("-p", "two_rivers", "-m", MODULE, "--json")
    once, twice = run("check", TURN, *options), run("check", copy, TURN, TURN, *options)
    assert twice.code == once.code
    (note,) = (each for each in twice.json["notes"] if each["kind"] == "repeated")
    assert note["text"] == "turn_1.vlog was given 3 times, also as my_copy_of_it.vlog"
    assert {**twice.json, "notes": [each for each in twice.json["notes"] if each != note]} == once.json
    assert run("check", START, copy, *options).json == run("check", copy, START, *options).json


def test_dice_are_counted_once(run: Run) -> None:
    once, twice = run("dice", TURN, "--json"), run("dice", TURN, TURN, "--json")
    assert once.json == twice.json
    assert "turn_1.vlog was given twice" in twice.err


def test_an_earlier_audit_knows_a_file_by_its_steps(run: Run, tmp_path: Path) -> None:
    copy = Path(shutil.copy(TURN, tmp_path / "my_copy_of_it.vlog"))
    run("audit", TURN, "-o", tmp_path / "earlier.json")
    told = run("audit", copy, "-m", MODULE, "--against", tmp_path / "earlier.json", "--json").json
    assert told["chain"]["changed_since"] == []
