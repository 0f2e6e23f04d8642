"""A march through a hex where a stray marker lies: the marker is never the unit's, and the march stays one act."""

from __future__ import annotations

from pathlib import Path

from adjudicator.audit.run import Wish, audit
from adjudicator.exporters.vassal.box import PlannedModule
from tests.adjudicator.audit import game
from tests.adjudicator.audit.game import write
from tests.helpers import open_all


def test_a_marker_that_is_passed_by_parts_no_march(made: tuple[Path, PlannedModule], tmp_path: Path) -> None:
    module, box = made
    table = game.table(box, ("turn 2, French movement", "weather clear", "0305: fr.1inf"))
    table.place("disrupted", "0505", "stray")
    table.record()
    table.move("fr.1inf", "0405", "0505", "0605", "0705")
    opened, files = open_all((write(tmp_path / "march.vlog", table.log()),), module)
    found = audit(files, opened.module, game.judge(opened.module), Wish(seat="umpire"))
    assert found.play is not None
    deeds = [act for act in found.play.acts if act.kind != "say"]
    assert [(act.kind, act.path) for act in deeds] == [("move", ("0305", "0405", "0505", "0605", "0705"))]
