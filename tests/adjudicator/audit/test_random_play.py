"""Random legal play is audited without a finding; one illegal change in it is found. At length: `random_play.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from exporters.vassal.box import Box
from tests.adjudicator.audit.game import audited
from tests.adjudicator.audit.random_play import KINDS, play, spoilt, violations

ACTS = 100


def test_legal_play_has_no_findings(made: tuple[Path, Box], tmp_path: Path) -> None:
    module, box = made
    audit = audited(play(box, ACTS, 1, tmp_path), module, judged=True)
    assert len([act for act in audit.acts if act.kind in ("move", "turn")]) >= ACTS
    assert audit.findings == ()
    assert audit.chain.sound


@pytest.mark.parametrize("kind", KINDS)
def test_one_illegal_change_is_found(kind: str, made: tuple[Path, Box], tmp_path: Path) -> None:
    module, box = made
    files, done = spoilt(box, 1, kind, tmp_path)
    assert done
    assert violations(audited(files, module, judged=True)) != []
