"""Bridges on a map of our own: who demolishes and who repairs one, when, and for what (Fire in the East 39A)."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import pytest

from adjudicator.analysis.situation import Situation
from adjudicator.findings import Finding
from adjudicator.model.units import Marker
from adjudicator.packs.europa.rules import bridges
from adjudicator.packs.europa.rules.bridges import demolition, repair
from adjudicator.record.acts import Act, Laid, Lifted, Movement, Rolled, Speech, Swapped
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.where import Where
from tests.adjudicator.analysis.maps import blank, pack, position, theatre
from tests.packs.europa.small import breaches, counter, missing, network, phase_of, sure, with_blank

GIVEN = theatre(
    blank(4, 4),
    sides={
        "0101-0102": "rail river",
        "0201-0202": "road major_river",
        "0000-0001": "river",
        "0301-0302": "rail",
        "0002-0003": "rail major_river",
    },
)
MAP = network(GIVEN)
BRIDGES = """
lines = ["road", "rail"]
over = ["river", "major_river"]
[[down]]
kinds = ["bridge_down"]
[[down]]
kinds = ["bridge_hit"]
least = 3
"""
RULES = pack(bridges=BRIDGES, control="[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n")
RAIL, ROAD = "0101-0102", "0201-0202"


def at(*units: str, phase: str = "movement", side: str = "red", control: str = "red") -> Position:
    """Both ends of both bridges are the side's, unless told otherwise: "0101 blue" is one that is not."""
    ends = dict.fromkeys(("0101", "0102", "0201", "0202", "0002", "0003"), "red")
    number, _, owner = control.rpartition(" ")
    ends |= {number: owner} if number else dict.fromkeys(ends, owner)
    made = position(MAP, RULES, *units, phase=phase, phasing=side, control={k: v for k, v in ends.items() if v})
    return replace(made, moment=replace(made.moment, conditions=(*made.moment.conditions, ("history", "whole"))))


def down(where: str = RAIL, name: str = "d") -> Marker:
    return counter(name, "bridge_down", where, side="", tags="hexside")


def hit(value: int, name: str = "h", where: str = RAIL) -> Marker:
    return counter(name, "bridge_hit", where, side="", value=value, tags="hexside")


JOINED = Where(hexes=frozenset({"0201", "0002"}))
"""The hexes from which a line leads to points."""


def repaired(record: PhaseRecord, joined: Where = JOINED) -> list[Finding]:
    with patch.object(bridges, "JOINED_TO_A_POINT", Situation(where=joined)):
        return list(repair(record))


def lifting(start: Position, marker: Marker | None = None) -> list[Finding]:
    gone = marker or down()
    before = start.with_marker(gone)
    act = Lifted(before=before, after=start, where=gone.hex, marker_ids=(gone.id,))
    return repaired(phase_of(before, act))


def test_who_holds_both_ends_repairs() -> None:
    """39A.6: only a side that controls both hexes."""
    assert sure(lifting(at())) == 0
    for other in ("0101 blue", "0102 blue"):
        (breach,) = breaches(lifting(at(control=other)))
        assert breach.broken.is_yes
        assert f"and {other[:4]} is not under its side's control" in breach.because
    (breach,) = breaches(lifting(at(control="blue")))
    assert "0101 and 0102 is not" in breach.because


def test_whose_the_ends_are_may_be_open() -> None:
    unknown = at(control="0101 ?")
    assert missing(lifting(unknown)) == ("control of 0101",)
    assert "both its ends must be under its side's control" in breaches(lifting(unknown))[0].because
    both = replace(unknown, control=unknown.control.set("0102", "blue"))
    assert sure(lifting(both)) == 1
    assert missing(lifting(at(side=""))) == ("whose player turn it is",)


@pytest.mark.parametrize(("phase", "wrong"), [("movement", 0), ("combat", 1), ("initial", 1)])
def test_it_is_repaired_in_the_movement_phase(phase: str, wrong: int) -> None:
    """39A.6: when it moves; at another time nothing else is asked."""
    found = lifting(at(phase=phase, control="blue" if wrong else "red"))
    assert sure(found) == wrong
    if wrong:
        assert f"is repaired in the {phase}; that is done only in: movement" in found[0].because


