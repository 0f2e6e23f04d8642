"""Set-ups on a map of our own: everybody in his zone (Fire in the East 36.3), in company (36.4), the border held (36.5)."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import pytest

from adjudicator.findings import Breach
from adjudicator.model.units import UnitType
from adjudicator.packs.europa.checks.placement import border
from adjudicator.packs.europa.checks.placement.border import WatchedBorder, watches_its_border
from adjudicator.packs.europa.checks.placement.setup import SetUp, as_the_order_of_battle_says
from adjudicator.packs.europa.checks.placement.setup_company import SetUpCompany, starts_in_company
from adjudicator.record.position import Position
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from tests.adjudicator.analysis.maps import blank, pack, position, theatre, unit
from tests.packs.europa.small import at_moment, breaches, concealed, missing, network, sure, with_blank

GIVEN = theatre(blank(4, 4), tags={"0000": "north", "0101": "north", "0303": "south"})
MAP = network(GIVEN)
R = "red-leg-medium-"
NOW = When(conditions={"stage": frozenset({"setup"})})
ORDER = f"""
[[zone]]
key = "n"
name = "the north"
side = "red"
where = {{ tags = ["north"] }}
[[zone]]
key = "s"
side = "red"
where = {{ tags = ["south"] }}
[[zone]]
key = "w"
side = "red"
where = {{ terrains = ["forest"] }}
[[force]]
zone = "n"
units = {{ {R}a = 2, {R}b = 1 }}
[[force]]
zone = "s"
units = {{ {R}b = 1 }}
[[force]]
units = {{ {R}c = 1 }}
[[force]]
zone = "w"
units = {{ {R}w = 1 }}
[[force]]
event = "arrival"
turn = 3
units = {{ {R}a = 7, {R}late = 1 }}
"""
TYPES = {
    key: UnitType(id=key, name=key[-1], side="red", nation="red", kind="leg") for key in (f"{R}a", f"{R}b", f"{R}c")
}
TYPES |= {"blue-leg-medium-a": UnitType(id="blue-leg-medium-a", side="blue", nation="blue", kind="leg")}
RULES = replace(pack(order_of_battle=ORDER), units=TYPES)


def setting(*units: str, stage: str = "setup", complete: bool = False, **terms: object) -> list[Breach]:
    conditions = {"stage": stage} if stage else {}
    given = at_moment(position(MAP, RULES, *units), 0, **conditions)
    asked = SetUp.model_validate({"when": NOW, "complete": complete, **terms})
    return list(as_the_order_of_battle_says(given, asked))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("red leg 0000 a", 0),
        ("red leg 0101 a", 0),
        ("red leg 0303 a", 1),
        ("red leg 0202 a", 1),
        ("red leg 0000 b", 0),
        ("red leg 0303 b", 0),
        ("red leg 0202 b", 1),
        ("red leg 0202 c", 0),
        ("red leg 0202 late", 1),
        ("blue leg 0202 a", 1),
    ],
)
def test_everybody_starts_in_his_zone(text: str, wrong: int) -> None:
    """36.3: in one of the zones of its forces, and nobody who comes later or is of no force at all."""
    assert sure(setting(text)) == wrong


def test_the_zones_are_named() -> None:
    (breach,) = breaches(setting("red leg 0202 b"))
    assert "starts in 0202, which is not in its zone (the north or s)" in breach.because


def test_no_more_start_than_the_book_has() -> None:
    assert sure(setting("red leg 0000 a", "red leg 0101 a")) == 0
    (breach,) = breaches(setting("red leg 0000 a", "red leg 0101 a", "red leg 0101 a", "red leg 0101 b"))
    assert breach.broken.is_yes
    assert breach.because.startswith("3 ×")
    assert breach.because.endswith("order of battle has 2")
    assert breach.units == ("red0", "red1", "red2")
    (nobody,) = breaches(setting("red leg 0202 late"))
    assert nobody.because.endswith("order of battle has 0")


def test_others_and_who_is_in_a_box_are_not_looked_at() -> None:
    assert setting("blue leg 0202 a", who=Selector(sides=frozenset({"red"}))) == []
    boxed = replace(unit("red leg 0202 late", 1), hex="", location="[Box]")
    given = at_moment(position(MAP, RULES), 0, stage="setup").with_unit(boxed)
    assert list(as_the_order_of_battle_says(given, SetUp(when=NOW, complete=False))) == []


def test_it_is_judged_in_the_set_up_only() -> None:
    assert setting("red leg 0202 late", stage="over") == []
    assert missing(setting("red leg 0202 late", stage="")) == ("stage",)


def test_each_side_is_asked_whether_it_is_set_up() -> None:
    own = When(phasing="own")
    assert missing(setting("red leg 0202 late", when=own)) == ("whose phase it is",)
    given = at_moment(position(MAP, RULES, "red leg 0202 late"), 0, "setup")
    assert sure(as_the_order_of_battle_says(given, SetUp(when=own, complete=False))) == 1
    mixed = given.with_unit(unit("blue leg 0202 z", 7))
    assert list(as_the_order_of_battle_says(mixed, SetUp(when=own, complete=False))) == []


def test_on_blank_ground_a_zone_is_open() -> None:
    drawn = network(with_blank(GIVEN, "0202"))
    given = at_moment(position(drawn, RULES, "red leg 0202 w"), 0, stage="setup")
    assert missing(as_the_order_of_battle_says(given, SetUp(when=NOW, complete=False))) == (
        "the terrain of blank hexes",
    )
    given = at_moment(position(drawn, RULES, "red leg 0000 w"), 0, stage="setup")
    assert sure(as_the_order_of_battle_says(given, SetUp(when=NOW, complete=False))) == 1


def test_all_of_the_order_of_battle_is_set_up() -> None:
    """36.2: who is missing is owed, each type with how many; those to whom nothing says so may stay away."""
    whole = ("red leg 0000 a", "red leg 0000 a", "red leg 0000 b", "red leg 0000 b", "red leg 0000 c")
    assert setting(*whole, complete=True) == []
    (breach,) = setting(*whole[1:], complete=True)
    assert breach.owed
    assert "1 × a are missing" in breach.because
    (breach,) = setting(whole[0], complete=True)
    assert "1 × a, 2 × b, 1 × c are missing" in breach.because
    (breach,) = setting(complete=True, spared={f"{R}a", f"{R}c"})
    assert "up: 2 × b are missing" in breach.because
    assert setting(complete=True, who=Selector(sides=frozenset({"blue"}))) == []
    assert setting(*whole, "red leg 0202 late", complete=True) == []


@pytest.mark.parametrize(("types", "more"), [(12, ""), (13, " and 1 types more"), (15, " and 3 types more")])
def test_no_more_than_twelve_are_named(types: int, more: str) -> None:
    names = [f"{R}{chr(97 + n)}" for n in range(types)]
    order = "[[force]]\nunits = { " + ", ".join(f"{name} = 1" for name in names) + " }\n"
    known = {name: UnitType(id=name, side="red", nation="red", kind="leg") for name in names}
    given = at_moment(position(MAP, replace(pack(order_of_battle=order), units=known)), 0, stage="setup")
    (breach,) = as_the_order_of_battle_says(given, SetUp(when=NOW))
    assert breach.because.count("×") == min(12, types)
    assert breach.because.endswith(f"{more} are missing")
    assert ("types more" in breach.because) == bool(more)


DISTRICTS = f"""
[[zone]]
key = "n"
side = "red"
where = {{ tags = ["north"] }}
[[zone]]
key = "w"
side = "red"
where = {{ terrains = ["forest"] }}
[[force]]
district = "Kiev"
company = true
units = {{ {R}x = 1, {R}y = 1 }}
[[force]]
district = "Kiev"
zone = "n"
units = {{ {R}a = 3 }}
[[force]]
district = "Odessa"
company = true
units = {{ {R}x = 1 }}
[[force]]
district = "Odessa"
units = {{ {R}b = 3 }}
[[force]]
district = "Army"
zone = "n"
units = {{ {R}y = 1 }}
[[force]]
district = "Woods"
zone = "w"
units = {{ {R}z = 1 }}
[[force]]
district = "Woods"
company = true
units = {{ {R}z = 1 }}
[[force]]
event = "arrival"
district = "Kiev"
units = {{ {R}l = 1 }}
"""


def company(*units: str, when: When = NOW, drawn: Position | None = None, **terms: object) -> list[Breach]:
    given = drawn or at_moment(position(MAP, pack(order_of_battle=DISTRICTS), *units), 0, stage="setup")
    return list(starts_in_company(given, SetUpCompany.model_validate({"when": when, **terms})))


@pytest.mark.parametrize(
    ("units", "wrong"),
    [
        (("red leg 0202 x",), 1),
        (("red leg 0202 x", "red leg 0202 a"), 0),
        (("red leg 0202 x", "red leg 0202 b"), 0),
        (("red leg 0202 x", "red leg 0201 a"), 1),
        (("red leg 0202 x", "red leg 0202 l"), 1),
        (("red leg 0202 x", "red leg 0202 z"), 2),
        (("red leg 0202 y", "red leg 0202 b"), 1),
        (("red leg 0202 y", "red leg 0202 a"), 0),
        (("red leg 0000 y",), 0),
        (("red leg 0202 y",), 1),
        (("red leg 0202 a",), 0),
        (("red leg 0202 l",), 0),
        (("red leg 0202 x", "red leg 0202 x"), 0),
    ],
)
def test_who_is_of_no_army_starts_with_his_district(units: tuple[str, ...], wrong: int) -> None:
    """36.4: with any other unit of it; one that may as well start in a zone does so without company."""
    assert sure(company(*units)) == wrong


def test_the_districts_are_named() -> None:
    (breach,) = breaches(company("red leg 0202 x"))
    assert "(Kiev or Odessa)" in breach.because
    (breach,) = breaches(company("red leg 0202 y"))
    assert "(Kiev)" in breach.because


def test_each_place_takes_one_unit() -> None:
    """Of two that start with Kiev only one has a place there; the other is Odessa's and would have to stand with it."""
    found = company("red leg 0202 x", "red leg 0202 a", "red leg 0201 x", "red leg 0201 a")
    assert sure(found) == 1
    assert "2 × " in breaches(found)[0].because
    assert breaches(found)[0].because.endswith("have 1")
    assert breaches(found)[0].units == ("red0", "red2")
    assert sure(company("red leg 0202 x", "red leg 0202 a", "red leg 0201 x", "red leg 0201 b")) == 0
    assert sure(company("red leg 0201 x", "red leg 0201 b", "red leg 0202 x", "red leg 0202 a", "red leg 0202 b")) == 0


