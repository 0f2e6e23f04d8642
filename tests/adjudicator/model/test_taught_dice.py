"""Dice in a module's own words: what a taught pattern reads, and the patterns that are offered."""

from __future__ import annotations

import re

import pytest
from pydantic import ValidationError

from adjudicator.model.events import GameLog, Roll, Say, Step, TakeSeat
from adjudicator.model.state import GameState, Seat
from adjudicator.model.taught_dice import DicePattern, proposals, results_in, taught

LINE = "* <img src=csb.png> [ Anna rolls 2 dice:  INFx1  XSWx1 ] *"
PATTERN = DicePattern(pattern=r"\* \[ (?P<player>.+?) rolls \d+ dice: (?P<result>.+?) \] \*", name="battle")
ANNA = Seat("Player 1", "Anna (French)", "French")


def read(*events, patterns=(PATTERN,), seats=(ANNA,)):
    log = GameLog(GameState("m", "1", seats=seats), (Step(1, events),))
    return taught(log, patterns).steps[0].events


def test_a_taught_line_is_a_roll_by_its_player():
    (roll,) = read(Say(LINE))
    assert roll == Roll("battle", (0, 0), LINE, "Player 1", symbols=("INF", "XSW"))


def test_faces_number_the_words_and_a_word_on_two_faces_has_none():
    clear = PATTERN.model_copy(update={"faces": ["INF", "XSW"]})
    assert [(roll.dice, roll.sides) for roll in read(Say(LINE), patterns=(clear,))] == [((1, 2), 2)]
    twice = PATTERN.model_copy(update={"faces": ["INF", "INF", "XSW"]})
    assert [(roll.dice, roll.sides) for roll in read(Say(LINE), patterns=(twice,))] == [((0, 3), 0)]


def test_numbers_are_figures():
    pattern = DicePattern(pattern=r"(?P<player>\w+) wirft: (?P<result>.+)", sides=6)
    (roll,) = read(Say("Anna wirft: 3, 5"), patterns=(pattern,))
    assert (roll.dice, roll.sides, roll.symbols) == ((3, 5), 6, ())


def test_who_sits_down_later_is_known_too():
    bob = TakeSeat(Seat("Player 2", "Bob", "Austrian"))
    _, roll = read(bob, Say(LINE.replace("Anna", "Bob")))
    assert roll.player == "Player 2"


@pytest.mark.parametrize(
    "text",
    ["* [ Anna rolls 2 dice: ] *", "* [ Anna rolls 2 dice: nothing, really? ] *", "hello", LINE + "x" * 400],
)
def test_other_lines_stay_what_they_are(text):
    assert read(Say(text)) == (Say(text),)


def test_what_a_player_typed_is_marked():
    (roll,) = read(Say("<Bob> - rolls: 6 6", "Player 2"), patterns=(DicePattern(pattern=r".*rolls: (?P<result>.+)"),))
    assert roll.typed and roll.player == "Player 2"


@pytest.mark.parametrize("pattern", ["(", r"rolls \d+"])
def test_a_pattern_that_reads_nothing_is_refused(pattern):
    with pytest.raises(ValidationError, match=r"result|regular"):
        DicePattern(pattern=pattern)


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("3, 5", ("3", "5")),
        ("INFx1 XSWx2", ("INF", "XSW", "XSW")),
        ("Hit × 2, Miss", ("Hit", "Hit", "Miss")),
        ("3 + 4", ("3", "4")),
        ("", ()),
        ("6?", ()),
        ("Hitx99", ()),
    ],
)
def test_results_are_read_die_by_die(text, results):
    assert results_in(text) == results


@pytest.mark.parametrize(
    ("line", "others", "results"),
    [
        (LINE, ("* [ Bob rolls 5 dice: ARTx2 INFx3 ] *", "* [ Bob rolls 1 die: ARTx1 ] *"), ("INF", "XSW")),
        ("Anna wirft 2 Würfel: 3, 5", ("Bob wirft 3 Würfel: 1, 1, 6",), ("3", "5")),
        ("*** Combat roll = 4 ***", ("*** Combat roll = 11 ***",), ("4",)),
    ],
)
def test_a_pattern_is_offered_that_reads_all_lines_of_its_kind(line, others, results):
    (offered,) = proposals([line, *others, "Anna - hello: my friend", "the die is cast"])
    assert (offered.count, offered.results) == (1 + len(others), results)
    pattern = DicePattern(pattern=offered.pattern)
    assert all(isinstance(read(Say(each), patterns=(pattern,))[0], Roll) for each in (line, *others))
    assert re.search(r"^\[\[dice\]\]\npattern = '", offered.toml)
