"""What a result takes of both sides, held against what was done: units of two faces and their retreats, told by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from adjudicator.analysis.combat.battles import fights
from adjudicator.analysis.combat.casualties import Reckoning, fate, faults, reckon
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.units import Face, Unit
from adjudicator.record.acts import Act, Attack, Declaration, Flipped, Overrun, Placed, Removed
from adjudicator.record.acts import Retreat as Back
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import blank, pack, position, theatre, unit

MAP = Network.of(theatre(blank(6, 5)))
TERRAIN = "[terrain.clear]\nany = 1\n"
RETREAT = "[retreat]\nhexes = 1\naway = 1\nzone_loss = 1\n"
TOLLS = """
[[toll]]
result = "AR"
attackers = "retreat"
[[toll]]
result = "AH"
attackers = "half"
[[toll]]
result = "DR"
defenders = "retreat"
[[toll]]
result = "DH"
defenders = "half"
[[toll]]
result = "DE"
defenders = "all"
[[toll]]
result = "EX"
exchange = 1
[[toll]]
result = "HX"
exchange = "1/2"
"""
STEADFAST = """
[steadfast]
company = { kinds = ["fort"] }
who = { kinds = ["leg", "fort"] }
instead = { DR = "NE" }
[[toll]]
result = "NE"
"""


def rules(combat: str = "", movement: str = RETREAT) -> Pack:
    return pack(
        terrain=TERRAIN, combat=TOLLS + combat, movement=movement, zoc="[[exert]]\nwho = { kinds = ['motor'] }\n"
    )


def piece(text: str, number: int, *strengths: int) -> Unit:
    """A unit with as many faces as strengths, each its attack and defense."""
    made = unit(text, number)
    faces = tuple(
        Face(attack=each, defense=each, movement=4, steps=len(strengths) - count)
        for count, each in enumerate(strengths)
    )
    return replace(made, type=made.type.model_copy(update={"faces": faces}))


ATTACKER = piece("red leg 0101", 0, 5, 2)
DEFENDER = piece("blue leg 0201", 1, 4, 1)
OTHER = piece("blue leg 0201", 2, 2)


def start(*units: Unit, under: Pack | None = None) -> Position:
    at = position(MAP, under or rules(), phase="combat")
    for each in units or (ATTACKER, DEFENDER):
        at = at.with_unit(each)
    return at


def gone(at: Position, name: str) -> Act:
    return Removed(before=at, after=at.without(name), units=(name,), where="0201")


def flipped(at: Position, name: str) -> Act:
    after = at.with_unit(replace(at.unit(name), face=at.unit(name).face + 1))
    return Flipped(before=at, after=after, units=(name,), faces=(1,))


def back(at: Position, name: str, to: str, **told: str) -> Act:
    return Back(before=at, after=at.moved(name, to), units=(name,), way=(at.unit(name).hex, to), told=told)


DEEDS = {"gone": gone, "flip": flipped}


def done(result: str, at: Position, *deeds: str, attackers: tuple[str, ...] = ("red0",)) -> Reckoning:
    """A battle in 0201 with this result, then each deed: "gone blue1", "flip blue1", "blue1 0301" (a retreat)."""
    acts: list[Act] = [Attack(before=at, after=at, units=attackers, targets=("0201",), told={"result": result})]
    for deed in deeds:
        before, (first, second) = acts[-1].after, deed.split()
        acts.append(DEEDS[first](before, second) if first in DEEDS else back(before, first, second))
    record = PhaseRecord(at, acts[-1].after, tuple(acts))
    return reckon(fights(record)[0], at, frozenset())


def wrong(reckoning: Reckoning) -> list[str]:
    """Who did not do what, and in which words: the unit's id and the last words."""
    return [f"{' '.join(each.units)}: {each.words.split(', ')[-1]}" for each in faults(reckoning)]


@pytest.mark.parametrize(
    ("result", "deeds", "count"),
    [
        ("DR", ["blue1 0301"], 0),
        ("DR", [], 1),
        ("DR", ["flip blue1"], 1),
        ("DR", ["gone blue1"], 1),
        ("DR", ["blue1 0301", "flip blue1"], 1),
        ("DR", ["blue1 0301", "red0 0001"], 1),
        ("AR", ["red0 0001"], 0),
        ("AR", [], 1),
        ("AR", ["red0 0001", "blue1 0301"], 1),
        ("DE", ["flip blue1", "blue1 0301"], 0),
        ("DE", ["flip blue1"], 1),
        ("DE", ["blue1 0301"], 1),
        ("DE", [], 1),
        ("DE", ["gone blue1"], 1),  # it had a further side and a way
        ("DE", ["flip blue1", "blue1 0301", "flip red0"], 1),
        ("DH", ["flip blue1", "blue1 0301"], 0),
        ("DH", ["blue1 0301"], 1),
        ("DH", ["flip blue1"], 1),
        ("DH", ["gone blue1"], 0),
        ("AH", ["flip red0", "red0 0001"], 0),
        ("AH", ["red0 0001"], 1),
        ("AH", ["flip red0"], 1),
        ("??", [], 0),
    ],
)
def test_orders_and_what_was_done(result: str, deeds: list[str], count: int) -> None:
    assert len(faults(done(result, start(), *deeds))) == count


