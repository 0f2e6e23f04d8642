"""Markers with a number, and headquarters that are put elsewhere or cut off: judged on a strip of our own.

Red holds 0000 to 0400, blue 0500 to 0800; the source of all lines is Edge in 0000, the City stands in 0300.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.model.known import YES as SURE
from adjudicator.model.known import Known
from adjudicator.model.network import Network
from adjudicator.model.theatre import Place
from adjudicator.packs.thunder_in_the_east.checks.markers.cut_off import CutOff, gone_when_cut_off
from adjudicator.packs.thunder_in_the_east.checks.markers.owed import OwedMarkers, brings_with_it
from adjudicator.packs.thunder_in_the_east.checks.markers.start_value import StartValues, begins_with
from adjudicator.packs.thunder_in_the_east.checks.markers.step import StepByLine, counts_down
from adjudicator.packs.thunder_in_the_east.checks.markers.travel import MarkerTravel, goes_where_it_may
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from tests.adjudicator.analysis.corridor import STATES, block
from tests.adjudicator.analysis.maps import pack, position, theatre, unit
from tests.packs.thunder.played import played, with_markers

EDGE = Place(name="Edge", hex="0000", kinds=frozenset({"edge"}), owner="red")
CITY = Place(name="City", hex="0300", kinds=frozenset({"city"}), owner="red")
PORT = Place(name="Port", hex="0700", kinds=frozenset({"port"}), owner="blue")
TAGS = {**{f"0{column}00": "west" for column in range(5)}, **{f"0{column}00": "east" for column in range(5, 8)}}
STRIP = Network.of(theatre(".........", {}, (EDGE, CITY, PORT), tags=TAGS))
CONTROL = "[starts]\nwest = 'red'\neast = 'blue'\n[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n"
BLOCK = block("by = 'units'")
LINES = f"[line.all]\n[[line.all.elements]]\nname = 'overland'\n{BLOCK}{STATES}"
REFORM = (
    "kinds = ['hq']\nreform = [{ lines = ['all'], to = ['source', 'town'] }]\nreform_statuses = ['source', 'town']\n"
)
TOWN = "[[status]]\nname = 'town'\nspots = { kinds = ['city'] }\n"


def start(
    *units: str, markers: tuple[str, ...] = (), phase: str = "repair", phasing: str = "red", weather: str = "clear"
) -> Position:
    kinds = {name: unit(f"{name} leg 0000").type for name in ("red", "blue")}
    rules = replace(pack(control=CONTROL, supply=LINES + TOWN, headquarters=REFORM), units=kinds)
    at = position(STRIP, rules, *units, phase=phase, phasing=phasing, weather=weather)
    return with_markers(at if weather else untold(at), *markers)


def untold(at: Position) -> Position:
    return replace(at, moment=replace(at.moment, conditions=()))


STEP = StepByLine.model_validate(
    {
        "kinds": ["count"],
        "bearers": ["hq"],
        "situations": [
            {"where": {"hexes": ["0100", "0500", "0800"]}},
            {"where": {"hexes": ["0200"], "weather": ["snow"]}},
        ],
    }
)


def counted(deeds: tuple[str, ...], *markers: str, weather: str = "clear", phasing: str = "red") -> list[Known]:
    record = played(start(markers=markers, weather=weather, phasing=phasing), *deeds)
    return [each.broken for each in counts_down(record, STEP)]


@pytest.mark.parametrize(
    ("lies", "deeds", "right"),
    [
        ("red count 0100 -3", ("swap count0 red count 0100 -2 5",), True),
        ("red count 0100 -3", (), False),
        ("red count 0100 -3", ("swap count0 red count 0100 -1 5",), False),
        ("red count 0100 -3", ("lift count0",), False),
        ("red count 0100 -2", ("swap count0 red count 0100 -1 5",), True),
        ("red count 0100 -2", ("lift count0",), False),
        ("red count 0100 -1", ("lift count0",), True),
        ("red count 0100 -1", (), False),
        ("red count 0300 -3", (), True),
        ("red count 0300 -3", ("swap count0 red count 0300 -2 5",), False),
        ("red count 0300 -1", ("lift count0",), False),
        ("blue count 0100 -3", (), True),
        ("blue count 0100 -3", ("swap count0 blue count 0100 -2 5",), False),
        ("red other 0100 -3", (), True),
        ("- count 0100 -3", (), False),
        ("- count 0100 -3", ("swap count0 - count 0100 -2 5",), True),
        ("- count 0500 -3", (), True),
        ("- count 0500 -3", ("swap count0 - count 0500 -2 5",), False),
        ("red count 9999 -3", ("lift count0",), True),
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
        (("swap count0 red count 0200 -2 5",), [Known.open("weather")]),
        (("swap count0 red count 0200 -1 5",), [SURE]),
        (("lift count0",), [SURE]),
    ],
)
def test_a_line_that_hangs_on_the_weather_leaves_open_which_of_two(deeds: tuple[str, ...], found: list[Known]) -> None:
    assert counted(deeds, "red count 0200 -3", weather="") == found
    # It is blue's: whatever the weather, it stays in red's phase.
    others = tuple(deed.replace("red", "blue") for deed in deeds)
    assert counted(others, "blue count 0200 -3", weather="") == [SURE] * bool(deeds)


def test_the_last_step_of_an_open_line_takes_the_marker_off_or_leaves_it() -> None:
    assert counted(("lift count0",), "red count 0200 -1", weather="") == [Known.open("weather")]
    assert counted((), "red count 0200 -1", weather="") == [Known.open("weather")]


@pytest.mark.parametrize(
    ("bearer", "steps"),
    [("blue hq 0100", False), ("red hq 0500", True), ("blue hut 0100", True), ("red hut 0500", False)],
)
def test_a_countdown_is_its_bearers_before_it_is_the_controllers(bearer: str, steps: bool) -> None:
    lies = f"- count {bearer.split()[2]} -3"
    assert counted((), lies, bearer) == ([SURE] if steps else [])


def test_an_owner_whom_nobody_knows_leaves_it_open() -> None:
    assert counted((), "- count 0800 -3") == [Known.open("control of 0800")]
    assert counted((), "red count 0800 -3", "blue hq 0800") == [SURE]


def test_why_a_countdown_should_have_stayed() -> None:
    def said(lies: str) -> str:
        record = played(start(markers=(lies,)), "lift count0")
        return " ".join(each.because for each in counts_down(record, STEP))

    assert "no line leads to it; found was none" in said("red count 0300 -3")
    assert "it is not its owner's phase" in said("blue count 0300 -3")
    kept = counts_down(played(start(markers=("red count 0100 -1",))), STEP)
    assert ["becomes none in this step; found was -1" in each.because for each in kept] == [True]


STARTS = StartValues.model_validate(
    {
        "kinds": ["count"],
        "steps": {"phases": ["repair"]},
        "starts": [
            {"values": [-3], "beside": ["hq"]},
            {"values": [-4, -5], "where": {"hexes": ["0300"]}},
            {"values": [-6], "where": {"weather": ["snow"]}},
        ],
    }
)


def begun(
    *deeds: str,
    markers: tuple[str, ...] = (),
    phase: str = "march",
    weather: str = "clear",
    terms: StartValues = STARTS,
) -> list[Known]:
    record = played(start(markers=markers, phase=phase, weather=weather), *deeds)
    return [each.broken for each in begins_with(record, terms)]


@pytest.mark.parametrize(
    ("markers", "deeds", "phase", "count"),
    [
        ((), ("lay red count 0300 -4 5",), "march", 0),
        ((), ("lay red count 0300 -5 5",), "march", 0),
        ((), ("lay red count 0300 -3 5",), "march", 1),
        ((), ("lay red count 0200 -4 5",), "march", 1),
        ((), ("lay red count 0300 -6 5",), "march", 1),
        ((), ("lay red other 0300 -1 5",), "march", 0),
        ((), ("lay red count 9999 -1 5",), "march", 0),
        (("red hq 0200",), ("lay red count 0200 -3 5",), "march", 0),
        (("red hut 0200",), ("lay red count 0200 -3 5",), "march", 1),
        (("red hq 0100",), ("lay red count 0200 -3 5",), "march", 1),
        ((), ("lay red count 0200 -1 5", "lay red count 0200 -1 6"), "march", 2),
        ((), ("lay red count 0200 -1 5", "lay red count 0200 -2 6", "lay red count 0300 -4 7"), "march", 2),
        (("red count 0200 -2",), (), "march", 0),
        (("red count 0200 -2",), ("swap count0 red count 0200 -1 5",), "march", 1),
        (("red count 0200 -2",), ("swap count0 red count 0200 -1 5",), "repair", 0),
        (("red count 0300 -2",), ("swap count0 red count 0300 -4 5",), "march", 0),
        ((), ("lay red count 0200 -1 5",), "repair", 1),
        (("red count 0200 -2",), ("lay red count 0200 -2 5",), "march", 1),
    ],
)
def test_a_countdown_begins_with_what_an_event_gives(
    markers: tuple[str, ...], deeds: tuple[str, ...], phase: str, count: int
) -> None:
    """8.0: a Countdown begins with the value that an event gives; the steps of Repair are another rule's."""
    assert begun(*deeds, markers=markers, phase=phase) == [SURE] * count


