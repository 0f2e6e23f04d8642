"""A counter that the enemy conceals may have a zone of control: who went past it is neither legal nor illegal."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.audit.run import Wish
from adjudicator.exporters.vassal.box import PlannedModule
from adjudicator.exporters.vassal.scribe import LogWriter
from adjudicator.findings import Severity
from tests.adjudicator.audit import game
from tests.adjudicator.audit.game import AUSTRIAN, FRENCH, audited, write


@pytest.fixture
def table(made: tuple[Path, PlannedModule]) -> LogWriter:
    begun = game.table(made[1], ("turn 2, French supply", "weather clear", "0405: fr.2inf", "0604: au.1inf"))
    begun.acting = AUSTRIAN
    begun.mask("au.1inf")
    begun.acting = FRENCH
    begun.record()
    begun.advance()
    begun.move("fr.2inf", "0505", "0506")
    return begun


def severities(table: LogWriter, module: Path, folder: Path, seat: str) -> list[tuple[str, Severity]]:
    audit = audited((write(folder / "past.vlog", table.log()),), module, judged=True, wish=Wish(seat=seat))
    return [(finding.rule, finding.severity) for finding in audit.findings if finding.step]


def test_the_umpire_sees_that_it_had_to_stop(table: LogWriter, module: Path, tmp_path: Path) -> None:
    assert Severity.VIOLATION in [severity for _, severity in severities(table, module, tmp_path, "umpire")]


def test_who_may_not_look_says_that_nobody_can_tell(table: LogWriter, module: Path, tmp_path: Path) -> None:
    found = severities(table, module, tmp_path, "French")
    assert found
    assert {severity for _, severity in found} == {Severity.DOUBT}
