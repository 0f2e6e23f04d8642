"""Which roll an undo takes back: the one whose line it says again (`Chatter.DisplayText.myUndoCommand`), and no other."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from adjudicator.audit.record import RollEntry
from adjudicator.audit.run import Wish, audit
from tests.helpers import open_all, vassal_save
from tests.importers.vassal.games import log, move, piece, roster, save

MODULE = """<VASSAL.build.GameModule name="Dice" version="1.0"><VASSAL.build.module.PlayerRoster/>
<VASSAL.build.module.DiceButton name="2d6" nDice="2" nSides="6" reportFormat="** $name$ = $result$ *** &lt;$PlayerName$&gt;"/>
<VASSAL.build.module.Map mapName="Main"/></VASSAL.build.GameModule>"""
START = save(piece("1"), more=roster(("ida", "Anna", "Red"), ("idb", "Bob", "Blue")))


def roll(dice: str, who: str = "Anna") -> str:
    return f"CHAT*** 2d6 = {dice} *** <{who}>"


def undo(*texts: str) -> list[str]:
    return ["UNDO\ttrue", *texts, "UNDO\tfalse"]


def again(line: str, word: str = "UNDO: ") -> str:
    return f"CHAT* {word}{line.removeprefix('CHAT')}"


def rolls(folder: Path, *logs: str) -> tuple[RollEntry, ...]:
    module = folder / "dice.vmod"
    with zipfile.ZipFile(module, "w") as archive:
        archive.writestr("buildFile.xml", MODULE)
    paths = [vassal_save(folder / f"{at}.vlog", text) for at, text in enumerate(logs, 1)]
    opened, files = open_all(paths, module)
    return audit(files, opened.module, None, Wish(seat="umpire")).audit.rolls


def aftermaths(folder: Path, *logs: str) -> list[str]:
    return [each.aftermath.replace("nothing", "") for each in rolls(folder, *logs)]


def test_one_undo_takes_back_the_roll_that_it_names_alone(tmp_path: Path) -> None:
    steps = [roll("1,4"), roll("6,6"), roll("1,1"), undo(again(roll("1,1"))), roll("6,5")]
    assert aftermaths(tmp_path, log(START, *steps)) == ["", "", "undone", ""]


def test_of_two_lines_that_read_alike_the_last_that_stands_is_meant(tmp_path: Path) -> None:
    twice = undo(again(roll("6,6")))
    steps = [roll("6,6"), roll("1,2"), roll("6,6"), twice]
    assert aftermaths(tmp_path, log(START, *steps)) == ["", "", "undone"]
    assert aftermaths(tmp_path, log(START, *steps, undo(again(roll("1,2"))), twice)) == ["undone"] * 3


def test_the_opponents_roll_that_reads_alike_but_for_the_name_stands(tmp_path: Path) -> None:
    steps = [roll("6,6"), roll("6,6", "Bob"), undo(again(roll("6,6")))]
    assert aftermaths(tmp_path, log(START, *steps)) == ["undone", ""]


@pytest.mark.parametrize("word", ["FORTRYD: ", "Annulation: ", "撤销：", "Ångra: ", "Rückgängig: "])
def test_the_word_may_be_in_any_language_within_an_undo(word: str, tmp_path: Path) -> None:
    steps = [roll("1,4"), roll("1,1"), undo(again(roll("1,1"), word))]
    assert aftermaths(tmp_path, log(START, *steps)) == ["", "undone"]


def test_an_undo_of_several_commands_takes_back_every_roll_that_it_names(tmp_path: Path) -> None:
    steps = [roll("1,4"), [roll("2,3"), roll("1,1")], undo(again(roll("1,1")), again(roll("2,3")))]
    assert aftermaths(tmp_path, log(START, *steps)) == ["", "undone", "undone"]


def test_an_undo_that_names_nothing_leaves_open_what_it_took_back(tmp_path: Path) -> None:
    found = rolls(tmp_path, log(START, roll("1,4"), roll("1,1"), undo()))
    assert [each.aftermath for each in found] == ["nothing", "perhaps"]
    assert found[1].followed == "perhaps taken back"


def test_an_undo_of_something_else_takes_back_no_roll(tmp_path: Path) -> None:
    """Of a move, of a line of chat, of a roll that no file shows, and of a property."""
    there, back = move("1", 50, 60, player="ida"), move("1", 10, 20, old=(50, 60), player="ida")
    said = "CHAT<Anna> - hello"
    for undone in ([there, undo(back)], [said, undo(again(said))], [undo(again(roll("5,5")))]):
        assert aftermaths(tmp_path, log(START, roll("1,1"), *undone)) == [""]
    weather = undo("MutableProperty\tWeather\tmud\tdry\tModule")
    assert aftermaths(tmp_path, log(START, roll("1,1"), weather)) == [""]


def test_an_undo_that_was_undone_leaves_the_roll_standing(tmp_path: Path) -> None:
    steps = [roll("1,1"), undo(again(roll("1,1"))), undo(again(again(roll("1,1"))))]
    assert aftermaths(tmp_path, log(START, *steps)) == [""]


def test_an_undo_may_reach_back_into_the_file_that_it_follows(tmp_path: Path) -> None:
    first = log(START, roll("1,4"), roll("1,1"))
    assert aftermaths(tmp_path, first, log(START, undo(again(roll("1,1"))))) == ["", "undone"]


def test_across_a_gap_it_stays_open(tmp_path: Path) -> None:
    elsewhere = save(piece("1", where="Main;90;90"), more=roster(("ida", "Anna", "Red"), ("idb", "Bob", "Blue")))
    first = log(START, roll("1,1"), move("1", 50, 60))
    assert aftermaths(tmp_path, first, log(elsewhere, undo(again(roll("1,1"))))) == ["perhaps"]