def test_a_start_that_hangs_on_the_weather_is_open_unless_another_gives_it() -> None:
    assert begun("lay red count 0200 -6 5", weather="") == [Known.open("weather")]
    assert begun("lay red count 0200 -6 5", weather="snow") == []
    assert begun("lay red count 0300 -4 5", weather="") == []
    assert begun("lay red count 0200 -1 5", weather="") == [SURE]


def test_without_a_phase_nobody_knows_whether_it_was_a_step() -> None:
    swap = "swap count0 red count 0200 -1 5"
    (found,) = begun(swap, markers=("red count 0200 -2",), phase="")
    assert found.is_open
    never = STARTS.model_copy(update={"steps": None})
    assert begun(swap, markers=("red count 0200 -2",), phase="", terms=never) == [SURE]
    assert begun("lay red count 0200 -1 5", phase="") == [SURE]


def test_what_may_begin_there_is_told() -> None:
    (found,) = begins_with(
        played(start(markers=("red count 0300 -2",), phase="march"), "lay red count 0300 -1 5"), STARTS
    )
    assert found.because == "a marker of -1 appears in 0300, where -2 was; what may begin there is -4 or -5"
    (found,) = begins_with(played(start(phase="march", weather=""), "lay red count 0200 -1 5"), STARTS)
    assert found.because == "a marker of -1 appears in 0200; what may begin there is none"


