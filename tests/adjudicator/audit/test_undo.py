"""Logs in which a player used undo: what was undone is told as taken back and judged as if it had not been done.

`BasicLogger`: an undo is an action of its own, the inverse commands between `UNDO⇥true` and `UNDO⇥false`.
"""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from adjudicator.audit.record import Audit
from adjudicator.exporters.vassal.box import PlannedModule
from adjudicator.exporters.vassal.scribe import LogWriter
from adjudicator.exporters.vassal.scribe_files import tracker_state
from adjudicator.importers.vassal.wire.commands import (
    AddPiece,
    ChangePiece,
    MovePiece,
    NamedCommand,
    RemovePiece,
    decode,
    encode,
)
from tests.adjudicator.audit import game
from tests.adjudicator.audit.game import audited, next_log, write


def undo(table: LogWriter, before: LogWriter, *, bracketed: bool = True) -> LogWriter:
    """The table as it was before its last action, with the undo logged as VASSAL does it (3.0 without brackets)."""
    action = table.actions[-1]
    texts = [each for each in action if isinstance(each, str)] if isinstance(action, list) else [action]
    inverse = [text for each in reversed(texts) for text in _inverse(each, table, before)]
    logged = (
        [encode(NamedCommand("undo", ("true",))), *inverse, encode(NamedCommand("undo", ("false",)))]
        if bracketed
        else inverse
    )
    before.actions = [*table.actions, logged]
    before.next_id = table.next_id
    return before


def _inverse(text: str, table: LogWriter, before: LogWriter) -> list[str]:
    match decode(text):
        case MovePiece(name, to, x, y, under, old, old_x, old_y, old_under, player):
            return [encode(MovePiece(name, old, old_x, old_y, old_under, to, x, y, under, player))]
        case ChangePiece(name, new, was):
            return [encode(ChangePiece(name, was or "", new))]
        case AddPiece(name):
            return [encode(RemovePiece(name))]
        case RemovePiece(name):
            return [encode(AddPiece(name, *before.pieces[name].texts()))]
        case NamedCommand("change", (name, old, new, *rest)):
            return [encode(NamedCommand("change", (name, new, old, *rest)))]
        case NamedCommand("turn", (name, _)):
            return [encode(NamedCommand("turn", (name, tracker_state(before))))]
        case NamedCommand("say", (said,)):
            return [encode(NamedCommand("say", (f"* UNDO: {said}",)))]
    return []


@pytest.fixture
def table(made: tuple[Path, PlannedModule]) -> LogWriter:
    begun = game.table(made[1])
    begun.record()
    return begun


def findings(audit: Audit) -> set[str]:
    return {finding.rule for finding in audit.findings}


def test_an_illegal_march_that_was_undone_is_told_and_not_judged(
    table: LogWriter, module: Path, tmp_path: Path
) -> None:
    before = deepcopy(table)
    table.move("au.1cav", "1203", drag=True)
    broken = audited((write(tmp_path / "broken.vlog", table.log()),), module, judged=True)
    assert "two:2.2" in findings(broken)
    table = undo(table, before)
    table.move("fr.1inf", "0405")
    audit = audited((write(tmp_path / "undone.vlog", table.log()),), module, judged=True)
    assert findings(audit) == set()
    taken = next(act for act in audit.acts if act.kind == "move")
    assert (taken.undone, taken.verdict) == (2, "")
    assert audit.steps[1].ignored == "takes back step 1"
    assert audit.chain.contradictions == ()


def test_the_last_hop_undone_shortens_the_march(table: LogWriter, module: Path, tmp_path: Path) -> None:
    """Seven points, of which the last is undone and spent elsewhere by nobody: 5.1 is kept."""
    table.move("fr.3inf", "0705", "0704")
    before = deepcopy(table)
    table.move("fr.3inf", "0803", "0802", "0902", "0901", drag=True)
    table = undo(table, before)
    audit = audited((write(tmp_path / "hop.vlog", table.log()),), module, judged=True)
    (march,) = [act for act in audit.acts if act.kind == "move"]
    assert [place.name for place in march.path] == ["0605", "0705", "0704"]
    assert findings(audit) == set()


def test_a_flip_and_its_undo_leave_the_unit_as_it_was(table: LogWriter, module: Path, tmp_path: Path) -> None:
    before = deepcopy(table)
    table.flip("fr.1inf")
    table = undo(table, before)
    audit = audited((write(tmp_path / "flip.vlog", table.log()),), module, judged=True)
    assert findings(audit) == set()
    assert [act.undone for act in audit.acts if act.kind in ("flip", "step loss")] == [2]


@pytest.mark.parametrize("bracketed", [True, False])
def test_a_roll_that_was_undone_is_a_fact(table: LogWriter, module: Path, tmp_path: Path, bracketed: bool) -> None:
    before = deepcopy(table)
    table.roll(1, 1)
    table = undo(table, before, bracketed=bracketed)
    table.roll(6, 6)
    audit = audited((write(tmp_path / "roll.vlog", table.log()),), module, judged=True)
    assert [roll.aftermath for roll in audit.rolls] == ["undone", "nothing"]
    assert audit.chain.contradictions == ()


def test_a_log_with_an_undo_leads_on_to_the_next(table: LogWriter, module: Path, tmp_path: Path) -> None:
    before = deepcopy(table)
    table.move("fr.1inf", "0405")
    table = undo(table, before)
    first = write(tmp_path / "one.vlog", table.log())
    next_log(table)
    table.move("fr.1inf", "0405")
    audit = audited((first, write(tmp_path / "two.vlog", table.log())), module, judged=True)
    assert audit.chain.sound
    assert [link.joint for link in audit.chain.links] == ["re-saved"]
