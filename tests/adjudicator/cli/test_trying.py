"""`packs try` judges written cases by any pack; `explain --pack` tells a rule of a pack in a folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.cli.main import status

PACK = """
id = "hills"
short = "hills"
title = "Hills"
extends = "two_rivers"
"""
LIMIT = """
[[limit]]
id = "pairs"
name = "pairs"
most = 2
"""
RULE = """
[[rule]]
id = "3.9"
title = "Two to a hex"
check = "stacking.limit"
terms = { limit = "pairs" }
says = "A hex holds two units."
"""
CASE = """
[[case]]
id = "3.9.1"
title = "Three are too many"
given = ["turn 2, French movement", "weather clear", "0805: fr.1inf, fr.2inf, fr.3inf"]
control = { "0805" = "CONTROL" }
expect = [{ rule = "RULE", at = ["0805"] }]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("pack", PACK), ("stacking", LIMIT), ("rules", RULE)):
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    return tmp_path


def case(folder: Path, rule: str = "3.9", control: str = "fr") -> str:
    (folder / "cases").mkdir(exist_ok=True)
    path = folder / "cases" / "own.toml"
    path.write_text(CASE.replace("RULE", rule).replace("CONTROL", control), encoding="utf-8")
    return str(path)


def test_a_case_of_a_pack_in_a_folder_holds(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["packs", "try", str(folder), case(folder)]) == 0
    assert capsys.readouterr().out == "1 of 1 case holds\n"


def test_what_is_missing_and_what_is_too_much_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["packs", "try", str(folder), case(folder, rule="3.1"), "--json"]) == 1
    (told,) = json.loads(capsys.readouterr().out)
    assert (told["id"], told["holds"]) == ("3.9.1", False)
    missing, extra = told["wrong"]
    assert missing == "missing: {'rule': '3.1', 'at': ('0805',), 'severity': 'violation'}"
    assert extra.startswith("extra: violation hills:3.9 at ['0805']")


def test_what_else_a_case_asks_is_judged(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["packs", "try", str(folder), case(folder, control="au")]) == 1
    assert "control of 0805: fr, and the case says au" in capsys.readouterr().out


def test_a_question_about_a_unit_that_is_not_there_names_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(case(folder))
    asked = path.read_text(encoding="utf-8") + 'computes = { "size fr.4inf" = "2" }\n'
    path.write_text(asked, encoding="utf-8")
    assert status(["packs", "try", str(folder), str(path)]) == 1
    assert "no unit 'fr.4inf' is in the position; did you mean 'fr.3inf' or" in capsys.readouterr().out


def test_a_case_that_cannot_be_set_up_says_why(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(case(folder))
    path.write_text(path.read_text(encoding="utf-8").replace("fr.3inf", "fr.3imf"), encoding="utf-8")
    assert status(["packs", "try", str(folder), str(path)]) == 1
    assert "fr.3imf" in capsys.readouterr().out


def test_a_file_that_is_none_of_cases_cannot_be_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["packs", "try", str(folder), str(folder / "rules.toml")]) == 3
    assert "rules.toml" in capsys.readouterr().err


def test_a_rule_of_a_pack_in_a_folder_is_explained(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("3.9", "hills:3.9"):
        assert status(["explain", name, "--pack", str(folder)]) == 0
        assert "A hex holds two units." in capsys.readouterr().out
    assert status(["explain", "two:3.9", "--pack", str(folder)]) == 2
    assert "the pack 'hills' calls its rules 'hills:...'" in " ".join(capsys.readouterr().err.split())
