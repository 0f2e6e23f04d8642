"""Who attacks whom and in what numbers, who dies last, and what an overrun comes to: judged on a strip of our own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.model.known import YES as SURE
from adjudicator.model.known import Known
from adjudicator.model.network import Network
from adjudicator.model.units import Face
from adjudicator.packs.thunder_in_the_east.rules.combat import (
    hardened_garrisons_die_last,
    one_hex,
    one_major_across_a_hexside,
    two_across_a_hexside,
)
from adjudicator.packs.thunder_in_the_east.rules.movement import overrun_roll, untried_revealed_by_overrun
from adjudicator.record.acts import Attack
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import pack, position, theatre
from tests.packs.thunder.played import played, with_faces

STRIP = Network.of(theatre("........."))
CLEAR = "[terrain.clear]\nany = 1\n"
FORCE = ("red leg 0200", "red leg 0200", "blue leg 0300", "blue leg 0300")


def start(*units: str) -> Position:
    at = position(STRIP, pack(), *(units or FORCE), phase="combat")
    return with_faces(at, **dict.fromkeys(at.units, (2, 1)))


@pytest.mark.parametrize(
    ("units", "too_many", "too_large"),
    [
        (("red0", "red1"), False, False),
        (("red0", "red2"), False, False),
        (("red0", "red2", "red4"), False, False),
        (("red1", "red3"), False, True),
        (("red0", "red1", "red3"), True, True),
    ],
)
def test_so_many_attack_across_a_hexside(units: tuple[str, ...], too_many: bool, too_large: bool) -> None:
    """11.5: at most two units attack across one hexside; 21.1: at most one of them is Major."""
    at = start(
        "red leg 0200 small",
        "red leg 0200 large",
        "red leg 0400",
        "red leg 0200",
        "red leg 0400 small",
        "blue leg 0300",
    )
    act = Attack(before=at, after=at, units=units, targets=("0300",))
    assert len(list(two_across_a_hexside(act))) == too_many
    assert len(list(one_major_across_a_hexside(act))) == too_large
    move = played(at, "move red0,red1,red3 0200-0100").acts[0]
    assert list(two_across_a_hexside(move)) == []


def test_a_battle_has_one_hex() -> None:
    """21.0: a battle is an attack on a single hex."""
    at = start()
    act = Attack(before=at, after=at, units=("red0",), targets=("0300",))
    assert list(one_hex(act)) == []
    assert len(list(one_hex(replace(act, targets=("0300", "0400"))))) == 1
    assert list(one_hex(played(at, "move red0 0200-0100").acts[0])) == []


@pytest.mark.parametrize(
    ("units", "deed", "count"),
    [
        (("blue fort 0300 dies_last", "blue leg 0300"), "flip blue0 2", 1),
        (("blue fort 0300 dies_last", "blue leg 0300"), "remove blue0", 1),
        (("blue fort 0300 dies_last", "blue leg 0300"), "box blue0", 1),  # as a log shows the loss of a unit
        (("blue fort 0300 dies_last", "blue leg 0300"), "box blue1", 0),
        (("blue fort 0300 dies_last", "blue leg 0400"), "box blue0", 0),
        (("blue fort 0300 dies_last", "blue leg 0300"), "flip blue1 2", 0),
        (("blue fort 0300 dies_last", "blue leg 0300"), "flip blue0 1", 0),
        (("blue fort 0300 dies_last", "blue leg 0400"), "flip blue0 2", 0),
        (("blue fort 0300 dies_last", "red leg 0300"), "flip blue0 2", 0),
        (("blue fort 0300 dies_last",), "remove blue0", 0),
        (("blue fort 0300 dies_last", "blue leg 0300"), "move blue0 0300-0400", 0),
    ],
)
def test_who_dies_last(units: tuple[str, ...], deed: str, count: int) -> None:
    """21.6: a Hardened Garrison takes a loss only when it is the only step left in its hex."""
    act = played(start(*units), deed).acts[0]
    assert len(list(hardened_garrisons_die_last(act))) == count


def test_two_removed_at_once_leave_none_before_the_other() -> None:
    at = start("blue fort 0300 dies_last", "blue leg 0300")
    one = played(at, "remove blue0").acts[0]
    both = replace(one, units=("blue0", "blue1"), after=one.after.without("blue1"))
    assert list(hardened_garrisons_die_last(both)) == []


OVERRUN = "[overrun]"


def ridden(
    told: str, victim: str = "blue leg 0300", rider: str = "red tank 0200", weather: str = "clear"
) -> list[Known]:
    at = position(STRIP, pack(movement=OVERRUN, terrain=CLEAR), rider, victim, phase="march", weather=weather)
    at = at if weather else replace(at, moment=replace(at.moment, conditions=()))
    record = played(at, f"overrun red0 0200-0300 {told}")
    return [each.broken for each in overrun_roll(record, revised=True)]


@pytest.mark.parametrize(
    ("told", "count"),
    [
        ("die=4 result=success", 0),
        ("die=6 result=success", 0),
        ("die=3 result=success", 1),
        ("die=2 result=success", 1),
        ("die=2 result=failure", 0),
        ("die=1 result=failure", 0),
        ("die=4 result=failure", 1),
        ("die=3 result=failure", 1),
        ("die=3 result=a", 0),
        ("die=3 result=b", 0),
        ("die=4 result=a", 1),
        ("die=2 result=b", 1),
        ("die=7 result=success", 1),
        ("die=0 result=failure", 0),
        ("die=x result=failure", 0),
        ("result=failure", 0),
        ("die=1", 0),
        ("die=3 result=a chose=red", 0),
        ("die=3 result=a chose=blue", 1),
        ("die=3 result=b chose=blue", 1),
        ("result=b chose=blue", 1),
        ("die=4 result=success chose=blue", 0),
    ],
)
def test_the_die_says_what_an_overrun_comes_to(told: str, count: int) -> None:
    """17.2: above the defense (3 here) a success, below it a failure, equal to it an option that the right player has."""
    assert ridden(told) == [SURE] * count


@pytest.mark.parametrize(
    ("die", "result", "count"), [(3, "success", 0), (2, "a", 0), (1, "failure", 0), (2, "success", 1)]
)
def test_a_modifier_moves_the_die(die: int, result: str, count: int) -> None:
    assert ridden(f"die={die} result={result}", rider="red tank 0200 heavy") == [SURE] * count


def test_others_choose_where_others_are_overrun() -> None:
    assert ridden("die=3 result=a chose=blue", "blue fort 0300") == []
    assert ridden("die=3 result=a chose=red", "blue fort 0300") == [SURE]


def test_weather_nobody_told_leaves_the_die_open() -> None:
    assert ridden("die=4 result=success", weather="") == [Known.open("weather")]
    assert ridden("die=4 result=a", weather="snow") == []
    # Who chooses hangs on no weather.
    assert ridden("result=a chose=blue", weather="") == [SURE]


@pytest.mark.parametrize(
    ("told", "deeds", "count"),
    [
        ("result=success", (), 1),
        ("", (), 0),
        ("result=success", ("flip blue1 2",), 0),
        ("result=success", ("flip red0 2",), 1),
        ("result=success", ("move red0 0300-0400", "flip blue1 2"), 1),
    ],
)
def test_a_victim_of_unknown_strength_is_revealed(told: str, deeds: tuple[str, ...], count: int) -> None:
    """17.1: an Untried unit that is overrun is revealed."""
    at = position(STRIP, pack(movement=OVERRUN, terrain=CLEAR), "red tank 0200", "blue leg 0300", phase="march")
    at = with_faces(at, red0=(2, 1))
    kind = at.unit("blue1").type.model_copy(update={"faces": (Face(), Face(attack=1, defense=1, movement=1))})
    hidden = at.with_unit(replace(at.unit("blue1"), type=kind))
    record = played(hidden, f"overrun red0 0200-0300 {told}", *deeds)
    assert len(list(untried_revealed_by_overrun(record))) == count
    known = played(with_faces(at, blue1=(2, 1)), f"overrun red0 0200-0300 {told}", *deeds)
    assert list(untried_revealed_by_overrun(known)) == []