def test_in_an_unknown_phase_the_ends_are_judged() -> None:
    unknown = at(control="blue")
    unknown = replace(unknown, moment=replace(unknown.moment, phase=None))
    assert missing(lifting(unknown)) == ("whose player turn it is",)


def test_nobody_repairs_in_the_set_up() -> None:
    start = at(phase="combat")
    start = replace(start, moment=replace(start.moment, conditions=(("stage", "setup two"),)))
    assert lifting(start) == []


def test_markers_elsewhere_are_no_bridges() -> None:
    """Of another kind, in a hex, where no line crosses a river, or half off the map."""
    wrong = at(phase="combat")
    assert sure(lifting(wrong)) == 1
    for marker in (
        counter("f", "fort", RAIL),
        down("0101"),
        down("0000-0001"),
        down("0301-0302"),
        down("0101-9999"),
        down("9999-0101"),
    ):
        assert lifting(wrong, marker) == []


def test_taking_a_hit_away_repairs_and_adding_one_does_not() -> None:
    wrong = at(phase="combat")
    assert sure(lifting(wrong, hit(1))) == 1
    for old, new, better in (
        (hit(2, "a"), hit(1, "b"), True),
        (hit(1, "a"), hit(2, "b"), False),
        (hit(2, "a"), hit(2, "b"), False),
        (hit(3, "a"), hit(2, "b"), True),
        (hit(0, "a"), hit(1, "b"), False),
        (down(name="a"), hit(3, "b"), False),
        (down(name="a"), hit(1, "b"), True),
    ):
        before, after = wrong.with_marker(old), wrong.with_marker(new)
        act = Swapped(before=before, after=after, where="0101", marker_ids=("a", "b"))
        assert sure(repaired(phase_of(before, act))) == better


def test_while_another_marker_keeps_it_down_it_is_not_repaired() -> None:
    wrong = at(phase="combat").with_marker(down(name="e"))
    assert lifting(wrong) == []


def paying(
    *units: str,
    points: dict[str, int],
    left: dict[str, int] | None = None,
    where: tuple[str, ...] = (ROAD,),
    joined: Where = JOINED,
) -> list[Finding]:
    """Bridges repaired in a phase that began with points in hexes and ended with those that are left."""
    bare = at(*units)
    before = start = bare
    for number, value in points.items():
        before = before.with_marker(counter(f"rp{number}", "resource", number, value=value))
    for n, each in enumerate(where):
        before = before.with_marker(down(each, f"d{n}"))
    start, acts = before, []
    for n, each in enumerate(where):
        after = before.without_marker(f"d{n}")
        acts.append(Lifted(before=before, after=after, where=each[:4], marker_ids=(f"d{n}",)))
        before = after
    end = bare
    for number, value in (left or {}).items():
        end = end.with_marker(counter(f"rp{number}", "resource", number, value=value))
    return repaired(phase_of(start, *acts, end=end), joined)


ENGINEER = "red leg 0201 engineer"


def test_over_a_major_river_it_takes_a_point() -> None:
    """39A.6: one resource point for each such bridge, from a place joined to the engineer; none over a river."""
    assert sure(paying(ENGINEER, points={"0303": 1})) == 0
    (breach,) = breaches(paying(ENGINEER, points={"0303": 1}, left={"0303": 1}))
    assert breach.broken.is_yes
    assert breach.at == ("0201", "0202")
    assert "1 bridge repaired, 0 points spent; each such bridge takes 1 point" in breach.because
    assert sure(paying(points={}, where=(RAIL,))) == 0
    assert sure(paying(ENGINEER, points={"0303": 2, "0300": 1}, left={"0303": 1, "0300": 1})) == 0


