"""Retreats on a corridor two hexes high: where they lead, what they cost, which is due, and what is wrong with one told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.combat.retreat import may_slip_through, orderly_retreats, retreats, slipped
from adjudicator.analysis.combat.retreat_toll import retreat_toll
from adjudicator.analysis.combat.retreat_ways import retreat_loss, tires
from adjudicator.checks.combat.retreat import RetreatTerms, retreats_as_it_must
from adjudicator.checks.registry import NoTerms, find_check
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.record.acts import Laid, Retreat
from adjudicator.record.memory import FoughtBattle
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import marker, pack, position, theatre

CHOICE = find_check("combat.retreat_choice")
STRIP = Network.of(theatre("........", {"0300-0400": "river"}))
ZOC = "[[exert]]\nwho = { kinds = ['tank'] }"
ODDS = "[odds]\nladder = ['1:1', '2:1']\n"
CLEAR = "[terrain.clear]\nany = 1\n"


def start(
    terms: str, *units: str, more: str = "", stacking: str = "", options: frozenset[str] = frozenset()
) -> Position:
    rules = pack(movement=f"[retreat]\n{terms}\n{more}", terrain=CLEAR, zoc=ZOC, stacking=stacking, combat=ODDS)
    return position(STRIP, replace(rules, options=options), "red leg 0300", *units, phase="combat", phasing="blue")


def ends(terms: str, *units: str, more: str = "") -> dict[str, int]:
    """Where a unit in 0300 may go, and the steps it loses."""
    at = start(terms, *units, more=more)
    return {number: way.losses for number, way in sorted(retreats(at, at.units["red0"]).sure.items())}


@pytest.mark.parametrize(
    ("terms", "units", "found"),
    [
        ("hexes = 1", (), {"0200": 0, "0400": 0}),
        ("hexes = 2\naway = 2", (), {"0100": 0, "0500": 0}),
        ("hexes = 3\naway = 3", (), {"0000": 0, "0600": 0}),
        ("hexes = 2\naway = 2", ("blue leg 0400",), {"0100": 0}),
        ("hexes = 2\naway = 2", ("blue leg 0500",), {"0100": 0}),
        ("hexes = 2\naway = 2", ("blue leg 0400", "blue leg 0200"), {}),
        ("hexes = 2\naway = 2", ("red leg 0400",), {"0100": 0, "0500": 0}),
        ("hexes = 2\naway = 2\nzone_loss = 1", ("blue tank 0600",), {"0100": 0, "0500": 1}),
        ("hexes = 2\naway = 2\nzone_loss = 2", ("blue tank 0600",), {"0100": 0, "0500": 2}),
        ("hexes = 2\naway = 2\nzone_loss = 1", ("blue leg 0600",), {"0100": 0, "0500": 0}),
        ("hexes = 2\naway = 2", ("blue tank 0600",), {"0100": 0, "0500": 0}),
        ("hexes = 1\nzone_loss = 1\nshielded = {}", ("blue tank 0500", "red leg 0400"), {"0200": 0, "0400": 0}),
        ("hexes = 1\nzone_loss = 1\nshielded = {}", ("blue tank 0500",), {"0200": 0, "0400": 1}),
        (
            "hexes = 1\nzone_loss = 1\nshielded = { kinds = ['tank'] }",
            ("blue tank 0500", "red leg 0400"),
            {"0200": 0, "0400": 1},
        ),
        (
            "hexes = 1\nzone_loss = 1\nshielded = {}\nshielded_who = { kinds = ['tank'] }",
            ("blue tank 0500", "red leg 0400"),
            {"0200": 0, "0400": 1},
        ),
        ("hexes = 1\nzone_loss = 1\nignoring = [{}]", ("blue tank 0500",), {"0200": 0, "0400": 0}),
        (
            "hexes = 1\nzone_loss = 1\nignoring = [{ who = { kinds = ['tank'] } }]",
            ("blue tank 0500",),
            {"0200": 0, "0400": 1},
        ),
        (
            "hexes = 1\nzone_loss = 1\nignoring = [{ of = { kinds = ['leg'] } }]",
            ("blue tank 0500",),
            {"0200": 0, "0400": 1},
        ),
        ("hexes = 1\nzone_loss = 1\nignoring = [{ first = true }]", ("blue tank 0500",), {"0200": 0, "0400": 0}),
        (
            "hexes = 2\naway = 2\nzone_loss = 1\nignoring = [{ first = true }]",
            ("blue tank 0600",),
            {"0100": 0, "0500": 1},
        ),
        ("hexes = 1\naway = 2", (), {}),
        ("hexes = 1\naway = 2\nbeside = [{ features = ['river'] }]", (), {"0400": 0}),
        ("hexes = 1\ndies = { kinds = ['leg'] }", (), {}),
        ("hexes = 1\ndies = { kinds = ['tank'] }", (), {"0200": 0, "0400": 0}),
        ("hexes = 1\nzone_loss = 1\nshared = 'all'", ("blue leg 0300", "blue tank 0500"), {"0200": 0, "0400": 0}),
        ("hexes = 1\nzone_loss = 1\nshared = 'all'", ("blue tank 0500",), {"0200": 0, "0400": 1}),
        ("hexes = 1\nzone_loss = 1\nshared = 'there'", ("blue tank 0300",), {"0200": 0, "0400": 0}),
        ("hexes = 1\nzone_loss = 1\nshared = 'there'", ("blue tank 0300", "blue tank 0500"), {"0200": 0, "0400": 1}),
        ("hexes = 1\nzone_loss = 1", ("blue tank 0300",), {"0200": 1, "0400": 1}),
    ],
)
def test_where_a_retreat_leads(terms: str, units: tuple[str, ...], found: dict[str, int]) -> None:
    assert ends(terms, *units) == found
    assert ends(terms, *units, more="[[forbid]]\nwhere = { hexes = ['0400'] }") == {
        number: losses for number, losses in found.items() if number < "0400"
    }


def test_a_retreat_goes_on_past_enemy_markers() -> None:
    at = start("hexes = 1\npast = ['mine']")
    for lies, found in (
        ("blue mine 0400", ["0200", "0500"]),
        ("red mine 0400", ["0200", "0400"]),
        ("blue fort 0400", ["0200", "0400"]),
    ):
        there = at.with_marker(marker(lies))
        assert sorted(retreats(there, there.units["red0"]).sure) == found


def test_who_fought_beside_it_does_not_shield_it() -> None:
    at = start("hexes = 1\nzone_loss = 1\nshielded = {}", "blue tank 0500", "red leg 0400")
    unit = at.units["red0"]
    phase = at.moment.phase
    assert phase is not None
    for left, loss in (
        (FoughtBattle("0300", 1, phase.id), 1),
        (FoughtBattle("0100", 1, phase.id), 0),
        (FoughtBattle("0300", 2, phase.id), 0),
    ):
        there = replace(at, memory=replace(at.memory, fled=at.memory.fled.set("red2", left)))
        assert retreat_loss(there, unit, "0400", first=True) == Interval.of(loss)


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("{}", YES),
        ("{ who = { kinds = ['tank'] } }", NO),
        ("{ where = { hexes = ['0300'] } }", YES),
        ("{ where = { hexes = ['0200'] } }", NO),
        ("{ where = { hexes = ['0200'] } }, {}", YES),
    ],
)
def test_who_tires(row: str, found: Known) -> None:
    at = start(f"hexes = 1\ntired = [{row}]")
    assert tires(at, at.units["red0"]) == found
    assert tires(at, at.units["red0"], "9999") == NO


CROWDED = "[[limit]]\nname = 'all'\nmost = 1\n"


@pytest.mark.parametrize(
    ("units", "every", "orderly"),
    [
        ((), ["0200", "0400"], ["0200", "0400"]),
        (("red leg 0400",), ["0200", "0500"], ["0200"]),
        (("red leg 0400", "red leg 0200"), ["0100", "0500"], ["0100", "0500"]),
        (("red leg 0400", "blue leg 0200"), ["0500"], ["0500"]),
        (("red leg 0400", "red leg 0500", "blue leg 0200"), ["0600"], ["0600"]),
        (("blue leg 0400", "blue leg 0200"), [], []),
        (("blue tank 0500",), ["0200", "0400"], ["0200"]),
        (("blue tank 0500", "red leg 0200"), ["0100", "0400"], ["0100"]),
    ],
)
def test_a_retreat_that_goes_on_where_there_is_no_room(
    units: tuple[str, ...], every: list[str], orderly: list[str]
) -> None:
    at = start("hexes = 1\nonward = true\nzone_loss = 1", *units, stacking=CROWDED)
    assert sorted(retreats(at, at.units["red0"]).sure) == every
    assert sorted(orderly_retreats(at, at.units["red0"]).sure) == orderly


def test_slipping_through_zones() -> None:
    terms = "hexes = 1\nzone_loss = 1\n[slipping]\nwho = { kinds = ['leg'] }\ncell = 'slip.{die}'"
    at = start(terms, "red tank 0400")
    assert may_slip_through(at, at.units["red0"], "0400") == YES
    assert may_slip_through(at, at.units["red0"], "0200") == NO
    helped = start(terms.replace("'leg'", "'gun'"), "red gun 0300")
    assert may_slip_through(helped, helped.units["red0"], "0200") == YES
    alone = start(terms.replace("'leg'", "'gun'"), "red tank 0400")
    assert may_slip_through(alone, alone.units["red0"], "0400") == NO
    charted = replace(at, pack=replace(at.pack, charts={"slip.1": "success", "slip.2": "failure"}))
    thrown = [Laid(before=charted, after=charted, where="0400", marker_ids=(), told={"die": die}) for die in "123"]
    assert [slipped(charted, act) for act in thrown] == [YES, NO, Known.open("slip.3")]
    assert slipped(charted, replace(thrown[0], told={})).is_open


def went(at: Position, *way: str, exact: bool = True, name: str = "red0", **told: str) -> Retreat:
    return Retreat(before=at, after=at.moved(name, way[-1]), units=(name,), way=way, exact=exact, told=told)


@pytest.mark.parametrize(
    ("units", "way", "zones", "least", "most"),
    [
        ((), ("0300", "0200", "0100"), (), 0, 0),
        (("blue tank 0600",), ("0300", "0400", "0500"), ("0500",), 1, 1),
        (("blue tank 0600",), ("0300", "0500"), ("0500",), 1, 2),
        (("blue tank 0600",), ("0300", "0100"), (), 0, 2),
    ],
)
def test_what_retreats_cost_together(
    units: tuple[str, ...], way: tuple[str, ...], zones: tuple[str, ...], least: int, most: int
) -> None:
    found = retreat_toll((went(start("hexes = 2\naway = 2\nzone_loss = 1", *units), *way, exact=len(way) > 2),))
    assert (found.zones, found.weary, found.least) == (zones, Interval.of(0), Interval.of(least))
    assert found.most == Interval.of(most)


def test_a_zone_costs_a_stack_once_and_every_tired_unit_its_step() -> None:
    at = start("hexes = 1\nzone_loss = 1\ntired = [{}]", "blue tank 0500", "red leg 0300")
    found = retreat_toll((went(at, "0300", "0400"), went(at, "0300", "0400", name="red2")))
    assert (found.zones, found.weary, found.most) == (("0400",), Interval.of(2), Interval.of(3))


@pytest.mark.parametrize(
    ("terms", "units", "way", "exact", "count"),
    [
        ("hexes = 2\naway = 2", (), ("0300", "0200", "0100"), True, 0),
        ("hexes = 2\naway = 2", (), ("0300", "0100"), False, 0),
        ("hexes = 2\naway = 2", (), ("0300", "0200"), True, 1),
        ("hexes = 2\naway = 2", (), ("0300", "0200"), False, 1),
        ("hexes = 2\naway = 2", (), ("0300", "0200", "0100", "0000"), True, 1),
        ("hexes = 2\naway = 1", (), ("0300", "0200", "0100", "0000"), True, 1),
        ("hexes = 2\naway = 2", (), ("0300", "0500", "0100"), True, 1),
        ("hexes = 2\naway = 2", ("blue leg 0400",), ("0300", "0400", "0500"), True, 1),
        ("hexes = 2\naway = 2\nzone_loss = 1", ("blue tank 0600",), ("0300", "0400", "0500"), True, 1),
        ("hexes = 2\naway = 2\nzone_loss = 1", ("blue tank 0600",), ("0300", "0500"), False, 1),
        ("hexes = 2\naway = 2\nzone_loss = 1", ("blue tank 0600",), ("0300", "0200", "0100"), True, 0),
        ("hexes = 1\ntired = [{}]", (), ("0300", "0200"), True, 1),
        ("hexes = 1\nstays = { kinds = ['leg'] }", (), ("0300", "0000"), True, 0),
        ("hexes = 1\nonward = true", (), ("0300", "0200"), True, 0),
        ("hexes = 1\nonward = true", (), ("0300", "0200", "0100"), True, 1),
        ("hexes = 1\nonward = true", ("red leg 0200",), ("0300", "0200"), True, 1),
        ("hexes = 1\nonward = true", ("red leg 0200",), ("0300", "0200", "0100"), True, 0),
    ],
)
def test_what_is_wrong_with_a_retreat(
    terms: str, units: tuple[str, ...], way: tuple[str, ...], exact: bool, count: int
) -> None:
    at = start(terms, *units, stacking=CROWDED)
    found = list(retreats_as_it_must(went(at, *way, exact=exact), RetreatTerms()))
    assert [each.broken for each in found] == [YES] * count


def test_who_attacked_is_not_sent_back_where_the_rule_says_so() -> None:
    at = start("hexes = 1", "blue leg 0500")
    for attackers, count in ((True, 0), (False, 1)):
        terms = RetreatTerms(attackers=attackers)
        assert len(list(retreats_as_it_must(went(at, "0500", "0600", name="blue1"), terms))) == count
        assert list(retreats_as_it_must(went(at, "0300", "0200"), terms)) == []


@pytest.mark.parametrize(
    ("chosen", "units", "way", "count"),
    [
        ("'losses'", ("blue tank 0600",), ("0300", "0400", "0500"), 1),
        ("'losses'", ("blue tank 0600",), ("0300", "0200", "0100"), 0),
        ("'losses'", (), ("0300", "0400", "0500"), 0),
        ("'overstacked'", ("red leg 0500",), ("0300", "0400", "0500"), 1),
        ("'overstacked'", ("red leg 0500",), ("0300", "0200", "0100"), 0),
        ("'overstacked'", ("red leg 0500", "red leg 0100"), ("0300", "0200", "0100"), 0),
        ("'losses'", ("red leg 0500",), ("0300", "0400", "0500"), 1),  # the stack loses what is too much
        ("'zones'", ("blue tank 0600",), ("0300", "0400", "0500"), 1),
        ("'zones'", ("blue leg 0600",), ("0300", "0400", "0500"), 0),
        ("'grave zones'", ("blue tank 0600",), ("0300", "0400", "0500"), 0),
        ("'zones', 'overstacked'", ("blue tank 0600", "red leg 0100"), ("0300", "0200", "0100"), 0),
        ("'overstacked', 'zones'", ("blue tank 0600", "red leg 0100"), ("0300", "0200", "0100"), 1),
    ],
)
def test_the_retreat_that_is_due(chosen: str, units: tuple[str, ...], way: tuple[str, ...], count: int) -> None:
    terms = f"hexes = 2\naway = 2\nzone_loss = 1\nchosen_by = [{chosen}]\ngrave = {{ kinds = ['gun'] }}"
    at = start(terms, *units, stacking=CROWDED)
    for exact, path in ((True, way), (False, (way[0], way[-1]))):
        found = list(CHOICE.judge(went(at, *path, exact=exact), NoTerms()))
        assert [each.broken for each in found] == [YES] * count


@pytest.mark.parametrize(
    ("units", "way", "count"),
    [
        ((), ("0300", "0200"), 0),
        (("red leg 0200",), ("0300", "0200", "0100"), 1),  # 0400 is free
        (("red leg 0200",), ("0300", "0400"), 0),
        (("red leg 0200", "red leg 0400"), ("0300", "0200", "0100"), 0),
        (("blue tank 0500",), ("0300", "0400"), 1),
        (("blue tank 0500", "red leg 0200"), ("0300", "0200", "0100"), 0),
        (("blue tank 0500", "red leg 0200"), ("0300", "0400"), 1),
    ],
)
def test_step_by_step_the_best_hex(units: tuple[str, ...], way: tuple[str, ...], count: int) -> None:
    at = start("hexes = 1\nonward = true\nzone_loss = 1", *units, stacking=CROWDED)
    found = list(CHOICE.judge(went(at, *way), NoTerms()))
    assert [each.broken for each in found] == [YES] * count


@pytest.mark.parametrize(
    ("enemies", "strength", "broken"),
    [
        (("blue leg 0400",), 30, NO),
        (("blue leg 0400",), 29, YES),
        (("blue leg 0400", "blue leg 0400"), 59, YES),
        (("blue leg 0400", "blue leg 0400"), 60, NO),
        (("blue leg 0400", "blue tank 0500"), 90, YES),  # the zone there takes its only side
    ],
)
def test_a_retreat_that_runs_over_enemies(enemies: tuple[str, ...], strength: int, broken: Known) -> None:
    """Ten times the defense of three is thirty."""
    at = start("hexes = 1\nzone_loss = 1", *enemies, options=frozenset({"run"}))
    unit = at.units["red0"]
    face = unit.type.faces[0].model_copy(update={"attack": strength})
    at = at.with_unit(replace(unit, type=unit.type.model_copy(update={"faces": (face,)})))
    found = list(retreats_as_it_must(went(at, "0300", "0400"), RetreatTerms(overruns="run")))
    assert [each.broken for each in found] == [broken]