@pytest.mark.parametrize(
    ("strengths", "deeds", "count"),
    [
        (((4, 1), (2,)), ["flip blue1", "blue1 0301", "blue2 0301"], 0),  # 4 of 6: what the side that fell showed
        (((4, 1), (2,)), ["gone blue2", "blue1 0301"], 1),  # 2 of 6
        (((4, 1), (4,)), ["gone blue2", "blue1 0301"], 0),  # 4 of 8
        (((4, 1), (5,)), ["flip blue1", "blue1 0301", "blue2 0301"], 1),  # 4 of 9
        (((4, 1), (5,)), ["gone blue1", "blue2 0301"], 0),  # both its sides: 5 of 9
    ],
)
def test_at_least_half_is_lost(strengths: tuple[tuple[int, ...], ...], deeds: list[str], count: int) -> None:
    units = [piece("blue leg 0201", number, *each) for number, each in enumerate(strengths, 1)]
    assert len(faults(done("DH", start(ATTACKER, *units), *deeds))) == count


def test_half_of_an_unknown_strength_stays_open() -> None:
    face = Face(attack=4, defense=None, movement=4, steps=1)
    unknown = replace(OTHER, type=OTHER.type.model_copy(update={"faces": (face,)}))
    (found,) = faults(done("DH", start(ATTACKER, DEFENDER, unknown), "flip blue1", "blue1 0301", "blue2 0301"))
    assert found.broken.is_open


def test_who_has_no_further_side_is_removed() -> None:
    assert faults(done("DE", start(ATTACKER, OTHER), "gone blue2")) == ()
    assert len(faults(done("DE", start(ATTACKER, OTHER), "blue2 0301"))) == 1


def surrounded(*zones: str) -> tuple[Unit, ...]:
    """Red motors, each of which has a zone, in these hexes."""
    return tuple(piece(f"red motor {number}", 10 + count, 3) for count, number in enumerate(zones))


AROUND = ("0100", "0101", "0200", "0300", "0301", "0202", "0102", "0302")


def test_who_has_nowhere_to_go_is_removed() -> None:
    shut = start(ATTACKER, DEFENDER, *surrounded(*AROUND))
    assert faults(done("DR", shut, "gone blue1")) == ()
    assert faults(done("DE", shut, "gone blue1")) == ()
    assert len(faults(done("DR", start(), "gone blue1"))) == 1


@pytest.mark.parametrize(
    ("deeds", "count"),
    [
        (["blue1 0301", "flip blue1"], 0),  # the zone costs a step
        (["blue1 0301"], 1),
        (["gone blue1"], 1),
    ],
)
def test_a_zone_on_the_way_costs_a_side(deeds: list[str], count: int) -> None:
    zone = start(ATTACKER, DEFENDER, *surrounded("0401"))
    assert len(faults(done("DR", zone, *deeds))) == count


def test_what_a_zone_took_pays_for_no_result() -> None:
    long = piece("blue leg 0201", 1, 4, 3, 2)
    zone = start(ATTACKER, long, *surrounded("0401"))
    record = done("DH", zone, "blue1 0301", "flip blue1", "flip blue1")
    (lost,) = record.defenders
    assert (lost.owed, lost.strength, lost.given) == (Interval.of(1), Interval.of(7), Interval.of(4))
    assert faults(record) == ()
    assert len(faults(done("DH", zone, "blue1 0301", "flip blue1"))) == 1


def test_a_fate_counts_faces_from_the_one_that_showed() -> None:
    reduced = replace(DEFENDER, face=1)
    at = start(ATTACKER, reduced)
    found = fate(done("DE", at, "gone blue1").fought, reduced, "defense")
    assert (found.gone, found.faces, found.strength, found.retreated) == (True, 1, Interval.of(1), False)
    whole = fate(done("DE", start(), "gone blue1").fought, DEFENDER, "defense")
    assert (whole.faces, whole.strength) == (2, Interval.of(5))
    kept = fate(done("DE", start(), "blue1 0301").fought, DEFENDER, "defense")
    assert (kept.gone, kept.faces, kept.retreated) == (False, 0, True)


