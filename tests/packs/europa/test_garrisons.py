"""Places of the USSR that the Axis holds (Fire in the East 33, Sudden Storm 32): who garrisons them, and when nobody must."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from adjudicator.checks.registry import find_check
from adjudicator.findings import Finding
from adjudicator.model.sequence import Faction
from adjudicator.model.theatre import Place
from adjudicator.packs.europa.rules.garrisons import Garrison, Garrisons, city_garrisons
from adjudicator.record.position import Position
from adjudicator.terms.where import ANYWHERE, Where
from tests.adjudicator.analysis.maps import pack, position, theatre, unit
from tests.packs.europa.small import at_moment, breaches, counter, missing, network, sure, with_blank

PLACES = (
    Place(name="Orel", hex="0000", kinds=frozenset({"city"}), owner="soviet"),
    Place(name="Kiev West", hex="0002", kinds=frozenset({"major"}), owner="soviet", values={"city": "Kiev"}),
    Place(name="Kiev East", hex="0003", kinds=frozenset({"major"}), owner="soviet", values={"city": "Kiev"}),
    Place(name="Posen", hex="0500", kinds=frozenset({"city"}), owner="axis"),
    Place(name="Nowhere", hex="0501", kinds=frozenset({"city"})),
    Place(name="Wood", hex="0502", kinds=frozenset({"village"}), owner="soviet"),
)
GIVEN = theatre("\n".join(["." * 12] * 5), places=PLACES)
RULES = pack(control="[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n")
RULES = replace(
    RULES,
    header=RULES.header.model_copy(update={"factions": tuple(Faction(id=i, name=i) for i in ("axis", "soviet"))}),
)
PACKAGE = "adjudicator.packs.europa"
BOOK = find_check("fire_in_the_east:33.1", (PACKAGE,)).figures
assert isinstance(BOOK, Garrisons)
ONE, THREE = Garrison("city", 1, ANYWHERE), Garrison("major", 3, ANYWHERE)
TERMS = replace(BOOK, rows=(THREE, ONE), lines=())
OREL, KIEV = ("0000",), ("0002", "0003")


def at(*units: str, held: tuple[str, ...] = OREL, taken: int = 2, turn: int = 5, blanked: str = "") -> Position:
    """A place that the Axis took on a turn and holds with units, each "side hex size tags"."""
    drawn = network(with_blank(GIVEN, blanked) if blanked else GIVEN)
    made = at_moment(position(drawn, RULES, control=dict.fromkeys(held, "axis")), turn, "initial", "axis")
    times = made.memory.taken
    for number in held if taken else ():
        times = times.set(("axis", number), taken)
    made = replace(made, memory=replace(made.memory, taken=times))
    for count, text in enumerate(units):
        side, number, size, *tags = text.split()
        one = unit(" ".join((side, "leg", number, *tags)), count)
        made = made.with_unit(replace(one, type=one.type.model_copy(update={"stacking": Fraction(size)})))
    return made


def judged(given: Position, terms: Garrisons = TERMS) -> list[Finding]:
    return breaches(city_garrisons(given, terms))


@pytest.mark.parametrize(
    ("units", "lacks"),
    [
        ((), "0 points"),
        (("axis 0000 1",), ""),
        (("axis 0000 1/2",), "1/2 points"),
        (("axis 0000 1/2", "axis 0000 1/2"), ""),
        (("axis 0001 1",), "0 points"),
        (("axis 0000 1 artillery",), "0 points"),
        (("axis 0000 1 no_stacking",), "0 points"),
    ],
)
def test_a_city_is_held_by_a_regiment(units: tuple[str, ...], lacks: str) -> None:
    """33: one RE in a dot city; artillery and the like do not count. What lacks is owed, as a marker."""
    found = judged(at(*units))
    assert [each.owed for each in found] == [True] * bool(lacks)
    assert all(each.broken.is_yes for each in found)
    if lacks:
        assert found[0].because == f"Orel is held by {lacks}, and 1 must hold it"


@pytest.mark.parametrize(
    ("units", "lacks"),
    [
        (("axis 0002 3",), False),
        (("axis 0002 2", "axis 0003 1"), False),
        (("axis 0002 2",), True),
        (("axis 0002 1", "axis 0003 1", "axis 0004 1"), True),
    ],
)
def test_all_hexes_of_a_city_count_together(units: tuple[str, ...], lacks: bool) -> None:
    """33: three REs in a major one, which is judged once and not by each of its hexes."""
    found = judged(at(*units, held=KIEV))
    assert len(found) == lacks
    if lacks:
        assert found[0].at == KIEV
        assert found[0].because.startswith("Kiev is held by ")


def test_one_regiment_is_one_point() -> None:
    (found,) = judged(at("axis 0002 1", held=KIEV))
    assert found.because == "Kiev is held by 1 point, and 3 must hold it"


def test_what_was_not_taken_whole_wants_no_garrison() -> None:
    assert judged(at(held=("0002",))) == []
    assert judged(replace(at(), control=at().control.set("0000", "soviet"))) == []


def test_own_places_and_nobodys_want_none() -> None:
    """Nor do places of other kinds."""
    assert judged(at(held=("0500", "0501", "0502"))) == []


@pytest.mark.parametrize(("taken", "wanted"), [(5, 0), (4, 1), (3, 1)])
def test_it_is_wanted_from_the_turn_after_the_capture(taken: int, wanted: int) -> None:
    """32 of Sudden Storm: from the next game turn on."""
    assert len(judged(at(taken=taken))) == wanted


def test_the_hex_taken_last_counts() -> None:
    given = at(held=KIEV, taken=2)
    late = given.memory.taken.set(("axis", "0003"), 5)
    assert judged(replace(given, memory=replace(given.memory, taken=late))) == []


def test_when_it_was_taken_may_be_open() -> None:
    assert missing(judged(at(taken=0))) == ("the turn on which 0000 was taken",)
    assert judged(at("axis 0000 1", taken=0)) == []
    assert missing(judged(at(turn=0))) == ("the game turn",)


def test_who_controls_it_may_be_open() -> None:
    given = at()
    given = replace(given, control=given.control.set("0000", "?"))
    assert missing(judged(given)) == ("control of 0000",)
    kiev = at(held=KIEV)
    assert judged(replace(kiev, control=kiev.control.set("0002", "?").set("0003", "soviet"))) == []


@pytest.mark.parametrize(("number", "wanted"), [("0400", 0), ("0500", 0), ("0600", 1)])
def test_an_enemy_near_does_its_work(number: str, wanted: int) -> None:
    """33: none is wanted while a Soviet unit in supply is within five hexes; one of the Axis is no enemy."""
    assert len(judged(at(f"soviet {number} 1"))) == wanted
    assert len(judged(at(f"axis {number} 1"))) == 1


def _away(number: str) -> list[float]:
    """How far a hex is from each hex of Kiev."""
    drawn = network(GIVEN)
    return [drawn.distance(drawn.index[number], drawn.index[each]) for each in KIEV]


def test_the_nearest_hex_of_a_city_counts() -> None:
    assert judged(at("soviet 0502 1", held=KIEV)) == []
    far = [each.number for each in GIVEN.hexes.values() if sorted(_away(each.number)) == [5, 6]]
    assert far
    assert judged(at(f"soviet {far[0]} 1", held=KIEV)) == []
    boxed = replace(unit("soviet leg 0000", 9), hex="", location="[Box]")
    assert len(judged(at().with_unit(boxed))) == 1


def marked(given: Position, where: str = "0000", kind: str = "no_garrison") -> Position:
    return given.with_marker(counter("m", kind, where, side=""))


def test_the_marker_lies_where_one_lacks_and_nowhere_else() -> None:
    assert judged(marked(at())) == []
    assert judged(marked(at("axis 0000 1/2"))) == []
    (found,) = judged(marked(at("axis 0000 1")))
    assert found.broken.is_yes
    assert not found.owed
    assert found.because == "Orel is marked as without a garrison, and 1 point hold it, of 1 that must"
    (near,) = judged(marked(at("soviet 0400 1")))
    assert near.broken.is_yes
    assert judged(marked(at(held=KIEV), "0003")) == []
    assert len(judged(marked(at(), kind="fort"))) == 1
    assert len(judged(marked(at(), "0001"))) == 1


def test_the_first_row_that_fits_counts() -> None:
    """By the hex; where the ground is not drawn, either row may be the first."""
    terms = replace(TERMS, rows=(Garrison("city", 2, Where(terrains=frozenset({"forest"}))), ONE))
    assert sure(judged(at("axis 0000 1"), terms)) == 0
    assert missing(judged(at("axis 0000 1", blanked="0000"), terms)) == ("the terrain of 0000",)
    assert judged(at("axis 0000 2", blanked="0000"), terms) == []


def test_guns_are_a_garrison_in_sudden_storm_alone() -> None:
    """33 of Fire in the East leaves out artillery, antitank and antiaircraft units; 32 of Sudden Storm knows no such thing."""
    storm = find_check("sudden_storm:32.b", (PACKAGE,)).figures
    assert isinstance(storm, Garrisons)
    for tags, fire, others in (("", 1, 1), ("artillery", 0, 1), ("anti", 0, 1), ("no_stacking", 0, 0)):
        given = at(f"axis 0000 1 {tags}")
        assert len(judged(given)) == 1 - fire
        assert len(judged(given, replace(TERMS, units=storm.units))) == 1 - others
