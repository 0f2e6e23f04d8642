"""Markers with a number, and headquarters that are put elsewhere or cut off: judged on a strip of our own.

Red holds 0000 to 0400, blue 0500 to 0800; the source of all lines is Edge in 0000, the City stands in 0300.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from adjudicator.findings import Finding
from adjudicator.model.known import YES as SURE
from adjudicator.model.known import Known
from adjudicator.model.network import Network
from adjudicator.model.theatre import Place
from adjudicator.packs.thunder_in_the_east.rules._markers import HEADQUARTERS
from adjudicator.packs.thunder_in_the_east.rules.countdowns import (
    Start,
    countdown_of_a_captured_anchorage,
    countdown_repair,
    first_countdown_value,
)
from adjudicator.packs.thunder_in_the_east.rules.relocation import (
    Relocating,
    balanced_with_a_countdown,
    dissolved_or_eliminated,
    dissolved_to_reform,
    place_of_relocation,
)
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.where import Where
from tests.adjudicator.analysis.corridor import STATES, block
from tests.adjudicator.analysis.maps import pack, position, theatre, unit
from tests.packs.thunder.played import played, with_markers

EDGE = Place(name="Edge", hex="0000", kinds=frozenset({"edge"}), owner="red")
CITY = Place(name="City", hex="0300", kinds=frozenset({"city"}), owner="red")
PORT = Place(name="Port", hex="0700", kinds=frozenset({"port"}), owner="blue")
CITIES = ("0000", "0200", "0300")
TAGS = {f"0{column}00": "west" if column < 5 else "east" for column in range(8)}
TAGS |= dict.fromkeys(CITIES, "west city")
STRIP = Network.of(theatre(".........", {}, (EDGE, CITY, PORT), tags=TAGS))
CONTROL = "[starts]\nwest = 'red'\neast = 'blue'\n[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n"
BLOCK = block("by = 'units'")
ALL = f"[line.all]\n[[line.all.elements]]\nname = 'overland'\n{BLOCK}"
LINES = f"{ALL}{ALL.replace('line.all', 'line.overland')}{STATES}"
TOWN = "[[status]]\nname = 'city'\nspots = { kinds = ['city'] }\n"


def status(name: str, *hexes: str, snow: str = "") -> str:
    """A status that some hexes have, and one more in snow."""
    spots = [
        f"hexes = {{ hexes = {list(hexes)} }}",
        *([f"hexes = {{ hexes = ['{snow}'], weather = ['snow'] }}"] if snow else []),
    ]
    return "".join(f"[[status]]\nname = '{name}'\nspots = {{ {each}, control = false }}\n" for each in spots)


LINKED = status("hq", "0100", snow="0200")
FED = status("city", "0100", "0500", "0800", snow="0200")


def start(
    *units: str,
    markers: tuple[str, ...] = (),
    phase: str = "repair",
    phasing: str = "red",
    weather: str = "clear",
    statuses: str = LINKED,
) -> Position:
    kinds = {name: unit(f"{name} leg 0000").type for name in ("red", "blue")}
    rules = replace(pack(control=CONTROL, supply=LINES + statuses), units=kinds)
    at = position(STRIP, rules, *units, phase=phase, phasing=phasing, weather=weather)
    return with_markers(at if weather else untold(at), *markers)


def untold(at: Position) -> Position:
    return replace(at, moment=replace(at.moment, conditions=()))


def counted(deeds: tuple[str, ...], *markers: str, weather: str = "clear", phasing: str = "red") -> list[Known]:
    at = start(markers=markers, weather=weather, phasing=phasing, statuses=FED)
    return [each.broken for each in countdown_repair(played(at, *deeds)) if each.broken.possible]


@pytest.mark.parametrize(
    ("lies", "deeds", "right"),
    [
        ("red countdown 0100 -3", ("swap countdown0 red countdown 0100 -2 5",), True),
        ("red countdown 0100 -3", (), False),
        ("red countdown 0100 -3", ("swap countdown0 red countdown 0100 -1 5",), False),
        ("red countdown 0100 -3", ("lift countdown0",), False),
        ("red countdown 0100 -2", ("swap countdown0 red countdown 0100 -1 5",), True),
        ("red countdown 0100 -2", ("lift countdown0",), False),
        ("red countdown 0100 -1", ("lift countdown0",), True),
        ("red countdown 0100 -1", (), False),
        ("red countdown 0300 -3", (), True),
        ("red countdown 0300 -3", ("swap countdown0 red countdown 0300 -2 5",), False),
        ("red countdown 0300 -1", ("lift countdown0",), False),
        ("blue countdown 0100 -3", (), True),
        ("blue countdown 0100 -3", ("swap countdown0 blue countdown 0100 -2 5",), False),
        ("red other 0100 -3", (), True),
        ("- countdown 0100 -3", (), False),
        ("- countdown 0100 -3", ("swap countdown0 - countdown 0100 -2 5",), True),
        ("- countdown 0500 -3", (), True),
        ("- countdown 0500 -3", ("swap countdown0 - countdown 0500 -2 5",), False),
        ("red countdown 9999 -3", ("lift countdown0",), True),
    ],
)
def test_a_countdown_goes_one_step_with_a_line_and_stays_without(
    lies: str, deeds: tuple[str, ...], right: bool
) -> None:
    """8.0: in its owner's Repair Step a Countdown with a line improves by one, and is gone after -1; others stay."""
    assert counted(deeds, lies) == ([] if right else [SURE])


