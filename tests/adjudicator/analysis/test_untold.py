"""What analyses answer while nobody tells the weather, or who holds a place: neither "surely" nor "surely not"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from fractions import Fraction

import pytest
from pydantic import TypeAdapter

from adjudicator.analysis.border import border_garrisons
from adjudicator.analysis.captures import remember
from adjudicator.analysis.control import control_field, controller
from adjudicator.analysis.events import due
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.model.theatre import Place
from adjudicator.packs.europa.analysis.crews import Crews, helpers
from adjudicator.packs.europa.analysis.works import Job, manned, tasks
from adjudicator.record.acts import Laid
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position, Unidentified
from adjudicator.terms.where import Where
from tests.adjudicator.analysis.corridor import EDGE, line
from tests.adjudicator.analysis.maps import blank, marker, pack, position, theatre

WEATHER = Known.open("weather")
EVERY_WEATHER = pytest.mark.parametrize(("weather", "answer"), [("clear", YES), ("snow", NO), ("", WEATHER)])
"""The weather, and whether something that snow forbids is so in it."""
CITY = Place(name="City", hex="0400", kinds=frozenset({"city"}), owner="red")
STRIP = Network.of(theatre("........", {"0600-0700": "rail"}, (EDGE, CITY), tags={"0700": "neutral"}))
SHUT_IN_SNOW = line("lengths = [{ within = { weather = ['clear'] }, most = 8 }, { most = 0 }]")
TOWN = "[[status]]\nname = 'town'\nspots = { kinds = ['city'] }\nconnected = [{ lines = ['all'], to = ['source'] }]\n"
ANYWHERE = "[line.any]\n[[line.any.elements]]\nname = 'overland'\n"
SNOW = Where(weather=frozenset({"snow"}))
HOLD = "[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n"


def start(
    *units: str,
    weather: str = "",
    where: Network = STRIP,
    markers: tuple[str, ...] = (),
    held: Mapping[str, str] | None = None,
    **tables: str,
) -> Position:
    at = position(where, pack(**tables), *units, markers=markers, control=held, phase="build", weather=weather)
    return at if weather else replace(at, moment=replace(at.moment, conditions=()))


@EVERY_WEATHER
def test_a_line_over_a_border_that_a_zone_may_watch(weather: str, answer: Known) -> None:
    watched = "side = 'red'\nneighbour = ['neutral']\nwithin = 3\nleast = 0\nlines = ['rail']\nreach = 2\n"
    table = f"[[border]]\nname = 'south'\n{watched}"
    zone = "[[exert]]\nwhere = { weather = ['clear'] }\n"
    (found,) = border_garrisons(start("red leg 0500", weather=weather, border=table, zoc=zone), "red")
    bounds = {YES: (0, 0), NO: (1, 1), WEATHER: (0, 1)}
    assert (found.penalty.low, found.penalty.high) == bounds[answer]


ZONES_TAKE = "zones_last = true\n[[test]]\nby = 'occupation'\n[[test]]\nby = 'zone'\nwhere = { weather = ['clear'] }\n"


@pytest.mark.parametrize(("weather", "taken"), [("clear", "red"), ("snow", "blue"), ("", "?")])
def test_what_a_zone_perhaps_took_nobody_knows_the_owner_of(weather: str, taken: str) -> None:
    at = start(
        "red leg 0100", weather=weather, held={"0300": "blue", "0000": "red"}, control=ZONES_TAKE, zoc="[[exert]]\n"
    )
    after = remember(at.moved("red0", "0200"), at, ("red0",), ("0100", "0200"))
    assert (after.control["0300"], after.control["0000"], after.control["0200"]) == (taken, "red", "red")


@pytest.mark.parametrize(("weather", "owner"), [("clear", "blue"), ("snow", "red"), ("", "?")])
def test_a_hex_that_is_enclosed_in_some_weather(weather: str, owner: str) -> None:
    around = theatre(blank(3, 3), tags={f"0{c}0{r}": "east" for c in range(3) for r in range(3)} | {"0101": "west"})
    rules = "starts = { east = 'blue', west = 'red' }\n" + HOLD + "[enclosure]\nwhere = { weather = ['clear'] }\n"
    network = Network.of(around)
    at = start(weather=weather, where=network, control=rules)
    assert (str(controller(at, "0101")), str(control_field(at).at(network.index["0101"]))) == (owner, owner)


@EVERY_WEATHER
def test_workers_of_a_town_that_is_perhaps_cut_off_come_perhaps(weather: str, answer: Known) -> None:
    crews = Crews(status="town", lines=("any",), most=(("city", 2),))
    at = start(weather=weather, supply=SHUT_IN_SNOW + TOWN + ANYWHERE)
    found = helpers(at, "red", "0500", crews)
    assert {name: each.reaches for name, each in found.items()} == ({} if answer.is_no else {"City": answer})


EVENT = "[[units]]\nname = 'fall'\n"


@EVERY_WEATHER
def test_an_event_by_units_that_are_perhaps_there_and_free(weather: str, answer: Known) -> None:
    there, fed = "where = { weather = ['clear'] }\n", "free = 'out'\n"
    isolation = SHUT_IN_SNOW.replace("[[state]]", "[[state]]\naspect = 'isolation'")
    at = start("red leg 0300", weather=weather, events=EVENT + there)
    assert due(at, "fall") == answer
    assert due(start("red leg 0300", weather=weather, events=EVENT + fed, supply=isolation), "fall") == answer


def test_an_event_by_units_in_doubtful_weather_that_are_not_free_in_any() -> None:
    never = line("lengths = [{ most = 0 }]").replace("[[state]]", "[[state]]\naspect = 'isolation'")
    terms = EVENT + "where = { weather = ['clear'] }\nfree = 'out'\n"
    assert due(start("red leg 0300", events=terms, supply=never), "fall") == NO


@pytest.mark.parametrize(("weather", "found"), [("clear", True), ("snow", False), ("", True)])
def test_an_event_by_a_counter_nobody_can_tell_where_it_may_count(weather: str, found: bool) -> None:
    at = start(weather=weather, events=EVENT + "where = { weather = ['clear'] }\n")
    stranger = Unidentified("c1", "", "0400", "0400", "masked")
    assert due(replace(at, unidentified=(stranger,)), "fall") == (Known.open("what else is in 0400") if found else NO)


FORT = Job(act="lay", kinds=frozenset({"fort"}), phases=frozenset({"build"}), points=Fraction(3))
SUPPLY_OF_WORKERS = SHUT_IN_SNOW.replace('"out"', '"out_of_supply"')


@EVERY_WEATHER
@pytest.mark.parametrize(
    ("job", "tables"),
    [
        ({"supplied": True}, {"supply": SUPPLY_OF_WORKERS}),
        ({"points": 6, "workers": [{"where": {"weather": ["clear"]}}]}, {}),
        ({}, {"movement": "[[forbid]]\nwhen = { conditions = { weather = ['snow'] } }\n"}),
    ],
    ids=["who is perhaps in supply", "who perhaps has help", "who perhaps may not move"],
)
def test_a_work_by(weather: str, answer: Known, job: dict[str, object], tables: dict[str, str]) -> None:
    at = start("red leg 0300", weather=weather, **tables)
    fort = marker("red fort 0300")
    act = Laid(before=at, after=at.with_marker(fort), where="0300", marker_ids=(fort.id,))
    record = PhaseRecord(at, act.after, (act,))
    done = tasks(record, (TypeAdapter(Job).validate_python({**asdict(FORT), **job}),), frozenset())
    assert manned(record, done) == answer