def test_who_has_a_choice_makes_room() -> None:
    """The first stands with both districts, the second with Kiev alone: so the first is Odessa's."""
    assert sure(company("red leg 0202 x", "red leg 0201 x", "red leg 0202 a", "red leg 0202 b", "red leg 0201 a")) == 0


def test_what_else_is_there_may_be_company() -> None:
    lone = at_moment(position(MAP, pack(order_of_battle=DISTRICTS), "red leg 0202 x"), 0, stage="setup")
    assert missing(company(drawn=concealed(lone, "0202"))) == ("what else is in 0202",)
    assert sure(company(drawn=concealed(lone, "0201"))) == 1
    met = lone.with_unit(unit("red leg 0202 a", 5))
    assert sure(company(drawn=concealed(met, "0202"))) == 0


def test_on_blank_ground_a_place_is_open() -> None:
    drawn = network(with_blank(GIVEN, "0202"))
    given = at_moment(position(drawn, pack(order_of_battle=DISTRICTS), "red leg 0202 z"), 0, stage="setup")
    assert missing(company(drawn=given)) == ("the terrain of blank hexes",)
    assert company(drawn=given.with_unit(unit("red leg 0202 z", 5))) == []


def test_company_is_asked_for_in_the_set_up_only() -> None:
    late = at_moment(position(MAP, pack(order_of_battle=DISTRICTS), "red leg 0202 x"), 0, stage="over")
    assert company(drawn=late) == []
    untold = at_moment(position(MAP, pack(order_of_battle=DISTRICTS), "red leg 0202 x"), 0)
    assert missing(company(drawn=untold)) == ("stage",)
    assert company("red leg 0202 x", who=Selector(sides=frozenset({"blue"}))) == []
    boxed = replace(unit("red leg 0202 x", 1), hex="", location="[Box]")
    assert (
        company(drawn=at_moment(position(MAP, pack(order_of_battle=DISTRICTS)).with_unit(boxed), 0, stage="setup"))
        == []
    )


