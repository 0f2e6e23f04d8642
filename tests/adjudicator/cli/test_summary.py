"""`summary`: the text on the screen, the same in a file, and exit codes as audit's."""

from __future__ import annotations

import json

from adjudicator.cli.main import status
from tests.helpers import FIXTURES

GAME = FIXTURES / "vassal" / "two_rivers"
FILES = [str(GAME / "start.vsav"), str(GAME / "turn_1.vlog")]
RULES = ["--pack", "two_rivers"]


def test_it_prints_what_an_audit_writes_as_text(capsys, tmp_path):
    assert status(["summary", *FILES, *RULES]) == 1
    told = capsys.readouterr().out
    assert len(told.splitlines()) < 30 and told.count("Undo: ") == 7
    status(["audit", *FILES, *RULES, "-o", str(tmp_path / "verdict.txt")])
    assert (tmp_path / "verdict.txt").read_text(encoding="utf-8") == told + "(made by adjudicator: report)\n"


def test_json_and_an_unjudged_game(capsys):
    assert status(["summary", *FILES, "--pack", "none", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "none, since no rules were given"