@pytest.mark.parametrize(
    ("result", "units", "deeds", "count"),
    [
        ("EX", ((5, 2), (4,)), ["gone blue1", "flip red0"], 0),  # 5 lost for 4
        ("EX", ((5, 2), (4,)), ["gone blue1"], 1),
        ("EX", ((5, 2), (6,)), ["gone red0"], 2),  # the attacker is the weaker, and the other pays 5
        ("EX", ((5, 2), (6,)), ["flip red0", "red0 0001", "gone blue1"], 0),
        ("EX", ((5,), (5,)), ["gone blue1", "gone red0"], 0),  # if they are equal the defender falls
        ("EX", ((5,), (5,)), ["gone red0"], 1),
        ("HX", ((5, 2), (4,)), ["gone blue1", "flip red0"], 0),
        ("HX", ((8, 6), (4,)), ["gone blue1"], 1),
        ("EX", ((5, 2), (4,)), ["gone blue1", "flip red0", "red0 0001"], 1),  # nobody told it to retreat
    ],
)
def test_an_exchange(result: str, units: tuple[tuple[int, ...], ...], deeds: list[str], count: int) -> None:
    ours, theirs = units
    at = start(piece("red leg 0101", 0, *ours), piece("blue leg 0201", 1, *theirs))
    assert len(faults(done(result, at, *deeds))) == count


def test_nobody_pays_more_than_he_has() -> None:
    at = start(piece("red leg 0101", 0, 5), piece("blue leg 0201", 1, 4, 3))
    assert faults(done("EX", at, "flip blue1", "blue1 0301", "gone red0")) == ()
    two = start(piece("red leg 0101", 0, 2), piece("red leg 0101", 3, 3), piece("blue leg 0201", 1, 4))
    both = ("red0", "red3")
    assert faults(done("EX", two, "gone blue1", "gone red0", "gone red3", attackers=both)) == ()
    assert len(faults(done("EX", two, "gone blue1", "gone red3", attackers=both))) == 1


def test_the_weaker_side_is_open_while_a_strength_is() -> None:
    face = Face(attack=None, defense=4, movement=4, steps=1)
    unknown = replace(ATTACKER, type=ATTACKER.type.model_copy(update={"faces": (face,)}))
    (found,) = faults(done("EX", start(unknown, DEFENDER), "gone blue1"))
    assert found.words == "which side is the weaker is not known"
    assert found.broken.is_open


def test_modified_strengths_may_decide_who_is_weaker() -> None:
    halved = "[[factor]]\nname = 'half'\n"
    fallen = ("flip red0", "red0 0001", "gone blue1")  # the attacker has 5, or 2 1/2 of them; the defender 4
    for compare, count in (("printed", 1), ("modified", 0)):
        under = rules("[casualties]\ncompare = 'weaker'\n" + halved + "[odds]\nladder = ['1:1']\n")
        under = replace(under, chosen={"weaker": compare})
        at = start(ATTACKER, piece("blue leg 0201", 1, 4), under=under)
        assert len(faults(done("EX", at, *fallen))) == count


FORT = piece("blue fort 0201", 5, 1)


@pytest.mark.parametrize(
    ("units", "deeds", "count"),
    [
        ((DEFENDER, FORT), [], 0),
        ((DEFENDER, FORT), ["blue1 0301"], 1),
        ((DEFENDER,), [], 1),
        ((replace(DEFENDER, type=DEFENDER.type.model_copy(update={"kind": "motor"})),), [], 1),
    ],
)
def test_who_stands_fast_does_not_retreat(units: tuple[Unit, ...], deeds: list[str], count: int) -> None:
    at = start(ATTACKER, *units, under=rules(STEADFAST))
    assert len(faults(done("DR", at, *deeds))) == count


def test_a_result_becomes_another_for_who_stands_fast() -> None:
    for units, result in (((DEFENDER, FORT), "NE"), ((DEFENDER,), "DR")):
        assert done("DR", start(ATTACKER, *units, under=rules(STEADFAST)), "blue1 0301").result == result
    assert done("DE", start(ATTACKER, DEFENDER, FORT, under=rules(STEADFAST))).result == "DE"


def test_an_enemy_fort_makes_nobody_stand_fast() -> None:
    theirs = piece("red fort 0101", 6, 1)
    assert done("DR", start(ATTACKER, DEFENDER, theirs, under=rules(STEADFAST))).steadfast == {"red0", "red6"} - {
        "red6"
    }


