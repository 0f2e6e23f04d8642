"""Whom a source feeds, what state of supply follows, how much a port feeds, and who starves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.supply.starvation import starvation
from adjudicator.analysis.supply.status import supply
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.model.theatre import Place
from tests.adjudicator.analysis.corridor import (
    EVERY,
    NUMBERS,
    PLAIN,
    corridor,
    fed,
    line,
    start,
)
from tests.adjudicator.analysis.maps import marker

WEATHER = Known.open("weather")

RADIUS = """
[line.all]
[[line.all.elements]]
name = "overland"
[[line.all.elements.block]]
by = "units"
[[status]]
name = "source"
spots = { kinds = ["edge", "depot"] }
[[radius]]
name = "near"
statuses = ["source"]
TERMS
[[state]]
state = "in"
radius = ["near"]
[[state]]
state = "out"
"""


def by_radius(terms: str) -> str:
    """The table with these terms of its radius, and with factors on it."""
    terms, told, factors = terms.partition("factor = ")
    return told + factors + RADIUS.replace("TERMS", terms)


DEPOT = Place(name="Depot", hex="0800", kinds=frozenset({"depot"}), owner="red", values={"range": 1})


@pytest.mark.parametrize(
    ("terms", "where", "others", "columns"),
    [
        ("radius = 3", PLAIN, [], EVERY[:4]),
        ("radius = 'unlimited'", PLAIN, [], EVERY),
        ("radius = 3\nfactor = [{ radius = 'near', times = 2 }]", PLAIN, [], EVERY[:7]),
        (
            "radius = 3\nfactor = [{ radius = 'near', times = 2 }, { radius = 'near', times = '1/2' }]",
            PLAIN,
            [],
            EVERY[:4],
        ),
        ("radius = 3\nfactor = [{ radius = 'near', times = '1/2' }]", PLAIN, [], EVERY[:2]),
        ("radius = 3\nfactor = [{ radius = 'near', who = { kinds = ['tank'] }, times = 2 }]", PLAIN, [], EVERY[:4]),
        ("radius = 3\nfactor = [{ radius = 'near', where = { hexes = ['0100'] }, times = 2 }]", PLAIN, [], EVERY[:4]),
        ("radius = 3\nfactor = [{ radius = 'near', where = { hexes = ['0000'] }, times = 2 }]", PLAIN, [], EVERY[:7]),
        ("radius = 3\nfactor = [{ radius = 'near', spots = { kinds = ['depot'] }, times = 2 }]", PLAIN, [], EVERY[:4]),
        ("radius = 3\nfactor = [{ radius = 'near', spots = { kinds = ['edge'] }, times = 2 }]", PLAIN, [], EVERY[:7]),
        ("radius = 1", corridor(".........", {}, DEPOT), [], [0, 1, 7, 8]),
        ("value = 'range'\nradius = 0", corridor(".........", {}, DEPOT), [], [0, 7, 8]),
        ("radius = 5", PLAIN, ["blue leg 0300"], EVERY[:6]),
        ("radius = 5\nlines = ['all']", PLAIN, ["blue leg 0300"], EVERY[:3]),
    ],
)
def test_whom_a_source_feeds(terms: str, where: Network, others: list[str], columns: list[int]) -> None:
    assert fed(by_radius(terms), *others, where=where) == columns


def test_the_nearest_source_feeds_with_its_radius() -> None:
    where = corridor(".........", {}, DEPOT)
    table = by_radius("radius = 8\nfactor = [{ radius = 'near', spots = { kinds = ['depot'] }, times = '1/2' }]")
    for column, source, radius in ((3, "Edge", 8), (5, "Depot", 4), (4, "Edge", 8)):
        found = supply(start(table, f"red leg 0{column}00", where=where), "red").state("red0")
        assert (found.state, found.source, str(found.radius)) == ("in", source, str(radius))


def test_a_radius_that_nobody_gave_is_open() -> None:
    at = start(by_radius(""), "red leg 0300", "blue leg 0800")
    found = supply(at, "red").state("red0")
    assert found.is_in({"in"}) == Known.open("supply.radius.near")
    assert found.states == ("out", "in")


def test_open_weather_leaves_open_only_what_it_decides() -> None:
    table = line("lengths = [{ within = { weather = ['clear'] }, most = 4 }, { most = 2 }]")
    answers = {}
    for column in (1, 2, 3, 4, 5):
        answers[column] = supply(start(table, f"red leg 0{column}00", weather=""), "red").state("red0").is_in({"in"})
    assert answers == {1: YES, 2: YES, 3: WEATHER, 4: WEATHER, 5: NO}


@pytest.mark.parametrize(
    ("cost", "sure", "perhaps"),
    [
        ("cost = [{ where = { weather = ['snow'] }, cost = 2 }]", 2, 4),
        ("cost = [{ where = { weather = ['snow'] }, cost = '1/2' }]", 4, 8),
        ("extra = [{ where = { weather = ['snow'] }, cost = 1 }]", 2, 4),
        ("closed = [{ edges = { inside = { weather = ['snow'] } } }]", 0, 4),
    ],
)
def test_open_weather_makes_a_step_dearer_or_cheaper(cost: str, sure: int, perhaps: int) -> None:
    table = line(f"lengths = [{{ most = 4 }}]\n{cost}")
    found = [
        supply(start(table, f"red leg {number}", weather=""), "red").state("red0").is_in({"in"}) for number in NUMBERS
    ]
    assert found == [YES] * (sure + 1) + [WEATHER] * (perhaps - sure) + [NO] * (8 - perhaps)


LEVELS = """
[[state]]
state = "full"
who = { kinds = ["tank"] }
[[state]]
state = "half"
when = { first_turn = 2 }
[[state]]
state = "low"
who = { kinds = ["leg"] }
[[state]]
state = "none"
[[state]]
aspect = "other"
state = "fine"
"""


@pytest.mark.parametrize(("kind", "state"), [("tank", "full"), ("leg", "low"), ("gun", "none")])
def test_the_first_state_that_fits_counts(kind: str, state: str) -> None:
    found = supply(start(LEVELS, f"red {kind} 0300"), "red")
    assert (found.state("red0").state, found.state("red0", "other").state) == (state, "fine")
    assert found.states() == {"red0": state}


@pytest.mark.parametrize(
    ("terms", "lies", "state"),
    [
        ("", "red drop 0300", "low"),
        ("by = 2", "red drop 0300", "full"),
        ("by = 9", "red drop 0300", "full"),
        ("", "- drop 0300", "low"),
        ("", "blue drop 0300", "none"),
        ("", "red drop 0400", "none"),
        ("", "red mine 0300", "none"),
        ("when = { first_turn = 2 }", "red drop 0300", "none"),
    ],
)
def test_a_marker_betters_the_state_of_its_hex(terms: str, lies: str, state: str) -> None:
    table = LEVELS.replace('[[state]]\nstate = "half"\nwhen = { first_turn = 2 }\n', "")
    at = start(f"{table}[[raises]]\nmarkers = ['drop']\n{terms}\n", "red gun 0300", markers=(lies,))
    assert supply(at, "red").state("red0").state == state


def test_a_marker_off_the_map_betters_nothing() -> None:
    at = start(f"{LEVELS}[[raises]]\nmarkers = ['drop']\n", "red gun 0300")
    at = at.with_unit(replace(at.units["red0"], id="red1", hex="", location="box"))
    at = at.with_marker(replace(marker("red drop 0300"), hex="", location="box"))
    assert supply(at, "red").state("red0").state == "none"


def test_a_status_needs_its_lines_and_so_many_others() -> None:
    table = line("lengths = [{ most = 4 }]") + "[[status]]\nname = 'town'\nspots = { kinds = ['town'] }\n"
    linked = "[[status]]\nname = 'linked'\nspots = { kinds = ['town'] }\n"
    linked += "connected = [{ lines = ['all'], to = ['town'], LEAST }]\n"
    towns = [
        Place(name=f"T{n}", hex=f"0{n}00", kinds=frozenset({"town"}), owner="red", values={"city": n // 4})
        for n in (1, 3, 8)
    ]
    at_of = {
        least: start(table + linked.replace("LEAST", least), where=corridor(".........", {}, *towns))
        for least in ("least = 1", "another = true", "least = 2", "another = true, group = 'city'")
    }
    answers = {
        least: [supply(at, "red").has(f"T{n}", "linked").is_yes for n in (1, 3, 8)] for least, at in at_of.items()
    }
    assert answers == {
        "least = 1": [True, True, True],
        "another = true": [True, True, False],
        "least = 2": [False, False, False],
        "another = true, group = 'city'": [False, False, False],
    }


LIMITED = """
[line.all]
[[line.all.elements]]
name = "overland"
[[line.all.elements.block]]
by = "units"
[[status]]
name = "port"
spots = { kinds = ["depot"] }
[limit]
statuses = ["port"]
value = "range"
[[state]]
state = "in"
connected = [{ lines = ["all"], to = ["port"] }]
[[state]]
state = "out"
"""


@pytest.mark.parametrize(
    ("units", "needed", "most"),
    [(["red leg 0700"], 1, 1), (["red leg 0700", "red leg 0600"], 2, 1), (["red leg 0100"], 0, 0), ([], 0, 0)],
)
def test_a_port_feeds_so_many(units: list[str], needed: int, most: int) -> None:
    found = supply(start(LIMITED, *units, "blue leg 0300", where=corridor(".........", {}, DEPOT)), "red").unfed()
    assert [found.needed, found.fed] == [needed, most]
    assert found.words == f"{most} of {needed} can be fed"


def test_two_ports_share_out_who_reaches_them() -> None:
    west = Place(name="West", hex="0000", kinds=frozenset({"depot"}), owner="red", values={"range": 2})
    where = corridor(".........", {}, DEPOT, west)
    for units, fed_ in ((["0100", "0200", "0500"], 3), (["0100", "0500", "0600"], 2), (["0100", "0200", "0200"], 2)):
        at = start(LIMITED, *(f"red leg {number}" for number in units), "blue leg 0400", where=where)
        assert supply(at, "red").unfed().fed == fed_


def test_without_limited_sources_everybody_is_fed() -> None:
    assert supply(start(line(), "red leg 0100"), "red").unfed().needed == 0


STARVING = """
[starvation]
marks = ["hungry"]
states = { supply = "out" }
least = 5
modifier = [
    { name = "snow", add = 1, where = { weather = ["snow"] }, group = "cold" },
    { name = "cold", add = 3, where = { weather = ["snow", "frost"] }, group = "cold" },
    { name = "woods", add = -2, where = { terrains = ["forest"] } },
    { name = "home", add = 1, never_lost = true },
]
"""


def starving(
    where: str = "0400", weather: str = "clear", marks: str = "hungry", lost: str = ""
) -> tuple[Known, str, str]:
    at = start(
        line("lengths = [{ most = 2 }]") + STARVING, f"red leg {where}", weather=weather, where=corridor("...f.....")
    )
    at = replace(at, memory=replace(at.memory, lost=frozenset({lost} - {""})))
    found = starvation(at, replace(at.units["red0"], marks=frozenset({marks})))
    return found.rolls, str(found.lost_from), found.words


@pytest.mark.parametrize(
    ("asked", "rolls", "die", "words"),
    [
        ({}, YES, "5", "no modifier"),
        ({"marks": "fed"}, NO, "7", "not long enough out of supply"),
        ({"where": "0200"}, NO, "5", "no modifier"),
        ({"weather": "snow"}, YES, "4", "+1 snow"),
        ({"weather": "frost"}, YES, "2", "+3 cold"),
        ({"where": "0300"}, YES, "7", "-2 woods"),
        ({"where": "0300", "weather": "snow"}, YES, "6", "+1 snow, -2 woods"),
        ({"where": "0000"}, NO, "4", "+1 home"),
        ({"where": "0000", "weather": "frost"}, NO, "1", "+3 cold, +1 home"),
        ({"where": "0000", "lost": "Edge"}, NO, "5", "no modifier"),
        ({"weather": ""}, YES, "2 to 5", "no modifier"),
    ],
)
def test_the_die_that_starves(asked: dict[str, str], rolls: Known, die: str, words: str) -> None:
    assert starving(**asked) == (rolls, die, words)
