"""How much a side moves by rail (Fire in the East 7A4), and formations that break down into others (15A)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.findings import Breach
from adjudicator.model.theatre import Place
from adjudicator.model.units import Face, Unit, UnitType
from adjudicator.packs.europa.checks.movement.rail_capacity import RailCapacity, within_rail_capacity
from adjudicator.packs.europa.checks.units.breakdown import Breakdown, broken_down_as_it_may
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
    Place(name="Riga", hex="0303", kinds=frozenset({"full_city"}), owner="red"),
    Place(name="Pskov", hex="0302", kinds=frozenset({"full_city"}), owner="red"),
    Place(name="Ostrov", hex="0301", kinds=frozenset({"dot_city"}), owner="red"),
)
GIVEN = theatre(blank(4, 4), places=PLACES, tags={"0000": "finnish", "0001": "finnish", "0303": "home"})
RULES = pack(movement="[mode.rail]\n", control="[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n")
TERMS = {"sides": {"red": 2}, "bought": {"value": "bought", "most": {"red": 3}}}


def at(
    *, bought: str = "0", side: str = "red", blanked: str = "", whole: bool = True, held: str = "", owner: str = "red"
) -> Position:
    drawn = network(with_blank(GIVEN, blanked) if blanked else GIVEN)
    units = [f"red leg 000{n}" for n in range(4)] + [f"blue leg 010{n}" for n in range(4)]
    made = position(drawn, RULES, *units, phase="move", phasing=side, control={"0202": owner})
    made = replace(made, moment=replace(made.moment, conditions=(("history", "whole"),) if whole else ()))
    ever = frozenset(("blue", number) for number in held.split())
    made = replace(made, memory=replace(made.memory, ever=ever))
    return with_values(made, {"bought.red": bought}) if bought else made


def travelling(
    start: Position, *names: str, kind: str = "rail", factories: int = 0, where: str = "0202"
) -> PhaseRecord:
    acts: list[Act] = []
    for name in names:
        here = start.unit(name).hex
        acts.append(Movement(before=start, after=start, units=(name,), way=(here, here), mode=kind))
    for n in range(factories):
        there = start.with_marker(counter(f"f{n}", "factory", where))
        acts.append(Lifted(before=there, after=start, where=where, marker_ids=(f"f{n}",)))
    return phase_of(start, *acts)


def judged(record: PhaseRecord, **terms: object) -> list[Breach]:
    return breaches(within_rail_capacity(record, RailCapacity.model_validate({**TERMS, **terms})))


REDS = ("red0", "red1", "red2", "red3")


@pytest.mark.parametrize(
    ("count", "bought", "wrong"), [(2, "0", 0), (3, "0", 1), (3, "1", 0), (4, "1", 1), (4, "2", 0)]
)
def test_only_so_much_travels_by_rail(count: int, bought: str, wrong: int) -> None:
    """7A4.1: two and what was bought besides; rail and strategic movement alike."""
    for kind in ("rail", "strategic"):
        assert sure(judged(travelling(at(bought=bought), *REDS[:count], kind=kind))) == wrong
    assert judged(travelling(at(), *REDS, kind="move")) == []


def test_what_was_bought_may_be_untold() -> None:
    """7A4.6: then as much may have been as may be."""
    start = at(bought="")
    assert judged(travelling(start, *REDS[:2])) == []
    assert missing(judged(travelling(start, *REDS[:3]))) == ("the value bought.red",)
    less = {"value": "bought", "most": {"red": 1}}
    assert sure(judged(travelling(start, *REDS), bought=less)) == 1
    assert sure(judged(travelling(start, *REDS[:3]), bought={"value": "bought", "most": {"blue": 9}})) == 1


def test_each_side_has_its_own() -> None:
    assert judged(travelling(at(), "red0", "red1", "blue4", "blue5"), sides={"red": 2, "blue": 2}) == []
    assert judged(travelling(at(), "blue4", "blue5", "blue6")) == []
    assert sure(judged(travelling(at(), "red0", "blue4", "blue5"), sides={"red": 2, "blue": 1})) == 1


FINNISH = Where(tags=frozenset({"finnish"}))


def test_a_net_counts_what_travels_on_it() -> None:
    """7A4.8: two of the four set out on the Finnish net; the others are left out there, and alone counted elsewhere."""
    for key in ("on", "off"):
        assert judged(travelling(at(), *REDS), net={key: FINNISH}) == []
        assert sure(judged(travelling(at(), *REDS), net={key: FINNISH}, sides={"red": 1})) == 1


def test_on_which_net_it_was_may_be_open() -> None:
    woods = Where(terrains=frozenset({"forest"}))
    start = at(blanked="0000")
    assert missing(judged(travelling(start, "red0"), net={"on": woods}, sides={"red": 0})) == ("the terrain of 0000",)
    assert judged(travelling(start, "red1"), net={"on": woods}, sides={"red": 0}) == []
    assert missing(judged(travelling(start, "red0"), net={"off": woods}, sides={"red": 0})) == ("the terrain of 0000",)
    assert sure(judged(travelling(start, "red0", "red1"), net={"off": woods}, sides={"red": 0})) == 1


LOST = {"side": "red", "places": {"full_city"}, "points": 1}


def test_lost_cities_are_lost_capacity() -> None:
    """7A4: for each full city that the enemy has ever held, whoever has it now."""
    two = ("red0", "red1")
    assert judged(travelling(at(), *two), lost=[LOST]) == []
    assert sure(judged(travelling(at(held="0303"), *two), lost=[LOST])) == 1
    assert judged(travelling(at(held="0303"), "red0"), lost=[LOST]) == []
    assert sure(judged(travelling(at(held="0303 0302"), "red0"), lost=[LOST])) == 1
    assert judged(travelling(at(held="0301"), *two), lost=[LOST]) == []
    assert judged(travelling(at(held="0303"), *two), lost=[{**LOST, "side": "blue"}]) == []


def test_what_was_ever_held_may_be_unknown() -> None:
    start = at(whole=False)
    assert missing(judged(travelling(start, "red0"), lost=[LOST])) == (
        "whether blue ever held 0302",
        "whether blue ever held 0303",
    )
    assert judged(travelling(start), lost=[LOST]) == []
    assert sure(judged(travelling(start, *REDS[:3]), lost=[LOST])) == 1


SENT = {"sent": {"factory": 1}}


def test_factories_sent_away_take_room() -> None:
    """31D3: each takes its share, in its own side's turn and from a hex of its own."""
    assert judged(travelling(at(), "red0", factories=1), **SENT) == []
    assert sure(judged(travelling(at(), "red0", factories=2), **SENT)) == 1
    assert sure(judged(travelling(at(), factories=3), **SENT)) == 1
    assert judged(travelling(at(), "red0", "red1", factories=2)) == []
    assert judged(travelling(at(side="blue"), "red0", "red1", factories=1), **SENT) == []
    assert judged(travelling(at(owner="blue"), "red0", "red1", factories=1), **SENT) == []
    assert judged(travelling(at(), "red0", "red1", factories=1, where="9999"), **SENT) == []
    assert judged(travelling(at(), "red0", "red1", factories=1), sent={"fort": 9}) == []
    assert missing(judged(travelling(at(owner="?"), "red0", "red1", factories=1), **SENT)) == ("control of 0202",)


