"""When works are ready: begun on turn 2 in clear weather, two turns long, on a map of our own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.situation import Situation
from adjudicator.findings import Finding
from adjudicator.model.known import YES, Known
from adjudicator.model.network import Network
from adjudicator.packs.europa.rules.works import Construction, construction_time
from adjudicator.record.acts import Act, Laid, Movement, Swapped
from adjudicator.record.memory import Begun
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.where import Where
from tests.adjudicator.analysis.maps import marker, pack, position, theatre

MAP = Network.of(theatre("fff\nfff\nfff"))


def book(*helped: str) -> Construction:
    """Forts take two turns here, and half in the hexes where workers help."""
    return Construction(Situation(where=Where(hexes=frozenset(helped or ("none",)))), frozenset({"fort"}))


TERMS, QUICK = book(), book("0101")
SITE, READY = marker("red fort_building 0101", 1), marker("red fort 0101", 2)


def start(
    turn: int, phase: str = "initial", side: str = "red", weather: str = "clear", begun: Begun | None = None
) -> Position:
    rules = pack(control="[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n")
    at = position(MAP, rules, phase=phase, phasing=side, weather=weather)
    memory = at.memory
    if begun is not None:
        memory = replace(memory, begun=memory.begun.set(("fort_building", "0101"), begun))
    return replace(at, memory=memory, moment=replace(at.moment, turn=turn))


def ready(at: Position, terms: Construction = TERMS) -> list[Finding]:
    before = at.with_marker(SITE)
    act = Swapped(before=before, after=at.with_marker(READY), where="0101", marker_ids=(SITE.id, READY.id))
    return list(construction_time(PhaseRecord(before, act.after, (act,)), terms))


def kept(at: Position, terms: Construction = TERMS) -> list[Finding]:
    there = at.with_marker(SITE)
    act = Movement(before=there, after=there, units=(), way=("0101",))
    return list(construction_time(PhaseRecord(there, there, (act,)), terms))


CLEAR = Begun(2, "red", "clear")


@pytest.mark.parametrize(
    ("turn", "phase", "side", "terms", "early"),
    [
        (4, "initial", "red", TERMS, False),
        (3, "initial", "red", TERMS, True),
        (3, "move", "red", TERMS, True),
        (3, "initial", "blue", TERMS, True),
        (4, "move", "red", TERMS, False),
        (3, "initial", "red", QUICK, False),
        (2, "move", "red", QUICK, True),
        (2, "initial", "red", QUICK, True),
    ],
)
def test_ready_after_two_turns_or_one(turn: int, phase: str, side: str, terms: Construction, early: bool) -> None:
    found = ready(start(turn, phase, side, begun=CLEAR), terms)
    assert [each.broken for each in found if each.broken.possible] == ([YES] if early else [])
    if early:
        assert "0101" in found[0].because and "begun on turn 2" in found[0].because


@pytest.mark.parametrize(
    ("turn", "weather", "begun", "early"),
    [(5, "snow", "snow", True), (6, "snow", "snow", False), (5, "snow", "clear", None), (4, "clear", "snow", None)],
)
def test_poor_weather_doubles_the_time(turn: int, weather: str, begun: str, early: bool | None) -> None:
    found = [
        each.broken
        for each in ready(start(turn, weather=weather, begun=Begun(2, "red", begun)))
        if each.broken.possible
    ]
    if early is None:
        assert len(found) <= 1 and not any(each.is_yes for each in found)
    else:
        assert found == ([YES] if early else [])


def test_what_nobody_saw_begun_is_open() -> None:
    (found,) = ready(start(3))
    assert found.broken == Known.open("the turn on which the fort building in 0101 was begun")


def test_an_untold_turn_leaves_it_open() -> None:
    (found,) = ready(start(0, begun=CLEAR))
    assert found.broken.is_open


def laying(at: Position, text: str) -> list[Finding]:
    lies = marker(text, 5)
    act: Act = Laid(before=at, after=at.with_marker(lies), where=lies.hex, marker_ids=(lies.id,))
    return list(construction_time(PhaseRecord(at, act.after, (act,)), TERMS))


def test_what_nobody_began_does_not_appear() -> None:
    (found,) = laying(start(3), "red fort 0101")
    assert "none was begun there" in found.because
    assert laying(start(3), "red fort_building 0101") == []
    assert laying(start(3), "red mine 0101") == []


def test_in_the_set_up_works_lie_as_they_are_put() -> None:
    at = start(1)
    at = replace(at, moment=replace(at.moment, conditions=(("stage", "setup one"),)))
    assert laying(at, "red fort 0101") == []


@pytest.mark.parametrize(
    ("turn", "phase", "side", "count"),
    [
        (4, "initial", "red", 1),
        (3, "initial", "red", 0),
        (4, "initial", "blue", 0),
        (4, "move", "red", 0),
        (5, "initial", "red", 1),
    ],
)
def test_what_is_ready_by_now_may_be_turned_over(turn: int, phase: str, side: str, count: int) -> None:
    found = kept(start(turn, phase, side, begun=CLEAR))
    assert [each.owed for each in found] == [True] * count


CREWS = "[crews]\nstatus = 'city'\nlines = ['all']\nmost = [['city', 1]]\n"


def test_workers_hurry_no_more_than_there_are() -> None:
    """Without supply there are no workers anywhere: two works that only they excuse are too many."""
    terms = book("0101", "0202")
    supply = "[line.all]\n[[line.all.elements]]\nname = 'o'\n[[status]]\nname = 'city'\nspots = { kinds = ['city'] }\n"
    for numbers, count in ((("0101",), 0), (("0101", "0202"), 1)):
        at = replace(start(3, begun=CLEAR), pack=pack(supply=supply, works=CREWS))
        before = after = at
        acts: list[Act] = []
        for each, number in enumerate(numbers):
            site, fort = marker(f"red fort_building {number}", each + 10), marker(f"red fort {number}", each + 20)
            before, after = before.with_marker(site), after.with_marker(fort)
            memory = replace(before.memory, begun=before.memory.begun.set(("fort_building", number), CLEAR))
            before, after = replace(before, memory=memory), replace(after, memory=memory)
        acts.append(Swapped(before=before, after=after, where=numbers[0], marker_ids=("site10", "fort20")))
        found = [
            each for each in construction_time(PhaseRecord(before, after, tuple(acts)), terms) if each.broken.is_yes
        ]
        assert len(found) == count