FRONTIER = theatre(
    blank(5, 3),
    sides={"0100-0200": "road", "0101-0201": "border"},
    tags={f"{c:02}{r:02}": "home" if c < 2 else "abroad" for c in range(5) for r in range(3)},
)
WATCH = WatchedBorder(
    own=Where(tags=frozenset({"home"})),
    towards=Where(tags=frozenset({"abroad"})),
    edges=Edges(),
    when=When(),
)


def watched(
    *units: str, terms: WatchedBorder = WATCH, given: Position | None = None, side: str = "red"
) -> list[Breach]:
    at = given or position(network(FRONTIER), pack(), *units, phase="move")
    with patch.object(border, "SIDE", side):
        return list(watches_its_border(at, terms))


def test_every_hex_of_the_border_is_held() -> None:
    """36.5: each hex of the own side next to one beyond; those behind it need nobody."""
    held = ("red leg 0100", "red leg 0101", "red leg 0102")
    assert sure(watched(*held)) == 0
    (breach,) = breaches(watched(*held[:2]))
    assert breach.at == ("0102",)
    assert "1 hex of it is neither (0102)" in breach.because
    (breach,) = breaches(watched("red leg 0100", "blue leg 0101", "red leg 0000"))
    assert breach.at == ("0101", "0102")
    assert "2 hexes of it are neither (0101, 0102)" in breach.because


