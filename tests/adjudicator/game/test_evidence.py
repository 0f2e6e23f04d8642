"""What was given twice counts once: files doubled, shuffled, renamed, packed anew and sent again give the same reports."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from adjudicator import open_game
from adjudicator.game.evidence import copies
from tests.adjudicator.audit.game import edited
from tests.adjudicator.audit.sample_games import SAMPLES, Sample, log_of, without_steps
from tests.helpers import FIXTURES
from tests.same_evidence import FORMS, differing

RIVERS = FIXTURES / "vassal" / "two_rivers"
START, TURN, MODULE = RIVERS / "start.vsav", RIVERS / "turn_1.vlog", RIVERS / "two_rivers.vmod"


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.pack for sample in SAMPLES])
def test_files_doubled_shuffled_and_renamed_give_the_same_reports(sample: Sample, tmp_path: Path) -> None:
    """The pages of all games take a while: `python -m tests.same_evidence` compares them too."""
    forms = FORMS if sample.name == "two_rivers" else ("json", "md")
    assert not any(differing(sample, tmp_path, forms).values())


def test_copies_under_other_names_in_any_order_give_the_same_report(tmp_path: Path) -> None:
    copy = Path(shutil.copy(TURN, tmp_path / "a_copy_of_it.vlog"))
    orders = ([TURN, START, copy], [copy, TURN, START], [START, copy, TURN, copy])
    first, second, third = (open_game(files, module=MODULE).audit().as_json() for files in orders)
    assert first == second
    assert third["chain"]["remarks"] == ["turn_1.vlog was given 3 times, also as a_copy_of_it.vlog"]


def test_what_differs_is_told_by_the_names_that_were_given(tmp_path: Path) -> None:
    copy = Path(shutil.copy(START, tmp_path / "a_copy_of_it.vsav"))
    told = open_game([START, copy], module=MODULE).differences()
    assert (told.before, told.after) == ("start.vsav", "a_copy_of_it.vsav")


def test_a_file_packed_anew_is_the_same_file(tmp_path: Path) -> None:
    again = tmp_path / "again.vlog"
    with zipfile.ZipFile(TURN) as old, zipfile.ZipFile(again, "w", zipfile.ZIP_STORED) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    game = open_game([again, START, TURN], module=MODULE)
    assert [path.name for path in game.paths] == ["start.vsav", "again.vlog"]
    assert game.remarks[-1] == "again.vlog was given twice, also as turn_1.vlog"
    assert len(game.dice().rolls) == len(open_game(TURN).dice().rolls)


def test_a_longer_log_sent_again_stands_for_the_shorter(tmp_path: Path) -> None:
    steps = len(log_of(SAMPLES[0]).steps)
    short = edited(TURN, lambda text: without_steps(text, range(steps - 4, steps + 1)), tmp_path / "short.vlog")
    game = open_game([short, TURN, START], pack="two_rivers", module=MODULE)
    assert [path.name for path in game.paths] == ["start.vsav", "turn_1.vlog"]
    assert game.audit().record.findings == open_game([START, TURN], pack="two_rivers").audit().record.findings
    assert game.chain().record.remarks == ("short.vlog is the beginning of turn_1.vlog: its steps count once",)
    assert game.chain().sound


def test_a_turn_played_otherwise_is_no_copy(tmp_path: Path) -> None:
    other = edited(TURN, lambda text: without_steps(text, (10,)), tmp_path / "other.vlog")
    game = open_game([TURN, other], module=MODULE)
    assert len(game.paths) == 2
    assert not game.chain().sound


def test_the_order_of_naming_tells_only_what_is_compared_with_what() -> None:
    there, back = (open_game(files).differences() for files in ([START, TURN], [TURN, START]))
    assert (there.before, back.before) == ("start.vsav", "turn_1.vlog")
    assert open_game([TURN, START]).chain().sound


def test_a_file_is_asked_for_by_any_of_its_names(tmp_path: Path) -> None:
    copy = Path(shutil.copy(TURN, tmp_path / "my_copy_of_it.vlog"))
    game = open_game([copy, TURN])
    assert game.only("my_copy_of_it.vlog").paths == game.only("turn_1.vlog").paths == (TURN,)


@pytest.mark.parametrize("word", [*"abcdefgh"])
def test_who_is_player_one_does_not_hang_on_what_a_log_hides(word: str, tmp_path: Path) -> None:
    hidden = edited(
        TURN,
        lambda text: text.replace("LOG\t", f"+/9{word}/piece;;;{word};/null;0;0\x1bLOG\t", 1),
        tmp_path / "turn.vlog",
    )
    assert [each.path for each in copies([hidden, START])] == [START, hidden]
