"""What a battle or an overrun orders and whether it was done: judged on a strip of our own.

Red attacks out of 0200 into 0300, where two blue units of two steps stand; a unit goes back one hex, or as many as said.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.model.known import YES as SURE
from adjudicator.model.known import Known
from adjudicator.model.network import Network
from adjudicator.packs.thunder_in_the_east.rules.combat import battles_are_declared
from adjudicator.packs.thunder_in_the_east.rules.combat_results import Outcome, Way, result_is_carried_out
from adjudicator.packs.thunder_in_the_east.rules.retreats import (
    into_a_battle_to_come,
    retreat_into_zones,
    stays_stacked,
)
from adjudicator.record.acts import Attack, Declaration
from adjudicator.record.position import Position
from adjudicator.terms.who import Selector
from tests.adjudicator.analysis.maps import pack, position, theatre
from tests.packs.thunder.played import played, with_faces

STRIP = Network.of(theatre(".........", {"0300-0400": "river"}))
RETREAT = """
[retreat]
hexes = 1
away = 1
zone_loss = 1
stays = { kinds = ['fort'] }
dies = { kinds = ['gun'] }
"""
ZONE = "[[exert]]\nwho = { kinds = ['tank'] }\n"
CLEAR = "[terrain.clear]\nany = 1\n"
FORCE = ("red leg 0200", "red leg 0200", "blue leg 0300", "blue leg 0300")
ALIVE = "attack 0300 red0 red1 X"


def start(*units: str, phase: str = "combat", zoc: str = ZONE) -> Position:
    rules = pack(movement=RETREAT, terrain=CLEAR, zoc=zoc)
    at = position(STRIP, rules, *(units or FORCE), phase=phase)
    return with_faces(at, **dict.fromkeys(at.units, (2, 1)))


def faults(ways: list[dict[str, Any]], *deeds: str, units: tuple[str, ...] = FORCE, fight: str = ALIVE) -> list[Known]:
    outcome = Outcome("X", tuple(Way(**way) for way in ways))
    return [each.broken for each in result_is_carried_out(played(start(*units), fight, *deeds), outcome)]


STANDING: dict[str, Any] = {"advance": -1}


@pytest.mark.parametrize(
    ("way", "deeds", "right"),
    [
        ({}, (), True),
        ({}, ("flip red0 2",), False),
        ({}, ("flip blue2 2",), False),
        ({}, ("retreat blue2,blue3 0300-0400",), False),
        ({"attackers": 1}, ("flip red0 2",), True),
        ({"attackers": 1}, (), False),
        ({"attackers": 1}, ("flip red0 2", "flip red1 2"), False),
        ({"attackers": 2}, ("flip red0 2", "flip red1 2"), True),
        ({"attackers": 2}, ("remove red0",), True),
        ({"defenders": 1}, ("flip blue2 2",), True),
        ({"defenders": 1}, (), False),
        ({"defenders": 1}, ("remove blue2",), False),
        ({"defenders": 2}, ("remove blue2",), True),
        ({"defenders": 2}, ("flip blue2 2", "flip blue3 2"), True),
        ({"defenders": 1, "attackers": 1}, ("flip blue2 2", "flip red0 2"), True),
        ({"defenders": 1, "attackers": 1}, ("flip blue2 2",), False),
        ({"defenders": -1}, ("remove blue2", "remove blue3"), True),
        ({"defenders": -1}, ("remove blue2",), False),
        ({"defenders": -1}, (), False),
        ({"defenders": -1, "attackers": 1}, ("remove blue2", "remove blue3"), False),
        ({"retreat": True}, ("retreat blue2,blue3 0300-0400",), True),
        ({"retreat": True}, ("retreat blue2 0300-0400",), False),
        ({"retreat": True}, (), False),
        ({"retreat": True}, ("retreat blue2,blue3 0300-0400", "retreat red0 0200-0100"), False),
        ({"retreat": True}, ("retreat blue2,blue3 0300-0400", "flip blue2 2"), False),
        ({"retreat": True, "defenders": 1}, ("flip blue2 2", "retreat blue2,blue3 0300-0400"), True),
        ({"retreat": True, "defenders": 2}, ("remove blue2", "retreat blue3 0300-0400"), True),
        ({"retreat": True, "defenders": 1}, ("remove blue2", "retreat blue3 0300-0400"), False),
        ({"retreat": True}, ("remove blue2", "retreat blue3 0300-0400"), False),
    ],
)
def test_what_the_result_orders_is_done(way: dict[str, Any], deeds: tuple[str, ...], right: bool) -> None:
    """21.5: each result says how many steps each side loses, and who goes back; no more and no less."""
    assert faults([STANDING | way], *deeds) == ([] if right else [SURE])


@pytest.mark.parametrize(
    ("advance", "deeds", "right"),
    [
        (0, (), True),
        (0, ("advance red0 0200-0300",), False),
        (1, ("advance red0 0200-0300",), True),
        (1, ("advance red0,red1 0200-0300",), False),
        (1, ("advance red0 0200-0300", "advance red1 0200-0300"), False),
        (1, ("advance red0 0200-0300", "advance red0 0300-0400"), True),
        (-1, ("advance red0,red1 0200-0300",), True),
        (0, ("advance blue3 0400-0500",), True),
    ],
)
def test_how_many_advance(advance: int, deeds: tuple[str, ...], right: bool) -> None:
    """21.5c: after a defender's loss nobody advances."""
    gone = ("remove blue2",)
    units = (*FORCE[:3], "blue leg 0400")
    assert faults([{"defenders": 2, "advance": advance}], *gone, *deeds, units=units) == ([] if right else [SURE])


