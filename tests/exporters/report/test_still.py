"""The picture for paper and for pages without scripts: the table at the last turn's last finding, and a caption that says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.audit.record import Audit, ChainEntry, StepEntry
from adjudicator.exporters.report import scene as made
from adjudicator.exporters.report import still
from adjudicator.exporters.report.still import StillMoment, still_moment
from adjudicator.findings import Finding, PhaseTold
from adjudicator.record.deeds import point
from tests.exporters.report.games import judged_turn


def finding(step: int, turn: int = 0, phase: str = "") -> Finding:
    return Finding((), "because", rule="x:1", title="Title", id=f"f{step}", step=step, turn=turn, phase=phase)


def audit(*found: Finding, **more: object) -> Audit:
    steps = tuple(StepEntry(number, 0, number, "") for number in range(1, 21))
    return replace(Audit("Game", "umpire", "", "", (), steps, (), ChainEntry(True), findings=found, last=20), **more)


def test_it_is_the_last_finding_of_the_last_turn() -> None:
    moment = still_moment(audit(finding(4, 1), finding(9, 2, "Movement"), finding(5, 1), finding(12, 2, "Combat")))
    assert moment == StillMoment(
        12,
        (1, 3),
        "The map after step 12 of 20 (turn 2, Combat): findings 2 and 4 where they happened. "
        "Of other turns: findings 1 and 3.",
    )


def test_where_rules_know_no_turn_the_tracker_tells_it() -> None:
    phases = (PhaseTold(1, 6, 1), PhaseTold(7, 20, 2))
    moment = still_moment(audit(finding(4), finding(5), finding(6), finding(8), phases=phases))
    assert (moment.step, moment.findings) == (8, (3,))
    assert moment.caption.endswith("finding 4 where it happened. Of other turns: findings 1–3.")


def test_of_a_save_and_of_a_game_without_findings() -> None:
    assert still_moment(audit()) == StillMoment(20, (), "The map as the game ended.")
    moment = still_moment(audit(finding(0), steps=(), last=0))
    assert moment == StillMoment(0, (0,), "The map at the start: finding 1 where it happened.")


def test_the_table_is_that_at_the_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    audited, seen = judged_turn(), []

    def drawn(*shown: object, moment: object, artist: object) -> str:
        seen.append((shown[3], moment))
        return "data:,"

    monkeypatch.setattr(made, "still_picture", drawn)
    shown = made.scene(audited)
    ((state, moment),) = seen
    log = audited.files[0].log
    assert log is not None and shown is not None
    assert 0 < moment.step < len(log.steps)
    there, end = log.state_at(moment.step), log.state_at(len(log.steps))
    placed = {name: point(counter.spot) for name, counter in state.counters.items()}
    assert placed == {name: point(counter.spot) for name, counter in there.counters.items()}
    assert placed != {name: point(counter.spot) for name, counter in end.counters.items()}
    assert shown.caption == moment.caption == still.still_moment(audited.audit).caption