@pytest.mark.parametrize(
    ("deeds", "found"),
    [
        ((), [Known.open("weather")]),
        (("swap countdown0 red countdown 0200 -2 5",), [Known.open("weather")]),
        (("swap countdown0 red countdown 0200 -1 5",), [SURE]),
        (("lift countdown0",), [SURE]),
    ],
)
def test_a_line_that_hangs_on_the_weather_leaves_open_which_of_two(deeds: tuple[str, ...], found: list[Known]) -> None:
    assert counted(deeds, "red countdown 0200 -3", weather="") == found
    # It is blue's: whatever the weather, it stays in red's phase.
    others = tuple(deed.replace("red", "blue") for deed in deeds)
    assert counted(others, "blue countdown 0200 -3", weather="") == [SURE] * bool(deeds)


def test_the_last_step_of_an_open_line_takes_the_marker_off_or_leaves_it() -> None:
    assert counted(("lift countdown0",), "red countdown 0200 -1", weather="") == [Known.open("weather")]
    assert counted((), "red countdown 0200 -1", weather="") == [Known.open("weather")]


@pytest.mark.parametrize(
    ("bearer", "steps"),
    [
        ("blue operational_hq_attack 0100", False),
        ("red operational_hq_attack 0500", True),
        ("blue hut 0100", True),
        ("red hut 0500", False),
    ],
)
def test_a_countdown_is_its_bearers_before_it_is_the_controllers(bearer: str, steps: bool) -> None:
    lies = f"- countdown {bearer.split()[2]} -3"
    assert counted((), lies, bearer) == ([SURE] if steps else [])


def test_an_owner_whom_nobody_knows_leaves_it_open() -> None:
    assert counted((), "- countdown 0800 -3") == [Known.open("control of 0800")]
    assert counted((), "red countdown 0800 -3", "blue operational_hq_attack 0800") == [SURE]


def test_why_a_countdown_should_have_stayed() -> None:
    def said(lies: str) -> str:
        record = played(start(markers=(lies,), statuses=FED), "lift countdown0")
        return " ".join(each.because for each in countdown_repair(record))

    assert "no line leads to it; found was none" in said("red countdown 0300 -3")
    assert "it is not its owner's phase" in said("blue countdown 0300 -3")
    kept = countdown_repair(played(start(markers=("red countdown 0100 -1",), statuses=FED)))
    assert ["becomes none in this step; found was -1" in each.because for each in kept] == [True]


STARTS = (
    Start((-3,), beside=HEADQUARTERS),
    Start((-4, -5), Where(hexes=frozenset({"0300"}))),
    Start((-6,), Where(weather=frozenset({"snow"}))),
)


def begun(
    *deeds: str,
    markers: tuple[str, ...] = (),
    phase: str = "march",
    weather: str = "clear",
) -> list[Known]:
    record = played(start(markers=markers, phase=phase, weather=weather), *deeds)
    return [each.broken for each in first_countdown_value(record, STARTS)]


