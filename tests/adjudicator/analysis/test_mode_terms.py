"""Modes, prohibitions and zones on a corridor of eight hexes: what they ask, bar and cost, each with its other side."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.movement.reach import cheapest_path, cost_of
from adjudicator.analysis.movement.values import Path
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.model.theatre import Link
from adjudicator.persistent import PersistentMap
from tests.adjudicator.analysis.maps import pack, position, theatre
from tests.adjudicator.analysis.marches import (
    BETWEEN,
    CLEAR,
    EDGE,
    FOREST,
    PLAIN,
    RIVER,
    ROW,
    aspects,
    corridor,
    start,
    walk,
)


@pytest.mark.parametrize(
    ("terms", "hexes", "found"),
    [
        ("", 4, []),
        ("", 5, ["allowance"]),
        ("cost = 2", 2, []),
        ("cost = 2", 3, ["allowance"]),
        ("start_cost = 1", 3, []),
        ("start_cost = 1", 4, ["allowance"]),
        ("hexes = 2", 2, []),
        ("hexes = 2", 3, ["allowance"]),
        ("free = true", 7, []),
        ("who = { kinds = ['motor'] }", 1, ["user"]),
        ("when = { phases = ['combat'] }", 1, ["time"]),
        ("along = ['rail']", 1, ["mode"]),
        ("start = { hexes = ['0000'] }", 1, []),
        ("start = { hexes = ['0100'] }", 1, ["mode"]),
        ("end = { hexes = ['0100'] }", 1, []),
        ("end = { hexes = ['0100'] }", 2, ["mode"]),
    ],
)
def test_what_a_mode_asks(terms: str, hexes: int, found: list[str]) -> None:
    assert aspects(walk(start(f"[mode.train]\n{terms}\n"), hexes, "train")) == found


@pytest.mark.parametrize(
    ("terms", "enemy", "found"),
    [
        ("", "0300", []),
        ("", "0200", ["enemy"]),
        ("ignores = 'enemies'", "0200", []),
        ("clear_of = 'adjacent'", "0300", ["beside"]),
        ("clear_of = 'adjacent'", "0400", []),
        ("clear_of = 'throughout'", "0300", ["beside"]),
        ("clear_of = 'throughout'", "0001", ["beside"]),
        ("clear_of = 'adjacent'", "0001", []),
        ("own = true", "0300", []),
    ],
)
def test_how_a_mode_keeps_from_enemies(terms: str, enemy: str, found: list[str]) -> None:
    where = Network.of(theatre("........\n........\n", {}, (EDGE,)))
    at = start(f"[mode.train]\n{terms}\n", f"blue leg {enemy}", where=where)
    at = replace(at, control=PersistentMap(dict.fromkeys(ROW, "red")))
    assert aspects(walk(at, 2, "train")) == found


CONTROL = "[[test]]\nby = 'history'\n"


@pytest.mark.parametrize(("holder", "found"), [("red", YES), ("blue", NO)])
def test_a_mode_on_own_ground_alone(holder: str, found: Known) -> None:
    rules = pack(movement="[mode.train]\nown = true\n", terrain=CLEAR, control=CONTROL)
    control = {**dict.fromkeys(ROW, "red"), "0100": holder}
    at = position(PLAIN, rules, "red leg 0000", control=control, phase="march")
    assert walk(at, 1, "train").legal == found
    assert walk(at, 2, "train").legal == found


@pytest.mark.parametrize(
    ("lies", "way", "count"),
    [("0100", ("0000", "0100"), 1), ("0000", ("0000", "0100"), 1), ("0200", ("0000", "0100"), 0)],
)
def test_markers_close_a_hex_to_a_mode(lies: str, way: tuple[str, ...], count: int) -> None:
    rules = pack(movement="[mode.train]\nwithout_markers = ['break']\n", terrain=CLEAR)
    for kind, found in (("break", count), ("fort", 0)):
        at = position(PLAIN, rules, "red leg 0000", markers=(f"- {kind} {lies}",), phase="march")
        assert aspects(walk(at, way=way, mode="train")) == ["closed"] * found


def test_links_lead_off_the_map() -> None:
    ferry = Link(a="0000", b="0500", features=frozenset({"ferry"}))
    theirs = Link(a="0000", b="0600", features=frozenset({"ferry"}), sides=frozenset({"blue"}))
    at = start("[mode.ship]\nlinks = ['ferry']\n", where=corridor(links=(ferry, theirs)))
    assert walk(at, way=("0000", "0500"), mode="ship").legal == YES
    assert walk(at, way=("0000", "0600"), mode="ship").legal == NO
    assert walk(at, way=("0000", "0500")).legal == NO
    assert cheapest_path(at, at.units["red0"], "0400", mode="ship").cost == Interval.of(2)
    back = start("[mode.ship]\nlinks = ['ferry']\n", where=corridor(links=(ferry, theirs)), unit="red leg 0500")
    assert walk(back, way=("0500", "0000"), mode="ship").legal == YES


GAUGED = """
[mode.train]
along = ["wide", "narrow"]
gauges = [{ name = "wide", features = ["wide"] }, { name = "narrow", features = ["narrow"], without_markers = ["changed"] },
          { name = "mixed", features = ["mixed"], markers = ["changed"] }]