OWED = OwedMarkers.model_validate(
    {
        "events": [
            {
                "event": "shift",
                "kinds": ["hq", "front"],
                "origin": [{"where": {"hexes": ["0100"]}}, {"where": {"hexes": ["0200"], "weather": ["snow"]}}],
                "when": {"phasing": "own"},
                "owes": "count",
                "value": -3,
                "shows": ["hq"],
            },
            {"event": "shift", "kinds": ["hq", "front"], "owes": "count", "value": -4},
            {"event": "lay", "kinds": ["hq", "front"], "owes": "count", "value": -3, "shows": ["hq"]},
            {"event": "captured", "places": ["city"], "owes": "count", "value": -5},
        ]
    }
)


def brought(at: Position, *deeds: str) -> list[tuple[str, Known, bool]]:
    found = brings_with_it(played(at, *deeds), OWED)
    return [(each.at[0], each.broken, each.owed) for each in found]


@pytest.mark.parametrize(
    ("lies", "deeds", "found"),
    [
        ("red hq 0100", ("shift hq0 0100-0300", "lay red count 0300 -3 5"), []),
        ("red hq 0100", ("shift hq0 0100-0300",), [("0300", SURE, True)]),
        ("red hq 0100", ("shift hq0 0100-0300", "lay red count 0300 -4 5"), [("0300", SURE, False)]),
        ("red hq 0100", ("shift hq0 0100-0300", "lay red count 0100 -3 5"), [("0300", SURE, True)]),
        ("red hq 0100", ("shift hq0 0100-0300", "lay red other 0300 -3 5"), [("0300", SURE, True)]),
        ("red hq 0400", ("shift hq0 0400-0300", "lay red count 0300 -4 5"), []),
        ("red hq 0400", ("shift hq0 0400-0300", "lay red count 0300 -3 5"), [("0300", SURE, False)]),
        ("blue hq 0100", ("shift hq0 0100-0300", "lay red count 0300 -4 5"), []),
        ("red hut 0100", ("shift hut0 0100-0300",), []),
        ("red front 0100", ("shift front0 0100-0300", "lay red count 0300 -3 5"), [("0300", SURE, False)]),
        ("red hut 0400", ("lay red hq 0300 7", "lay red count 0300 -3 5"), []),
        ("red hut 0400", ("lay red hq 0300 7",), [("0300", SURE, True)]),
        ("red hut 0400", ("lay red front 0300 7", "lay red count 0300 -3 5"), [("0300", SURE, False)]),
        ("red hut 0400", ("lay red hut 0300 7",), []),
        ("red hq 0200", ("shift hq0 0200-0300", "lay red count 0300 -3 5"), [("0300", SURE, False)]),
    ],
)
def test_an_hq_that_comes_brings_its_countdown(
    lies: str, deeds: tuple[str, ...], found: list[tuple[str, Known, bool]]
) -> None:
    """10.2.1: an HQ that relocates or arrives is Balanced with a -3 Countdown, one that reforms has a -4."""
    assert brought(start(markers=(lies,)), *deeds) == found


def test_weather_decides_which_countdown_and_nobody_told_it() -> None:
    at = start(markers=("red hq 0200",), weather="")
    weather = Known.open("weather")
    for value, found in ((-3, [weather]), (-4, [weather]), (-5, [weather, weather])):
        told = brought(at, "shift hq0 0200-0300", f"lay red count 0300 {value} 5")
        assert [broken for _, broken, _ in told] == found
    sure = start(markers=("red hq 0100",), weather="")
    assert brought(sure, "shift hq0 0100-0300") == [("0300", SURE, True)]


