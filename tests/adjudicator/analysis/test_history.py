"""What is remembered, and what is open because nothing remembers it."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.analysis.calendar import Date, date_of, date_told
from adjudicator.analysis.history import beginning, turns_held
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.record.memory import Begun
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import blank, pack, position, theatre

BARE = position(Network.of(theatre(blank(3, 3))), pack())


def remembering(turn: int) -> Position:
    """A position that remembers the taking of 0101 on turn 2 and an earthwork begun there on turn 3."""
    memory = BARE.memory
    memory = replace(
        memory,
        taken=memory.taken.set(("red", "0101"), 2),
        begun=memory.begun.set(("earthwork", "0101"), Begun(3, "red", "snow")),
    )
    return replace(BARE, memory=memory).during(replace(BARE.moment, turn=turn))


def test_how_long_a_hex_is_held_is_counted_in_turns() -> None:
    assert turns_held(remembering(5), "0101", "red") == Interval.of(3)
    assert [turns_held(remembering(5), "0101", "red").at_least(Interval.of(n)) for n in (3, 4)] == [YES, NO]


def test_how_long_a_hex_is_held_is_open_without_its_taking_or_the_turn() -> None:
    taken, turn = Known.open("the turn on which 0101 was taken"), Known.open("the game turn")
    assert turns_held(BARE, "0101", "red").at_least(Interval.of(3)) == taken
    assert turns_held(remembering(0), "0101", "red").at_least(Interval.of(3)) == turn


def test_a_beginning_is_told_with_its_side_and_weather_or_not_at_all() -> None:
    told = beginning(remembering(5), "earthwork", "0101")
    assert (told.told, told.turn, told.side, told.weather) == (YES, 3, "red", "snow")
    assert beginning(BARE, "fort_building", "0101").told == Known.open(
        "the turn on which the fort building in 0101 was begun"
    )


def test_a_date_is_told_when_month_and_week_are() -> None:
    at = position(BARE.network, BARE.pack, month="july", week="2")
    assert date_told(at.moment) == YES
    assert date_of(at.moment) == Date(0, "july", 2)
    assert date_told(position(BARE.network, BARE.pack, month="july").moment) == Known.open("the week")
    assert date_told(BARE.moment) == Known.open("the month", "the week")
