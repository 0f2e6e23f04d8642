"""A package adds a mode of movement, a marker and a check to a game: played, logged, judged, reported, with no engine touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import importers
from adjudicator.errors import NotationError, PackError
from adjudicator.exporters.move_log import move_log, to_text
from adjudicator.exporters.report.markdown import markdown
from adjudicator.exporters.vassal.box import PlannedModule, build_module
from adjudicator.exporters.vassal.scribe import LogWriter
from adjudicator.findings import Report
from adjudicator.identify import Identifier
from adjudicator.judge import adjudicate
from adjudicator.model.events import GameLog
from adjudicator.model.move_notation import format_move
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.session import Play, play_log
from adjudicator.play.setting_up import position_from
from adjudicator.play.writing import write_play
from adjudicator.play.written import play_moves
from adjudicator.record.acts import Laid, Movement
from tests.adjudicator.audit import game
from tests.packs.conftest import Install

MOVEMENT = """
[mode.wagon_train]
along = ["road"]
cost = 0
hexes = 8
free = true
why = "it may not go by wagon train"
"""
UNITS = """
[[marker]]
id = "waystation"
kind = "waystation"
name = "Waystation"
"""
RULES = """
[[rule]]
id = "21.1"
area = "movement"
title = "From a waystation"
check = "movement.starts_at_marker"
terms = { mode = "wagon_train", marker = "waystation" }
says = "A wagon train sets out from a waystation."
why = "Somebody must load it."

[[rule]]
id = "21.2"
area = "movement"
title = "So far by wagon"
check = "movement.allowance"
terms = { kinds = ["wagon_train"] }
says = "A wagon train goes eight hexes."
why = "Horses must eat."

[[rule]]
id = "21.3"
area = "movement"
title = "Along roads"
check = "movement.mode"
terms = { kinds = ["wagon_train"] }
says = "A wagon train keeps to roads."
why = "Wheels."
"""
CHECK = '''"""Where a mode of movement begins."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Movement
from adjudicator.record.phase import PhaseRecord


class Start(Table):
    """Movements of `mode` begin where a marker of the kind `marker` lies."""

    mode: str
    """The mode; "wagon_train"."""
    marker: str
    """The kind of marker; "waystation"."""


@check("movement.starts_at_marker", Start)
def from_a_marker(record: PhaseRecord, start: Start) -> Iterator[Finding]:
    """A wagon train sets out from a waystation.

    Legal:    turn 2, French movement; weather clear; 0106: fr.1inf, +waystation; wagon_train fr.1inf 0106-0206
    Illegal:  turn 2, French movement; weather clear; 0106: fr.1inf; wagon_train fr.1inf 0106-0206
    """
    for act in record.of(Movement):
        if act.mode == start.mode and not any(m.type.kind == start.marker for m in act.before.markers_at(act.way[0])):
            yield Finding(act.way[:1], f"no {start.marker} there", act.units)
'''
ROAD = "0106-0206-0205-0305-0405-0506-0605"
START = ("turn 2, French movement", "weather clear", "0106: fr.1inf", "1106: au.2inf")


@pytest.fixture
def pack(install: Install) -> Pack:
    folder = install()
    (folder / "movement.toml").write_text(MOVEMENT, encoding="utf-8")
    (folder / "units.toml").write_text(UNITS, encoding="utf-8")
    (folder / "rules.toml").write_text((folder / "rules.toml").read_text(encoding="utf-8") + RULES, encoding="utf-8")
    (folder / "checks" / "starts_at_marker.py").write_text(CHECK, encoding="utf-8")
    return load_pack("three_rivers")


def network_of(pack: Pack) -> Network:
    return Network.of(load_theatre_for(pack, "valley"))


def written(pack: Pack, *moves: str) -> Play:
    return play_moves(moves, position_from(START, pack, network_of(pack)))


def broken(report: Report) -> set[str]:
    return {finding.rule for finding in report.findings if finding.rule.startswith("three:21")}


def logged(pack: Pack, tmp_path: Path, *, waystation: bool) -> tuple[GameLog, Identifier]:
    """A log in which a unit is dragged along the road, with or without a waystation laid first."""
    path = tmp_path / "three.vmod"
    valley = load_pack("two_rivers").folder / "theatres" / "valley"
    box: PlannedModule = build_module(pack, load_theatre_for(pack, "valley"), path, height=40, folder=valley)
    table: LogWriter = game.table(box, START)
    table.record()
    if waystation:
        table.place("waystation", "0106", name="station")
    table.move("fr.1inf", *ROAD.split("-")[1:])
    module = game.module_of(path)
    log = importers.read(game.write(tmp_path / "turn.vlog", table.log()), module).log
    assert log is not None
    return log, Identifier(log.start, module, pack, network_of(pack), conditions={"history": "whole"})


def test_it_is_written_played_and_written_again(pack: Pack) -> None:
    lines = ("lay +waystation 0106", f"wagon_train fr.1inf {ROAD}")
    play = written(pack, *lines)
    laid, train = play.acts
    assert isinstance(laid, Laid)
    assert isinstance(train, Movement)
    assert train.mode == "wagon_train"
    assert tuple(format_move(move) for move in write_play(play)) == lines
    assert broken(adjudicate(play)) == set()


def test_its_rules_find_what_breaks_them(pack: Pack) -> None:
    assert broken(adjudicate(written(pack, f"wagon_train fr.1inf {ROAD}"))) == {"three:21.1"}
    off_the_road = written(pack, "lay +waystation 0106", "wagon_train fr.1inf 0106-0105")
    assert broken(adjudicate(off_the_road)) == {"three:21.3"}


def test_a_log_in_which_nobody_says_it_is_taken_for_it(pack: Pack, tmp_path: Path) -> None:
    log, identifier = logged(pack, tmp_path, waystation=True)
    report = adjudicate(play_log(log, identifier))
    assert {finding.rule for finding in report.findings} == set()
    assert {each.rule for each in report.coverage if each.ran == "judged"} >= {"three:21.1", "three:21.2", "three:21.3"}


def test_a_breach_of_it_is_reported_with_its_words(pack: Pack, tmp_path: Path) -> None:
    log, identifier = logged(pack, tmp_path, waystation=False)
    report = adjudicate(play_log(log, identifier))
    assert "three:21.1" in {finding.rule for finding in report.findings}
    assert "From a waystation" in markdown(report)
    assert "1st French Division: 0506 → 0605" in to_text(move_log(log))


def test_a_word_that_comes_near_is_offered(pack: Pack) -> None:
    with pytest.raises(NotationError, match="no movement mode 'wagon_trian'; did you mean 'wagon_train'"):
        written(pack, "wagon_trian fr.1inf 0106-0206")
    with pytest.raises(NotationError, match="'waystatoin' is no marker of Three Rivers; perhaps waystation"):
        written(pack, "lay +waystatoin 0106")
    with pytest.raises(NotationError, match="no movement mode 'wagon_train'"):
        play_moves(("wagon_train fr.1inf 0106-0206",), position_from(START, load_pack("two_rivers"), network_of(pack)))


def test_a_rule_about_a_mode_that_the_game_lacks_stops_the_pack(pack: Pack) -> None:
    path = pack.folder / "rules.toml"
    wrong = path.read_text(encoding="utf-8").replace('kinds = ["wagon_train"]', 'kinds = ["wagon_trian"]')
    path.write_text(wrong, encoding="utf-8")
    with pytest.raises(
        PackError, match=r"rule 21.2 terms.kinds\] no movement mode 'wagon_trian'; did you mean 'wagon_t"
    ):
        load_pack("three_rivers")