def test_an_hq_out_of_a_box_is_not_shifted() -> None:
    at = start(markers=("red hq 0100",))
    boxed = at.with_marker(replace(at.markers["hq0"], hex="", location="box"))
    assert brought(boxed, "shift hq0 0100-0300") == []


@pytest.mark.parametrize(
    ("deeds", "found"),
    [
        (("move blue0 0400-0300",), [("0300", SURE, True)]),
        (("move blue0 0400-0300", "lay red count 0300 -5 5"), []),
        (("move blue0 0400-0300", "lay red count 0300 -2 5"), [("0300", SURE, False)]),
        (("move blue0 0400-0500",), []),
        (("move red1 0200-0300",), []),
        (("move red1 0200-0300", "move red1 0300-0200"), []),
        (("move red1 0600-0700",), []),
    ],
)
def test_a_captured_place_gets_a_countdown(deeds: tuple[str, ...], found: list[tuple[str, Known, bool]]) -> None:
    """22.0: a captured Supply City gets a -4 Countdown; what changed no hands, or is no such place, gets none."""
    assert brought(start("blue leg 0400", "red leg 0200", phasing="blue"), *deeds) == found


def test_a_place_whose_owner_nobody_knows_was_perhaps_captured_if_it_was_entered() -> None:
    at = start("blue leg 0400")
    lost = replace(at, control=at.control.set("0300", "?"))
    entered = [broken for _, broken, _ in brought(lost, "move blue0 0400-0300")]
    assert entered == [Known.open("control of 0300")]
    assert brought(lost, "move blue0 0400-0500") == []
    passed = [broken for _, broken, _ in brought(lost, "move blue0 0400-0300-0200")]
    assert passed and all(each.is_open for each in passed)


CUT = CutOff.model_validate(
    {
        "kinds": ["hq"],
        "situations": [{"where": {"hexes": ["0100"]}}, {"where": {"hexes": ["0200"], "weather": ["snow"]}}],
    }
)
SPARING = CUT.model_copy(update={"spares_trapped": True})


def cut(at: Position, terms: CutOff = CUT) -> list[Known]:
    found = (each.broken for each in gone_when_cut_off(PhaseRecord(at, at, ()), terms))
    return [each for each in found if each.possible]


@pytest.mark.parametrize(
    ("lies", "phasing", "weather", "found"),
    [
        ("red hq 0400", "blue", "clear", [SURE]),
        ("red hq 0400", "red", "clear", []),
        ("red hq 0100", "blue", "clear", []),
        ("red hq 0200", "blue", "clear", [SURE]),
        ("red hq 0200", "blue", "snow", []),
        ("red hq 0200", "blue", "", [Known.open("weather")]),
        ("red hq 0400", "blue", "", [SURE]),
        ("- hq 0400", "blue", "clear", []),
        ("red hut 0400", "blue", "clear", []),
        ("red hq 9999", "blue", "clear", []),
    ],
)
def test_an_hq_without_communication_goes_in_the_other_sides_phase(
    lies: str, phasing: str, weather: str, found: list[Known]
) -> None:
    """10.2.2b: an HQ that is not In Communication dissolves in the opponent's Supply Step."""
    assert cut(start(markers=(lies,), phasing=phasing, weather=weather)) == found


def test_an_hq_that_can_reform_nowhere_stays_where_that_is_the_rule() -> None:
    free = start(markers=("red hq 0400",), phasing="blue")
    assert cut(free, SPARING) == [SURE]
    trapped = start("blue leg 0300", markers=("red hq 0400",), phasing="blue")
    assert cut(trapped, SPARING) == []
    assert cut(trapped) == [SURE]


TRAVEL = MarkerTravel.model_validate(
    {
        "kinds": ["hq"],
        "to": [
            {"where": {"hexes": ["0000", "0300"]}, "controlled": "own"},
            {"where": {"hexes": ["0200"], "weather": ["snow"]}},
        ],
        "origin": [{"where": {"hexes": ["0100"]}}, {"where": {"hexes": ["0500"], "weather": ["snow"]}}],
    }
)
REFORMS = TRAVEL.model_copy(update={"lines": ("all",)})


def went(
    way: str, *units: str, terms: MarkerTravel = TRAVEL, lies: str = "red hq", weather: str = "clear"
) -> list[Known]:
    first = way.split("-", maxsplit=1)[0]
    at = start(*units, markers=(f"{lies} {first}",), weather=weather)
    act = played(at, f"shift {lies.split()[1]}0 {way}").acts[0]
    return [each.broken for each in goes_where_it_may(act, terms) if each.broken.possible]


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
