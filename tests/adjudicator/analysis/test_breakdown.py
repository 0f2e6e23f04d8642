"""Formations and their components: what was exchanged in a hex, and what a chart cell allows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.breakdown import FormationExchange, allowed, exchanges
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.model.units import Face, Unit
from adjudicator.record.acts import Act, Flipped, Transfer
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.who import Selector
from tests.adjudicator.analysis.maps import blank, pack, position, theatre, unit

MAP = Network.of(theatre(blank(3, 3)))
DIVISIONS = Selector(kinds=frozenset({"division"}))


def rated(text: str, number: int, rating: str) -> Unit:
    """ "red regiment 0101" of "3-4-6": attack, defense, movement."""
    side, kind, at = text.split()
    attack, defense, movement = (int(figure) for figure in rating.split("-"))
    made = unit(f"{side} {kind} 0000", number)
    faces = (Face(attack=attack, defense=defense, movement=movement),)
    hex_ = at if at.isdigit() else ""
    return replace(made, type=made.type.model_copy(update={"faces": faces}), hex=hex_, location=at)


def formation(*parts: Unit, rating: str = "7-6-8") -> FormationExchange:
    return FormationExchange("0101", rated("red division 0101", 0, rating), parts, False, 0)


def infantry(count: int, rating: str = "2-2-6") -> list[Unit]:
    return [rated("red infantry 0101", 10 + each, rating) for each in range(count)]


HEADQUARTERS = rated("red headquarters 0101", 5, "0-1-8")


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        (infantry(3), YES),
        (infantry(2), NO),
        (infantry(4), NO),
        (infantry(3, "1-1-6"), NO),
        ([HEADQUARTERS, *infantry(2, "1-2-6")], YES),
        ([*infantry(2, "1-2-6"), HEADQUARTERS], YES),
        ([HEADQUARTERS, *infantry(2, "1-1-6")], NO),
        ([HEADQUARTERS, *infantry(3)], NO),
        ([HEADQUARTERS], NO),
    ],
)
def test_a_cell_lists_the_ways(parts: list[Unit], found: Known) -> None:
    cell = "5-5-8: 9 infantry; 7-6-8: 3 infantry 2-6 | 1 headquarters, 2 infantry 1-2-6"
    assert allowed(formation(*parts), "breakdown", cell) == found


@pytest.mark.parametrize(
    ("rating", "cell", "found"),
    [
        ("7-6-8", "7-6-8: 3 infantry", YES),
        ("7-6-8", "7-8: 3 infantry", None),  # the short form is of equal figures
        ("7-7-8", "7-8: 3 infantry", YES),
        ("7-7-8", "7-7-8: 3 infantry", YES),
        ("7-6-8", "6-6-8: 3 infantry", None),
        ("7-6-8", "7-6-8: none", NO),
        ("7-6-8", None, None),
    ],
)
def test_a_rating_finds_its_entry(rating: str, cell: str | None, found: Known | None) -> None:
    exchange = formation(*infantry(3), rating=rating)
    expected = Known.open(f"breakdown for {exchange.whole}") if found is None else found
    assert allowed(exchange, "breakdown", cell) == expected


def test_some_of_several_kinds_are_counted_together() -> None:
    parts = [*infantry(2), *infantry(1, "1-1-6")]
    assert allowed(formation(*parts), "c", "7-6-8: 1 infantry 2-6, 1 infantry 1-6, 1 infantry 2-6") == YES


def sent(at: Position, *moves: tuple[str, str]) -> list[Act]:
    acts: list[Act] = []
    for name, where in moves:
        before = acts[-1].after if acts else at
        own = before.units[name]
        after = before.with_unit(replace(own, hex=where if where.isdigit() else "", location=where))
        acts.append(Transfer(before=before, after=after, units=(name,), way=(own.location, where)))
    return acts


def found(
    *moves: tuple[str, str], division: str = "0101", regiment: str = "box", side: str = "red"
) -> list[FormationExchange]:
    at = position(MAP, pack(), phase="move")
    for each in (
        rated(f"{side} division {division}", 0, "7-6-8"),
        rated(f"{side} regiment {regiment}", 1, "2-2-6"),
        rated(f"{side} regiment {regiment}", 2, "2-2-6"),
        rated(f"{side} division {division}", 3, "7-6-8"),
    ):
        at = at.with_unit(each)
    acts = sent(at, *((f"{side}{name}", where) for name, where in moves))
    return list(exchanges(PhaseRecord(at, acts[-1].after, tuple(acts)), DIVISIONS))


def test_a_division_goes_and_regiments_come() -> None:
    (exchange,) = found(("0", "box"), ("1", "0101"), ("2", "0101"))
    assert (exchange.whole.id, [unit.id for unit in exchange.parts]) == ("red0", ["red1", "red2"])
    assert (exchange.hex, exchange.assembled, exchange.at) == ("0101", False, 0)


def test_regiments_go_and_a_division_comes() -> None:
    (exchange,) = found(("1", "box"), ("2", "box"), ("0", "0101"), division="box", regiment="0101")
    assert (exchange.whole.id, exchange.assembled, exchange.at) == ("red0", True, 2)


def test_what_is_no_exchange() -> None:
    assert found(("0", "box"), ("1", "0102")) == []  # another hex
    assert found(("0", "box"), ("3", "box"), ("1", "0101")) == []  # two divisions
    assert found(("0", "box")) == []
    assert found(("0", "0102"), ("1", "0101")) == []  # it only moved
    assert found(("0", "box"), ("3", "0101"), division="0101") == []


def test_an_exchange_in_a_phase_of_the_enemy_is_one_too() -> None:
    (exchange,) = found(("0", "box"), ("1", "0101"), side="blue")
    assert exchange.whole.id == "blue0"


def test_other_acts_exchange_nothing() -> None:
    at = position(MAP, pack(), phase="move").with_unit(rated("red division 0101", 0, "7-6-8"))
    at = at.with_unit(rated("red regiment box", 1, "2-2-6"))
    sent_ = sent(at, ("red0", "box"), ("red1", "0101"))
    acts = tuple(Flipped(before=act.before, after=act.after, units=act.units, faces=(0,)) for act in sent_)
    assert exchanges(PhaseRecord(at, acts[-1].after, acts), DIVISIONS) == ()
