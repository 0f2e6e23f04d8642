"""Who arrives when and where (Fire in the East 34A1): on the turn of the order of battle or later, where it says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.findings import Breach
from adjudicator.packs.europa.checks.placement.schedule import Entry, Schedule, comes_when_due
from adjudicator.record.position import Position
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from tests.adjudicator.analysis.maps import blank, pack, position, theatre, unit
from tests.packs.europa.small import breaches, missing, network, phase_of, sure, with_blank

MAP = network(theatre(blank(5, 5), tags={"0000": "west", "0202": "west", "0101": "west"}))
WEST = Entry(names=frozenset({"west"}), where=Where(tags=frozenset({"west"})), edge=True, why="the west edge")
TERMS = Schedule(entries=(WEST,))
KINDS = "red-leg-medium-"
ORDER = f"""
[[force]]
event = "arrival"
name = "west"
turn = 5
units = {{ {KINDS}a = 1, {KINDS}c = 1, {KINDS}d = 1 }}
[[force]]
event = "arrival"
name = "east"
turn = 3
units = {{ {KINDS}b = 2 }}
[[force]]
event = "arrival"
name = "east"
turn = 7
units = {{ {KINDS}b = 1, {KINDS}c = 1 }}
[[force]]
event = "conversion"
name = "west"
turn = 4
units = {{ {KINDS}d = 1 }}
[[force]]
event = "withdrawal"
turn = 2
units = {{ {KINDS}a = 4, {KINDS}e = 1 }}
"""


def arriving(*units: str, turn: int = 5, terms: Schedule = TERMS, start: Position | None = None) -> list[Breach]:
    begun = start or position(MAP, pack(order_of_battle=ORDER))
    begun = replace(begun, moment=replace(begun.moment, turn=turn))
    end = begun
    for count, text in enumerate(units):
        end = end.with_unit(unit(text, count))
    return list(comes_when_due(phase_of(begun, end=end), terms))


@pytest.mark.parametrize(("turn", "early"), [(1, 1), (4, 1), (5, 0), (6, 0)])
def test_it_comes_on_its_turn_or_later(turn: int, early: int) -> None:
    found = arriving("red leg 0000 a", turn=turn)
    assert sure(found) == early
    if early:
        assert f"on turn {turn}, and is due on turn 5" in breaches(found)[0].because


def test_a_withdrawal_brings_nobody() -> None:
    """Only arrivals and conversions do: who is listed for nothing else is not judged, and adds nothing to what is due."""
    assert arriving("red leg 0303 e", turn=1) == []
    assert sure(arriving("red leg 0000 a", "red leg 0000 a", turn=9)) == 1


@pytest.mark.parametrize(("turn", "count", "wrong"), [(3, 2, 0), (3, 3, 1), (3, 4, 2), (6, 3, 1), (7, 3, 0), (7, 4, 1)])
def test_no_more_come_than_are_due_by_then(turn: int, count: int, wrong: int) -> None:
    found = arriving(*["red leg 0303 b"] * count, turn=turn)
    assert sure(found) == wrong
    if wrong:
        due = 3 if turn >= 7 else 2
        assert f"{due + 1} × red{due} arrive, and {due} are due by turn {turn}" in breaches(found)[0].because


def test_one_is_due() -> None:
    (breach,) = breaches(arriving("red leg 0000 a", "red leg 0000 a"))
    assert "2 × red1 arrive, and 1 is due by turn 5" in breach.because


def test_on_an_untold_turn_it_is_open() -> None:
    assert missing(arriving("red leg 0000 a", turn=0)) == ("the turn",)
    assert arriving("red leg 0000 e", turn=0) == []


def test_who_was_on_the_map_does_not_arrive() -> None:
    """Who stood there before is not counted; who was in a box comes onto the map."""
    start = position(MAP, pack(order_of_battle=ORDER), "red leg 0303 a")
    assert arriving("red leg 0202 a", turn=1, start=start) == []
    boxed = replace(unit("red leg 0000 a", 0), hex="", location="[Box]")
    off = position(MAP, pack(order_of_battle=ORDER)).with_unit(boxed)
    assert sure(arriving("red leg 0000 a", turn=1, start=off)) == 1
    assert arriving(turn=1, start=off) == []


def test_others_than_those_asked_for_are_not_judged() -> None:
    assert arriving("red leg 0000 a", turn=1, terms=Schedule(who=Selector(sides=frozenset({"blue"})))) == []


@pytest.mark.parametrize(("number", "wrong"), [("0000", 0), ("0202", 1), ("0101", 1), ("0004", 1), ("0303", 1)])
def test_it_comes_where_its_force_does(number: str, wrong: int) -> None:
    """34A1: Germans at the west edge of the map. 0202 is west and on no edge, 0004 on an edge that is not the west."""
    found = arriving(f"red leg {number} a")
    assert sure(found) == wrong
    if wrong:
        assert f"arrives in {number}, and comes to the west edge" in breaches(found)[0].because


def test_without_an_edge_any_such_hex_will_do() -> None:
    terms = Schedule(entries=(WEST.model_copy(update={"edge": False}),))
    assert sure(arriving("red leg 0202 a", terms=terms)) == 0
    assert sure(arriving("red leg 0303 a", terms=terms)) == 1


def test_where_one_of_its_forces_may_come_anywhere_it_may() -> None:
    """c comes with a force of the west and with one for which no place is told; d by conversion, where it stood."""
    assert sure(arriving("red leg 0303 c")) == 0
    assert sure(arriving("red leg 0303 b")) == 0
    assert sure(arriving("red leg 0303 d")) == 0


def test_a_place_that_the_map_does_not_show_excuses_nobody_elsewhere() -> None:
    urals = Entry(names=frozenset({"east"}), where=Where(tags=frozenset({"urals"})), why="the Urals")
    assert sure(arriving("red leg 0303 c", terms=Schedule(entries=(WEST, urals)))) == 1


def test_one_of_several_places_is_enough() -> None:
    east = Entry(names=frozenset({"east"}), where=Where(hexes=frozenset({"0404"})), why="the east edge")
    both = Schedule(entries=(WEST, east))
    assert sure(arriving("red leg 0000 c", terms=both)) == 0
    assert sure(arriving("red leg 0404 c", terms=both)) == 0
    assert sure(arriving("red leg 0303 c", terms=both)) == 1


def test_where_the_map_does_not_show_the_place_it_is_open() -> None:
    terms = Schedule(entries=(WEST.model_copy(update={"where": Where(tags=frozenset({"urals"})), "edge": False}),))
    assert missing(arriving("red leg 0303 a", terms=terms)) == ("where the west edge lies on this map",)


def test_on_a_blank_hex_it_is_open() -> None:
    drawn = with_blank(theatre(blank(5, 5)), "0303")
    start = position(network(drawn), pack(order_of_battle=ORDER))
    forest = WEST.model_copy(update={"where": Where(terrains=frozenset({"forest"})), "edge": False})
    terms = Schedule(entries=(forest,))
    assert missing(arriving("red leg 0303 a", terms=terms, start=start)) == ("the terrain of 0303",)
    assert sure(arriving("red leg 0202 a", terms=terms, start=start)) == 1
