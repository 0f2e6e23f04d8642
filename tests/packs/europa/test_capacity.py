"""How much a side moves by rail (Fire in the East 7A4), and formations that break down into others (15A)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.findings import Finding
from adjudicator.model.sequence import Faction
from adjudicator.model.theatre import Place
from adjudicator.model.units import Face, Unit, UnitType
from adjudicator.packs.europa.rules import rail
from adjudicator.packs.europa.rules.rail import FinnishNet, Rail, finnish_net_capacity, rail_capacity
from adjudicator.packs.europa.rules.units import Formations, divisions_broken_down
from adjudicator.record.acts import Act, Lifted, Movement, Placed, Removed
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from tests.adjudicator.analysis.maps import blank, pack, position, theatre
from tests.packs.europa.small import (
    at_moment,
    breaches,
    counter,
    missing,
    network,
    phase_of,
    sure,
    with_blank,
    with_values,
)

PLACES = (
    Place(name="Riga", hex="0303", kinds=frozenset({"full_city"}), owner="soviet"),
    Place(name="Pskov", hex="0302", kinds=frozenset({"full_city"}), owner="soviet"),
    Place(name="Ostrov", hex="0301", kinds=frozenset({"dot_city"}), owner="soviet"),
)
GIVEN = theatre(blank(5, 4), places=PLACES, tags={"0000": "finnish_net", "0001": "finland", "0303": "home"})
CONTROL = "[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n"
SIDES = tuple(Faction(id=name, name=name) for name in ("axis", "soviet"))
BOOK = Rail(for_sale={"soviet": 3}, cities={"full_city": 1}, evacuated={"factory": 1}, arrive_in=frozenset({"move"}))


def at(
    *,
    bought: str | None = "0",
    side: str = "soviet",
    blanked: str = "",
    whole: bool = True,
    held: str = "",
    owner: str = "soviet",
    capacity: str = "soviet 2",
    hits: str = "",
    turn: int = 2,
) -> Position:
    """Four units of each side, who went nowhere yet; `capacity` is "SIDE REs" for each side that has a limit."""
    drawn = network(with_blank(GIVEN, blanked) if blanked else GIVEN)
    rows = (f"{{ sides = ['{who}'], most = {most} }}" for who, most in (each.split() for each in capacity.split(", ")))
    rules = pack(movement=f"[mode.rail]\ncapacity = [{', '.join(rows)}]\n", control=CONTROL)
    rules = replace(rules, header=rules.header.model_copy(update={"factions": SIDES}))
    units = [f"soviet leg 010{n}" for n in range(4)] + [f"axis leg 040{n}" for n in range(4)]
    made = position(drawn, rules, *units, phase="move", phasing=side, control={"0202": owner})
    made = replace(made, moment=replace(made.moment, turn=turn, conditions=(("history", "whole"),) if whole else ()))
    ever = frozenset(("axis", number) for number in held.split())
    made = replace(made, memory=replace(made.memory, ever=ever))
    if hits:
        made = with_values(made, {"yard_hits.soviet": hits})
    return with_values(made, {"rail_bought.soviet": bought}) if bought is not None else made


def travelling(
    start: Position, *names: str, kind: str = "rail", factories: int = 0, where: str = "0202", marker: str = "factory"
) -> PhaseRecord:
    acts: list[Act] = []
    for name in names:
        here = start.unit(name).hex
        acts.append(Movement(before=start, after=start, units=(name,), way=(here, here), mode=kind))
    for n in range(factories):
        there = start.with_marker(counter(f"f{n}", marker, where, side="soviet"))
        acts.append(Lifted(before=there, after=start, where=where, marker_ids=(f"f{n}",)))
    return phase_of(start, *acts)


def judged(record: PhaseRecord, book: Rail = BOOK) -> list[Finding]:
    return breaches(rail_capacity(record, book))


FOUR = ("soviet0", "soviet1", "soviet2", "soviet3")
TWO, THREE = FOUR[:2], FOUR[:3]


@pytest.mark.parametrize(
    ("count", "bought", "wrong"), [(2, "0", 0), (3, "0", 1), (3, "1", 0), (4, "1", 1), (4, "2", 0)]
)
def test_only_so_much_travels_by_rail(count: int, bought: str, wrong: int) -> None:
    """7A4.1: two and what was bought besides; rail and strategic movement alike."""
    for kind in ("rail", "strategic"):
        assert sure(judged(travelling(at(bought=bought), *FOUR[:count], kind=kind))) == wrong
    assert judged(travelling(at(), *FOUR, kind="move")) == []


def test_what_was_bought_may_be_untold() -> None:
    """7A4.6: then as much may have been as may be."""
    start = at(bought=None)
    assert judged(travelling(start, *TWO)) == []
    assert missing(judged(travelling(start, *THREE))) == ("the value rail_bought.soviet",)
    assert sure(judged(travelling(start, *FOUR), replace(BOOK, for_sale={"soviet": 1}))) == 1
    assert sure(judged(travelling(start, *THREE), replace(BOOK, for_sale={"axis": 9}))) == 1
    assert sure(judged(travelling(at(bought=None, turn=1), *THREE))) == 1  # the Soviets buy none in their first turn


def test_each_side_has_its_own() -> None:
    both = travelling(at(bought=None), "soviet0", "soviet1", "axis4", "axis5")
    assert judged(replace(both, start=at(capacity="soviet 2, axis 2"))) == []
    assert judged(travelling(at(), "axis4", "axis5", "axis6")) == []
    assert sure(judged(travelling(at(capacity="soviet 2, axis 1"), "soviet0", "axis4", "axis5"))) == 1


def test_hits_on_the_yards_take_two_each() -> None:
    """20C: of six REs one hit leaves four, two leave two."""
    assert judged(travelling(at(capacity="soviet 6", hits="1"), *FOUR)) == []
    assert sure(judged(travelling(at(capacity="soviet 6", hits="2"), *FOUR))) == 1
    assert judged(travelling(at(capacity="soviet 6", hits="2"), *TWO)) == []


def finnish(start: Position, *names: str, capacity: int, for_sale: int = 0) -> list[Finding]:
    return breaches(finnish_net_capacity(travelling(start, *names), FinnishNet(capacity, for_sale)))


def in_finland(start: Position, *numbers: str) -> Position:
    """The first units of the Axis, put in these hexes."""
    for n, number in enumerate(numbers, start=4):
        start = start.with_unit(replace(start.unit(f"axis{n}"), hex=number, location=number))
    return start


def test_a_net_counts_what_travels_on_it() -> None:
    """7A4.8: two of the four set out on the Finnish net; there they alone count, elsewhere the others."""
    units = ("axis4", "axis5", "axis6", "axis7")
    start = in_finland(at(capacity="axis 2"), "0000", "0001")
    told = with_values(start, {"finnish_rail_bought.axis": "0", "rail_bought.axis": "0"})
    assert judged(travelling(told, *units)) == []
    assert finnish(told, *units, capacity=2) == []
    assert sure(finnish(told, *units, capacity=1)) == 1
    assert sure(judged(travelling(with_values(told, {"yard_hits.axis": "1"}), *units))) == 1
    assert missing(finnish(start, *units, capacity=1, for_sale=1)) == ("the value finnish_rail_bought.axis",)
    assert sure(finnish(start, "axis4", capacity=-1)) == 1
    assert finnish(start, *FOUR, capacity=0) == []


def test_on_which_net_it_was_may_be_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rail, "FINLAND", Where(terrains=frozenset({"forest"})))
    start = in_finland(at(blanked="0000", capacity="axis 0"), "0000", "0001")
    start = with_values(start, {"finnish_rail_bought.axis": "0", "rail_bought.axis": "0"})
    assert missing(finnish(start, "axis4", capacity=0)) == ("the terrain of 0000",)
    assert finnish(start, "axis5", capacity=0) == []
    assert missing(judged(travelling(start, "axis4"))) == ("the terrain of 0000",)
    assert sure(judged(travelling(start, "axis4", "axis5"))) == 1


def test_lost_cities_are_lost_capacity() -> None:
    """7A4: for each full city that the enemy has ever held, whoever has it now."""
    assert judged(travelling(at(), *TWO)) == []
    assert sure(judged(travelling(at(held="0303"), *TWO))) == 1
    assert judged(travelling(at(held="0303"), "soviet0")) == []
    assert sure(judged(travelling(at(held="0303 0302"), "soviet0"))) == 1
    assert judged(travelling(at(held="0301"), *TWO)) == []
    assert judged(travelling(at(held="0303", capacity="axis 2"), "axis4", "axis5")) == []


def test_what_was_ever_held_may_be_unknown() -> None:
    start = at(whole=False)
    assert missing(judged(travelling(start, "soviet0"))) == (
        "whether axis ever held 0302",
        "whether axis ever held 0303",
    )
    assert judged(travelling(start)) == []
    assert sure(judged(travelling(start, *THREE))) == 1


def test_factories_sent_away_take_room() -> None:
    """31D3: each takes its share, in its own side's turn and from a hex of its own."""
    assert judged(travelling(at(), "soviet0", factories=1)) == []
    assert sure(judged(travelling(at(), "soviet0", factories=2))) == 1
    assert sure(judged(travelling(at(), factories=3))) == 1
    assert judged(travelling(at(side="axis"), *TWO, factories=1)) == []
    assert judged(travelling(at(owner="axis"), *TWO, factories=1)) == []
    assert judged(travelling(at(), *TWO, factories=1, where="9999")) == []
    assert judged(travelling(at(), *TWO, factories=1, marker="fort")) == []
    assert missing(judged(travelling(at(owner="?"), *TWO, factories=1))) == ("control of 0202",)


