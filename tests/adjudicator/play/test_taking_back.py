"""What is taken back, by an undo or by a log that plays a stretch anew, is told and not judged."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from adjudicator.exporters.vassal.box import PlannedModule
from adjudicator.identify import Identifier
from adjudicator.play.setting_up import position_from
from adjudicator.play.undoing import take_back
from adjudicator.play.written import play_moves
from adjudicator.record.acts import Movement
from tests.adjudicator.audit import game
from tests.adjudicator.audit.game import audited, next_log, write

LINES = ("turn 2, French movement", "weather clear", "0305: fr.1inf, fr.2cav", "1104: au.1cav")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PlannedModule]:
    return game.build(tmp_path_factory.mktemp("replayed"))


@pytest.mark.parametrize(("known", "left"), [(True, ["fr.2cav"]), (False, ["fr.1inf", "fr.2cav"])])
def test_an_undo_known_to_reverse_a_deed_reaches_past_what_others_did_since(known: bool, left: list[str]) -> None:
    pack, network = game.pack_and_map()
    play = play_moves(("fr.1inf 0305-0405", "fr.2cav 0305-0205"), position_from(LINES, pack, network))
    acts = list(play.acts)
    back = Movement(before=play.end, after=play.end, units=("fr.1inf",), way=("0405", "0305"))
    identifier = cast(Identifier, cast(Any, SimpleNamespace(position=play.end)))
    assert take_back(acts, [back], identifier, known=known) == (1 if known else 0)
    assert [act.units[0] for act in acts] == left


def test_a_turn_played_twice_is_judged_as_it_was_played_last(made: tuple[Path, PlannedModule], tmp_path: Path) -> None:
    module, box = made
    table = game.table(box)
    table.record()
    again = deepcopy(table)
    table.move("au.1cav", "1203", drag=True)
    first = write(tmp_path / "one.vlog", table.log())
    assert "two:2.2" in {finding.rule for finding in audited((first,), module, judged=True).findings}
    again.move("fr.1inf", "0405")
    second = write(tmp_path / "two.vlog", again.log())
    next_log(again)
    again.move("fr.1inf", "0505")
    third = write(tmp_path / "three.vlog", again.log())
    audit = audited((first, second, third), module, judged=True)
    assert [link.joint for link in audit.chain.links] == ["restart", "follows"]
    assert audit.findings == ()
    moves = [act for act in audit.acts if act.kind == "move"]
    assert [(act.undone, act.path[-1].name) for act in moves] == [(2, "1203"), (0, "0505")]
