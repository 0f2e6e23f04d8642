"""How long works take (Fire in the East 14A1.3): what hastens and what ends them, in each game of the series."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.situation import Situation
from adjudicator.findings import Finding
from adjudicator.model.interval import Interval
from adjudicator.model.units import Marker
from adjudicator.packs.europa.rules.works import Construction, Site, construction_time
from adjudicator.record.acts import Act, Laid, Movement
from adjudicator.record.memory import Begun
from adjudicator.record.position import Position
from adjudicator.terms.where import Where
from tests.adjudicator.analysis.maps import pack, position, theatre, unit
from tests.packs.europa.small import (
    at_moment,
    breaches,
    concealed,
    counter,
    missing,
    network,
    phase_of,
    sure,
    with_blank,
)

GIVEN = theatre("fff\nfff\nfff")
CONTROL = "[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n"
NOWHERE = Situation(where=Where(hexes=frozenset({"none"})))
SERIES = Construction(NOWHERE, frozenset({"fort"}))
"""Forts take two turns in the woods, airfields one, and nobody helps."""
FIRE, STORM = replace(SERIES, engineers=True), replace(SERIES, lost_to_the_enemy=True)
HELPED = replace(SERIES, workers=Situation())
PACKAGES = tuple(f"adjudicator.packs.{name}" for name in ("europa", "fire_in_the_east"))


def start(
    *units: str,
    turn: int = 3,
    phase: str = "initial",
    side: str = "red",
    begun: Begun | None = Begun(2, "red", "clear"),
    weather: str = "clear",
    blanked: str = "",
) -> Position:
    rules = pack(control=CONTROL)
    drawn = network(with_blank(GIVEN, blanked) if blanked else GIVEN)
    made = at_moment(position(drawn, rules, *units), turn, phase, side, weather=weather)
    kept = made.memory.begun.set(("fort_building", "0101"), begun) if begun is not None else made.memory.begun
    owned = made.control.set("0101", "red")
    return replace(made, control=owned, memory=replace(made.memory, begun=kept))


def lying(at: Position, *kinds: str) -> Position:
    for n, kind in enumerate(kinds):
        name, _, number = kind.partition(" ")
        at = at.with_marker(counter(f"{name}{n}", name, number or "0101"))
    return at


def ready(at: Position, book: Construction = SERIES) -> list[Finding]:
    return list(construction_time(phase_of(lying(at, "fort_building"), end=lying(at, "fort")), book))


def kept(at: Position, after: Position | None = None, book: Construction = SERIES) -> list[Finding]:
    return list(construction_time(phase_of(lying(at, "fort_building"), end=lying(after or at, "fort_building")), book))


ENGINEERS = ("red leg 0101 engineer", "red leg 0101 engineer")


@pytest.mark.parametrize(
    ("units", "book", "wrong"),
    [
        (ENGINEERS, FIRE, 0),
        (ENGINEERS[:1], FIRE, 1),
        ((*ENGINEERS[:1], "red leg 0101"), FIRE, 1),
        ((*ENGINEERS[:1], "blue leg 0101 engineer"), FIRE, 1),
        ((*ENGINEERS[:1], "red leg 0202 engineer"), FIRE, 1),
        (ENGINEERS, STORM, 1),
        (ENGINEERS, SERIES, 1),
    ],
)
def test_two_engineers_halve_the_time(units: tuple[str, ...], book: Construction, wrong: int) -> None:
    """14A1.3 of Fire in the East: two of the builder's in the hex. Sudden Storm pays for its works and knows no such thing."""
    assert sure(ready(start(*units), book)) == wrong


def test_engineers_count_at_either_end_of_the_phase() -> None:
    with_them, without = start(*ENGINEERS), start()
    for one, other in ((with_them, without), (without, with_them)):
        assert sure(construction_time(phase_of(lying(one, "fort_building"), end=lying(other, "fort")), FIRE)) == 0