def test_those_of_the_phase_before_count_too() -> None:
    before = travelling(at(), factories=1)
    later = replace(travelling(at(), "red0", "red1"), earlier=(before,))
    assert sure(judged(later, **SENT)) == 1
    assert judged(replace(travelling(at(), "red0"), earlier=(before,)), **SENT) == []


def made(name: str, kind: str, rating: tuple[int, int], hex_: str = "0101", *tags: str, side: str = "red") -> Unit:
    face = Face(attack=rating[0], movement=rating[1], defense=rating[0])
    key = UnitType(id=name, side=side, nation="german", kind=kind, size="division", faces=(face,), tags=frozenset(tags))
    return Unit(name, key, hex_, hex_)


WHOLE = made("whole", "infantry", (7, 6))
QUICK = made("whole", "panzer", (7, 6), "0101", "cm")
PARTS = tuple(made(f"part{n}", "regiment", (2, 6)) for n in range(3))
DIVISIONS = Breakdown(wholes=Selector(kinds=frozenset({"infantry", "panzer"})))
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
    terms: Breakdown = DIVISIONS,
    charts: dict[str, str] | None = None,
) -> list[Breach]:
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
    return breaches(broken_down_as_it_may(phase_of(start, *acts), terms))


def test_a_division_breaks_down_by_its_chart() -> None:
    """15A: into what the chart lists for its rating, in a movement phase."""
    assert exchanging() == []
    assert exchanging(assembled=True) == []
    for assembled in (False, True):
        (breach,) = exchanging(parts=2, assembled=assembled)
        assert breach.broken.is_yes
        assert breach.because == "whole is exchanged for part0, part1, a breakdown that the chart does not list"
        assert breach.units == ("whole", "part0", "part1")
    assert exchanging(parts=2, phase="combat") == []


def test_without_a_chart_it_is_open() -> None:
    (breach,) = exchanging(charts={})
    assert breach.broken.missing == ("breakdown.german_infantry.parts for whole",)
    assert "that the chart must list" in breach.because
    known = DIVISIONS.model_copy(update={"known": {"german_infantry": "7-6: 2 regiment"}})
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