CADRE = Selector(kinds=frozenset({"cadre"}))


@pytest.mark.parametrize(
    ("way", "came", "right"),
    [
        ({"remnants": False}, "blue leg 0300 7", False),
        ({"remnants": False}, "blue leg 0500 7", False),
        ({"remnants": False}, "red leg 0700 7", True),
        ({"remnants": False, "spared": CADRE}, "blue leg 0500 7", False),
        ({"remnants": False, "spared": CADRE}, "blue cadre 0500 7", True),
        ({}, "blue leg 0500 7", True),
    ],
)
def test_what_comes_in_the_place_of_the_dead(way: dict[str, Any], came: str, right: bool) -> None:
    """21.5i: all defenders are eliminated, with nothing left of them but what is spared."""
    deeds = ("remove blue2", "remove blue3", f"place {came}")
    assert faults([{"defenders": -1, "advance": -1} | way], *deeds) == ([] if right else [SURE])


def test_what_came_in_a_defenders_place_goes_back_as_well() -> None:
    """A cadre of two steps that takes the place of a corps of two has lost nothing; it retreats with the others."""
    ways = [{"retreat": True, "advance": -1}]
    came = ("remove blue2", "place blue leg 0300 7")
    assert faults(ways, *came, "retreat blue7,blue3 0300-0400") == []
    assert faults(ways, *came, "retreat blue3 0300-0400") == [SURE]
    stood = [{"advance": -1}]
    assert faults(stood, *came) == []
    assert faults(stood, *came, "retreat blue7 0300-0400") == [SURE]


def test_one_of_several_ways_is_enough() -> None:
    ways: list[dict[str, Any]] = [{"retreat": True, "advance": -1}, {"defenders": 1}]
    assert faults(ways, "retreat blue2,blue3 0300-0400") == []
    assert faults(ways, "flip blue2 2") == []
    assert faults(ways, "flip blue2 2", "advance red0 0200-0300") == [SURE]
    assert faults(ways) == [SURE]


def test_other_results_and_what_follows_the_next_fight_are_not_asked_about() -> None:
    assert faults([{"attackers": 1}], fight="attack 0300 red0 red1 Y") == []
    assert faults([{"attackers": 1}], fight="attack 0300 red0 red1") == []
    assert faults([{"attackers": 1}], "attack 0300 red0 red1 Y", "flip red0 2") == [SURE]


@pytest.mark.parametrize(
    ("kinds", "deeds", "right"),
    [
        (("fort", "leg"), ("retreat blue3 0300-0400",), True),
        (("fort", "leg"), ("retreat blue2,blue3 0300-0400",), True),  # that it went is another rule's
        (("fort", "leg"), (), False),
        (("fort", "fort"), (), True),
        (("gun", "leg"), ("remove blue2", "retreat blue3 0300-0400"), True),
        (("gun", "leg"), ("retreat blue3 0300-0400",), False),
    ],
)
def test_who_stays_and_who_dies_instead_of_going_back(
    kinds: tuple[str, str], deeds: tuple[str, ...], right: bool
) -> None:
    units = (*FORCE[:2], *(f"blue {kind} 0300" for kind in kinds))
    assert faults([{"retreat": True, "advance": -1}], *deeds, units=units) == ([] if right else [SURE])


def test_who_has_nowhere_to_go_is_lost_and_counts_for_no_loss() -> None:
    """21.7.2: units that cannot retreat are eliminated, besides what the result takes."""
    shut = (*FORCE, "red leg 0400")
    dead = ("remove blue2", "remove blue3")
    assert faults([{"retreat": True, "advance": -1}], *dead, units=shut) == []
    assert faults([{"retreat": True, "advance": -1}], *dead) == [SURE]
    assert faults([{"retreat": True, "advance": -1}], "remove blue2", units=shut) == [SURE]
    assert faults([{"advance": -1}], *dead, units=shut) == [SURE]


