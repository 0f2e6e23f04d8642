"""Logs: one action, one step; the states that its events make are the engine's."""

from __future__ import annotations

from functools import reduce

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator import importers
from adjudicator.errors import CorruptFile
from adjudicator.importers.vassal.savegame import load, open_document
from adjudicator.importers.vassal.table.items import Heap, TablePiece
from adjudicator.model.events import (
    Alter,
    Astray,
    Carried,
    Move,
    Place,
    Remove,
    Restack,
    Roll,
    Say,
    SetProperty,
    TakeSeat,
    Undo,
)
from tests.helpers import vassal_save
from tests.importers.vassal.games import deck, log, move, piece, roster, save, stack

START = save(
    piece("1", traits=(("mark;Side", "Blue"),)), piece("2"), stack("9", "1", "2"), more=roster(("a", "Anna", "French"))
)


@pytest.fixture
def played(tmp_path):
    def play(*steps, start=START):
        return importers.read(vassal_save(tmp_path / "a.vlog", log(start, *steps))).log

    return play


def kinds(step):
    return [type(event) for event in step.events]


def test_an_action_is_a_step_with_all_its_commands(played):
    read = played([move("1", 50, 60, player="a"), ["CHAT* moved", "AUDIO\tclip"], "CHAT* done"], "CHAT<Anna> - bye")
    assert len(read.steps) == 2
    assert kinds(read.steps[0])[0] is Move
    assert [event.text for event in read.steps[0].events if isinstance(event, Say)] == ["* moved", "* done"]
    assert read.steps[1].events == (Say("<Anna> - bye", "Player 1"),)


def test_a_step_says_where_it_stands_in_the_file(played, tmp_path):
    text = log(START, "CHATa", "CHATb")
    read = importers.read(vassal_save(tmp_path / "a.vlog", text)).log
    assert [text[step.source.offset :][:9] for step in read.steps] == ["LOG\tCHATa", "LOG\tCHATb"]


def test_a_move_names_the_stack_it_ends_in(played):
    read = played([move("1", 50, 60, player="a"), stack("8", "1", where="Main;50;60")], move("2", 50, 60, under="1"))
    first, last = (state for _, state in read.states())
    assert first.stacks["8"].members == ("1",)
    assert last.stacks["8"].members == ("1", "2")
    assert "9" not in last.stacks
    moved = read.steps[1].events[0]
    assert (moved.counter, moved.stack, moved.index, moved.origin.x, moved.to.x) == ("2", "8", 1, 10, 50)


def test_a_stack_moves_as_its_counters(played):
    read = played(move("9", 50, 60))
    moves = [event for event in read.steps[0].events if isinstance(event, Move)]
    assert [(event.counter, event.group, event.index) for event in moves] == [("1", "9", 0), ("2", "9", 1)]
    after = read.state_at(1)
    assert after.stacks["9"].members == ("1", "2")
    assert after.stacks["9"].spot == after.counters["1"].spot == moves[0].to


def test_changes_name_what_changed(played):
    read = played("D/1/Red\tMain;10;20;7;0/Blue\tMain;10;20;7;0")
    change = read.steps[0].events[0]
    assert isinstance(change, Alter)
    assert change.changes == (("property Side", "Blue", "Red"),)


def test_neighbouring_changes_of_a_piece_are_one(played):
    first, second = "D/1/Red\tMain;10;20;7;0/Blue\tMain;10;20;7;0", "D/1/Pink\tMain;10;20;7;0/Red\tMain;10;20;7;0"
    read = played([first, second])
    assert kinds(read.steps[0]) == [Alter]
    assert read.state_at(1).counters["1"].properties["Side"] == "Pink"


def test_pieces_come_and_go(played):
    read = played(piece("5", where="Main;1;1"), "-/1", "-/5")
    assert [kinds(step)[0] for step in read.steps] == [Place, Remove, Remove]
    states = [state for _, state in read.states()]
    assert ["5" in state.counters for state in states] == [True, True, False]
    assert states[1].stacks["9"].members == ("2",)


def test_a_stacks_own_change_restacks(played):
    read = played("D/9/Main;10;20;2;1;@@1/Main;10;20;1;2;@@1")
    assert kinds(read.steps[0]) == [Restack]
    assert read.state_at(1).stacks["9"].members == ("2", "1")


@pytest.mark.parametrize("again", ["* UNDO: ", "* Annulation: ", "* 撤销： "])
def test_a_roll_said_again_by_an_undo_is_none(played, again):
    (step,) = played(f"CHAT{again}*** d6 = 5 *** <Anna>").steps
    assert kinds(step) == [Say]


