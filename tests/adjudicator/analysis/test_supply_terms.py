"""Each term of the lines of supply.toml: how far a line goes, what costs, closes and blocks it, and how it is shown."""

from __future__ import annotations

import pytest

from adjudicator.analysis.supply.status import supply
from adjudicator.model.known import NO, YES, Known
from tests.adjudicator.analysis.corridor import (
    BETWEEN,
    EVERY,
    STATES,
    block,
    corridor,
    fed,
    line,
    start,
)

WEATHER = Known.open("weather")


@pytest.mark.parametrize(
    ("element", "reached"),
    [
        ("", 8),
        ("lengths = [{ most = 3 }]", 3),
        ("lengths = [{ most = 3 }, { most = 5 }]", 5),
        ("lengths = [{ most = 5 }, { most = 3 }]", 5),
        ("lengths = [{ most = 0 }]", 0),
        ("lengths = [{ most = 'unlimited' }]", 8),
        ("lengths = [{ within = { terrains = ['forest'] }, most = 5 }, { most = 2 }]", 2),
        ("lengths = [{ within = { terrains = ['clear'] }, most = 5 }, { most = 2 }]", 5),
        ("lengths = [{ most = 6 }]\ncost = [{ cost = 2 }]", 3),
        ("lengths = [{ most = 5 }]\ncost = [{ cost = 2 }]", 2),
        ("lengths = [{ most = 2 }]\ncost = [{ cost = '1/2' }]", 4),
        ("lengths = [{ most = '5/2' }]\ncost = [{ cost = '1/2' }]", 5),
        ("lengths = [{ most = 6 }]\nextra = [{ cost = 1 }]", 3),
        ("lengths = [{ most = 6 }]\nextra = [{ cost = 1 }, { cost = 1 }]", 2),
        ("lengths = [{ most = 6 }]\nextra = [{ cost = 1 }]\ncost = [{ cost = 1, flat = true }]", 6),
        ("lengths = [{ most = 6 }]\nextra = [{ cost = 1 }]\ncost = [{ cost = 2 }]", 2),
        ("lengths = [{ most = 6 }]\ncost = [{ cost = 3 }, { cost = 1 }]", 2),
        ("over = { hexes = ['0000', '0100'] }", 1),
    ],
)
def test_how_far_a_line_goes(element: str, reached: int) -> None:
    assert fed(line(element)) == EVERY[: reached + 1]


FOREST = corridor("...f.....")


@pytest.mark.parametrize(
    ("element", "reached"),
    [
        # A step costs what the hex costs that is entered on the way from the unit to the source.
        ("lengths = [{ most = 4 }]\ncost = [{ where = { terrains = ['forest'] }, cost = 3 }]", 3),
        ("lengths = [{ most = 6 }]\ncost = [{ where = { terrains = ['forest'] }, cost = 3 }]", 4),
        ("lengths = [{ most = 5 }]\ncost = [{ where = { terrains = ['forest'] }, cost = 3 }]", 3),
        ("lengths = [{ most = 5 }]\nextra = [{ where = { terrains = ['forest'] }, cost = 1 }]", 4),
    ],
)
def test_what_a_hex_of_forest_costs(element: str, reached: int) -> None:
    assert fed(line(element), where=FOREST) == EVERY[: reached + 1]


THROUGH = "closed = [{ edges = { without = ['bridge'] }, through = { terrains = ['forest'] } }]"


@pytest.mark.parametrize(
    ("hexes", "edges", "reached"),
    [
        ("...f.....", {}, 3),  # it begins in the forest, and goes no further
        ("..ff.....", {}, 2),
        ("f........", {}, 8),  # it ends there
        ("ff.......", {}, 1),  # one step, from its first hex to its last
        ("fff......", {}, 1),
        ("f..f.....", {}, 3),
        ("...f.....", {BETWEEN[2]: "bridge", BETWEEN[3]: "bridge"}, 8),
        ("...f.....", {BETWEEN[2]: "bridge"}, 3),
        ("...f.....", {BETWEEN[3]: "bridge"}, 3),
    ],
)
def test_hexsides_that_are_closed_to_lines_that_pass_through(hexes: str, edges: dict[str, str], reached: int) -> None:
    assert fed(line(THROUGH), where=corridor(hexes, edges)) == EVERY[: reached + 1]