def test_a_toll_in_enemy_zones_may_be_lost_besides() -> None:
    """21.7.3: each hex of an enemy zone costs the stack a step; it may be paid, and whether it was is another rule's."""
    units = (*FORCE, "red tank 0500")
    for deeds, right in (
        (("retreat blue2,blue3 0300-0400",), True),
        (("retreat blue2,blue3 0300-0400", "flip blue2 2"), True),
        (("retreat blue2,blue3 0300-0400", "flip blue2 2", "flip blue3 2"), False),
    ):
        assert faults([{"retreat": True, "advance": -1}], *deeds, units=units) == ([] if right else [SURE])


PERHAPS = "[[exert]]\nwho = { kinds = ['tank'] }\nwhen = { conditions = { weather = ['snow'] } }\n"


def test_a_toll_that_hangs_on_the_weather_leaves_a_doubt_and_too_many_losses_do_not() -> None:
    at = start(*FORCE, "red tank 0500", zoc=PERHAPS)
    untold = replace(at, moment=replace(at.moment, conditions=()))
    outcome = Outcome("X", (Way(retreat=True, advance=-1),))
    back = (ALIVE, "retreat blue2,blue3 0300-0400")

    def judged(where: Position, *deeds: str) -> list[Known]:
        return [each.broken for each in result_is_carried_out(played(where, *back, *deeds), outcome)]

    assert judged(untold) == []
    assert judged(untold, "flip blue2 2") == [Known.open("weather")]
    assert judged(at, "flip blue2 2") == [SURE]


@pytest.mark.parametrize(
    ("way", "words"),
    [
        (Way(defenders=-1, advance=-1), "every defender is eliminated"),
        (Way(defenders=1), "the defenders lose 1 step and nobody advances"),
        (Way(attackers=1, retreat=True, advance=-1), "the attackers lose 1 step and the defenders retreat"),
        (Way(advance=-1), "nothing happens"),
        (Way(), "nothing happens"),
    ],
)
def test_a_way_in_words(way: Way, words: str) -> None:
    assert way.words == words


def unpaid(*deeds: str, result: str = "DR", at: Position | None = None) -> list[Known]:
    here = at or start(*FORCE, "red tank 0500")
    record = played(here, f"attack 0300 red0 red1 {result}", *deeds)
    return [each.broken for each in retreat_into_zones(record) if each.broken.possible]


@pytest.mark.parametrize(
    ("result", "deeds", "count"),
    [
        ("DR", ("retreat blue2,blue3 0300-0400",), 1),
        ("DR", ("retreat blue2,blue3 0300-0400", "flip blue2 2"), 0),
        ("DL", ("flip blue2 2", "retreat blue2,blue3 0300-0400"), 1),
        ("DL", ("flip blue2 2", "retreat blue2,blue3 0300-0400", "flip blue3 2"), 0),
        ("DL", ("retreat blue2,blue3 0300-0400",), 0),  # the result itself was not carried out: another rule's
        ("DR", (), 0),
        ("NE", ("retreat blue2,blue3 0300-0400",), 0),
    ],
)
def test_a_step_for_each_hex_of_an_enemy_zone(result: str, deeds: tuple[str, ...], count: int) -> None:
    """21.7.3: each EZOC hex that a retreat enters costs the stack one step, besides what the result took."""
    assert unpaid(*deeds, result=result) == [SURE] * count


def test_where_no_zone_reaches_a_retreat_is_free_and_an_open_zone_leaves_a_doubt() -> None:
    assert unpaid("retreat blue2,blue3 0300-0400", at=start()) == []
    at = start(*FORCE, "red tank 0500", zoc=PERHAPS)
    untold = replace(at, moment=replace(at.moment, conditions=()))
    assert unpaid("retreat blue2,blue3 0300-0400", at=untold) == [Known.open("weather")]
    assert unpaid("retreat blue2,blue3 0300-0400", "flip blue2 2", at=untold) == []


