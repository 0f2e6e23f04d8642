"""Set-ups on a map of our own: everybody in his zone (Fire in the East 36.3), in company (36.4), the border held (36.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.findings import Finding
from adjudicator.model.units import UnitType
from adjudicator.packs.europa.rules import order_of_battle
from adjudicator.packs.europa.rules.order_of_battle import (
    border_watched,
    crossings_watched,
    deployment_areas,
    non_divisional_deployment,
    whole_order_of_battle,
)
from adjudicator.record.position import Position
from adjudicator.terms.where import Where
from tests.adjudicator.analysis.maps import blank, pack, position, theatre, unit
from tests.packs.europa.small import at_moment, breaches, concealed, missing, network, sure, with_blank

GIVEN = theatre(blank(4, 4), tags={"0000": "north", "0101": "north", "0303": "south"})
MAP = network(GIVEN)
R = "red-leg-medium-"
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


def setting(*units: str, stage: str = "setup") -> list[Finding]:
    conditions = {"stage": stage} if stage else {}
    return list(deployment_areas(at_moment(position(MAP, RULES, *units), 0, **conditions)))


def lacking(*units: str, stage: str = "setup complete", may_stay_away: frozenset[str] = frozenset()) -> list[Finding]:
    return list(whole_order_of_battle(at_moment(position(MAP, RULES, *units), 0, stage=stage), may_stay_away))


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


def test_samples_and_who_is_in_a_box_are_not_looked_at() -> None:
    assert setting("blue leg 0202 a sample") == []
    boxed = replace(unit("red leg 0202 late", 1), hex="", location="[Box]")
    assert list(deployment_areas(at_moment(position(MAP, RULES), 0, stage="setup").with_unit(boxed))) == []


def test_it_is_judged_in_the_set_up_only() -> None:
    assert setting("red leg 0202 late", stage="over") == []
    assert missing(setting("red leg 0202 late", stage="")) == ("stage",)


def test_on_blank_ground_a_zone_is_open() -> None:
    drawn = network(with_blank(GIVEN, "0202"))
    given = at_moment(position(drawn, RULES, "red leg 0202 w"), 0, stage="setup")
    assert missing(deployment_areas(given)) == ("the terrain of blank hexes",)
    given = at_moment(position(drawn, RULES, "red leg 0000 w"), 0, stage="setup")
    assert sure(deployment_areas(given)) == 1


def test_all_of_the_order_of_battle_is_set_up() -> None:
    """36.2: who is missing is owed, each type with how many; those to whom nothing says so may stay away."""
    whole = ("red leg 0000 a", "red leg 0000 a", "red leg 0000 b", "red leg 0000 b", "red leg 0000 c")
    assert lacking(*whole) == []
    (breach,) = lacking(*whole[1:])
    assert breach.owed
    assert "1 × a are missing" in breach.because
    (breach,) = lacking(whole[0])
    assert "1 × a, 2 × b, 1 × c are missing" in breach.because
    (breach,) = lacking(may_stay_away=frozenset({f"{R}a", f"{R}c"}))
    assert "up: 2 × b are missing" in breach.because
    assert lacking(whole[0], stage="setup") == []
    assert lacking(*whole, "red leg 0202 late") == []


@pytest.mark.parametrize(("types", "more"), [(3, ""), (4, " and 1 type more"), (6, " and 3 types more")])
def test_no_more_than_three_are_named(types: int, more: str) -> None:
    names = [f"{R}{chr(97 + n)}" for n in range(types)]
    order = "[[force]]\nunits = { " + ", ".join(f"{name} = 1" for name in names) + " }\n"
    known = {name: UnitType(id=name, side="red", nation="red", kind="leg") for name in names}
    given = at_moment(position(MAP, replace(pack(order_of_battle=order), units=known)), 0, stage="setup complete")
    (breach,) = whole_order_of_battle(given, frozenset())
    assert breach.because.count("×") == min(3, types)
    assert breach.because.endswith(f"{more} are missing")
    assert (" more are" in breach.because) == bool(more)


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


def company(*units: str, drawn: Position | None = None) -> list[Finding]:
    given = drawn or at_moment(position(MAP, pack(order_of_battle=DISTRICTS), *units), 0, stage="setup complete")
    return list(non_divisional_deployment(given))


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
    lone = at_moment(position(MAP, pack(order_of_battle=DISTRICTS), "red leg 0202 x"), 0, stage="setup complete")
    assert missing(company(drawn=concealed(lone, "0202"))) == ("what else is in 0202",)
    assert sure(company(drawn=concealed(lone, "0201"))) == 1
    met = lone.with_unit(unit("red leg 0202 a", 5))
    assert sure(company(drawn=concealed(met, "0202"))) == 0


def test_on_blank_ground_a_place_is_open() -> None:
    drawn = network(with_blank(GIVEN, "0202"))
    given = at_moment(position(drawn, pack(order_of_battle=DISTRICTS), "red leg 0202 z"), 0, stage="setup complete")
    assert missing(company(drawn=given)) == ("the terrain of blank hexes",)
    assert company(drawn=given.with_unit(unit("red leg 0202 z", 5))) == []


def test_company_is_asked_for_in_the_set_up_only() -> None:
    late = at_moment(position(MAP, pack(order_of_battle=DISTRICTS), "red leg 0202 x"), 0, stage="over")
    assert company(drawn=late) == []
    untold = at_moment(position(MAP, pack(order_of_battle=DISTRICTS), "red leg 0202 x"), 0)
    assert missing(company(drawn=untold)) == ("stage",)
    assert company("red leg 0202 x sample") == []
    boxed = replace(unit("red leg 0202 x", 1), hex="", location="[Box]")
    assert (
        company(
            drawn=at_moment(position(MAP, pack(order_of_battle=DISTRICTS)).with_unit(boxed), 0, stage="setup complete")
        )
        == []
    )


FRONTIER = theatre(
    blank(5, 3),
    sides={"0100-0200": "road border", "0101-0201": "border", "0102-0202": "border"},
    tags={f"{c:02}{r:02}": "ussr" if c < 2 else "rumania" for c in range(5) for r in range(3)},
)


@pytest.fixture(autouse=True)
def red_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order_of_battle, "WATCHES", "red")


def watched(*units: str, given: Position | None = None, stage: str = "borders") -> list[Finding]:
    conditions = {"stage": stage} if stage else {}
    return list(border_watched(at_moment(given or position(network(FRONTIER), pack(), *units), 1, **conditions)))


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
    rumania = Where(tags=frozenset({"rumania"}))
    bare, held = (
        at_moment(position(network(FRONTIER), pack(), *units), 1, stage="borders") for units in ((), ("red leg 0100",))
    )
    (breach,) = breaches(crossings_watched(bare, rumania))
    assert breach.at == ("0100",)
    assert sure(crossings_watched(held, rumania)) == 0


def test_no_more_than_eight_hexes_are_named() -> None:
    for rows, shown in ((8, False), (9, True)):
        sides = {f"00{r:02}-01{r:02}": "border" for r in range(rows)}
        tags = {f"{c:02}{r:02}": ("ussr", "rumania")[c] for c in range(2) for r in range(rows)}
        tall = theatre(blank(2, rows), sides=sides, tags=tags)
        (breach,) = breaches(watched(given=position(network(tall), pack())))
        assert len(breach.at) == rows
        assert (" ..." in breach.because) == shown
        assert breach.because.count(", ") - breach.because.count("zone, ") == 7


def test_the_border_is_watched_at_its_time() -> None:
    assert watched(stage="over") == []
    assert missing(watched(stage="")) == ("stage",)


def test_where_the_ground_is_not_drawn_the_border_is_open() -> None:
    """Whether the hex beyond is of the country that it borders on; one hex bare for certain is enough to know."""
    east = theatre(blank(2, 1), sides={"0000-0100": "border"}, tags={"0000": "ussr", "0100": "rumania"})
    drawn = with_blank(east, "0100")
    assert missing(watched(given=position(network(drawn), pack()))) == ("the terrain of blank hexes",)
    assert sure(watched(given=position(network(drawn), pack(), "red leg 0000"))) == 0