def test_even_hastened_it_takes_half_the_time() -> None:
    assert sure(ready(start(*ENGINEERS, turn=2, phase="move"), FIRE)) == 1
    (breach,) = breaches(ready(start(*ENGINEERS, turn=2, phase="move"), FIRE))
    assert breach.because == "the fort in 0101, begun on turn 2, is ready after 1/2 turns; it takes 1 turn"


def test_the_words_tell_turns() -> None:
    (breach,) = breaches(ready(start(turn=3)))
    assert breach.because == "the fort in 0101, begun on turn 2, is ready after 1 turn; it takes 2 turns"
    (breach,) = breaches(ready(start(turn=3, phase="move")))
    assert breach.because.endswith("after 1 1/2 turns; it takes 2 turns")


@pytest.mark.parametrize(
    ("turn", "phase", "side", "wrong"),
    [
        (3, "initial", "red", 1),
        (3, "move", "red", 1),
        (3, "initial", "blue", 1),
        (4, "initial", "red", 0),
    ],
)
def test_it_is_ready_in_the_owners_initial_phase(turn: int, phase: str, side: str, wrong: int) -> None:
    assert sure(ready(start(turn=turn, phase=phase, side=side))) == wrong


@pytest.mark.parametrize(
    ("phase", "side", "wrong"), [("move", "red", 0), ("initial", "blue", 0), ("initial", "red", 1)]
)
def test_a_later_phase_counts_half_a_turn(phase: str, side: str, wrong: int) -> None:
    """Half a turn of time is over with the owner's initial phase, whoever has his turn then."""
    given = start(turn=2, phase=phase, side=side)
    at_half = replace(given, network=network(theatre("...\n...\n...")))
    assert sure(ready(at_half, HELPED)) == wrong


def test_without_turn_or_phase_the_time_is_open() -> None:
    assert missing(ready(start(turn=0))) == ("the game turn",)
    unknown = start()
    assert missing(ready(replace(unknown, moment=replace(unknown.moment, phase=None)))) == ("the phase",)
    (breach,) = breaches(ready(start(turn=0)))
    assert "is ready; it takes 2 turns" in breach.because


def test_on_blank_ground_the_time_is_open() -> None:
    """One turn or two: open after one turn, known after two and after half a turn."""
    (breach,) = breaches(ready(start(turn=3, blanked="0101")))
    assert breach.broken.missing == ("the terrain of 0101",)
    assert breach.because.endswith("it takes 1 to 2 turns")
    assert sure(ready(start(turn=4, blanked="0101"))) == 0
    assert sure(ready(start(turn=2, phase="move", blanked="0101"))) == 1


def test_where_workers_help_may_be_open() -> None:
    woods = replace(SERIES, workers=Situation(where=Where(terrains=frozenset({"forest"}))))
    assert sure(ready(start(turn=3), woods)) == 0
    assert ready(start(turn=3, blanked="0101"), woods)[0].broken.is_open


def test_what_is_in_the_hex_besides_is_none_of_it() -> None:
    """A fort that stands there already is not ready anew; nor is another kind of work."""
    at = start()
    for before, after in (
        (("fort_building", "fort"), ("fort_building", "fort")),
        (("airfield_building",), ("fort", "airfield_building")),
        ((), ()),
        (("fort_building", "fort"), ("fort",)),
    ):
        assert list(construction_time(phase_of(lying(at, *before), end=lying(at, *after)), SERIES)) == []
    two = phase_of(lying(at, "fort_building", "fort"), end=lying(at, "fort", "fort"))
    assert sure(construction_time(two, SERIES)) == 1


def laid(at: Position, *texts: str, end: Position | None = None, before: Position | None = None) -> list[Finding]:
    """Markers laid one after the other, each "KIND HEX"; a move of nobody goes before them."""
    begin = current = before or at
    acts: list[Act] = [Movement(before=begin, after=begin, units=(), way=("0101",))]
    for n, text in enumerate(texts):
        kind, number = text.split()
        marker: Marker = counter(f"l{n}", kind, number)
        acts.append(Laid(before=current, after=current.with_marker(marker), where=number, marker_ids=(marker.id,)))
        current = acts[-1].after
    return list(construction_time(phase_of(begin, *acts, end=end or current), SERIES))