@pytest.mark.parametrize(
    ("deeds", "count"),
    [
        (("retreat blue2,blue3 0300-0400",), 0),
        (("retreat blue2 0300-0400", "retreat blue3 0300-0400"), 0),
        (("retreat blue2 0300-0400", "retreat blue3 0300-0500"), 1),
        (("retreat blue2 0300-0400-0500", "retreat blue3 0300-0500"), 0),  # the record shows only the ends
        (("retreat blue2 0300-0400", "retreat red0 0200-0100"), 0),
        (("retreat blue2 0300-0400", "attack 0300 red0", "retreat blue3 0300-0500"), 0),
        (("retreat blue2 0300-0400", "overrun red0 0200-0300", "retreat blue3 0300-0500"), 0),
        (("retreat blue2 0300-0400", "retreat blue3 0300-0500", "attack 0300 red0"), 1),
        (("retreat blue2 0300", "retreat blue3 0300-0500"), 0),
        (("move blue2 0300-0400", "retreat blue3 0300-0500"), 0),
    ],
)
def test_a_stack_goes_back_together(deeds: tuple[str, ...], count: int) -> None:
    """21.7.1: the units that retreat from a battle go the same way together."""
    assert len(list(stays_stacked(played(start(), *deeds)))) == count


def test_ways_that_a_person_wrote_down_are_compared_hex_by_hex() -> None:
    record = played(start(), "retreat blue2 0300-0400-0500", "retreat blue3 0300-0500")
    first, other = record.acts
    exact = replace(record, acts=(replace(first, exact=True), replace(other, exact=True)))
    (found,) = stays_stacked(exact)
    assert found.at == ("0300", "0500", "0500") and "0400-0500" in found.because
    half = replace(record, acts=(replace(first, exact=True), other))
    assert list(stays_stacked(half)) == []


def into(*deeds: str, at: Position | None = None) -> list[Known]:
    record = played(at or start(*FORCE, "blue leg 0400"), *deeds)
    return [each.broken for each in into_a_battle_to_come(record) if each.broken.possible]


@pytest.mark.parametrize(
    ("deeds", "count"),
    [
        (("retreat blue2 0300-0400", "attack 0400 red0"), 1),
        (("retreat blue2 0300-0400", "attack 0500 red0"), 0),
        (("attack 0400 red0", "retreat blue2 0300-0400"), 0),
        (("retreat blue2 0300-0400", "remove blue2", "attack 0400 red0"), 0),
        (("retreat blue2 0300-0400", "attack 0400 red0", "remove blue2"), 1),
        (("retreat blue2 0300-0400", "retreat blue2 0400-0500", "attack 0400 red0"), 0),
        (("move blue2 0300-0400", "attack 0400 red0"), 0),
        (("retreat blue2,blue3 0300-0400", "remove blue2", "attack 0400 red0"), 1),
    ],
)
def test_who_flees_into_the_next_battle_is_lost(deeds: tuple[str, ...], count: int) -> None:
    """21.7.2: units that retreat into the hex of a declared, unresolved battle are eliminated."""
    assert into(*deeds) == [SURE] * count


def announced(at: Position, **targets: tuple[str, ...]) -> Position:
    told = {name.removeprefix("at"): names for name, names in targets.items()}
    return replace(at, memory=replace(at.memory, announced=at.memory.announced.update(told)))


def test_an_announced_battle_is_still_to_come_and_a_late_record_leaves_it_open() -> None:
    at = start(*FORCE, "blue leg 0400")
    assert into("retreat blue2 0300-0400", at=announced(at, at0400=("red0",))) == [SURE]
    assert into("retreat blue2 0300-0400", at=announced(at, at0400=())) == []
    late = replace(at, joined=True)
    (found,) = into("retreat blue2 0300-0400", at=late)
    assert found == Known.open("which attacks were announced before the record begins")
    assert into("retreat blue2 0300-0400", at=replace(late, heard_all=True)) == []
    assert into("retreat blue2 0300-0400", at=announced(late, at0400=())) == []
    empty = replace(start(), joined=True)  # nobody stands in 0400, so no battle can have been announced there
    assert into("retreat blue2 0300-0400", at=empty) == []


def heard(at: Position, *units: str, target: str = "0300", kind: type[Attack] = Attack) -> list[Known]:
    act = kind(before=at, after=at, units=units, targets=(target,))
    return [each.broken for each in battles_are_declared(act)]


def test_battles_are_those_announced_by_those_who_were_announced() -> None:
    """19.1: all battles are declared before the first is fought; none is added or changed."""
    at = announced(start(*FORCE, "blue leg 0100"), at0300=("red0", "red1"))
    assert heard(at, "red0", "red1") == heard(at, "red1", "red0") == []
    assert heard(at, "red0") == [SURE]
    assert heard(at, "red0", target="0100") == [SURE]
    assert heard(at, "red0", kind=Declaration) == []
    telling = announced(start(phase="declaration"), at0300=("red0", "red1"))
    assert heard(telling, "red0") == []
    assert heard(start(), "red0") == []
    late = replace(start(), joined=True)
    assert heard(late, "red0") == [Known.open("which attacks were announced before the record begins")]
    known = replace(late, memory=at.memory)
    assert heard(known, "red0") == [SURE]
    assert heard(known, "red0", target="0100")[0].is_open