"""


@pytest.mark.parametrize(
    ("lines", "markers", "cost", "legal"),
    [
        (("wide", "wide"), (), 2, YES),
        (("wide", "narrow"), (), 4, YES),
        (("wide", "wide narrow"), (), 2, YES),
        (("wide", "wide narrow", "narrow"), (), 5, NO),  # on the wide rails it came, and the next are narrow
        (("wide narrow", "narrow", "narrow"), (), 3, YES),
        (("narrow", "narrow"), ("- changed 0100",), 2, YES),
        (
            ("narrow", "narrow"),
            ("- changed 0100", "- changed 0200"),
            4,
            YES,
        ),  # the second hexside is of the mixed gauge
        (("narrow", "wide"), ("- changed 0000", "- changed 0100"), 4, YES),
        (("wide", "narrow", "wide"), (), 7, NO),
    ],
)
def test_trains_change_gauge(lines: tuple[str, ...], markers: tuple[str, ...], cost: int, legal: Known) -> None:
    where = corridor("........", dict(zip(BETWEEN, lines, strict=False)))
    in_points, in_hexes = (
        walk(position(where, rules, "red leg 0000", markers=markers, phase="march"), len(lines), "train")
        for limit in ("transfer = 2\n", "transfer = 1\nhexes = 3\n")
        for rules in (pack(movement=GAUGED + limit + "[[allowance]]\nset = 9\n", terrain=CLEAR),)
    )
    assert (in_points.cost, in_points.legal) == (Interval.of(cost), YES)
    assert (in_hexes.cost, in_hexes.legal) == (Interval.of(len(lines)), legal)


@pytest.mark.parametrize(
    ("row", "legal"),
    [
        ("where = { hexes = ['0100'] }", NO),
        ("where = { hexes = ['0200'] }", YES),
        ("where = { hexes = ['0100'] }\nwho = { kinds = ['motor'] }", YES),
        ("where = { hexes = ['0100'] }\nmodes = ['rail']", YES),
        ("where = { hexes = ['0100'] }\nmodes = ['ground']", NO),
        ("where = { hexes = ['0100'] }\nwhen = { phases = ['combat'] }", YES),
        ("where = { hexes = ['0100'] }\nstates = ['tired']", YES),
        ("where = { hexes = ['0100'] }\nheld = { Edge = 'enemy' }", YES),
        ("where = { hexes = ['0100'] }\nheld = { Edge = 'own' }", NO),
        ("where = { hexes = ['0100'] }\nunless = { features = ['river'] }", YES),
        ("where = { hexes = ['0100'] }\nunless = { features = ['ford'] }", NO),
        ("edges = { features = ['river'] }", NO),
        ("edges = { features = ['ford'] }", YES),
        ("edges = { features = ['river'] }\nwhere = { hexes = ['0200'] }", YES),
        ("who = { kinds = ['leg'] }", NO),
        ("who = { kinds = ['motor'] }", YES),
        ("start = { hexes = ['0000'] }", NO),
        ("start = { hexes = ['0100'] }", YES),
        ("in_zone = true", YES),
        ("states = ['tired']", YES),
    ],
)
def test_what_is_forbidden(row: str, legal: Known) -> None:
    rules = pack(movement=f"[[forbid]]\n{row}\n", terrain=CLEAR, control=CONTROL)
    at = position(RIVER, rules, "red leg 0000", control={"0000": "red"}, phase="march")
    assert walk(at).legal == legal
    marked = at.with_unit(replace(at.units["red0"], marks=frozenset({"tired"})))
    assert walk(marked).legal == (NO if "tired" in row else legal)


def zoned(rule: str, way: tuple[str, ...], *others: str, rules: str = "") -> Path:
    """A march past a blue unit in 0400 whose zone reaches 0300 and 0500 of a corridor two hexes high."""
    where = Network.of(theatre("........\n........\n", {"0300-0301": "river"}, (EDGE,)))
    at = start(
        rules,
        "blue leg 0400",
        *others,
        where=where,
        zoc=f"[[exert]]\n[[movement]]\n{rule}\n",
        unit=f"red leg {way[0]}",
    )
    return walk(at, way=way)


INTO, THROUGH, OUT, ALONG = ("0200", "0300"), ("0200", "0300", "0301"), ("0300", "0200"), ("0300", "0301")


@pytest.mark.parametrize(
    ("rule", "way", "found"),
    [
        ("stop = true", INTO, []),
        ("stop = true", THROUGH, ["zone halt"]),
        ("stop = true", OUT, []),
        ("may_not_enter = true", INTO, ["zone entry"]),
        ("may_not_enter = true", OUT, []),
        ("may_not_leave = true", INTO, []),
        ("may_not_leave = true", OUT, ["zone exit"]),
        ("may_not_start = true", OUT, ["zone start"]),
        ("may_not_start = true", INTO, []),
        ("no_between = {}", ALONG, ["zone to zone"]),
        ("no_between = {}", OUT, []),
        ("no_between = { features = ['river'] }", ALONG, ["zone to zone"]),
        ("no_between = { features = ['rail'] }", ALONG, []),
        ("may_not_enter = true\nwho = { kinds = ['motor'] }", INTO, []),
        ("may_not_enter = true\nmodes = ['rail']", INTO, []),
        ("may_not_enter = true\nstrengths = ['reduced']", INTO, []),
        ("may_not_enter = true\nwhere = { hexes = ['0301'] }", INTO, []),
        ("may_not_enter = true\nwhen = { phases = ['combat'] }", INTO, []),
        ("ignored = true\nmay_not_enter = true", INTO, []),
        ("stop = true\nspares = 1", THROUGH, []),
        ("stop = true\nspares = 1", (*THROUGH, "0201"), ["zone halt"]),
        ("stop = true\nspares = 2", (*THROUGH, "0201"), []),
        ("who = { kinds = ['motor'] }\n[[movement]]\nmay_not_enter = true", INTO, ["zone entry"]),
        ("ignored = true\n[[movement]]\nmay_not_enter = true", INTO, []),
    ],
)
def test_what_zones_do(rule: str, way: tuple[str, ...], found: list[str]) -> None:
    assert aspects(zoned(rule, way)) == found


@pytest.mark.parametrize(
    ("rule", "way", "cost"),
    [
        ("enter_cost = 2", INTO, 3),
        ("enter_cost = 2", OUT, 1),
        ("leave_cost = 2", INTO, 1),
        ("leave_cost = 2", OUT, 3),
        ("leave_cost = 2\nenter_cost = 1", ALONG, 2),
        ("between_cost = 2", ALONG, 3),
        ("between_cost = 2", INTO, 1),
        ("between_cost = 2", OUT, 1),
        ("enter_cost = 1\nbetween_cost = 2", ALONG, 4),
    ],
)
def test_what_zones_cost(rule: str, way: tuple[str, ...], cost: int) -> None:
    assert zoned(rule, way).cost == Interval.of(cost)


@pytest.mark.parametrize(
    ("rule", "friend", "way", "legal"),
    [
        ("may_not_enter = true\nshielded = {}", "red leg 0300", INTO, YES),
        ("may_not_enter = true\nshielded = {}", "red leg 0200", INTO, NO),
        ("may_not_enter = true\nshielded = { kinds = ['motor'] }", "red leg 0300", INTO, NO),
        ("may_not_enter = true\nshielded = {}", "blue leg 0500", INTO, NO),
        ("no_between = {}\nunless_friendly = {}", "red leg 0301", ALONG, YES),
        ("no_between = {}\nunless_friendly = {}", "red leg 0300", ALONG, NO),
        ("no_between = {}\nunless_friendly = { kinds = ['motor'] }", "red leg 0301", ALONG, NO),
    ],
)
def test_friends_cancel_zones(rule: str, friend: str, way: tuple[str, ...], legal: Known) -> None:
    assert zoned(rule, way, friend).legal == legal


@pytest.mark.parametrize(
    ("rules", "way", "legal"),
    [
        ("[[allowance]]\nstart = 'zone'\nset = 0\n", OUT, NO),
        ("[[allowance]]\nstart = 'free'\nset = 0\n", OUT, YES),
        ("[[allowance]]\nstart = 'zone'\nset = 0\n", INTO, YES),
        ("[[forbid]]\nin_zone = true\n", OUT, NO),
        ("[[forbid]]\nin_zone = true\n", INTO, YES),
    ],
)
def test_who_begins_in_a_zone(rules: str, way: tuple[str, ...], legal: Known) -> None:
    assert zoned("", way, rules=rules).legal == legal


def test_a_mode_that_ignores_zones() -> None:
    where = Network.of(theatre("........\n........\n", {}, (EDGE,)))
    for ignores, found in (("zones", []), ("", ["zone entry"])):
        rules = f"[mode.train]\nignores = '{ignores}'\n"
        at = start(
            rules,
            "blue leg 0400",
            where=where,
            zoc="[[exert]]\n[[movement]]\nmay_not_enter = true\n",
            unit="red leg 0200",
        )
        assert aspects(walk(at, way=INTO, mode="train")) == found


SLOW = "[slowed]\nwhere = { terrains = ['forest'] }\ntimes = 3\n"


@pytest.mark.parametrize(
    ("rows", "unit", "way", "low", "high"),
    [
        (SLOW, "red leg 0000", ROW[:2], 1, 1),
        (SLOW, "red leg 0000", ROW[:3], 3, 7),
        (SLOW, "red leg 0000", ROW[:4], 9, 13),
        (SLOW, "red leg 0200", ROW[2:5], 3, 3),
        (SLOW + "who = { kinds = ['motor'] }\n", "red leg 0000", ROW[:3], 3, 3),
        (SLOW + "modes = ['rail']\n", "red leg 0000", ROW[:3], 3, 3),
    ],
)
def test_ground_that_slows_from_there_on(rows: str, unit: str, way: tuple[str, ...], low: int, high: int) -> None:
    found = walk(start(rows, where=FOREST, unit=unit), way=way).cost
    assert [found.low, found.high] == [low, high]


def test_what_is_no_way_at_all() -> None:
    at = start()
    assert aspects(walk(at, way=("0000", "0200"))) == ["path"]
    assert aspects(walk(at, way=("0000", "9999"))) == ["path"]
    off = at.with_unit(replace(at.units["red0"], hex="", location="box"))
    assert "path" in aspects(cost_of(off, off.units["red0"], ("", "0100")))


def test_who_bars_a_hex() -> None:
    for rule, legal in (
        ("", NO),
        ("[occupied_by]\nkinds = ['motor']\n", YES),
        ("[occupied_by]\nkinds = ['leg']\n", NO),
    ):
        assert walk(start(rule, "blue leg 0100")).legal == legal
    assert walk(start("", "red leg 0100")).legal == YES