RIVER = corridor(".........", {BETWEEN[2]: "river", BETWEEN[5]: "river bridge"})


@pytest.mark.parametrize(
    ("element", "reached"),
    [
        ("closed = [{ edges = { features = ['river'] } }]", 2),
        ("closed = [{ edges = { features = ['river'] }, sides = ['red'] }]", 2),
        ("closed = [{ edges = { features = ['river'] }, sides = ['blue'] }]", 8),
        ("closed = [{ edges = { features = ['river'] }, unless = { features = ['bridge'] } }]", 2),
        ("closed = [{ edges = { features = ['bridge'] } }]", 5),
        ("closed = [{ edges = { features = ['bridge'] }, unless = { features = ['river'] } }]", 8),
        ("along = ['river']", 0),
        ("lengths = [{ most = 5 }]\nextra = [{ edges = { features = ['river'] }, cost = 2 }]", 3),
        ("lengths = [{ most = 7 }]\nextra = [{ edges = { features = ['bridge'] }, cost = 2 }]", 5),
    ],
)
def test_what_a_river_does_to_a_line(element: str, reached: int) -> None:
    assert fed(line(element), where=RIVER) == EVERY[: reached + 1]


@pytest.mark.parametrize(
    ("terms", "others", "reached"),
    [
        ("by = 'units'", ["blue leg 0400"], 3),
        ("by = 'units'", ["red leg 0400"], 8),
        ("by = 'units'\nwho = { kinds = ['tank'] }", ["blue leg 0400"], 8),
        ("by = 'units'\nwhere = { hexes = ['0500'] }", ["blue leg 0400"], 8),
        ("by = 'units'\nsides = ['blue']", ["blue leg 0400"], 8),
        ("by = 'units'\nsides = ['red']", ["blue leg 0400"], 3),
        ("by = 'units'\nwhen = { first_turn = 2 }", ["blue leg 0400"], 8),
        ("by = 'zone'", ["blue tank 0400"], 2),
        ("by = 'zone'", ["blue leg 0400"], 8),
        ("by = 'zone'\nwho = { kinds = ['leg'] }", ["blue tank 0400"], 8),
        ("by = 'zone'\nwho = { kinds = ['tank'] }", ["blue tank 0400"], 2),
        ("by = 'zone'\nlifted_by = {}", ["blue tank 0400", "red leg 0300"], 5),  # in 0500 it lifts the block itself
        ("by = 'zone'\nlifted_by = { kinds = ['tank'] }", ["blue tank 0400", "red leg 0300"], 2),
        ("by = 'hexes'\nwhere = { hexes = ['0500'] }", [], 4),
        ("by = 'hexes'\nwhere = { hexes = ['0500'] }\nheld = { Edge = 'own' }", [], 4),
        ("by = 'hexes'\nwhere = { hexes = ['0500'] }\nheld = { Edge = 'enemy' }", [], 8),
        ("by = 'hexes'\nwhere = { hexes = ['0500'] }\nthrough_only = true", [], 5),
        ("by = 'units'\nexempt = [{ who = { kinds = ['leg'] } }]", ["blue leg 0400"], 8),
        ("by = 'units'\nexempt = [{ who = { kinds = ['tank'] } }]", ["blue leg 0400"], 3),
        ("by = 'units'\nexempt = [{ who = {}, where = { hexes = ['0400'] } }]", ["blue leg 0400"], 8),
        ("by = 'units'\nexempt = [{ who = {}, where = { hexes = ['0500'] } }]", ["blue leg 0400"], 3),
        ("by = 'units'\nexempt = [{ who = {}, when = { first_turn = 2 } }]", ["blue leg 0400"], 3),
        ("by = 'units'\nexempt = [{ who = {}, ignoring = { kinds = ['leg'] } }]", ["blue leg 0400"], 8),
        (
            "by = 'units'\nexempt = [{ who = {}, ignoring = { kinds = ['leg'] } }]",
            ["blue leg 0400", "blue tank 0600"],
            5,
        ),
    ],
)
def test_what_blocks_a_line(terms: str, others: list[str], reached: int) -> None:
    found = fed(line("", block(terms)), *others)
    lifted = (
        {int(other.split()[2][:2]) for other in others if other.startswith("red")} if "lifted_by" in terms else set()
    )
    assert sorted({*found} - lifted) == [column for column in EVERY[: reached + 1] if column not in lifted]