def test_what_nobody_began_does_not_appear() -> None:
    assert sure(laid(start(), "fort 0101")) == 1
    assert sure(laid(start(), "airfield_building 0202", "fort 0101")) == 1
    assert "a fort appears in 0101" in laid(start(), "fort 0101")[0].because
    assert "an airfield appears in 0101" in laid(start(), "airfield 0101")[0].because
    assert laid(start(), "mine 0101") == []
    assert laid(start(), "fort 0101", end=start()) == []
    assert sure(laid(start(), "fort 0101", "fort 0202")) == 2


def test_what_was_begun_and_ready_in_one_phase_is_too_early() -> None:
    """Laid as a site and a fort when the phase is over: its time is judged, not that nobody began it."""
    at = start(turn=2)
    (breach,) = breaches(laid(at, "fort_building 0101", end=lying(at, "fort")))
    assert breach.broken.is_yes
    assert "begun on turn 2" in breach.because


def test_a_fort_beside_a_site_of_another_day_is_not_that_site() -> None:
    at = lying(start(), "fort_building")
    assert sure(laid(at, "fort 0101")) == 0


def test_what_was_begun_now_is_not_overdue() -> None:
    at = start(turn=9)
    assert laid(at, "fort_building 0101") == []
    (owed,) = kept(at)
    assert owed.owed
    assert "begun on turn 2, is ready by now" in owed.because


def test_in_doubtful_weather_nothing_is_overdue() -> None:
    assert kept(start(turn=4, weather="")) == []
    assert len(kept(start(turn=6, weather=""))) == 1
    assert kept(start(turn=4, begun=None)) == []


@pytest.mark.parametrize(
    ("units", "book", "gone"),
    [
        ((), FIRE, True),
        (("red leg 0101 engineer",), FIRE, False),
        (("red leg 0101",), FIRE, True),
        (("red leg 0202 engineer",), FIRE, True),
        ((), STORM, False),
        ((), SERIES, False),
    ],
)
def test_without_its_engineers_a_work_is_lost(units: tuple[str, ...], book: Construction, gone: bool) -> None:
    """14A1 of Fire in the East: who builds has to stay. The marker is to be taken away, which is no fault yet."""
    found = kept(start(*units, turn=2), book=book)
    assert [each.owed for each in found] == [True] * gone
    if gone:
        assert "nobody who builds it is with the fort building in 0101 any more" in found[0].because


@pytest.mark.parametrize(("book", "gone"), [(STORM, True), (FIRE, False), (SERIES, False)])
def test_in_enemy_hands_a_work_ends(book: Construction, gone: bool) -> None:
    """14A of Sudden Storm: when the enemy owns the hex."""
    found = kept(start("blue leg 0101 engineer", turn=4), book=book)
    assert [each.owed for each in found] == [True] * gone
    if gone:
        assert found[0].broken.is_yes
        assert "since the enemy controls the hex" in found[0].because
    assert kept(start("red leg 0101 engineer", turn=2), book=book) == []


def test_in_whose_hands_it_is_may_be_open() -> None:
    unknown = start(turn=2)
    unknown = replace(unknown, control=unknown.control.set("0101", "?"))
    (breach,) = kept(unknown, book=STORM)
    assert breach.owed
    assert breach.broken.missing == ("control of 0101",)
    ready_by_now = replace(unknown, moment=replace(unknown.moment, turn=4))
    assert len(kept(ready_by_now, book=STORM)) == 2
    nobody_knows = start(turn=4, begun=Begun(2, "", "clear"))
    assert kept(replace(nobody_knows, control=unknown.control), book=STORM) == []


def test_a_concealed_counter_is_not_the_checks_to_ask() -> None:
    """What it might excuse the judge asks, for every rule alike."""
    assert sure(ready(concealed(start(), "0101"))) == 1


CREWS = "[crews]\nstatus = 'city'\nlines = ['all']\nmost = [['city', 1]]\n"