def test_each_bridge_takes_its_own_point() -> None:
    both = (ROAD, "0002-0003")
    engineers = (ENGINEER, "red leg 0002 engineer")
    (breach,) = breaches(paying(*engineers, points={"0303": 1}, where=both))
    assert breach.at == ("0201", "0202", "0002", "0003")
    assert "2 bridges repaired, 1 point spent" in breach.because
    (none,) = breaches(paying(*engineers, points={}, where=both))
    assert "2 bridges repaired, 0 points spent" in none.because
    assert sure(paying(*engineers, points={"0303": 1, "0300": 1}, where=both)) == 0
    assert sure(paying(*engineers, points={"0303": 2}, where=both)) == 0


def test_a_point_that_was_only_moved_is_not_spent() -> None:
    (breach,) = breaches(paying(ENGINEER, points={"0303": 1}, left={"0300": 1}))
    assert "0 points spent" in breach.because


def test_the_point_is_joined_to_a_worker() -> None:
    """A unit that is no engineer, the enemy's, or one at the end that no line reaches is no such worker."""
    for who in ("red leg 0201", "blue leg 0300 engineer", "red leg 0202 engineer", "red leg 0200 engineer"):
        (breach,) = breaches(paying(who, points={"0303": 1}))
        assert breach.broken.is_yes
        assert "1 bridge repaired, 1 point spent; none of them was joined to a worker at 0201-0202" in breach.because
    assert sure(paying("red leg 0202 engineer", ENGINEER, points={"0303": 1})) == 0


def spending(*units: str, points: dict[str, int], left: dict[str, int]) -> list[Finding]:
    """As `paying`, where the point has to lie with the worker."""
    return paying(*units, points=points, left=left, joined=Where(markers=frozenset({"resource"})))


def test_the_point_that_went_is_the_one_to_be_joined() -> None:
    """Not another that stays where it lay; of several that went, any will do."""
    assert sure(spending(ENGINEER, points={"0201": 1}, left={})) == 0
    assert sure(spending(ENGINEER, points={"0201": 1, "0303": 1}, left={"0201": 1})) == 1
    assert sure(spending(ENGINEER, points={"0201": 1, "0303": 1}, left={"0303": 1})) == 0
    assert sure(spending(ENGINEER, points={"0201": 1, "0303": 1}, left={})) == 0


def test_who_moved_elsewhere_worked_nowhere() -> None:
    start = at("red leg 0301 engineer").with_marker(counter("rp", "resource", "0303", value=1)).with_marker(down(ROAD))
    moved = start.moved("red0", "0300")
    travel = Movement(before=start, after=moved, units=("red0",), way=("0301", "0300"))
    act = Lifted(before=moved, after=moved.without_marker("d"), where="0201", marker_ids=("d",))
    end = moved.without_marker("d").without_marker("rp")
    assert sure(repaired(phase_of(start, travel, act, end=end))) == 1


def test_whether_it_was_joined_may_be_open() -> None:
    woods = Where(terrains=frozenset({"forest"}))
    given = network(with_blank(GIVEN, "0201"))
    start = (
        replace(at(ENGINEER), network=given)
        .with_marker(counter("rp", "resource", "0303", value=1))
        .with_marker(down(ROAD))
    )
    end = start.without_marker("d").without_marker("rp")
    act = Lifted(before=start, after=start.without_marker("d"), where="0201", marker_ids=("d",))
    assert missing(repaired(phase_of(start, act, end=end), woods)) == ("the terrain of 0201",)


def test_who_passed_through_in_the_phase_worked_there() -> None:
    start = at("red leg 0301 engineer").with_marker(counter("rp", "resource", "0303", value=1)).with_marker(down(ROAD))
    moved = start.moved("red0", "0201").moved("red0", "0200")
    travel = Movement(before=start, after=moved, units=("red0",), way=("0301", "0201", "0200"))
    act = Lifted(before=moved, after=moved.without_marker("d"), where="0201", marker_ids=("d",))
    end = moved.without_marker("d").without_marker("rp")
    assert sure(repaired(phase_of(start, travel, act, end=end))) == 0


def blowing(start: Position, marker: Marker | None = None, die: str = "", acts: tuple[Act, ...] = ()) -> list[Finding]:
    laid = marker or down()
    told = {"die": die} if die else {}
    act = Laid(before=start, after=start.with_marker(laid), where=laid.hex, marker_ids=(laid.id,), told=told)
    return list(demolition(phase_of(start, *acts, act)))


