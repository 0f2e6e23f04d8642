"""An umpire's rulings: findings overridden with a reason, stale ones reported; two audits compared by ids."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from adjudicator.audit.against import read_earlier
from adjudicator.audit.record import Audit
from adjudicator.audit.rulings import load_rulings
from adjudicator.audit.run import Wish
from adjudicator.errors import NotationError, PackError, ReadError
from adjudicator.exporters.report.audit_json import audit_bytes
from adjudicator.exporters.vassal.scribe import LogWriter
from adjudicator.findings import Severity
from tests.adjudicator.audit import game
from tests.adjudicator.audit.game import audited, write


@pytest.fixture
def broken(table: LogWriter, tmp_path: Path) -> Path:
    """An Austrian moves in the French phase (2.2)."""
    table.record()
    table.move("au.1cav", "1203", drag=True)
    return write(tmp_path / "broken.vlog", table.log())


def ruled(text: str, broken: Path, module: Path, tmp_path: Path) -> Audit:
    path = tmp_path / "rulings.toml"
    path.write_text(text)
    return audited((broken,), module, judged=True, wish=Wish(rulings=load_rulings(path)))


@pytest.mark.parametrize(
    "ruling",
    ['rule = "2.2"', 'rule = "two:2.2"\nunit = "au.1cav"\nturn = 2', 'rule = "2.2"\nunit = "1st Austrian Cavalry"'],
)
def test_a_ruling_overrides_by_rule_unit_and_turn(ruling: str, broken: Path, module: Path, tmp_path: Path) -> None:
    audit = ruled(f'[[ruling]]\n{ruling}\nreason = "agreed"\n', broken, module, tmp_path)
    (finding,) = [each for each in audit.findings if each.rule == "two:2.2"]
    assert finding.ruling == "agreed"
    assert audit.count(Severity.VIOLATION) == len(audit.findings) - 1
    assert audit.rulings[0].findings == (finding.id,)


def test_a_ruling_overrides_by_the_finding_s_id(broken: Path, module: Path, tmp_path: Path) -> None:
    (finding,) = [each for each in audited((broken,), module, judged=True).findings if each.rule == "two:2.2"]
    audit = ruled(f'[[ruling]]\nfinding = "{finding.id}"\nreason = "agreed"\n', broken, module, tmp_path)
    assert [each.ruling for each in audit.findings if each.id == finding.id] == ["agreed"]


def test_a_ruling_that_fits_nothing_is_stale(broken: Path, module: Path, tmp_path: Path) -> None:
    audit = ruled('[[ruling]]\nrule = "2.2"\nturn = 9\nreason = "agreed"\n', broken, module, tmp_path)
    assert [ruling.stale for ruling in audit.rulings] == [True]


@pytest.mark.parametrize(
    "text",
    ['[[ruling]]\nreason = "x"', '[[ruling]]\nrule = "2.2"', '[[ruling]]\nrule = "a"\nfinding = "b"\nreason = "c"'],
)
def test_a_ruling_about_nothing_or_without_a_reason_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "rulings.toml"
    path.write_text(text)
    with pytest.raises(PackError, match=r"rulings.toml"):
        load_rulings(path)


def test_two_audits_are_compared_by_ids(broken: Path, table: LogWriter, tmp_path: Path, module: Path) -> None:
    earlier = tmp_path / "earlier.json"
    earlier.write_bytes(audit_bytes(audited((broken,), module, judged=True, wish=Wish())))
    game.next_log(table)
    table.move("fr.3inf", "1405", drag=True)
    later = write(tmp_path / "later.vlog", table.log())
    wish = Wish(earlier=read_earlier(earlier, "everybody"), earlier_name="earlier.json")
    audit = audited((broken, later), module, judged=True, wish=wish)
    assert audit.comparison is not None
    assert audit.comparison.gone == ()
    assert len(audit.comparison.same) == 1
    assert set(audit.comparison.new) == {each.id for each in audit.findings} - set(audit.comparison.same)
    assert audit.chain.changed_since == ()


def test_an_earlier_audit_for_other_eyes_cannot_be_compared(broken: Path, tmp_path: Path, module: Path) -> None:
    earlier = tmp_path / "earlier.json"
    earlier.write_bytes(audit_bytes(audited((broken,), module, wish=Wish(seat="umpire"))))
    with pytest.raises(NotationError, match="is for umpire, this one for everybody"):
        read_earlier(earlier, "everybody")


def test_an_earlier_audit_with_a_step_of_no_number_is_refused(broken: Path, tmp_path: Path, module: Path) -> None:
    earlier = tmp_path / "earlier.json"
    record = orjson.loads(audit_bytes(audited((broken,), module, wish=Wish())))
    record["steps"][0]["file_step"] = "two"
    earlier.write_bytes(orjson.dumps(record))
    with pytest.raises(ReadError, match=r"entry 1 of 'steps' has no whole number 'file_step'"):
        read_earlier(earlier, "everybody")


@pytest.mark.parametrize("text", ["", "[]", '{"format": "other"}'])
def test_what_is_no_audit_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(ReadError):
        read_earlier(path, "everybody")


def test_only_the_steps_asked_for_are_judged_and_told(two_logs: tuple[Path, Path], module: Path) -> None:
    audit = audited(two_logs, module, judged=True, wish=Wish(first=3, last=8))
    assert [step.step for step in audit.steps] == [3, 4, 5, 6, 7, 8]
    assert all(3 <= finding.step <= 8 for finding in audit.findings)