def test_only_where_a_line_comes_over() -> None:
    """36.5: towards Finland they do so where a line comes over the border."""
    terms = WATCH.model_copy(update={"entered_by": frozenset({"road"})})
    (breach,) = breaches(watched(terms=terms))
    assert breach.at == ("0100",)
    assert sure(watched("red leg 0100", terms=terms)) == 0


def test_the_first_hex_of_the_map_may_lie_beyond() -> None:
    west = theatre(blank(2, 1), tags={"0000": "abroad", "0100": "home"})
    assert sure(watched(given=position(network(west), pack(), phase="move"))) == 1


def test_no_more_than_eight_hexes_are_named() -> None:
    for rows, shown in ((8, False), (9, True)):
        tall = theatre(
            blank(2, rows), tags={f"{c:02}{r:02}": ("home", "abroad")[c] for c in range(2) for r in range(rows)}
        )
        (breach,) = breaches(watched(given=position(network(tall), pack(), phase="move")))
        assert len(breach.at) == rows
        assert (" ..." in breach.because) == shown
        assert breach.because.count(", ") - breach.because.count("zone, ") == 7


def test_the_border_is_watched_at_its_time() -> None:
    late = WATCH.model_copy(update={"when": When(first_turn=2)})
    assert watched(terms=late) == []
    given = position(network(FRONTIER), pack(), phase="move")
    assert missing(watched(terms=late, given=replace(given, moment=replace(given.moment, turn=0)))) == ("the turn",)
    mine = WATCH.model_copy(update={"when": When(phasing="own")})
    assert sure(watched(terms=mine)) == 1
    assert watched(terms=mine, side="blue") == []


def test_where_the_ground_is_not_drawn_the_border_is_open() -> None:
    """Whether the hex beyond is of the country that it borders on; one hex bare for certain is enough to know."""
    drawn = with_blank(theatre(blank(2, 1)), "0100")
    woods = WatchedBorder(
        own=Where(hexes=frozenset({"0000"})),
        towards=Where(terrains=frozenset({"forest"})),
        edges=Edges(),
        when=When(),
    )
    assert missing(watched(terms=woods, given=position(network(drawn), pack(), phase="move"))) == (
        "the terrain of blank hexes",
    )
    assert sure(watched(terms=woods, given=position(network(drawn), pack(), "red leg 0000", phase="move"))) == 0
    three = with_blank(theatre(".f\n..\n..\n.."), "0103")
    both = woods.model_copy(update={"own": Where(hexes=frozenset({"0000", "0003"}))})
    (breach,) = breaches(watched(terms=both, given=position(network(three), pack(), phase="move")))
    assert breach.at == ("0000", "0003")
    assert breach.broken.is_yes
