"""Who may not be in a region, and how many may (Fire in the East 32A2, 32B; Sudden Storm 31B1)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from adjudicator.findings import Finding
from adjudicator.model.units import Unit
from adjudicator.packs.europa.rules import theaters
from adjudicator.packs.europa.rules.barred_regions import Barred, nobody_there
from adjudicator.packs.europa.rules.theaters import Limit, Raised, germans_in_finland
from adjudicator.record.position import Position
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from tests.adjudicator.analysis.maps import pack, position, theatre, unit
from tests.packs.europa.small import at_moment, breaches, missing, network, sure, with_blank, with_values

GIVEN = theatre("\n".join(("....", "f...", "....", "....")), tags={"0000": "north", "0101": "north", "0001": "north"})
MAP = network(GIVEN)
EVENTS = """
[[event]]
name = "peace"
when = { first_turn = 5 }
[[event]]
name = "war"
when = { first_turn = 3 }
"""
RULES = pack(events=EVENTS)
RED, NORTH = Selector(sides=frozenset({"red"})), Where(tags=frozenset({"north"}))


def at(*units: str, turn: int = 4, where: str = "") -> Position:
    known = network(with_blank(GIVEN, where)) if where else MAP
    return at_moment(position(known, RULES, *units), turn, "move")


BARRED = Barred(RED, NORTH)


def barred(given: Position, what: Barred = BARRED) -> list[Finding]:
    return list(nobody_there(given, what))


def test_nobody_is_in_a_barred_region() -> None:
    """32A2: the reserves stay out of the region; others, and those elsewhere, may be anywhere."""
    assert sure(barred(at("red leg 0000"))) == 1
    assert sure(barred(at("blue leg 0000"))) == 0
    assert sure(barred(at("red leg 0202"))) == 0
    (breach,) = barred(at("red leg 0000", "red leg 0000", "red leg 0101", "red leg 0202", "blue leg 0101"))
    assert breach.at == ("0000", "0101")
    assert breach.units == ("red0", "red1", "red2")
    assert "no such unit may be in" in breach.because


@pytest.mark.parametrize(("turn", "wrong"), [(3, 1), (4, 0)])
def test_until_a_date(turn: int, wrong: int) -> None:
    assert sure(barred(at("red leg 0000", turn=turn), replace(BARRED, when=When(last_turn=3)))) == wrong


def test_on_an_untold_turn_it_is_open() -> None:
    assert missing(barred(at("red leg 0000", turn=0), replace(BARRED, when=When(last_turn=3)))) == ("the turn",)
    assert barred(at(turn=0), replace(BARRED, when=When(last_turn=3))) == []


@pytest.mark.parametrize(("turn", "wrong"), [(2, 0), (3, 1), (4, 1)])
def test_from_an_event_on(turn: int, wrong: int) -> None:
    """31B3: when a country surrenders none of its units is left there."""
    assert sure(barred(at("red leg 0000", turn=turn), replace(BARRED, begins="war"))) == wrong


@pytest.mark.parametrize(("turn", "wrong"), [(4, 1), (5, 0)])
def test_an_event_opens_it(turn: int, wrong: int) -> None:
    """32A2: unless the Soviets come near."""
    assert sure(barred(at("red leg 0000", turn=turn), replace(BARRED, ends="peace"))) == wrong


def test_players_tell_what_has_happened() -> None:
    for said, turn, wrong in (("yes", 4, 0), ("no", 5, 1)):
        given = with_values(at("red leg 0000", turn=turn), {"event:peace": said})
        assert sure(barred(given, replace(BARRED, ends="peace"))) == wrong


def test_on_blank_ground_it_is_open() -> None:
    """One unit that is there for certain is enough to know."""
    forest = Where(terrains=frozenset({"forest"}))
    assert missing(barred(at("red leg 0202", where="0202"), replace(BARRED, where=forest))) == ("the terrain of 0202",)
    assert sure(barred(at("red leg 0202", "red leg 0001", where="0202"), replace(BARRED, where=forest))) == 1
    assert sure(barred(at("red leg 0303", where="0202"), replace(BARRED, where=forest))) == 0


LIMIT = Limit(2, {})


@pytest.fixture(autouse=True)
def reds_in_the_north(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theaters, "GERMANS", RED)
    monkeypatch.setattr(theaters, "SOUTHERN_FINLAND", NORTH)


def of_size(text: str, points: str, number: int) -> Unit:
    made = unit(text, number)
    return replace(made, type=made.type.model_copy(update={"stacking": Fraction(points)}))


def limited(*units: tuple[str, str], limit: Limit = LIMIT, given: Position | None = None) -> list[Finding]:
    made = given or at()
    for number, (text, points) in enumerate(units):
        made = made.with_unit(of_size(text, points, number))
    return list(germans_in_finland(made, limit))


@pytest.mark.parametrize(
    ("units", "total"),
    [
        ((("red leg 0000", "2"),), ""),
        ((("red leg 0000", "1"), ("red leg 0101", "1")), ""),
        ((("red leg 0000", "5/2"),), "2 1/2"),
        ((("red leg 0000", "1"), ("red leg 0000", "2")), "3"),
        ((("red leg 0000 cm", "1"),), ""),
        ((("red leg 0000 cm", "3/2"),), "3"),
        ((("red leg 0000 cm", "1"), ("red leg 0101", "1")), "3"),
        ((("red leg 0000", "2"), ("blue leg 0000", "2"), ("red leg 0202", "2")), ""),
    ],
)
def test_only_so_much_stands_in_a_region(units: tuple[tuple[str, str], ...], total: str) -> None:
    """32B.8: so many regimental equivalents, c/m units counted twice."""
    found = limited(*units)
    assert sure(found) == bool(total)
    if total:
        assert breaches(found)[0].because.startswith(f"points in the region: {total};")
        assert "at most 2 may be" in breaches(found)[0].because


def test_it_names_who_is_there() -> None:
    (breach,) = breaches(limited(("red leg 0000", "2"), ("red leg 0000", "1"), ("red leg 0202", "1")))
    assert breach.at == ("0000",)
    assert breach.units == ("red0", "red1")


@pytest.mark.parametrize(("chosen", "most"), [("late", 1), ("none", 0), ("ordinary", 2), ("", 2)])
def test_a_reading_makes_another_limit(chosen: str, most: int) -> None:
    """32B.12: what the card says of Finland goes before the number printed."""
    limit = replace(LIMIT, by_card={"late": 1, "none": 0})
    rules = replace(RULES, chosen={"finnish-card": chosen, "other": "y"})
    given = replace(at(), pack=rules)
    assert sure(limited(("red leg 0000", str(most)), limit=limit, given=given)) == 0
    assert sure(limited(("red leg 0000", str(most + 1)), limit=limit, given=given)) == 1


def test_an_event_raises_it() -> None:
    """32B.8: when the limit was raised, by twenty or without end."""
    by_one = replace(LIMIT, raised=(Raised("war", 1),))
    assert sure(limited(("red leg 0000", "3"), limit=by_one)) == 0
    assert sure(limited(("red leg 0000", "4"), limit=by_one)) == 1
    assert sure(limited(("red leg 0000", "3"), limit=by_one, given=at(turn=2))) == 1
    endless = replace(LIMIT, raised=(Raised("war"), Raised("peace")))
    assert sure(limited(("red leg 0000", "90"), limit=endless)) == 0
    assert sure(limited(("red leg 0000", "90"), limit=endless, given=at(turn=2))) == 1
    lasting = replace(LIMIT, raised=(Raised("peace", lasting=True),))
    assert missing(limited(("red leg 0000", "3"), limit=lasting)) == ("whether it has come to this: peace",)
    assert sure(limited(("red leg 0000", "3"), limit=replace(LIMIT, raised=(Raised("peace"),)))) == 1


def test_who_stands_on_blank_ground_may_be_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theaters, "SOUTHERN_FINLAND", Where(terrains=frozenset({"forest"})))
    given = at(where="0202")
    open_ = limited(("red leg 0001", "2"), ("red leg 0202", "1"), given=given)
    assert missing(open_) == ("the terrain of 0202",)
    assert "points in the region: 2 to 3;" in open_[0].because
    assert sure(limited(("red leg 0001", "3"), ("red leg 0202", "1"), given=given)) == 1
    assert sure(limited(("red leg 0001", "1"), ("red leg 0202", "1"), given=given)) == 0


def test_on_blank_ground_even_a_raised_limit_may_be_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two or four stand there, and three may: that is open, though the two alone would be allowed."""
    monkeypatch.setattr(theaters, "SOUTHERN_FINLAND", Where(terrains=frozenset({"forest"})))
    limit = replace(LIMIT, raised=(Raised("war", 1),))
    for more, open_ in (("1", False), ("2", True)):
        found = limited(("red leg 0001", "2"), ("red leg 0202", more), limit=limit, given=at(where="0202"))
        assert [each.broken.missing for each in breaches(found)] == ([("the terrain of 0202",)] if open_ else [])


def test_an_empty_region_is_within_any_limit() -> None:
    assert limited(limit=Limit(0, {})) == []
