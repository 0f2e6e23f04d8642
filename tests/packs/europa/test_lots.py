"""Rail capacity bought by the lot (Fire in the East 7A4.6, Sudden Storm 7A4): five for each resource point, thirty at most."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.situation import Situation
from adjudicator.findings import Finding
from adjudicator.model.units import Marker
from adjudicator.packs.europa.rules.rail_purchase import Lots, capacity_bought
from adjudicator.record.position import Position
from adjudicator.terms.where import Where
from tests.adjudicator.analysis.maps import blank, pack, position, theatre
from tests.packs.europa.small import breaches, counter, missing, network, phase_of, sure, with_blank, with_values

MAP = network(theatre(blank(2, 2)))
LOTS = Lots(value="bought.red", most=30, lot=5, phase="initial")


def at(points: dict[str, int], *, phase: str = "initial", side: str = "red", kind: str = "resource") -> Position:
    made = position(MAP, pack(), phase=phase, phasing=side)
    for number, value in points.items():
        made = made.with_marker(counter(f"{kind}{number}", kind, number, value=value))
    return made


def buying(start: Position, end: Position, old: str, new: str, lots: Lots = LOTS) -> list[Finding]:
    began = with_values(start, {"bought.red": old})
    return list(capacity_bought(phase_of(began, end=with_values(end, {"bought.red": new})), lots))


@pytest.mark.parametrize(
    ("old", "new", "due"),
    [
        ("0", "1", 1),
        ("0", "5", 1),
        ("0", "6", 2),
        ("0", "10", 2),
        ("5", "10", 1),
        ("4", "5", 0),
        ("3", "6", 1),
        ("0", "30", 6),
    ],
)
def test_each_lot_begun_takes_a_point(old: str, new: str, due: int) -> None:
    """7A4.6: five REs for each resource point; what is left of a lot paid for earlier is not paid for again."""
    assert sure(buying(at({"0101": 9}), at({"0101": 9 - due} if due < 9 else {}), old, new)) == 0
    if due:
        (breach,) = breaches(buying(at({"0101": 9}), at({"0101": 10 - due}), old, new))
        assert breach.broken.is_yes
        assert f"from {old} to {new}, points due: {due}, spent: {due - 1}" in breach.because


def test_no_more_than_the_most_is_bought() -> None:
    """7A4.6: by thirty REs at most, whatever is paid."""
    assert sure(buying(at({"0101": 9}), at({"0101": 1}), "0", "30")) == 0
    (breach,) = breaches(buying(at({"0101": 9}), at({"0101": 1}), "0", "31"))
    assert breach.broken.is_yes
    assert "may be 30 at most" in breach.because


@pytest.mark.parametrize(("old", "new"), [("5", "5"), ("5", "0"), ("5", ""), ("", ""), ("0", "0"), ("5", "untold")])
def test_what_does_not_rise_costs_nothing(old: str, new: str) -> None:
    assert buying(at({}), at({}), old, new) == []


@pytest.mark.parametrize(
    ("phase", "side", "wrong"),
    [("initial", "red", 0), ("move", "red", 1), ("initial", "blue", 1), ("move", "blue", 1)],
)
def test_it_is_bought_in_the_own_initial_phase(phase: str, side: str, wrong: int) -> None:
    """7A4.6: in the side's initial phase. Who buys at another time is told so once, whatever was paid."""
    start, end = at({"0101": 1}, phase=phase, side=side), at({}, phase=phase, side=side)
    assert sure(buying(start, end, "0", "5")) == wrong
    found = breaches(buying(start, start, "0", "5"))
    assert len(found) == 1
    assert ("bought only in: initial" in found[0].because) == bool(wrong)


def test_in_an_unknown_phase_the_price_is_judged_alone() -> None:
    start = replace(at({"0101": 1}), moment=at({}, phase="").moment)
    assert sure(buying(start, replace(at({}), moment=start.moment), "0", "5")) == 0
    assert sure(buying(start, start, "0", "5")) == 1


def spent_in(number: str, where: Where, blanked: bool = False) -> list[Finding]:
    lots = replace(LOTS, situations=(Situation(where=where),))
    given = with_blank(theatre(blank(2, 2)), "0101") if blanked else theatre(blank(2, 2))
    start = replace(at({number: 2}), network=network(given))
    end = replace(at({number: 1}), network=network(given))
    return buying(start, end, "0", "5", lots)


def test_a_point_pays_where_it_may() -> None:
    """7A4.6: the points must not be isolated; one that lies elsewhere pays for nothing."""
    assert sure(spent_in("0101", Where(hexes=frozenset({"0101"})))) == 0
    assert sure(spent_in("0000", Where(hexes=frozenset({"0101"})))) == 1


def test_on_a_blank_hex_it_is_open_whether_a_point_pays() -> None:
    assert missing(spent_in("0101", Where(terrains=frozenset({"forest"})), blanked=True)) == ("the terrain of 0101",)
    assert sure(spent_in("0000", Where(terrains=frozenset({"forest"})), blanked=True)) == 1
    assert sure(spent_in("0000", Where(terrains=frozenset({"clear"})), blanked=True)) == 0


def test_only_own_resource_points_pay() -> None:
    """Markers of other kinds and the enemy's points buy nothing; points of several hexes are added up."""
    assert sure(buying(at({"0101": 1}, kind="fort"), at({}), "0", "5")) == 1
    theirs: Marker = counter("r", "resource", "0101", side="blue", value=1)
    assert sure(buying(at({}).with_marker(theirs), at({}), "0", "5")) == 1
    assert sure(buying(at({"0101": 1, "0000": 1}), at({}), "0", "10")) == 0
    assert sure(buying(at({"0101": 1, "0000": 1}), at({}), "0", "11")) == 1


def test_points_that_turn_up_elsewhere_may_have_been_moved_there() -> None:
    """Two points gone and one more elsewhere: one or two were spent. What stays where it lay has no part in it."""
    start, end = at({"0101": 2, "0001": 3}), at({"0000": 1, "0001": 3})
    assert sure(buying(start, end, "0", "5")) == 0
    assert sure(buying(start, end, "0", "11")) == 1
    assert missing(buying(start, end, "0", "10")) == ("where the points in 0000 came from",)


def test_points_that_only_grow_pay_for_nothing() -> None:
    (breach,) = breaches(buying(at({}), at({"0000": 1}), "0", "5"))
    assert breach.broken.is_yes
    assert "spent: 0" in breach.because


def test_what_it_was_before_may_be_untold() -> None:
    """Nobody knows then whether it rose at all, nor for how much; the most is passed all the same."""
    untold = ("the value bought.red",)
    assert missing(buying(at({}), at({}), "", "5")) == untold
    assert "rises from unknown to 5" in breaches(buying(at({}), at({}), "", "5"))[0].because
    assert sure(buying(at({"0101": 1}), at({}), "", "5")) == 0
    wrong = at({}, phase="move")
    assert missing(buying(wrong, wrong, "", "5")) == untold
    assert sure(buying(at({"0101": 9}), at({}), "", "31")) == 1
