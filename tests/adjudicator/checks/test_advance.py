"""Advances after combat, told act by act: who may enter what it won, how many, and how far."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.checks.combat.advance import AdvanceTerms, advances_into_what_it_won
from adjudicator.findings import Finding
from adjudicator.model.known import YES, Known
from adjudicator.model.network import Network
from adjudicator.record.acts import Act, Advance, Attack, Overrun, Placed, Removed, Transfer
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.who import Selector
from tests.adjudicator.analysis.maps import pack, position, theatre, unit

MAP = Network.of(theatre("........"))
UNITS = ("red leg 0100", "red leg 0100", "red tank 0100", "blue leg 0500")
ANYBODY = AdvanceTerms()


def start(rows: str = "", *units: str) -> Position:
    return position(MAP, pack(combat=rows), *(units or UNITS), phase="combat")


def played(at: Position, *deeds: str) -> PhaseRecord:
    """ "attack 0200 red0 red1 DR", then "red0 0100-0200" (an advance) or "overrun red0 0100-0200"."""
    acts: list[Act] = []
    for deed in deeds:
        before = acts[-1].after if acts else at
        first, *rest = deed.split()
        if first == "attack":
            names = tuple(word for word in rest[1:] if word.startswith("red"))
            told = {} if rest[-1].startswith("red") else {"result": rest[-1]}
            acts.append(Attack(before=before, after=before, units=names, targets=(rest[0],), told=told))
            continue
        kind = Overrun if first == "overrun" else Advance
        name, way = (rest[0], rest[1]) if first == "overrun" else (first, rest[0])
        path = tuple(way.split("-"))
        acts.append(kind(before=before, after=before.moved(name, path[-1]), units=(name,), way=path))
    return PhaseRecord(at, acts[-1].after, tuple(acts))


def judged(rows: str, *deeds: str, terms: AdvanceTerms = ANYBODY, units: tuple[str, ...] = ()) -> list[Known]:
    return [each.broken for each in advances_into_what_it_won(played(start(rows, *units), *deeds), terms)]


OVERRUNNING = "[advancing]\noverruns = true\n"
FOUGHT = "attack 0200 red0 red1 red2 DR"


@pytest.mark.parametrize(
    ("deeds", "count"),
    [
        ((FOUGHT, "red0 0100-0200"), 0),
        (("attack 0200 red1 DR", "red0 0100-0200"), 1),
        ((FOUGHT, "red0 0100-0000"), 1),
        (("attack 0500 red0 DR", "red0 0100-0500"), 1),  # an enemy still stands there
        (("attack 0500 red0 DR", "attack 0200 red1 DR", "red1 0100-0200"), 0),
        ((FOUGHT, "red0 0100-0200", "red1 0100-0200"), 0),
    ],
)
def test_who_enters_what_it_won(deeds: tuple[str, ...], count: int) -> None:
    assert judged("", *deeds) == [YES] * count


def test_without_an_attack_on_record_only_what_the_enemy_left_may_have_been_won() -> None:
    assert judged("", "red0 0100-0200") == [YES]
    at = start("", "red leg 0100", "blue leg 0200")
    gone = played(at.without("blue1"), "red0 0100-0200")
    whole = PhaseRecord(at, gone.end, (Removed(before=at, after=gone.start, units=("blue1",)), *gone.acts))
    late = replace(played(start(""), "red0 0100-0200"), begun=False)
    for record in (whole, late):
        (found,) = [each.broken for each in advances_into_what_it_won(record, ANYBODY)]
        assert found.is_open


def test_units_that_never_advance() -> None:
    legs = AdvanceTerms(who=Selector(kinds=frozenset({"leg"})))
    assert judged("", FOUGHT, "red2 0100-0200", terms=legs) == [YES]
    assert judged("", FOUGHT, "red0 0100-0200", terms=legs) == []


ONE = "[[advance]]\nmost = 1\n"
ALL = ("red0 0100-0200", "red1 0100-0200", "red2 0100-0200")


@pytest.mark.parametrize(
    ("rows", "result", "advancing", "count"),
    [
        (ONE, "DR", 1, 0),
        (ONE, "DR", 2, 1),
        (ONE, "DR", 3, 2),
        ("[[advance]]\nmost = 2\n", "DR", 2, 0),
        ("[[advance]]\nmost = 2\n", "DR", 3, 1),
        ("[[advance]]\nmost = -1\n", "DR", 3, 0),
        ("[[advance]]\nmost = 0\n", "DR", 1, 1),
        ("[[advance]]\nmost = 1\nresults = ['DR']\n", "DR", 2, 1),
        ("[[advance]]\nmost = 1\nresults = ['DE']\n", "DR", 2, 0),
        ("[[advance]]\nmost = 1\nresults = ['DE']\n[[advance]]\nmost = 2\n", "DR", 2, 0),
        ("[[advance]]\nmost = 2\n[[advance]]\nmost = 1\n", "DR", 2, 0),
        ("[[advance]]\nmost = 1\nwho = { kinds = ['gun'] }\n", "DR", 2, 0),
        ("[[advance]]\nmost = 1\nwhen = { phases = ['march'] }\n", "DR", 2, 0),
    ],
)
def test_how_many_may(rows: str, result: str, advancing: int, count: int) -> None:
    assert judged(rows, f"attack 0200 red0 red1 red2 {result}", *ALL[:advancing]) == [YES] * count


def test_a_result_that_nobody_told_leaves_open_how_many() -> None:
    rows = "[[advance]]\nmost = 1\nresults = ['DR']\n[[advance]]\nmost = 2\nresults = ['DE']\n"
    open_ = Known.open("the result of the attack on 0200")
    assert judged(rows, "attack 0200 red0 red1 red2", *ALL[:1]) == []
    assert judged(rows, "attack 0200 red0 red1 red2", *ALL[:2]) == [open_]
    assert judged(rows, "attack 0200 red0 red1 red2", *ALL)[-1] == YES


FURTHER = (
    "[[advance]]\nmost = 3\nresults = ['DE']\nfurther = { kinds = ['tank'] }\n[[advance]]\nmost = 3\nresults = ['DR']\n"
)


@pytest.mark.parametrize(
    ("result", "deeds", "count"),
    [
        ("DE", ("red2 0100-0200", "red2 0200-0300"), 0),
        ("DE", ("red2 0100-0200-0300",), 0),
        ("DE", ("red0 0100-0200", "red0 0200-0300"), 1),
        ("DR", ("red2 0100-0200", "red2 0200-0300"), 1),
        ("DR", ("red2 0100-0200-0300",), 1),
        ("DE", ("red2 0200-0300",), 1),  # it has not advanced into the hex it won
        ("DE", ("red2 0100-0200", "red2 0200-0400"), 1),  # two hexes further
        ("DE", ("red2 0100-0200", "red2 0200-0300", "red2 0300-0400"), 1),
    ],
)
def test_how_far_they_go(result: str, deeds: tuple[str, ...], count: int) -> None:
    assert judged(FURTHER, f"attack 0200 red0 red2 {result}", *deeds) == [YES] * count


def test_how_far_is_open_without_the_result() -> None:
    found = judged(FURTHER, "attack 0200 red0 red2", "red2 0100-0200", "red2 0200-0300")
    assert found == [Known.open("the result of the attack on 0200")]


@pytest.mark.parametrize(
    ("deeds", "count"),
    [
        ((FOUGHT.replace("DR", "DE"), "red2 0100-0200", "overrun red2 0200-0300"), 0),
        ((FOUGHT, "red2 0100-0200", "overrun red2 0200-0300"), 1),
        ((FOUGHT.replace("DR", "DE"), "overrun red2 0100-0000"), 1),
        ((FOUGHT.replace("DR", "DE"), "red0 0100-0200", "overrun red0 0200-0300"), 1),
    ],
)
def test_overruns_in_an_advance(deeds: tuple[str, ...], count: int) -> None:
    further = FURTHER + OVERRUNNING
    assert judged(further, *deeds) == [YES] * count
    assert judged(further, *(deed for deed in deeds if "overrun" not in deed)) == []
    assert judged(FURTHER, *deeds) == []


@pytest.mark.parametrize(("where", "count"), [("0100", 0), ("0000", 1)])
def test_what_attackers_broke_down_into_advances_for_them(where: str, count: int) -> None:
    at = start("", "red leg 0100", "blue leg 0500")
    fight = Attack(before=at, after=at, units=("red0",), targets=("0200",), told={"result": "DR"})
    boxed = at.with_unit(replace(at.unit("red0"), hex="", location="box"))
    away = Transfer(before=at, after=boxed, units=("red0",), way=("0100", "box"))
    new = unit(f"red leg {where}", 7)
    came = Placed(before=boxed, after=boxed.with_unit(new), units=("red7",), where=where)
    went = Advance(before=came.after, after=came.after.moved("red7", "0200"), units=("red7",), way=(where, "0200"))
    record = PhaseRecord(at, went.after, (fight, away, came, went))
    assert len(list(advances_into_what_it_won(record, ANYBODY))) == count
    stays = PhaseRecord(at, went.after.with_unit(at.unit("red0")), (fight, came, went))
    assert len(list(advances_into_what_it_won(stays, ANYBODY))) == 1


def test_a_breach_names_hex_and_units() -> None:
    found: list[Finding] = list(advances_into_what_it_won(played(start(ONE), FOUGHT, *ALL[:2]), ANYBODY))
    assert [(each.at, each.units) for each in found] == [(("0200",), ("red0", "red1"))]