@pytest.mark.parametrize(
    ("markers", "deeds", "phase", "count"),
    [
        ((), ("lay red countdown 0300 -4 5",), "march", 0),
        ((), ("lay red countdown 0300 -5 5",), "march", 0),
        ((), ("lay red countdown 0300 -3 5",), "march", 1),
        ((), ("lay red countdown 0200 -4 5",), "march", 1),
        ((), ("lay red countdown 0300 -6 5",), "march", 1),
        ((), ("lay red other 0300 -1 5",), "march", 0),
        ((), ("lay red countdown 9999 -1 5",), "march", 0),
        (("red operational_hq_attack 0200",), ("lay red countdown 0200 -3 5",), "march", 0),
        (("red hut 0200",), ("lay red countdown 0200 -3 5",), "march", 1),
        (("red operational_hq_attack 0100",), ("lay red countdown 0200 -3 5",), "march", 1),
        ((), ("lay red countdown 0200 -1 5", "lay red countdown 0200 -1 6"), "march", 2),
        ((), ("lay red countdown 0200 -1 5", "lay red countdown 0200 -2 6", "lay red countdown 0300 -4 7"), "march", 2),
        (("red countdown 0200 -2",), (), "march", 0),
        (("red countdown 0200 -2",), ("swap countdown0 red countdown 0200 -1 5",), "march", 1),
        (("red countdown 0200 -2",), ("swap countdown0 red countdown 0200 -1 5",), "repair", 0),
        (("red countdown 0300 -2",), ("swap countdown0 red countdown 0300 -4 5",), "march", 0),
        ((), ("lay red countdown 0200 -1 5",), "repair", 1),
        (("red countdown 0200 -2",), ("lay red countdown 0200 -2 5",), "march", 1),
    ],
)
def test_a_countdown_begins_with_what_an_event_gives(
    markers: tuple[str, ...], deeds: tuple[str, ...], phase: str, count: int
) -> None:
    """8.0: a Countdown begins with the value that an event gives; the steps of Repair are another rule's."""
    assert begun(*deeds, markers=markers, phase=phase) == [SURE] * count


def test_a_start_that_hangs_on_the_weather_is_open_unless_another_gives_it() -> None:
    assert begun("lay red countdown 0200 -6 5", weather="") == [Known.open("weather")]
    assert begun("lay red countdown 0200 -6 5", weather="snow") == []
    assert begun("lay red countdown 0300 -4 5", weather="") == []
    assert begun("lay red countdown 0200 -1 5", weather="") == [SURE]


def test_without_a_phase_nobody_knows_whether_it_was_a_step() -> None:
    swap = "swap countdown0 red countdown 0200 -1 5"
    (found,) = begun(swap, markers=("red countdown 0200 -2",), phase="")
    assert found.is_open
    assert begun("lay red countdown 0200 -1 5", phase="") == [SURE]


def test_what_may_begin_there_is_told() -> None:
    (found,) = first_countdown_value(
        played(start(markers=("red countdown 0300 -2",), phase="march"), "lay red countdown 0300 -1 5"), STARTS
    )
    assert found.because == "a marker of -1 appears in 0300, where -2 was; what may begin there is -4 or -5"
    (found,) = first_countdown_value(played(start(phase="march", weather=""), "lay red countdown 0200 -1 5"), STARTS)
    assert found.because == "a marker of -1 appears in 0200; what may begin there is none"


Found = list[tuple[str, Known, bool]]


def brought(at: Position, *deeds: str) -> Found:
    found = balanced_with_a_countdown(played(at, *deeds))
    return [(each.at[0], each.broken, each.owed) for each in found]


def captured(at: Position, *deeds: str) -> Found:
    found = countdown_of_a_captured_anchorage(played(at, *deeds), {"city": -5})
    return [(each.at[0], each.broken, each.owed) for each in found]


