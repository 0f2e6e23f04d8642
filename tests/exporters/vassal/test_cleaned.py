"""One log of many, and a log without what was taken back: the same table at the end, and no step more than was played."""

from __future__ import annotations

import zipfile

import pytest

from adjudicator import importers
from adjudicator.errors import UsageError
from adjudicator.exporters.vassal.cleaned import cleaned, merged
from adjudicator.exporters.vassal.savegame import write_log
from tests.importers.vassal import games

UNDO = ["UNDO\ttrue", "UNDO\tfalse"]


def read(tmp_path, name, text):
    path = tmp_path / name
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("savedGame", text)
    return importers.read(path).log


def undone(*inverse):
    return [UNDO[0], *inverse, UNDO[1]]


def start(x=10, y=20):
    where = f"Main;{x};{y}"
    return games.save(games.piece("1", where=where), games.stack("9", "1", where=where))


TURN = (
    games.move("1", 30, 40),
    "CHAT*** 2d6 = 1,1 ***",
    undone("CHAT* UNDO: *** 2d6 = 1,1 ***"),
    games.move("1", 50, 60, old=(30, 40)),
    undone(games.move("1", 30, 40, old=(50, 60))),
    games.move("1", 70, 80, old=(30, 40)),
)


def point(state):
    return state.counters["1"].spot.x, state.counters["1"].spot.y


def test_what_was_taken_back_is_left_out(tmp_path):
    log = read(tmp_path, "turn.vlog", games.log(start(), *TURN))
    made = cleaned(log)
    assert (made.left_out, made.kept, len(made.log.steps)) == (4, 0, 2)
    assert point(made.log.state_at(2)) == point(log.state_at(6)) == (70, 80)
    assert [step.index for step in made.log.steps] == [1, 2]


def test_it_is_written_and_read_again(tmp_path):
    made = cleaned(read(tmp_path, "turn.vlog", games.log(start(), *TURN)))
    write_log(made.log, tmp_path / "clean.vlog")
    again = importers.read(tmp_path / "clean.vlog").log
    assert (len(again.steps), point(again.state_at(2))) == (2, (70, 80))


def test_an_undo_of_what_the_log_does_not_show_stays(tmp_path):
    log = read(tmp_path, "turn.vlog", games.log(start(30, 40), undone(games.move("1", 10, 20, old=(30, 40)))))
    made = cleaned(log)
    assert (made.left_out, made.kept, point(made.log.state_at(1))) == (0, 1, (10, 20))


def test_an_undo_that_does_not_undo_the_last_step_stays(tmp_path):
    """A made-up log may undo something else: leaving both out would move the counter."""
    steps = games.move("1", 30, 40), undone(games.move("1", 99, 99, old=(30, 40)))
    log = read(tmp_path, "turn.vlog", games.log(start(), *steps))
    made = cleaned(log)
    assert (made.left_out, made.kept) == (0, 1)
    assert point(made.log.state_at(2)) == (99, 99)


def test_logs_that_follow_one_another_are_one(tmp_path):
    one = read(tmp_path, "1.vlog", games.log(start(), games.move("1", 30, 40)))
    other = read(tmp_path, "2.vlog", games.log(start(30, 40), games.move("1", 50, 60, old=(30, 40))))
    made = merged([("1.vlog", one), ("2.vlog", other)])
    write_log(made, tmp_path / "both.vlog")
    again = importers.read(tmp_path / "both.vlog").log
    assert [point(state) for _, state in again.states()] == [(30, 40), (50, 60)]


def test_logs_with_a_gap_between_them_are_not_made_one(tmp_path):
    one = read(tmp_path, "1.vlog", games.log(start(), games.move("1", 30, 40)))
    other = read(tmp_path, "2.vlog", games.log(start(31, 41), games.move("1", 50, 60, old=(31, 41))))
    with pytest.raises(UsageError, match=r"2\.vlog does not begin where 1\.vlog ended"):
        merged([("1.vlog", one), ("2.vlog", other)])