def hurried(at: Position, *numbers: str, book: Construction = HELPED) -> list[Finding]:
    memory = at.memory
    for number in numbers:
        memory = replace(memory, begun=memory.begun.set(("fort_building", number), Begun(2, "red", "clear")))
    at = replace(at, memory=memory)
    before, after = (lying(at, *(f"{kind} {number}" for number in numbers)) for kind in ("fort_building", "fort"))
    return list(construction_time(phase_of(before, end=after), book))


def workless(**given: object) -> Position:
    """No place has workers: what only they excuse is excused by none."""
    supply = "[line.all]\n[[line.all.elements]]\nname = 'o'\n[[status]]\nname = 'city'\nspots = { kinds = ['city'] }\n"
    made = start(**given)  # type: ignore[arg-type]
    return replace(made, pack=pack(supply=supply, works=CREWS))


def test_only_what_workers_excuse_needs_them() -> None:
    """Two works in half their time need two places with workers; ready in their whole time, or by engineers, they need none."""
    (breach,) = breaches(hurried(workless(), "0101", "0202"))
    assert breach.broken.is_yes
    assert breach.at == ("0101", "0202")
    assert "2 works ready" in breach.because
    assert sure(hurried(workless(turn=4), "0101", "0202")) == 0
    assert sure(hurried(workless(), "0101")) == 0
    helped = workless()
    for n, number in enumerate(("0101", "0101", "0202", "0202")):
        helped = helped.with_unit(unit(f"red leg {number} engineer", n))
    assert sure(hurried(helped, "0101", "0202", book=replace(HELPED, engineers=True))) == 0
    assert sure(hurried(workless(turn=2, phase="move"), "0101", "0202")) == 2


def test_what_is_ready_before_half_its_time_no_workers_excuse() -> None:
    """Four turns' work in snow after one: too early either way, and nothing is said of workers."""
    at = workless(weather="snow")
    before, after = (lying(at, f"{kind} 0101", f"{kind} 0202") for kind in ("fort_building", "fort"))
    begun = {("fort_building", number): Begun(2, "red", "snow") for number in ("0101", "0202")}
    before, after = (
        replace(end, memory=replace(end.memory, begun=end.memory.begun.update(begun))) for end in (before, after)
    )
    assert sure(construction_time(phase_of(before, end=after), HELPED)) == 2


def test_whether_they_needed_workers_may_be_open() -> None:
    """Two turns or one: where the ground is not drawn, perhaps they were in no hurry."""
    at = replace(workless(), network=network(with_blank(GIVEN, "0202")))
    assert missing(hurried(at, "0101", "0202")) == ("the terrain of 0202",)


@pytest.mark.parametrize(
    ("what", "now", "begun", "bounds", "lacks"),
    [
        ("fort .", "clear", "clear", (2, 2), set()),
        ("fort f", "clear", "clear", (4, 4), set()),
        ("fort f", "snow", "mud", (8, 8), set()),
        ("fort f", "clear", "snow", (4, 8), {"the weather of 0101 meanwhile"}),
        ("fort f", "snow", "clear", (4, 8), {"the weather of 0101 meanwhile"}),
        ("fort f", "clear", "", (4, 8), {"the weather when it was begun"}),
        ("fort f", "", "snow", (4, 8), {"the weather of 0101"}),
        ("airfield f", "clear", "clear", (2, 2), set()),
        ("airfield f", "frost", "snow", (4, 4), set()),
    ],
)
def test_how_long_a_work_takes(what: str, now: str, begun: str, bounds: tuple[int, int], lacks: set[str]) -> None:
    """In half turns: one turn in clear ground, two elsewhere but for airfields, and twice as long in poor weather."""
    work, ground = what.split()
    at = replace(start(weather=now), network=network(theatre(f"{ground * 3}\n" * 3)))
    known = {(f"{work}_building", "0101"): Begun(2, "red", begun)}
    at = replace(at, memory=replace(at.memory, begun=at.memory.begun.update(known)))
    assert Site(phase_of(at), SERIES, work, "0101").takes == Interval(*bounds, frozenset(lacks))
