"""Two players of one name, and two of one password, are told apart where the file shows it, or left open; never mixed."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from adjudicator import importers
from adjudicator.audit.difference import differences
from adjudicator.audit.record import Audit
from adjudicator.audit.run import Wish, audit
from adjudicator.exporters.move_log import move_log
from adjudicator.model.counters import Counter, Design, Spot
from adjudicator.model.events import TakeSeat
from adjudicator.model.state import GameState, Seat
from adjudicator.model.viewer import PUBLIC, Viewer
from tests.helpers import open_all, vassal_save
from tests.importers.vassal.games import log, move, piece, roster, save

MODULE = """<VASSAL.build.GameModule name="Dice" version="1.0"><VASSAL.build.module.PlayerRoster/>
<VASSAL.build.module.DiceButton name="2d6" nDice="2" nSides="6" reportFormat="{report}"/>
<VASSAL.build.module.Map mapName="Main"/></VASSAL.build.GameModule>"""
USUAL = "** $name$ = $result$ *** &lt;$PlayerName$&gt;"
BOBS = (("ida", "Bob", "Red"), ("idb", "Bob", "Blue"))
ONE_PASSWORD = (("x", "Anna", "Red"), ("x", "Bob", "Blue"))


def audited(folder: Path, players: tuple[tuple[str, str, str], ...], *steps: str, report: str = USUAL) -> Audit:
    module = folder / "dice.vmod"
    with zipfile.ZipFile(module, "w") as archive:
        archive.writestr("buildFile.xml", MODULE.format(report=report))
    start = save(piece("1"), piece("2", where="Main;90;90"), more=roster(*players))
    opened, files = open_all([vassal_save(folder / "a.vlog", log(start, *steps))], module)
    return audit(files, opened.module, None, Wish(seat="umpire")).audit


def test_whose_dice_fell_is_open_where_two_players_have_one_name(tmp_path: Path) -> None:
    told = audited(tmp_path, BOBS, "CHAT*** 2d6 = 1,2 *** <Bob>", "CHAT*** 2d6 = 3,4 *** <Bob>")
    assert told.series == ()
    assert {(roll.side, roll.player) for roll in told.rolls} == {("", "Bob")}
    assert "2 players are called Bob" in told.rolls[0].untested


@pytest.mark.parametrize(
    ("report", "line"),
    [
        (USUAL, "*** 2d6 = 3,4 *** <Bob (Blue)>"),
        ("$name$ = $result$ by $PlayerName$ of $PlayerSide$", "* 2d6 = 3,4 by Bob of Blue"),
        ("$PlayerSide$: $name$ = $result$", "* Blue: 2d6 = 3,4"),
    ],
)
def test_the_side_tells_them_apart_where_the_report_has_it(report: str, line: str, tmp_path: Path) -> None:
    told = audited(tmp_path, BOBS, f"CHAT{line}", report=report)
    assert [(roll.player, roll.side, roll.untested) for roll in told.rolls] == [("Player 2", "Blue", "")]
    assert [each.player for each in told.series] == ["Player 2"]


def test_moves_of_players_of_one_name_are_told_by_their_ids(tmp_path: Path) -> None:
    told = audited(tmp_path, BOBS, move("1", 50, 60, player="ida"), move("2", 50, 99, old=(90, 90), player="idb"))
    assert [act.side for act in told.acts] == ["Red", "Blue"]


def test_of_players_with_one_password_no_move_is_anybody_s_and_a_note_says_so(tmp_path: Path) -> None:
    steps = (move("1", 50, 60, player="x"), "CHAT*** 2d6 = 1,2 *** <Anna>", "CHAT*** 2d6 = 6,6 *** <Bob>")
    told = audited(tmp_path, ONE_PASSWORD, *steps)
    assert next((act.kind, act.side, act.player) for act in told.acts) == ("move", "", "")
    assert [(each.player, each.count) for each in told.series] == [("Anna", 2), ("Bob", 2)]
    (note,) = [note.text for note in told.notes if "password" in note.text]
    assert note.startswith("Anna (Red) and Bob (Blue) have one password")


def test_their_move_log_names_no_side_either(tmp_path: Path) -> None:
    start = save(piece("1"), more=roster(*ONE_PASSWORD))
    read = importers.read(vassal_save(tmp_path / "a.vlog", log(start, move("1", 50, 60, player="x")))).log
    assert read is not None
    assert {(line.side, line.player) for line in move_log(read, None).lines} == {("", "")}


def test_a_player_who_changes_side_or_name_shares_his_password_with_nobody(tmp_path: Path) -> None:
    start = save(piece("1"), more=roster(("a", "Anna", "Red")))
    steps = ("PLAYER\ta\tAnna\tBlue", move("1", 50, 60, player="a"), "PLAYER\ta\tAnne\tBlue")
    read = importers.read(vassal_save(tmp_path / "a.vlog", log(start, *steps))).log
    assert read is not None
    end = read.state_at(3)
    assert (end.seats, end.shared) == ((Seat("Player 1", "Anne", "Blue"),), frozenset())
    assert end.side_of("Player 1") == "Blue"


def test_what_is_hidden_under_a_shared_password_is_shown_to_neither() -> None:
    seats = (Seat("Player 1", "Anna", "Red"), Seat("Player 1", "Bob", "Blue"), Seat("Player 2", "Cid", "Green"))
    state = GameState(module="m", module_version="1", seats=seats)
    hidden = Counter("1", "Secret", Spot("Main", 1, 1), Design("Secret"), hidden_by="Player 1")
    assert not any(Viewer.seated(state, name).sees(hidden) for name in ("Red", "Blue", "Player 1", "Anna"))
    assert Viewer.seated(state, "Player 1").names == PUBLIC.names
    assert Viewer.seated(state, "Green").sees(
        Counter("1", "Secret", Spot("Main", 1, 1), Design("Secret"), hidden_by="Player 2")
    )


def test_nobody_sees_with_the_eyes_of_another_of_his_name() -> None:
    state = GameState("m", "1", seats=(Seat("Player 1", "Bob", "Red"), Seat("Player 2", "Bob", "Blue")))
    theirs = Counter("1", "Secret", Spot("Main", 1, 1), Design("Secret"), hidden_by="Player 2")
    assert not Viewer.seated(state, "Bob").sees(theirs)
    assert not Viewer.seated(state, "Red").sees(theirs)


def test_a_change_of_side_of_one_of_two_bobs_is_a_difference() -> None:
    before = GameState("m", "1", seats=(Seat("Player 1", "Bob", "Red"), Seat("Player 2", "Bob", "Blue")))
    after = before.after(TakeSeat(Seat("Player 1", "Bob", "Green")))
    assert [(each.subject, each.was, each.now) for each in differences(before, after)] == [
        ("Bob", "Blue, Red", "Blue, Green")
    ]
    assert differences(before, before) == ()