@pytest.mark.parametrize(("phase", "wrong"), [("movement", 0), ("combat", 1), ("air", 0)])
def test_it_is_blown_up_in_the_movement_phase(phase: str, wrong: int) -> None:
    """39A.3: when it moves; what falls in another may be bombs."""
    found = blowing(at(phase=phase))
    assert sure(found) == wrong
    if wrong:
        assert f"is blown up in the {phase}; that is done only in: exploitation or movement" in found[0].because


def test_other_markers_blow_nothing_up() -> None:
    wrong = at(phase="combat")
    for marker in (counter("f", "fort", RAIL), down("0101"), down("0000-0001"), down("0101-9999"), down("9999-0101")):
        assert blowing(wrong, marker) == []
    setup = replace(wrong, moment=replace(wrong.moment, conditions=(("stage", "setup"),)))
    assert blowing(setup) == []
    lifted = Lifted(before=wrong.with_marker(down()), after=wrong, where="0101", marker_ids=("d",))
    assert list(demolition(phase_of(wrong, lifted))) == []


def test_the_enemys_bridge_is_his_to_blow_up() -> None:
    """39A.3: one that the side itself or nobody controls."""
    (breach,) = breaches(blowing(at(control="blue"), die="1"))
    assert breach.broken.is_yes
    assert "which the Blue side controls and alone may blow up" in breach.because


def shared(die: str = "", kept: str = "", **other: str) -> Position:
    start = at("blue leg 0101", control="0101 blue", **other)
    return replace(start, control=start.control.set(RAIL, kept)) if kept else start


@pytest.mark.parametrize(("die", "wrong"), [("3", 0), ("4", 1), ("1", 0), ("6,2", 0), ("2,6", 1)])
def test_beside_an_enemy_it_takes_a_die(die: str, wrong: int) -> None:
    """39A.3: three or less; of several attempts the last one tells."""
    assert sure(blowing(shared(kept="red"), die=die)) == wrong
    if wrong:
        assert f"on a die of {die[-1]}; it takes 3 or less" in breaches(blowing(shared(kept="red"), die=die))[0].because


def test_with_both_ends_his_own_no_die_is_needed() -> None:
    assert blowing(at(), die="6") == []


def test_without_a_die_it_is_open() -> None:
    assert missing(blowing(shared(kept="red"))) == ("the die",)
    unknown = at(control="0101 ?")
    unknown = replace(unknown, control=unknown.control.set(RAIL, "red"))
    assert missing(blowing(unknown)) == ("who controls 0101, and the die if it is an enemy",)
    assert missing(blowing(unknown, die="4")) == ("control of 0101",)
    assert sure(blowing(unknown, die="3")) == 0


def test_whose_bridge_it_is_may_be_open() -> None:
    start = shared()
    start = replace(start, moment=replace(start.moment, turn=5, conditions=()))
    assert missing(blowing(start, die="2")) == ("who controlled both 0101 and 0102 last",)
    assert missing(blowing(at(side=""))) == ("whose player turn it is",)


def rolled(start: Position, *dice: int) -> Act:
    return Rolled(before=start, after=start, dice=dice)


def test_a_die_that_fell_just_before_counts() -> None:
    start = shared(kept="red")
    talk = Speech(before=start, after=start, text="x")
    assert sure(blowing(start, acts=(rolled(start, 3), talk))) == 0
    assert sure(blowing(start, acts=(rolled(start, 4),))) == 1
    assert missing(blowing(start, acts=(rolled(start, 4), rolled(start, 3)))) == ("the die",)
    assert missing(blowing(start, acts=(rolled(start, 4, 3),))) == ("the die",)
    deed = Movement(before=start, after=start, units=(), way=("0101",))
    assert missing(blowing(start, acts=(rolled(start, 4), deed))) == ("the die",)
    assert sure(blowing(start, die="3", acts=(rolled(start, 4),))) == 0