HIDDEN = "[casualties]\nhidden_face = { kinds = ['leg'] }\nstand_in = { kinds = ['cadre'] }\n"


def test_a_cadre_that_the_manifest_does_not_know_may_be_there() -> None:
    at = start(ATTACKER, OTHER, under=rules(HIDDEN))
    (removed,) = faults(done("DE", at, "gone blue2"))
    assert removed.broken == Known.open(f"whether {OTHER} has a cadre on its back")
    (went,) = faults(done("DE", at, "blue2 0301"))
    assert went.broken == Known.open(f"the back of {OTHER}")
    (stayed,) = faults(done("DE", at))
    assert stayed.broken == YES


@pytest.mark.parametrize(("text", "count"), [("blue cadre 0301", 0), ("red cadre 0301", 1), ("blue leg 0301", 1)])
def test_a_unit_that_stands_in_excuses_the_removal(text: str, count: int) -> None:
    at = start(ATTACKER, OTHER, under=rules(HIDDEN))
    fight = Attack(before=at, after=at, units=("red0",), targets=("0201",), told={"result": "DE"})
    away = gone(at, "blue2")
    new = piece(text, 7, 1)
    came = Placed(before=away.after, after=away.after.with_unit(new), units=(new.id,), where=new.hex)
    record = PhaseRecord(at, came.after, (fight, away, came))
    assert len(faults(reckon(fights(record)[0], at, frozenset()))) == count


def test_refugees_count_for_nothing() -> None:
    at = start(ATTACKER, DEFENDER, OTHER)
    deeds = ("flip blue1", "blue1 0301", "blue2 0301")  # 4 of 6, or of 4 if the other only came by
    assert faults(done("DH", at, *deeds)) == ()
    weak = start(ATTACKER, DEFENDER, piece("blue leg 0201", 2, 9))
    fought = done("DH", weak, *deeds).fought
    assert len(faults(reckon(fought, weak, frozenset()))) == 1
    assert faults(reckon(fought, weak, frozenset({"blue2"}))) == ()


def test_who_must_not_retreat_is_said_so() -> None:
    dying = start(under=rules(movement=RETREAT + "dies = { kinds = ['leg'] }\n"))
    assert wrong(done("DR", dying)) == ["blue1: though a retreat eliminates it"]
    assert wrong(done("DR", start())) == ["blue1: and must"]


def test_an_attack_ends_where_the_next_fight_begins() -> None:
    at = start(ATTACKER, DEFENDER, piece("red leg 0101", 3, 5))
    first, second = (Attack(before=at, after=at, units=(name,), targets=("0201",)) for name in ("red0", "red3"))
    announced = Declaration(before=at, after=at, units=("red0",), targets=("0201",))
    wide = Attack(before=at, after=at, units=("red0",), targets=("0201", "0202"))
    run = Overrun(before=at, after=at, units=("red3",), way=("0101", "0201"))
    went = back(at, "blue1", "0301")
    record = PhaseRecord(at, went.after, (announced, wide, first, went, run, gone(went.after, "red3"), second))
    found = fights(record)
    assert [each.attackers for each in found] == [("red0",), ("red0",), ("red3",)]
    assert [each.hexes for each in found] == [("0201", "0202"), ("0201",), ("0201",)]
    assert [len(each.acts) for each in found] == [0, 1, 0]
    assert [each.withdrawals for each in found] == [(), (went,), ()]
    assert found[1].left("blue1") is False
    assert found[1].end is went.after


def test_a_side_that_may_not_survive_is_open_where_the_way_is() -> None:
    closed = RETREAT + "[[forbid]]\nwhere = { weather = ['snow'] }\n"
    at = start(under=rules(movement=closed))
    for weather, answer in (("clear", YES), ("snow", NO), ("", Known.open("weather"))):
        conditions = (("weather", weather),) if weather else ()
        there = replace(at, moment=replace(at.moment, conditions=conditions))
        found = faults(done("DR", there, "gone blue1"))
        assert [each.broken for each in found] == ([answer] if answer.possible else [])


def test_strength_is_that_of_the_part() -> None:
    face = Face(attack=7, defense=2, movement=4, steps=1)
    uneven = replace(OTHER, type=OTHER.type.model_copy(update={"faces": (face,)}))
    found = done("DE", start(ATTACKER, uneven), "gone blue2")
    assert found.defenders[0].strength == Interval.of(Fraction(2))
    assert found.attackers[0].strength == Interval.of(0)
