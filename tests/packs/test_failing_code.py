"""Code of somebody's pack that raises takes its own rule with it; the report says which, and where, and judges the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.errors import PackError
from adjudicator.findings import Ran, Report
from adjudicator.game.cases import try_cases
from adjudicator.judge import adjudicate, legality
from adjudicator.model.network import Network
from adjudicator.notes import NoteKind
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.position import Position
from tests.packs.conftest import Install

WAYS = {
    "raise ZeroDivisionError('the secret of au.2inf')": "ZeroDivisionError",
    "_deeper()": "RecursionError",
    "assert False": "AssertionError",
    "yield 1": "AttributeError",
    "raise MemoryError": "MemoryError",
    "return open('/nowhere/at/all')": "FileNotFoundError",
}
CHECK = '''"""A check with a fault."""
from adjudicator.checks.registry import NoTerms, check
from adjudicator.record.{module} import {examines}


def _deeper():
    _deeper()


@check("faulty.check", NoTerms{more})
def faulty(subject: {examines}, terms: NoTerms):
    """Fails.

    Legal:    0405: fr.wagon
    Illegal:  0405: fr.wagon
    """
    if False:
        yield
    {fault}
'''
RULE = '\n[[rule]]\nid = "20.9"\ncheck = "faulty.check"\ntitle = "Faulty"\nsays = "It fails."\n'


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ADJUDICATOR_FAULTS")


def brought(folder: Path, fault: str, examines: str = "Position", more: str = "") -> None:
    module = {"Position": "position", "PhaseRecord": "phase", "Act": "acts"}[examines]
    text = CHECK.format(module=module, examines=examines, fault=fault, more=more)
    (folder / "checks" / "faulty.py").write_text(text)
    with (folder / "rules.toml").open("a") as rules:
        rules.write(RULE)


def position() -> Position:
    pack = load_pack("three_rivers")
    given = ("turn 2, French movement", "0405: fr.wagon", "1005: fr.hq", "0605: fr.1inf")
    return position_from(given, pack, Network.of(load_theatre_for(pack)))


def failed(report: Report) -> tuple[str, str]:
    """What the coverage and the notes say of the rule."""
    (row,) = [each for each in report.coverage if each.rule == "three:20.9"]
    assert row.ran is Ran.NOT_CHECKED
    (note,) = [each for each in report.notes if each.kind is NoteKind.FAILED]
    return row.why, note.text


@pytest.mark.parametrize("fault", WAYS)
def test_a_check_that_raises_is_not_judged_and_the_rest_is(fault: str, install: Install) -> None:
    brought(install(), fault)
    report = adjudicate(position())
    why, note = failed(report)
    assert why.startswith(f"not judged: it failed ({WAYS[fault]} at ")
    assert note.startswith("three:20.9 of the pack three_rivers was not judged: it failed (")
    assert "secret" not in why + note
    assert "three:20.1" in {each.rule for each in report.findings}


def test_a_case_over_which_a_rule_fails_does_not_hold(install: Install, tmp_path: Path) -> None:
    brought(install(), "raise ValueError")
    cases = tmp_path / "cases.toml"
    cases.write_text(
        '[[case]]\nid = "a"\ntitle = "b"\ngiven = ["turn 2, French movement", "1005: fr.hq"]\n', encoding="utf-8"
    )
    ((wrong,),) = (each.wrong for each in try_cases("three_rivers", cases))
    assert wrong.startswith("failed: three:20.9 of the pack three_rivers was not judged: it failed (ValueError at ")


def test_the_place_is_the_line_of_the_pack_s_own_code(install: Install) -> None:
    folder = install()
    brought(folder, "raise ValueError")
    line = CHECK.partition("{fault}")[0].count("\n") + 1
    assert f"ValueError at {folder.name}/checks/faulty.py:{line}" in failed(adjudicate(position()))[0]


@pytest.mark.parametrize("examines", ["Act", "PhaseRecord"])
def test_so_it_is_with_acts_and_phases(examines: str, install: Install) -> None:
    brought(install(), "raise KeyError('au.2inf')", examines)
    play = play_moves("fr.1inf 0605-0705", position())
    report = adjudicate(play)
    assert "KeyError" in failed(report)[0]
    assert any(each.ran is Ran.JUDGED for each in report.coverage)
    if examines == "Act":
        assert any("KeyError" in missing for missing in legality(play.acts[0]).missing)


def test_so_it_is_where_the_words_of_its_acts_raise(install: Install) -> None:
    brought(install(), "return", "Act", ", acts=lambda pack: 1 / 0")
    assert "ZeroDivisionError" in failed(adjudicate(play_moves("fr.1inf 0605-0705", position())))[0]


def test_a_score_that_fails_is_told_and_the_verdict_stands(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    install()

    def broken(position: Position) -> tuple[str, ...]:
        raise ValueError(position.pack.id)

    monkeypatch.setattr("adjudicator.judge.victory_words", broken)
    report = adjudicate(position())
    assert next(note.text for note in report.notes if note.kind is NoteKind.FAILED).startswith(
        "the score under the pack"
    )
    assert report.coverage


@pytest.mark.parametrize("fault", ["1 / 0", "import nowhere_at_all", "x ="])
def test_code_that_cannot_be_imported_is_an_error_that_names_the_package(fault: str, install: Install) -> None:
    folder = install()
    brought(folder, "return")
    (folder / "checks" / "faulty.py").write_text(fault)
    with pytest.raises(PackError, match=rf"the checks of the package '{folder.name}' cannot be imported"):
        adjudicate(position())


def test_our_own_tests_are_stopped(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_FAULTS", "raise")
    brought(install(), "raise ValueError('here')")
    with pytest.raises(ValueError, match="here"):
        adjudicate(position())