@pytest.mark.parametrize(
    ("lies", "deeds", "found"),
    [
        ("red B 0100", ("shift B0 0100-0300", "lay red countdown 0300 -3 5"), []),
        ("red B 0100", ("shift B0 0100-0300",), [("0300", SURE, True)]),
        ("red B 0100", ("shift B0 0100-0300", "lay red countdown 0300 -4 5"), [("0300", SURE, False)]),
        ("red B 0100", ("shift B0 0100-0300", "lay red countdown 0100 -3 5"), [("0300", SURE, True)]),
        ("red B 0100", ("shift B0 0100-0300", "lay red other 0300 -3 5"), [("0300", SURE, True)]),
        ("red B 0400", ("shift B0 0400-0300", "lay red countdown 0300 -4 5"), []),
        ("red B 0400", ("shift B0 0400-0300", "lay red countdown 0300 -3 5"), [("0300", SURE, False)]),
        ("blue B 0100", ("shift B0 0100-0300", "lay red countdown 0300 -4 5"), []),
        ("red hut 0100", ("shift hut0 0100-0300",), []),
        ("red A 0100", ("shift A0 0100-0300", "lay red countdown 0300 -3 5"), [("0300", SURE, False)]),
        ("red hut 0400", ("lay blue B 0300 7", "lay blue countdown 0300 -4 5"), []),
        ("red hut 0400", ("lay blue B 0300 7",), [("0300", SURE, True)]),
        ("red hut 0400", ("lay blue A 0300 7", "lay blue countdown 0300 -4 5"), [("0300", SURE, False)]),
        ("red hut 0400", ("lay red hut 0300 7",), []),
        ("red B 0200", ("shift B0 0200-0300", "lay red countdown 0300 -3 5"), [("0300", SURE, False)]),
    ],
)
def test_an_hq_that_comes_brings_its_countdown(lies: str, deeds: tuple[str, ...], found: Found) -> None:
    """10.2.1: an HQ that relocates or arrives is Balanced with a -3 Countdown, one that reforms has a -4."""
    lies, *named = (re.sub(r"\b[AB](?=\d? )", lambda mode: MODES[mode[0]], each) for each in (lies, *deeds))
    assert brought(start(markers=(lies,)), *named) == found


MODES = {"A": "operational_hq_attack", "B": "operational_hq_balanced"}


def test_weather_decides_which_countdown_and_nobody_told_it() -> None:
    at = start(markers=("red operational_hq_balanced 0200",), weather="")
    weather = Known.open("weather")
    for value, found in ((-3, [weather]), (-4, [weather]), (-5, [weather, weather])):
        told = brought(at, "shift operational_hq_balanced0 0200-0300", f"lay red countdown 0300 {value} 5")
        assert [broken for _, broken, _ in told] == found
    sure = start(markers=("red operational_hq_balanced 0100",), weather="")
    assert brought(sure, "shift operational_hq_balanced0 0100-0300") == [("0300", SURE, True)]


def test_an_hq_out_of_a_box_is_not_shifted() -> None:
    at = start(markers=("red operational_hq_attack 0100",))
    boxed = at.with_marker(replace(at.markers["operational_hq_attack0"], hex="", location="box"))
    assert brought(boxed, "shift operational_hq_attack0 0100-0300") == []


@pytest.mark.parametrize(
    ("deeds", "found"),
    [
        (("move blue0 0400-0300",), [("0300", SURE, True)]),
        (("move blue0 0400-0300", "lay red countdown 0300 -5 5"), []),
        (("move blue0 0400-0300", "lay red countdown 0300 -2 5"), [("0300", SURE, False)]),
        (("move blue0 0400-0500",), []),
        (("move red1 0200-0300",), []),
        (("move red1 0200-0300", "move red1 0300-0200"), []),
        (("move red1 0600-0700",), []),
    ],
)
def test_a_captured_place_gets_a_countdown(deeds: tuple[str, ...], found: Found) -> None:
    """22.0: a captured Supply City gets a -4 Countdown; what changed no hands, or is no such place, gets none."""
    assert captured(start("blue leg 0400", "red leg 0200", phasing="blue"), *deeds) == found


def test_a_place_whose_owner_nobody_knows_was_perhaps_captured_if_it_was_entered() -> None:
    at = start("blue leg 0400")
    lost = replace(at, control=at.control.set("0300", "?"))
    entered = [broken for _, broken, _ in captured(lost, "move blue0 0400-0300")]
    assert entered == [Known.open("control of 0300")]
    assert captured(lost, "move blue0 0400-0500") == []
    passed = [broken for _, broken, _ in captured(lost, "move blue0 0400-0300-0200")]
    assert passed and all(each.is_open for each in passed)


Article = Callable[[PhaseRecord], Iterator[Finding]]


def cut(at: Position, article: Article = dissolved_or_eliminated) -> list[Known]:
    found = (each.broken for each in article(PhaseRecord(at, at, ())))
    return [each for each in found if each.possible]


