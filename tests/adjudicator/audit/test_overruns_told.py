"""Overruns in a log: what the chat tells of them, those that failed, and drags in and out that were only looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.audit.record import Audited
from adjudicator.audit.run import Wish, audit
from adjudicator.exporters.vassal.box import PlannedModule
from adjudicator.exporters.vassal.scribe import LogWriter
from adjudicator.record.acts import Act
from tests.adjudicator.audit import game
from tests.adjudicator.audit.game import judge, write
from tests.helpers import open_all

START = ("turn 2, French movement", "weather clear", "0405: fr.1cav", "0505: au.1art")


@pytest.fixture
def table(made: tuple[Path, PlannedModule]) -> LogWriter:
    begun = game.table(made[1], START)
    begun.record()
    return begun


def audited(table: LogWriter, module: Path, folder: Path) -> Audited:
    opened, files = open_all((write(folder / "overrun.vlog", table.log()),), module)
    return audit(files, opened.module, judge(opened.module), Wish(seat="umpire"))


def deeds(found: Audited) -> list[Act]:
    assert found.play is not None
    return [act for act in found.play.acts if act.kind not in ("say", "roll")]


@pytest.mark.parametrize("before", [True, False])
def test_a_told_overrun_has_its_die_and_result(before: bool, table: LogWriter, module: Path, tmp_path: Path) -> None:
    if before:
        table.say("overrun 0505: fr.1cav; die 5, success")
    table.move("fr.1cav", "0505")
    if not before:
        table.say("overrun 0505: 1st French Cavalry; die 5, success")
    table.remove("au.1art")
    found = audited(table, module, tmp_path)
    assert found.findings == ()
    overrun = deeds(found)[0]
    assert (overrun.kind, overrun.told["die"], overrun.told["result"]) == ("overrun", "5", "success")


def test_a_success_that_leaves_its_victim_standing_is_found(table: LogWriter, module: Path, tmp_path: Path) -> None:
    table.move("fr.1cav", "0505")
    table.say("overrun 0505: fr.1cav; die 5, success")
    assert "two:7.15" in [finding.rule for finding in audited(table, module, tmp_path).findings]


def test_a_drag_in_a_roll_and_a_drag_out_are_an_overrun_that_failed(
    table: LogWriter, module: Path, tmp_path: Path
) -> None:
    table.move("fr.1cav", "0505")
    table.roll(1)
    table.move("fr.1cav", "0405")
    found = audited(table, module, tmp_path)
    (overrun,) = deeds(found)
    assert (overrun.kind, overrun.path, overrun.told["result"]) == ("overrun", ("0405", "0505"), "failure")
    assert found.play is not None
    assert found.play.undone == 0


def test_a_drag_in_and_out_without_a_roll_is_taken_back(table: LogWriter, module: Path, tmp_path: Path) -> None:
    table.move("fr.1cav", "0505")
    table.move("fr.1cav", "0405")
    found = audited(table, module, tmp_path)
    assert (deeds(found), found.findings) == ([], ())


def test_an_overrun_at_the_end_of_a_march_is_one_act(table: LogWriter, module: Path, tmp_path: Path) -> None:
    table.move("fr.1cav", "0404", "0504", "0505")
    table.say("overrun 0505: fr.1cav; die 5, success")
    table.remove("au.1art")
    overrun = deeds(audited(table, module, tmp_path))[0]
    assert (overrun.kind, overrun.path) == ("overrun", ("0405", "0404", "0504", "0505"))
