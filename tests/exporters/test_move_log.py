"""The log as people read it: joined moves, secrets kept, hostile chat made harmless."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from itertools import pairwise

import pytest

from adjudicator.exporters.move_log import (
    MoveLog,
    escaped,
    move_log,
    plain,
    to_csv,
    to_json_lines,
    to_markdown,
    to_text,
)
from adjudicator.exporters.viewer import EVERYTHING, Viewer
from adjudicator.model.counters import Deck, Stack
from adjudicator.model.events import Alter, GameLog, Move, Place, Remove, Roll, Say, SetTurn, Step, Undo
from adjudicator.model.state import Event, GameState, TurnTracker
from tests.exporters.table import BLUE, HIDDEN_NAME, MASKED, counter, module, spot, state

FIRST = counter("First", BLUE, 92, 70)
GUARD = counter(HIDDEN_NAME, MASKED, 40, 160, masked_by="Player 2")
AMBUSH = counter("Ambush", MASKED, 40, 40, hidden_by="Player 2")
START = state(FIRST, GUARD, AMBUSH)


def told(*steps: tuple[Event, ...], start: GameState = START, viewer: Viewer | None = None) -> MoveLog:
    log = GameLog(start, tuple(Step(number, events) for number, events in enumerate(steps, start=1)))
    return move_log(log, module(), viewer or Viewer())


def move(counter_id: str, *places: tuple[int, int], player: str = "Player 1") -> tuple[Event, ...]:
    spots = [spot(*place) for place in places]
    return tuple(Move(counter_id, a, b, player=player) for a, b in pairwise(spots))


def test_hops_of_a_counter_in_one_step_are_one_line() -> None:
    line, *others = told(move("first", (92, 70), (144, 100), (196, 130))).lines
    assert not others
    assert (line.unit, line.origin, line.via, line.to) == ("First", "0202", ("0302",), "0403")
    assert (line.side, line.player) == ("Blue", "Player 1")


def test_what_else_changed_joins_the_move() -> None:
    flipped = Alter(replace(FIRST, spot=spot(144, 100), levels=(1,)), (("moved", "false", "true"),))
    (line,) = told((*move("first", (92, 70), (144, 100)), flipped)).lines
    assert line.kind == "move"
    assert line.changes == ("marked as moved",)


def test_a_masked_counter_moves_without_its_name() -> None:
    (line,) = told(move(GUARD.id, (40, 160), (92, 130))).lines
    assert (line.unit, line.origin, line.to) == ("a hidden counter", "0103", "0203")


def test_an_invisible_counter_moves_without_name_and_place() -> None:
    log = told(move("ambush", (40, 40), (92, 70)))
    assert [(line.unit, line.origin, line.to) for line in log.lines] == [("a hidden counter", "", "")]


def test_its_owner_and_an_umpire_read_everything() -> None:
    events = move("ambush", (40, 40), (92, 70))
    for viewer in (EVERYTHING, Viewer.seated(START, "Red")):
        (line,) = told(events, viewer=viewer).lines
        assert (line.unit, line.origin, line.to) == ("Ambush", "0101", "0202")


def test_a_counter_that_is_unmasked_has_its_name_from_then_on() -> None:
    (line,) = told((Alter(replace(GUARD, masked_by=""), (("masked", "yes", "no"),)),)).lines
    assert line.unit == HIDDEN_NAME


def test_a_counter_that_is_placed_masked_has_none() -> None:
    (line,) = told((Place(replace(GUARD, id="new")),)).lines
    assert (line.kind, line.unit, line.to) == ("place", "a hidden counter", "0103")


@pytest.mark.parametrize("write", [to_text, to_markdown, to_csv, to_json_lines])
def test_no_format_leaks(write) -> None:  # type: ignore[no-untyped-def]
    changed = Alter(replace(GUARD, texts=(HIDDEN_NAME,)), (("text", "", HIDDEN_NAME),))
    log = told(
        move(GUARD.id, (40, 160), (92, 130)), (changed,), (Remove(GUARD.id),), move("ambush", (40, 40), (92, 70))
    )
    assert HIDDEN_NAME not in write(log)
    assert "Ambush" not in write(log)


def test_a_card_drawn_to_a_hand_is_secret_and_one_played_from_it_is_not() -> None:
    card = counter("Ace", BLUE, 290, 200, stack="d")
    deck = Stack("d", spot(290, 200), ("ace",), deck=Deck("Cards"))
    start = state(card, stacks=(deck,))
    hand = spot(10, 10, "Blue Hand")
    drawn, played = told(
        (Move("ace", card.spot, hand, player="Player 1"),),
        (Move("ace", hand, spot(92, 70), player="Player 1"),),
        start=start,
    ).lines
    assert drawn.unit == "a hidden counter"
    assert played.unit == "Ace"


def test_an_undone_move_is_marked_in_both_places() -> None:
    there, back = move("first", (92, 70), (144, 100)), move("first", (144, 100), (92, 70))
    first, second = told(there, (Undo(True), *back, Undo(False))).lines
    assert (first.undone, first.undoes) == (True, False)
    assert (second.undone, second.undoes) == (False, True)


def test_the_phase_is_the_one_in_which_the_step_began() -> None:
    tracker = TurnTracker("Turn", (("turn", "3"), ("phase", "Movement")))
    start = replace(START, trackers=(replace(tracker, values=(("turn", "3"), ("phase", "Combat"))),))
    turn, moved = told((SetTurn(tracker),), move("first", (92, 70), (144, 100)), start=start).lines
    assert (turn.phase, moved.phase) == ("3 Combat", "3 Movement")


def test_dice_are_kept_as_numbers() -> None:
    (line,) = told((Roll("2D6", (3, 4), "* 2D6 = 3, 4", "Player 1"),)).lines
    assert (line.kind, line.dice) == ("dice", (3, 4))


@pytest.mark.parametrize(
    ("hostile", "harmless"),
    [
        ("<b>Anna</b> &lt;3<script>alert(1)</script>", "Anna <3"),
        ("one<br>two\x1b[31m", "one two[31m"),
        ("abc\u202edef", "abcdef"),
        ("* !<i>rolls</i>", "* rolls"),
        ("5 < 6 & 7 > 3", "5 < 6 & 7 > 3"),
    ],
)
def test_chat_becomes_plain_text(hostile: str, harmless: str) -> None:
    assert plain(hostile) == harmless


def test_markdown_shows_what_was_said_and_nothing_else() -> None:
    said = "[x](javascript:alert(1)) <img src=x> *bold* `code` # head | cell"
    assert escaped(said) == (r"\[x\]\(javascript\:alert\(1\)\) &lt;img src=x&gt; \*bold\* \`code\` \# head \| cell")


def test_csv_cells_are_no_formulas() -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(told((Say('=HYPERLINK("http://x")'),))))))
    assert rows[0]["text"].startswith("'=")


def test_json_lines_leave_out_what_is_empty() -> None:
    (text,) = to_json_lines(told((Say("hello", "Player 1"),))).splitlines()
    assert json.loads(text) == {"step": 1, "kind": "chat", "side": "Blue", "player": "Player 1", "text": "hello"}


def test_the_same_line_many_times_is_counted() -> None:
    log = told(tuple(Say("hello") for _ in range(40)))
    assert "40 × says: hello" in to_text(log)
    assert len(log.lines) == 40
