"""Each term of stacking.toml on one hex: whom a limit counts, where and when it holds, who is too many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.analysis.stacking import StackCount, clashes, fits, stack_counts, too_many, unit_size
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import blank, pack, position, theatre, unit

MAP = Network.of(theatre(blank(3, 3), tags={"0202": "arctic"}))
WEATHER = Known.open("weather")


def start(table: str, *units: str, weather: str = "clear") -> Position:
    at = position(MAP, pack(stacking=table), *units, phase="march", weather=weather)
    return at if weather else replace(at, moment=replace(at.moment, conditions=()))


def counts(
    table: str, *units: str, where: str = "0101", side: str = "red", weather: str = "clear"
) -> tuple[StackCount, ...]:
    return stack_counts(start(table, *units, weather=weather), where, side)


THREE = ("red leg 0101", "red leg 0101", "red tank 0101")


@pytest.mark.parametrize(
    ("terms", "size", "broken"),
    [
        ("most = 3", 3, NO),
        ("most = 2", 3, YES),
        ("most = 2\nwho = { kinds = ['leg'] }", 2, NO),
        ("most = 1\nwho = { kinds = ['leg'] }", 2, YES),
        ("most = 2\nwhere = { tags = ['arctic'] }", None, NO),
        ("most = 2\nwhen = { phases = ['combat'] }", None, NO),
        ("most = 2\nsides = ['blue']", None, NO),
        ("most = 2\nsides = ['red']", 3, YES),
        ("most = 2\npresent = { kinds = ['tank'] }", 3, YES),
        ("most = 2\npresent = { kinds = ['gun'] }", None, NO),
        ("most = 5\nby = 'steps'", 6, YES),
        ("most = 6\nby = 'steps'", 6, NO),
        ("most = 2\nextra = [{ who = { kinds = ['tank'] }, most = 1 }]", 2, NO),
        ("most = 1\nextra = [{ who = { kinds = ['leg'] }, most = 1 }]", 2, YES),
        ("most = 1\nextra = [{ who = { kinds = ['leg'] }, most = 5 }]", 1, NO),
        ("most = 0\nextra = [{ who = {}, most = 1 }, { who = { kinds = ['leg'] }, most = 1 }]", 1, YES),
        ("most = 'unlimited'", 3, NO),
    ],
)
def test_what_a_limit_counts(terms: str, size: int | None, broken: Known) -> None:
    found = counts(f"[[limit]]\nname = 'all'\n{terms}\n", *THREE, "blue leg 0101", "red leg 0102")
    assert [each.size for each in found] == ([] if size is None else [size])
    assert all(each.exceeded == broken for each in found)


def test_who_is_not_counted() -> None:
    table = "not_counted = [{ kinds = ['leg'] }]\n[[limit]]\nname = 'all'\nmost = 1\n"
    assert [each.size for each in counts(table, *THREE)] == [1]
    assert counts(table, *THREE[:2]) == ()
    assert counts(table, *THREE, where="9999") == ()


SNOW = "[[limit]]\nname = 'all'\nwhere = { weather = ['snow'] }\nmost = 1\n"


@pytest.mark.parametrize(
    ("table", "count", "broken"),
    [
        (SNOW, 1, NO),
        (SNOW, 2, WEATHER),
        (SNOW + "[[limit]]\nname = 'all'\nmost = 2\n", 1, NO),
        (SNOW + "[[limit]]\nname = 'all'\nmost = 2\n", 2, WEATHER),
        (SNOW + "[[limit]]\nname = 'all'\nmost = 2\n", 3, YES),
        ("[[limit]]\nname = 'all'\nmost = 2\n" + SNOW, 2, NO),
        (SNOW + "[[limit]]\nname = 'other'\nmost = 1\n", 2, YES),
    ],
)
def test_a_limit_that_weather_decides(table: str, count: int, broken: Known) -> None:
    at = start(table, *["red leg 0101"] * count, weather="")
    found = stack_counts(at, "0101", "red")
    answers = {each.exceeded.truth for each in found}
    assert (broken.truth in answers) and not (broken != YES and YES.truth in answers)
    assert any(each.may_be_too_many for each in found) == broken.possible
    assert fits(at, "0102", tuple(at.at("0101"))) == ~broken


def test_joining_units_are_counted_once() -> None:
    at = start("[[limit]]\nname = 'all'\nmost = 2\n", "red leg 0101", "red leg 0101", "red leg 0102", "blue leg 0100")
    one, two, other = (at.units[name] for name in ("red0", "red1", "red2"))
    assert fits(at, "0101", (one, two)) == YES
    assert fits(at, "0101", (other,)) == NO
    assert fits(at, "0102", (one,)) == YES
    assert fits(at, "0102", (one, two)) == NO
    assert fits(at, "0100", (one, two)) == YES


def sized(kind: str, number: int, points: int) -> Unit:
    made = unit(f"red {kind} 0101", number)
    return replace(made, type=made.type.model_copy(update={"stacking": points}))


LIMITS = """
[[limit]]
name = "points"
by = "points"
most = 6
[[limit]]
name = "tanks"
who = { kinds = ["tank"] }
most = 2
"""


def allowed(units: Sequence[Unit]) -> bool:
    tanks = [each for each in units if each.type.kind == "tank"]
    return sum(int(str(each.type.stacking)) for each in units) <= 6 and len(tanks) <= 2


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(("leg", "tank")), st.integers(1, 4)), min_size=1, max_size=5))
def test_who_must_go_heals_every_limit_and_nobody_goes_for_nothing(found: list[tuple[str, int]]) -> None:
    units = [sized(kind, number, points) for number, (kind, points) in enumerate(found)]
    at = position(MAP, pack(stacking=LIMITS))
    for each in units:
        at = at.with_unit(each)
    gone = too_many(at, "0101", "red")
    kept = [each for each in units if each not in gone]
    assert allowed(kept)
    assert not any(allowed([*kept, each]) for each in gone)
    assert bool(gone) == (not allowed(units))


def test_the_units_on_top_are_the_excess() -> None:
    (found,) = counts("[[limit]]\nname = 'all'\nmost = 1\n", *THREE)
    assert [each.id for each in found.excess] == ["red1", "red2"]
    (enough,) = counts("[[limit]]\nname = 'all'\nmost = 3\n", *THREE)
    assert enough.excess == ()
    (unknown,) = counts("[[limit]]\nname = 'all'\n", *THREE)
    assert (unknown.excess, unknown.told, unknown.exceeded) == ((), "unknown", Known.open("stacking.all.1"))


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("[[limit]]\nname = 'all'\nmost = 3\n", "3 all units, limit 3"),
        ("[[limit]]\nname = ''\nmost = 3\n", "3 units, limit 3"),
        ("[[limit]]\nname = ''\nwho = { kinds = ['tank'] }\nmost = 3\n", "1 unit, limit 3"),
        ("[[limit]]\nname = ''\nby = 'steps'\nmost = 'unlimited'\n", "2 + 2 + 2 = 6 steps, limit none"),
    ],
)
def test_a_stack_in_words(table: str, words: str) -> None:
    assert counts(table, *THREE)[0].words == words


@pytest.mark.parametrize(("by", "size"), [("units", 1), ("steps", 2), ("points", 3)])
def test_what_one_unit_counts(by: str, size: int) -> None:
    assert unit_size(sized("leg", 0, 3), by) == size
    faced = sized("leg", 0, 3)
    face = faced.type.faces[0].model_copy(update={"values": {"stacking": "1/2"}})
    faced = replace(faced, type=faced.type.model_copy(update={"faces": (face,)}))
    assert unit_size(faced, by) == (Fraction(1, 2) if by == "points" else size)


APART = "[[apart]]\ngroups = [{ kinds = ['leg'] }, { kinds = ['tank'] }, { kinds = ['gun'] }]\n"


@pytest.mark.parametrize(
    ("when", "kinds", "found"),
    [
        ("", ("leg", "tank"), [YES]),
        ("", ("gun", "tank"), [YES]),
        ("", ("leg", "leg"), []),
        ("", ("leg", "motor"), []),
    ],
)
def test_groups_that_keep_apart(when: str, kinds: tuple[str, ...], found: list[Known]) -> None:
    at = start(APART + when, *(f"red {kind} 0101" for kind in kinds), weather="")
    assert [each.holds for each in clashes(at)] == found


def test_all_that_clash_are_named() -> None:
    at = start(APART, "red leg 0101", "red tank 0101", "red leg 0101", "red motor 0101")
    (clash,) = clashes(at)
    assert [each.id for each in clash.units] == ["red0", "red2", "red1"]
    assert all(one.id != other.id for one, other in combinations(clash.units, 2))
