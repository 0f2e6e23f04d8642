"""Each term of zoc.toml and control.toml on a corridor: where zones reach and who holds what, asked hex by hex and at once."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from adjudicator.analysis.captures import remember
from adjudicator.analysis.control import control_field, controller, controls, in_zone, zones
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.zones import exerting
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.model.theatre import Place
from adjudicator.persistent import PersistentMap
from adjudicator.record.position import Position
from adjudicator.terms.who import Selector
from tests.adjudicator.analysis.maps import pack, position, theatre

CITY = Place(name="City", hex="0300", kinds=frozenset({"city"}), owner="red")
MAP = Network.of(
    theatre("...f....", {"0400-0500": "river"}, (CITY,), tags={"0000": "east", "0700": "west", "0600": "east west"})
)
WEATHER = Known.open("weather")
NAMES = [f"0{column}00" for column in range(8)]


def start(
    zoc: str = "[[exert]]", *units: str, control: str = "", held: dict[str, str] | None = None, weather: str = "clear"
) -> Position:
    rules = pack(zoc=zoc, control=control)
    at = position(MAP, rules, *units, phase="march", weather=weather, control=held or {})
    return at if weather else replace(at, moment=replace(at.moment, conditions=()))


def reached(at: Position) -> dict[int, Known]:
    """The columns in a blue zone, or perhaps in one; asked in three ways that must agree."""
    found = {column: in_zone(at, number, ("blue",)) for column, number in enumerate(NAMES)}
    field, mask = zones(at, "blue"), zones(at, "blue").reach
    for column, number in enumerate(NAMES):
        i = at.network.index[number]
        assert mask.at(i).truth is found[column].truth
        assert (number in field.numbers()) == found[column].possible == bool(tuple(exerting(ground_at(at), "blue", i)))
        assert field.by(Selector(kinds=frozenset({"none"}))).at(i) == NO
        assert field.by(Selector(sides=frozenset({"blue"}))).at(i).truth is found[column].truth
    return {column: answer for column, answer in found.items() if answer.possible}


BOTH = {3: YES, 5: YES}
"""The neighbours of 0400."""


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ("[[exert]]", BOTH),
        ("[[exert]]\nwho = { kinds = ['tank'] }", {}),
        ("[[exert]]\nwho = { kinds = ['leg'] }", BOTH),
        ("[[exert]]\nwhen = { phases = ['combat'] }", {}),
        ("[[exert]]\nwhere = { hexes = ['0400'] }", BOTH),
        ("[[exert]]\nwhere = { hexes = ['0300'] }", {}),
        ("[[exert]]\ninto = { terrains = ['forest'] }", {3: YES}),
        ("[[exert]]\ninto = { without = ['forest'] }", {5: YES}),
        ("[[exert]]\nstrength = 'none'\n[[exert]]", {}),
        ("[[exert]]\nstrength = 'none'\nwho = { kinds = ['tank'] }\n[[exert]]", BOTH),
        ("[[exert]]\nstrength = 'none'\ninto = { terrains = ['forest'] }\n[[exert]]", {5: YES}),
        ("[[exert]]\nstrength = 'none'\nwhere = { hexes = ['0400'] }\n[[exert]]", {}),
        ("[[exert]]\nstrength = 'none'\nwhen = { phases = ['combat'] }\n[[exert]]", BOTH),
        ("[[exert]]\n[[closed]]\nedges = { features = ['river'] }", {3: YES}),
        ("[[exert]]\n[[closed]]\nedges = { features = ['river'], weather = ['snow'] }", BOTH),
        ("[[exert]]\n[[shut]]\nwhere = { terrains = ['forest'] }", {5: YES}),
        ("[[exert]]\n[[shut]]\nwhere = { terrains = ['forest'] }\nwho = { kinds = ['tank'] }", BOTH),
        ("[[exert]]\n[[shut]]\nwhere = { terrains = ['forest'] }\nheld_by = 'enemy'", {5: YES}),
        ("[[exert]]\n[[shut]]\nwhere = { hexes = ['0500'] }\nheld_by = 'enemy'", None),
    ],
)
def test_where_a_zone_reaches(rows: str, found: dict[int, Known] | None) -> None:
    answers = reached(start(rows, "blue leg 0400"))
    if found is None:  # whose 0500 is, nobody knows
        assert (answers[3], answers[5].is_open) == (YES, True)
    else:
        assert answers == found


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ("[[exert]]\nwhere = { weather = ['snow'] }", {3: WEATHER, 5: WEATHER}),
        ("[[exert]]\ninto = { weather = ['snow'] }", {3: WEATHER, 5: WEATHER}),
        ("[[exert]]\nwhen = { conditions = { weather = ['snow'] } }", {3: WEATHER, 5: WEATHER}),
        ("[[exert]]\nstrength = 'none'\nwhere = { weather = ['snow'] }\n[[exert]]", {3: WEATHER, 5: WEATHER}),
        ("[[exert]]\nwhere = { weather = ['snow'] }\n[[exert]]\nstrength = 'reduced'", BOTH),
        ("[[exert]]\n[[closed]]\nedges = { features = ['river'], weather = ['snow'] }", {3: YES, 5: WEATHER}),
        ("[[exert]]\n[[shut]]\nwhere = { terrains = ['forest'], weather = ['snow'] }", {3: WEATHER, 5: YES}),
    ],
)
def test_zones_that_the_weather_decides(rows: str, found: dict[int, Known]) -> None:
    assert reached(start(rows, "blue leg 0400", weather="")) == found


@pytest.mark.parametrize(("held", "columns"), [({"0300": "blue"}, [3, 5]), ({"0300": "red"}, [5]), ({}, [5])])
def test_a_city_that_the_enemy_holds_is_shut(held: dict[str, str], columns: list[int]) -> None:
    rows = "[[exert]]\n[[shut]]\nwhere = { places = ['city'] }\nheld_by = 'enemy'"
    assert list(reached(start(rows, "blue leg 0400", held=held))) == columns
    assert list(reached(start(rows, "blue leg 0400", "red leg 0300"))) == [5]


def test_the_zones_of_two_units_are_one_field() -> None:
    rows = "[[exert]]\nwho = { kinds = ['tank'] }\nstrength = 'normal'\n"
    rows += "[[exert]]\nstrength = 'reduced'\nwho = { kinds = ['leg'] }"
    at = start(rows, "blue leg 0100", "blue tank 0300", "red tank 0600", "blue gun 0700")
    assert reached(at) == dict.fromkeys((0, 2, 4), YES)
    there = {each.unit.id: each for each in exerting(ground_at(at), "blue", at.network.index["0200"])}
    assert {name: each.strengths for name, each in there.items()} == {
        "blue0": (("reduced", YES),),
        "blue1": (("normal", YES),),
    }
    assert [there["blue1"].has(strength) for strength in ("normal", "reduced")] == [YES, NO]
    assert there["blue1"].is_one_of(frozenset({"normal", "reduced"})) == YES
    ignoring = tuple(exerting(ground_at(at), "blue", at.network.index["0200"], frozenset({"blue0"})))
    but = tuple(exerting(ground_at(at), "blue", at.network.index["0200"], but=Selector(kinds=frozenset({"tank"}))))
    assert [[each.unit.id for each in found] for found in (ignoring, but)] == [["blue1"], ["blue0"]]


OCCUPATION, ZONE, HISTORY = "[[test]]\nby = 'occupation'\n", "[[test]]\nby = 'zone'\n", "[[test]]\nby = 'history'\n"
STARTS = "starts = { east = 'blue', west = 'red' }\n"


def holders(at: Position) -> str:
    """Who holds each hex, by initials: r, b, d disputed, n nobody, ? unknown; asked hex by hex and at once."""
    letters = {"red": "r", "blue": "b", "disputed": "d", "": "n", "?": "?"}
    field = control_field(at)
    found = ""
    for number in NAMES:
        one = controller(at, number)
        assert str(field.at(at.network.index[number])) == str(one)
        for side in ("red", "blue"):
            assert field.of(side).at(at.network.index[number]).truth is controls(at, number, side).truth
        found += letters[str(one)]
    return found


@pytest.mark.parametrize(
    ("table", "units", "held", "found"),
    [
        (OCCUPATION, ("red leg 0100", "blue leg 0400"), {}, "nrnnbnnn"),
        (OCCUPATION, ("red leg 0100", "blue leg 0100"), {}, "ndnnnnnn"),
        (OCCUPATION + "who = { kinds = ['tank'] }\n", ("red leg 0100", "blue tank 0400"), {}, "nnnnbnnn"),
        (OCCUPATION + "where = { hexes = ['0100'] }\n", ("red leg 0100", "blue leg 0400"), {}, "nrnnnnnn"),
        (HISTORY, (), {"0100": "blue"}, "?b?r????"),
        (HISTORY, (), {"0300": "blue"}, "???b????"),
        (HISTORY, (), {"City": "blue"}, "???b????"),
        (HISTORY, (), {"City": "blue", "0300": "red"}, "???r????"),
        (STARTS + HISTORY, (), {}, "b??r??br"),
        (STARTS + HISTORY, (), {"0700": "blue"}, "b??r??bb"),
        (STARTS + OCCUPATION + HISTORY, ("red leg 0000",), {}, "r??r??br"),
        (ZONE, ("red leg 0100", "blue leg 0400"), {}, "rnrbnbnn"),
        (ZONE, ("red leg 0100", "blue leg 0300"), {}, "rnnnbnnn"),
        (ZONE + "contested = 'disputed'\n", ("red leg 0100", "blue leg 0300"), {}, "rndnbnnn"),
        (ZONE + "who = { kinds = ['tank'] }\n", ("red leg 0100", "blue tank 0400"), {}, "nnnbnbnn"),
        (OCCUPATION + ZONE, ("red leg 0100", "blue leg 0200"), {}, "rrbbnnnn"),
        (ZONE, ("red leg 0100", "blue leg 0200"), {}, "rnnbnnnn"),
        ("takes = { kinds = ['tank'] }\n" + ZONE, ("red leg 0100", "blue leg 0200"), {}, "rbrbnnnn"),
        (HISTORY + "[enclosure]\n", (), {"0100": "red", "0400": "red"}, "rrrrr???"),
        (HISTORY + "[enclosure]\n", (), {"0100": "red", "0300": "red"}, "rrrr????"),
        (HISTORY + "[enclosure]\n", (), {"0100": "red", "0300": "blue"}, "rr?b????"),
        (HISTORY + "[enclosure]\nwhere = { hexes = ['0000'] }\n", (), {"0100": "red", "0300": "red"}, "rr?r????"),
        (OCCUPATION + HISTORY + "[enclosure]\n", ("blue leg 0200",), {"0100": "red", "0300": "red"}, "rrbr????"),
    ],
)
def test_who_holds_what(table: str, units: tuple[str, ...], held: dict[str, str], found: str) -> None:
    assert holders(start("[[exert]]", *units, control=table, held=held)) == found


@pytest.mark.parametrize(
    ("table", "found"),
    [
        (OCCUPATION + "where = { weather = ['snow'] }\n", "n?nnnnnn"),
        (OCCUPATION + "where = { weather = ['snow'] }\n" + OCCUPATION, "nrnnnnnn"),
        (ZONE + "where = { weather = ['snow'] }\n", "?n?nnnnn"),
    ],
)
def test_control_that_the_weather_decides(table: str, found: str) -> None:
    assert holders(start("[[exert]]", "red leg 0100", control=table, weather="")) == found


MARKERS = "markers = ['flag']\n" + STARTS + OCCUPATION + HISTORY


def test_a_game_joined_in_its_middle_presumes_its_first_owners() -> None:
    at = replace(start(control=MARKERS), joined=True)
    number = "0700"
    assert str(controller(at, number)) == "red"
    assert controls(at, number, "red") == YES
    field = control_field(at)
    assert field.of("red").at(at.network.index[number]).is_open
    assert field.of("blue").at(at.network.index[number]).is_open
    flagged = replace(position(MAP, at.pack, markers=("blue flag 0700",), phase="march"), joined=True)
    assert str(controller(flagged, number)) == "blue"
    assert control_field(flagged).of("blue").at(at.network.index[number]) == YES
    both = replace(position(MAP, at.pack, markers=("blue flag 0700", "red flag 0700"), phase="march"), joined=True)
    assert str(controller(both, number)) == "red"


@pytest.mark.parametrize(
    ("table", "kind", "way", "found"),
    [
        ("", "leg", ("0400", "0500"), {"0400": "red", "0500": "red"}),
        ("takes = { kinds = ['tank'] }\n", "leg", ("0400", "0500"), {}),
        ("takes = { kinds = ['tank'] }\n", "tank", ("0400", "0500"), {"0400": "red", "0500": "red"}),
        ("reverts = { kinds = ['leg'] }\n", "leg", ("0400", "0500"), {"0400": "red", "0500": "red"}),  # a whole point
        ("reverts = { kinds = ['tank'] }\n", "leg", ("0400", "0500"), {"0400": "red", "0500": "red"}),
        ("", "leg", ("0400", "9999"), {"0400": "red"}),
        ("zones_last = true\n" + ZONE, "leg", ("0500",), {"0400": "red", "0500": "red", "0600": "red"}),
        (
            "zones_last = true\n" + ZONE + "where = { hexes = ['0600'] }\n",
            "leg",
            ("0500",),
            {"0500": "red", "0600": "red"},
        ),
        ("zones_last = true\n", "leg", ("0500",), {"0500": "red"}),
    ],
)
def test_what_a_march_takes(table: str, kind: str, way: tuple[str, ...], found: dict[str, str]) -> None:
    before = start("[[exert]]", f"red {kind} {way[0]}", control=table)
    after = before.moved("red0", way[-1]) if way[-1] in MAP.index else before
    assert dict(remember(after, before, ("red0",), way).control) == found


@pytest.mark.parametrize(
    ("others", "found"),
    [((), {}), (("red leg 0400",), {"0400": "red"}), (("blue leg 0400",), {}), (("red leg 0500",), {})],
)
def test_enough_together_keep_what_they_take(others: tuple[str, ...], found: dict[str, str]) -> None:
    before = start("[[exert]]", "red leg 0400", *others, control="reverts = {}\n")
    for each in list(before.units.values()):
        before = before.with_unit(replace(each, type=each.type.model_copy(update={"stacking": Fraction(1, 2)})))
    assert dict(remember(before, before, ("red0",), ("0400",)).control) == found


def test_a_zone_takes_nothing_where_an_enemy_is_or_reaches() -> None:
    table = "zones_last = true\n" + ZONE
    for enemy, found in (
        ("blue leg 0600", {"0400": "red", "0500": "red"}),
        ("blue leg 0700", {"0400": "red", "0500": "red"}),
        ("blue leg 0200", {"0400": "red", "0500": "red", "0600": "red"}),
    ):
        before = start("[[exert]]", "red leg 0500", enemy, control=table)
        assert dict(remember(before, before, ("red0",), ("0500",)).control) == found


def test_nothing_changes_where_nobody_takes_anything() -> None:
    before = start("[[exert]]", "red leg 0400", control="takes = { kinds = ['tank'] }\n")
    assert remember(before, before, ("red0",), ("0400",)) is before
    assert isinstance(before.control, PersistentMap)