@pytest.mark.parametrize(
    ("lies", "phasing", "weather", "found"),
    [
        ("red operational_hq_attack 0400", "blue", "clear", [SURE]),
        ("red operational_hq_attack 0400", "red", "clear", []),
        ("red operational_hq_attack 0100", "blue", "clear", []),
        ("red operational_hq_attack 0200", "blue", "clear", [SURE]),
        ("red operational_hq_attack 0200", "blue", "snow", []),
        ("red operational_hq_attack 0200", "blue", "", [Known.open("weather")]),
        ("red operational_hq_attack 0400", "blue", "", [SURE]),
        ("- operational_hq_attack 0400", "blue", "clear", []),
        ("red hut 0400", "blue", "clear", []),
        ("red operational_hq_attack 9999", "blue", "clear", []),
    ],
)
def test_an_hq_without_communication_goes_in_the_other_sides_phase(
    lies: str, phasing: str, weather: str, found: list[Known]
) -> None:
    """10.2.2b: an HQ that is not In Communication dissolves in the opponent's Supply Step."""
    assert cut(start(markers=(lies,), phasing=phasing, weather=weather)) == found


def test_an_hq_that_can_reform_nowhere_stays_where_that_is_the_rule() -> None:
    free = start(markers=("red operational_hq_attack 0400",), phasing="blue", statuses=LINKED + TOWN)
    assert cut(free, dissolved_to_reform) == [SURE]
    trapped = start(
        "blue leg 0300", markers=("red operational_hq_attack 0400",), phasing="blue", statuses=LINKED + TOWN
    )
    assert cut(trapped, dissolved_to_reform) == []
    assert cut(trapped) == [SURE]


REFORMS = Relocating(lines=("all",))
PLACES = status("hq", "0100", snow="0500") + status("city", "0000", "0300", snow="0200")


def went(
    way: str,
    *units: str,
    terms: Relocating = Relocating(),
    lies: str = "red operational_hq_attack",
    weather: str = "clear",
) -> list[Known]:
    first = way.split("-", maxsplit=1)[0]
    at = start(*units, markers=(f"{lies} {first}",), weather=weather, statuses=PLACES)
    act = played(at, f"shift {lies.split()[1]}0 {way}").acts[0]
    return [each.broken for each in place_of_relocation(act, terms) if each.broken.possible]


@pytest.mark.parametrize(
    ("way", "units", "weather", "found"),
    [
        ("0100-0300", (), "clear", []),
        ("0100-0000", (), "clear", []),
        ("0100-0400", (), "clear", [SURE]),
        ("0100-0300", ("blue leg 0300",), "clear", [SURE]),
        ("0100-0200", (), "snow", []),
        ("0100-0200", (), "", [Known.open("weather")]),
        ("0100-0300", (), "", []),
        ("0100-0400", (), "", [SURE]),
        ("0200-0300", (), "clear", [SURE]),
        ("0500-0300", (), "snow", []),
        ("0500-0300", (), "", [Known.open("weather")]),
        ("9999-0300", (), "clear", []),
    ],
)
def test_an_hq_goes_from_a_linked_city_to_a_city(
    way: str, units: tuple[str, ...], weather: str, found: list[Known]
) -> None:
    """10.2: an HQ in communication is put in a supplied friendly City."""
    assert went(way, *units, weather=weather) == found


def test_only_markers_of_the_kind_are_asked_about() -> None:
    assert went("0200-0400", lies="red hut") == []


@pytest.mark.parametrize(
    ("way", "units", "found"),
    [
        ("0200-0000", (), []),
        ("0200-0000", ("blue leg 0100",), [SURE]),
        ("0400-0000", ("blue leg 0200",), [SURE]),
        ("0400-0300", ("blue leg 0200",), []),
    ],
)
def test_one_that_is_driven_out_forms_again_where_a_line_leads(
    way: str, units: tuple[str, ...], found: list[Known]
) -> None:
    """10.2.2: an HQ that dissolves reforms in a City to which an OLoC leads from its hex."""
    assert went(way, *units, terms=REFORMS) == found


def test_who_entered_the_hex_does_not_bar_the_way_out_and_who_stood_elsewhere_does() -> None:
    assert went("0400-0000", "blue leg 0400", terms=REFORMS) == []
    (found,) = went("0400-0000", "blue leg 0400", "blue leg 0300", terms=REFORMS)
    assert found == Known.open("where the enemy stood when 0400 was entered")
    assert went("0400-0000", "blue leg 0400", "blue leg 0200", terms=REFORMS) == [SURE]