def test_an_undo_is_bracketed(played):
    read = played(["UNDO\ttrue", move("1", 10, 20), "UNDO\tfalse"])
    assert [event.begins for event in read.steps[0].events if isinstance(event, Undo)] == [True, False]


def test_properties_seats_and_unknown_commands(played):
    read = played("MutableProperty\tTurn\t1\t2\tModule", "PLAYER\tb\tBert\tBritish", "mystery\t1", "PYREMOVE\ta")
    assert [kinds(step)[0] for step in read.steps] == [SetProperty, TakeSeat, Carried, TakeSeat]
    assert [seat.name for seat in read.state_at(4).seats] == ["Bert"]
    assert read.state_at(1).properties["Module", "Turn"] == "2"


@pytest.mark.parametrize(
    ("line", "dice", "player"),
    [("** 2d6 = 3,4 *** <Anna>", (3, 4), "Player 1"), ("** d10 = 7 *** &lt;Zoe&gt;", (7,), "Zoe")],
)
def test_a_dice_report_is_a_roll(played, line, dice, player):
    roll = played(f"CHAT{line}").steps[0].events[0]
    assert isinstance(roll, Roll)
    assert (roll.dice, roll.player) == (dice, player)


def test_what_is_not_in_the_game_cannot_move_and_is_noted(played):
    read = played(move("77", 1, 2), "D/78/x/y")
    assert [step.events for step in read.steps] == [
        (Astray("77", "moved"),),
        (Astray("78", "changed"),),
    ]
    assert [note.subject for note in read.notes] == ["module", "77", "78"]
    assert read.notes[1].source.offset == read.steps[0].source.offset


def test_notes_and_other_players_boards_leave_the_rest_alone(played):
    read = played("NOTES\tone|two", "MainBoardPicker\tEast\t0\t0")
    assert read.state_at(1).scenario_notes == "one\ntwo"
    assert read.state_at(2).counters == read.start.counters


def test_a_broken_command_says_where_in_the_log(played):
    with pytest.raises(CorruptFile, match=r"a.vlog!savedGame @ \d+: command 'M/' wants 9 fields, found 2"):
        played("CHATfine", "M/1/Main")


NEVER = (("immob;g;N;R;", ""),)
ON_TABLE = (
    piece("1"),
    piece("2"),
    stack("9", "1", "2"),
    piece("3", where="Main;50;60", traits=(("hide;;Hide;;", "null"),)),
    piece("4", where="Off;1;1", traits=NEVER),
    deck("d", where="Main;70;80"),
)
NAMES = st.sampled_from(["1", "2", "3", "4", "9", "d", "pile:1", "pile:2", "77"])
POINTS = st.sampled_from([(10, 20), (50, 60), (70, 80)])
MOVES = st.builds(
    lambda name, point, under, to: move(name, *point, under=under, to=to),
    NAMES,
    POINTS,
    st.sampled_from(["null", "1", "2", "3", "9"]),
    st.sampled_from(["Main", "Off", "null"]),
)
STACKS = st.builds(
    lambda name, held, point: stack(name, *held, where=f"Main;{point[0]};{point[1]}"),
    st.sampled_from(["9", "5", "6"]),
    st.lists(st.sampled_from(["1", "2", "3", "4"]), max_size=3, unique=True),
    POINTS,
)
OTHERS = st.sampled_from(
    [
        "-/1",
        "-/9",
        "-/d",
        piece("1"),
        piece("5"),
        "D/9/Main;50;60;2;1;@@1/Main;10;20;1;2;@@1",
        "D/3/anna\tMain;10;20;7;0/null\tMain;50;60;7;0",
    ]
)


@given(st.lists(st.one_of(MOVES, STACKS, OTHERS), max_size=12))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
def test_events_make_of_each_state_what_the_table_has(tmp_path, steps):
    document = open_document(vassal_save(tmp_path / "a.vlog", log(save(*ON_TABLE), *steps)))
    loaded = load(document, None)
    session = loaded.session
    for tree in loaded.steps:
        before = session.state
        events = session.step(tree)
        assert reduce(lambda state, event: state.after(event), events, before) == session.state
        pieces = {name: item for name, item in session.table.items.items() if isinstance(item, TablePiece)}
        heaps = {name: item for name, item in session.table.items.items() if isinstance(item, Heap)}
        assert dict(session.state.counters) == {name: session._counter(item) for name, item in pieces.items()}
        held = {name: item for name, item in heaps.items() if item.deck or session.table.members(item)}
        assert dict(session.state.stacks) == {name: session._stack(item) for name, item in held.items()}
        for counter in session.state.counters.values():
            assert not counter.stack or counter.id in session.state.stacks[counter.stack].members
    read = importers.read(tmp_path / "a.vlog")
    assert read.log is None or read.end == read.log.state_at(len(read.log.steps))
