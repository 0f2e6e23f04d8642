"""What a log of the Prut front is taken for: drags by what the phase has a place for, numbers and markers as acts."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.exporters.vassal.box.plan import plan_box
from adjudicator.exporters.vassal.scribe import LogWriter
from adjudicator.exporters.vassal.tabletop import Player
from adjudicator.identify import Identifier
from adjudicator.importers import read
from adjudicator.judge import adjudicate
from adjudicator.play.session import Play, play_log
from adjudicator.record.acts import SPOKEN, ConditionsTold, ValuesChanged
from tests.adjudicator.audit.sample_games import rules
from tests.packs.blitz.test_sample_game import GAME

AXIS = Player("invented-id-1", "Player 1", "Axis")
PACK, NETWORK = rules(GAME)
LINES = (
    "turn 2, Axis operational movement",
    "weather clear",
    "chit none",
    "value goods.axis 9",
    "0505: de.6inf, de.air",
    "0405: de.11inf+oos",
)


@pytest.fixture
def table() -> LogWriter:
    made = LogWriter.set_up(
        plan_box(PACK, NETWORK.theatre),
        LINES,
        (AXIS,),
    )
    made.acting = AXIS
    made.record()
    return made


def played(table: LogWriter, folder: Path) -> Play:
    (folder / "some.vlog").write_bytes(table.log())
    module = read(GAME.module).module
    log = read(folder / "some.vlog", module).log
    assert log is not None
    return play_log(log, Identifier(log.start, module, PACK, NETWORK))


def accused(play: Play) -> list[str]:
    return [finding.rule for finding in adjudicate(play).findings]


def test_a_drag_is_what_the_phase_has_a_place_for(table: LogWriter, tmp_path: Path) -> None:
    table.move("de.6inf", "0409", drag=True)
    table.move("de.air", "0409", drag=True)
    # Five hexes for four points, neither a march nor a flight; and whose the hexes were before the log nobody knows.
    assert accused(played(table, tmp_path)) == ["bl:1.7.b", "bl:1.7.d"]


def test_numbers_and_conditions_are_acts(table: LogWriter, tmp_path: Path) -> None:
    table.set("goods.axis", "7")
    table.set("chit", "bought")
    value, now = (act for act in played(table, tmp_path).acts if not isinstance(act, SPOKEN))
    assert isinstance(value, ValuesChanged)
    assert value.values == {"goods.axis": "7"}
    assert isinstance(now, ConditionsTold)
    assert now.conditions == {"chit": "bought"}


def test_a_marker_taken_off_between_two_checks_is_found(table: LogWriter, tmp_path: Path) -> None:
    table.remove("de.11inf+oos")
    assert accused(played(table, tmp_path)) == ["bl:1.3.p2"]


def test_a_marker_put_back_was_never_off(table: LogWriter, tmp_path: Path) -> None:
    table.remove("de.11inf+oos")
    table.place("oos", "0405", on="de.11inf")
    assert accused(played(table, tmp_path)) == []