def test_those_of_the_phase_before_count_too() -> None:
    before = travelling(at(), factories=1)
    later = replace(travelling(at(), *TWO), earlier=(before,))
    assert sure(judged(later)) == 1
    assert judged(replace(travelling(at(), "soviet0"), earlier=(before,))) == []


def made(name: str, kind: str, rating: tuple[int, int], hex_: str = "0101", *tags: str, side: str = "red") -> Unit:
    face = Face(attack=rating[0], movement=rating[1], defense=rating[0])
    key = UnitType(id=name, side=side, nation="german", kind=kind, size="division", faces=(face,), tags=frozenset(tags))
    return Unit(name, key, hex_, hex_)


WHOLE = made("whole", "infantry", (7, 6))
QUICK = made("whole", "panzer", (7, 6), "0101", "cm")
PARTS = tuple(made(f"part{n}", "regiment", (2, 6)) for n in range(3))
DIVISIONS = Formations(Selector(kinds=frozenset({"infantry", "panzer"})), {})
CHARTS = {
    "breakdown.german_infantry.parts": "7-6: 3 regiment 2-6",
    "breakdown.german_panzer.parts": "7-6: 3 regiment 2-6",
}


def exchanging(
    *,
    phase: str = "movement",
    whole: Unit = WHOLE,
    parts: int = 3,
    assembled: bool = False,
    early: str = "",
    late: str = "",
    terms: Formations = DIVISIONS,
    charts: dict[str, str] | None = None,
) -> list[Finding]:
    """A formation breaks down, or is assembled; `early` and `late` name who moves before and after it."""
    rules = replace(pack(), charts=CHARTS if charts is None else charts)
    current = at_moment(position(network(GIVEN), rules), 5, phase)
    other = made("other", "regiment", (2, 6), "0000")
    for each in (other, *(PARTS[:parts] if assembled else (whole,))):
        current = current.with_unit(each)
    start = current
    acts: list[Act] = []
    if early:
        acts.append(Movement(before=current, after=current, units=(early,), way=("0000", "0001")))
    for each in (whole, *PARTS[:parts]):
        gone = (each is whole) != assembled
        after = current.without(each.id) if gone else current.with_unit(each)
        step = Removed if gone else Placed
        acts.append(step(before=current, after=after, units=(each.id,), where="0101"))
        current = after
    if late:
        acts.append(Movement(before=current, after=current, units=(late,), way=("0000", "0001")))
    return breaches(divisions_broken_down(phase_of(start, *acts), terms))


