"""Deeds: what the events of a log come to, with undo, joined hops and drags back worked out."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from adjudicator.exporters.move_log import move_log
from adjudicator.model.events import Alter, GameLog, Move, Place, Remove, Say, Step, Undo
from adjudicator.model.state import Event
from adjudicator.record.deeds import CounterChanges, Course, Courses, Deed, deeds_of, doings, onward
from tests.exporters.table import BLUE, counter, module, spot, state

FIRST, OTHER = counter("First", BLUE, 92, 70), counter("Other", BLUE, 40, 40)
START = state(FIRST, OTHER)


def deeds(*steps: tuple[Event, ...]) -> list[Deed]:
    return list(deeds_of(GameLog(START, tuple(Step(number, events) for number, events in enumerate(steps, 1)))))


def move(name: str, *places: tuple[int, int]) -> tuple[Event, ...]:
    return tuple(Move(name, spot(*a), spot(*b)) for a, b in pairwise(places))


def undo(*events: Event) -> tuple[Event, ...]:
    return (Undo(True), *events, Undo(False))


def test_a_deed_holds_the_net_change_only() -> None:
    (there_and_back,) = deeds(move("first", (92, 70), (144, 100), (92, 70)))
    assert there_and_back.changes == {}


def test_an_undo_names_the_deed_that_it_exactly_reverses() -> None:
    first, other, undone = deeds(
        move("first", (92, 70), (144, 100)),
        move("other", (40, 40), (40, 100)),
        undo(*move("first", (144, 100), (92, 70))),
    )
    assert undone.undoing
    assert undone.undoes is first
    assert not other.undoing


def test_an_undo_of_what_no_deed_did_names_none() -> None:
    _, undone = deeds(move("first", (92, 70), (144, 100)), undo(*move("first", (144, 100), (196, 130))))
    assert undone.undoing
    assert undone.undoes is None


def test_the_same_move_made_twice_is_undone_once_each_last_first() -> None:
    there, back = move("first", (92, 70), (144, 100)), move("first", (144, 100), (92, 70))
    first, returned, again, undone, _, last = deeds(there, back, there, undo(*back), (Say("x"),), undo(*there))
    assert undone.undoes is again
    assert last.undoes is returned
    assert first.undoes is None


def test_a_step_is_parted_where_an_undo_begins_and_ends() -> None:
    there, back = move("first", (92, 70), (144, 100)), move("first", (144, 100), (92, 70))
    one, two, three = deeds((*there, *undo(*back), Say("sorry")))
    assert [one.undoing, two.undoing, three.undoing] == [False, True, False]
    assert two.undoes is one
    assert {deed.step.index for deed in (one, two, three)} == {1}


def test_what_is_said_of_one_counter_is_gathered_in_order() -> None:
    altered = Alter(replace(FIRST, spot=spot(144, 100), levels=(1,)), (("layer", "0", "1"),))
    (deed,) = deeds((Say("go"), *move("first", (92, 70), (144, 100)), *move("other", (40, 40), (40, 100)), altered))
    said, first, other = doings(deed)
    assert isinstance(said, Say)
    assert isinstance(first, CounterChanges)
    assert isinstance(other, CounterChanges)
    assert (first.kind, [(each.x, each.y) for each in first.hops], len(first.aspects)) == (
        "move",
        [(92, 70), (144, 100)],
        1,
    )
    assert other.kind == "move"


def test_what_was_removed_and_put_down_again_is_not_removed() -> None:
    (deed,) = deeds((Remove("first"), Place(replace(FIRST, spot=spot(144, 100)))))
    (doing,) = doings(deed)
    assert isinstance(doing, CounterChanges)
    assert doing.kind == "place"


def test_a_hop_to_a_place_passed_before_takes_back_what_was_done_since() -> None:
    assert onward(("a", "b"), "c") == (("a", "b", "c"), ())
    assert onward(("a", "b", "c"), "b") == (("a", "b"), ("b", "c", "b"))


def test_a_course_goes_on_only_with_all_of_its_counters() -> None:
    courses: Courses[str] = Courses()
    courses.begin(Course(0, ("one", "two"), ("a", "b"), [0]))
    assert courses.going_on(("two", "one"), "b") is not None
    assert courses.going_on(("one",), "b") is None
    assert courses.going_on(("one", "two"), "a") is None
    courses.begin(Course(1, ("two",), ("b", "c"), [1]))
    assert courses.going_on(("one", "two"), "b") is None


def test_undoing_a_drag_back_leads_where_the_course_was() -> None:
    course = Course(0, ("one",), ("a", "b"), [0])
    course.go_on("c", 1)
    course.go_on("b", 2)
    assert course.path == ("a", "b")
    assert course.take_back(2)
    assert course.path == ("a", "b", "c")
    assert not course.take_back(0)


def test_the_move_log_marks_all_that_an_undo_took_back_and_only_that() -> None:
    twin = counter("First", BLUE, 92, 70)
    start = state(FIRST, replace(twin, id="twin"))
    there, back = move("first", (92, 70), (144, 100)), move("first", (144, 100), (92, 70))
    steps = (there, move("twin", (92, 70), (144, 100)), undo(*back))
    log = move_log(GameLog(start, tuple(Step(number, events) for number, events in enumerate(steps, 1))), module())
    assert [(line.step, line.undone, line.undoes) for line in log.lines] == [
        (1, True, False),
        (2, False, False),
        (3, False, True),
    ]