def test_a_unit_in_a_blocked_hex_may_begin_there_where_the_line_says_so() -> None:
    for free, reached in (("false", 2), ("true", 3)):
        assert (
            fed(line(f"free_start = {free}", block("by = 'zone'")), "blue tank 0400")[: reached + 1]
            == EVERY[: reached + 1]
        )
        assert len(fed(line(f"free_start = {free}", block("by = 'zone'")), "blue tank 0400")) == reached + 1


def test_two_elements_follow_one_another_and_either_may_be_left_out() -> None:
    rail = corridor(".........", dict.fromkeys(BETWEEN[:3], "rail"))
    second = "[[line.all.elements]]\nname = 'rail'\nalong = ['rail']\n"
    assert fed(line("lengths = [{ most = 2 }]", second), where=rail) == EVERY[:6]
    assert fed(line("lengths = [{ most = 2 }]", f"{second}optional = false\n"), where=rail) == EVERY[:6]
    far = "[[line.all.elements]]\nname = 'ship'\nover = { hexes = ['0800'] }\noptional = false\n"
    assert fed(line("", far)) == []


def test_a_chain_follows_itself_where_its_carriers_stand() -> None:
    trucks = "lengths = [{ most = 2 }]\nchain = true\nstarts = [{ units = { kinds = ['truck'] } }]"
    walk = "[line.all]\n[[line.all.elements]]\nname = 'walk'\nlengths = [{ most = 1 }]\n"
    table = f"{walk}[[line.all.elements]]\nname = 'truck'\n{trucks}\n{STATES}"
    assert fed(table, "red truck 0200", "red truck 0400") == EVERY[:6]
    assert fed(table, "red truck 0200", "red truck 0500") == [0, 1, 2, 3]
    assert fed(table.replace("chain = true", ""), "red truck 0200", "red truck 0400") == [0, 1, 2, 3]


def test_where_a_line_broke_and_why() -> None:
    table = line(
        "closed = [{ edges = { features = ['river'] }, why = 'a river' }]", block("by = 'units'\nwhy = 'an enemy'")
    )
    at = start(table, "red leg 0500", "blue leg 0700", where=RIVER)
    found = supply(at, "red").obstacles("red0")
    assert [(each.hex, each.distance) for each in found] == sorted(
        ((each.hex, each.distance) for each in found), key=lambda each: each[1]
    )
    assert {each.why for each in found} == {"a river"}
    assert supply(at, "red").obstacles("red0", most=0) == ()


def test_the_lines_that_feed_are_drawn_from_unit_to_source() -> None:
    at = start(line(), "red leg 0300")
    (trace,) = supply(at, "red").witness("red0")
    assert trace.hexes == ("0300", "0200", "0100", "0000")
    cut = start(line("", block("by = 'units'")), "red leg 0300", "blue leg 0200")
    assert supply(cut, "red").witness("red0") == ()


def test_a_hex_may_be_joined_to_others() -> None:
    at = start(line("lengths = [{ most = 3 }]"))
    found = supply(at, "red")
    assert [found.leads("0500", ("all",), (end,)) for end in ("0200", "0100")] == [YES, NO]
    assert [found.connected(number, ("all",), frozenset({"source"})) for number in ("0300", "0400")] == [YES, NO]
    assert found.has("Edge", "source") == YES
    assert found.has("Edge", "other") == NO
    assert [found.held_at(at.network.index[number], frozenset({"source"})) for number in ("0000", "0100")] == [YES, NO]