def test_a_division_breaks_down_by_its_chart() -> None:
    """15A: into what the chart lists for its rating, in a movement phase."""
    assert exchanging() == []
    assert exchanging(assembled=True) == []
    for assembled in (False, True):
        (breach,) = exchanging(parts=2, assembled=assembled)
        assert breach.broken.is_yes
        assert breach.because == "whole is exchanged for part0, part1, a breakdown that the chart does not list"
        assert breach.units == ("whole", "part0", "part1")
    assert exchanging(parts=2, phase="initial") == []
    (breach,) = exchanging(phase="combat")
    assert breach.because == "whole breaks down in the combat, in which no unit does"


def test_without_a_chart_it_is_open() -> None:
    (breach,) = exchanging(charts={})
    assert breach.broken.missing == ("breakdown.german_infantry.parts for whole",)
    assert "that the chart must list" in breach.because
    known = replace(DIVISIONS, beside={"german_infantry": ("7-6: 2 regiment", "")})
    assert sure(exchanging(terms=known)) == 1
    assert sure(exchanging(terms=known, parts=2)) == 0


def test_in_exploitation_only_the_quick_do() -> None:
    """15A: c/m divisions break down in the exploitation phase too."""
    assert exchanging(phase="exploitation", whole=QUICK) == []
    (breach,) = exchanging(phase="exploitation", parts=2)
    assert "whole breaks down in the exploitation, in which only quick units do" in breach.because
    (breach,) = exchanging(phase="exploitation", assembled=True)
    assert "whole is assembled in the exploitation" in breach.because


@pytest.mark.parametrize(
    ("assembled", "early", "late", "words"),
    [
        (False, "whole", "", "moved in the phase before it broke down"),
        (True, "", "whole", "moved in the phase after it was assembled"),
        (False, "other", "", "is broken down at the start of the phase, and here others moved before it"),
        (True, "", "other", "is assembled at the end of the phase, and here others moved after it"),
        (False, "", "other", ""),
        (False, "", "part0", ""),
        (True, "other", "", ""),
        (True, "part0", "", ""),
    ],
)
def test_it_breaks_down_at_the_start_and_is_assembled_at_the_end(
    assembled: bool, early: str, late: str, words: str
) -> None:
    """15A: who moved himself may not; that others moved may have been before it was announced."""
    found = exchanging(assembled=assembled, early=early, late=late)
    assert len(found) == bool(words)
    if words:
        assert words in found[0].because
        assert found[0].broken.is_yes == ("whole" in (early, late))
        if found[0].broken.is_open:
            assert found[0].broken.missing == ("when in the phase it was announced",)
