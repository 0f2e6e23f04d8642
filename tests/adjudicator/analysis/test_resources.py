"""Points of a pool: counted on their track and where they lie, spent, and gained."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from adjudicator.analysis.resources import changes, gained, lying_points, points, spent
from adjudicator.model.interval import Interval
from adjudicator.model.known import Known
from adjudicator.model.network import Network
from adjudicator.model.units import Marker
from adjudicator.persistent import PersistentMap
from adjudicator.record.acts import ValuesChanged
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import blank, marker, pack, position, theatre

MAP = Network.of(theatre(blank(3, 3)))
POOLS = """
[pool."gold.red"]
side = "red"
[pool."oil.red"]
side = "red"
[on_track.markers]
"gold.red" = ["purse"]
"oil.red" = ["barrel"]
"""
RULES = pack(spending=POOLS)


def on_track(text: str, where: str, number: int = 0, worth: int = 0) -> Marker:
    made = marker(text, number)
    return replace(made, hex="", location=where, type=made.type.model_copy(update={"value": worth}))


def start(*markers: Marker, **values: str) -> Position:
    at = position(MAP, RULES)
    for each in markers:
        at = at.with_marker(each)
    return replace(at, values=PersistentMap({name.replace("_", "."): value for name, value in values.items()}))


@pytest.mark.parametrize(
    ("markers", "found"),
    [
        ((on_track("red purse 0", "Track 7"),), 7),
        ((on_track("red purse 0", "Track 7", worth=10),), 70),
        ((on_track("red purse 0", "Track 7 half"),), 7),
        ((on_track("red purse 0 half", "Track 7"),), Fraction(15, 2)),
        ((on_track("- purse 0", "Track 3"),), 3),
        ((on_track("red purse 0", "Track 7"), on_track("red purse 0", "Track 2", 1, worth=10)), 27),
        ((on_track("red purse 0", "Track 7"), on_track("blue purse 0", "Track 9", 1)), 7),
        ((on_track("red purse 0", "Track 7"), on_track("red barrel 0", "Track 9", 1)), 7),
    ],
)
def test_points_on_the_track(markers: tuple[Marker, ...], found: Fraction) -> None:
    assert points(start(*markers), "gold.red") == Interval.of(found)


@pytest.mark.parametrize("markers", [(), (on_track("red purse 0", "Reserve"),), (on_track("blue purse 0", "Track 9"),)])
def test_points_that_nobody_shows(markers: tuple[Marker, ...]) -> None:
    assert points(start(*markers), "gold.red").settled == Known.open("the value gold.red")


def test_one_marker_off_the_track_leaves_the_pool_open() -> None:
    found = points(start(on_track("red purse 0", "Track 7"), on_track("red purse 0", "Reserve", 1)), "gold.red")
    assert found.settled.is_open


def test_what_is_told_goes_before_the_track() -> None:
    shown = on_track("red purse 0", "Track 7")
    assert points(start(shown, gold_red="4 1/2"), "gold.red") == Interval.of(Fraction(9, 2))
    assert points(start(shown, gold_red="many"), "gold.red").settled.is_open


def test_what_lies_on_the_map() -> None:
    at = position(
        MAP, RULES, markers=("red fuel 0101", "red fuel 0101", "- fuel 0102", "blue fuel 0102", "red gun 0101")
    )
    rich = marker("red fuel 0202", 9)
    at = at.with_marker(replace(rich, type=rich.type.model_copy(update={"value": 4})))
    assert lying_points(at, frozenset({"fuel"}), "red") == {"0101": 2, "0102": 1, "0202": 4}


def played(*values: tuple[str, str]) -> PhaseRecord:
    """A phase in which the two pools, gold and oil, take these values one after the other."""
    positions = [replace(start(), values=PersistentMap({"gold.red": gold, "oil.red": oil})) for gold, oil in values]
    acts = tuple(ValuesChanged(before=before, after=after, values={}) for before, after in pairwise(positions))
    return PhaseRecord(positions[0], positions[-1], acts)


def test_what_was_spent_and_gained() -> None:
    record = played(("10", "3"), ("7", "3"), ("12", "3"), ("11", "1"), ("11", "many"), ("13", "4"))
    assert {name: [int(number) for number in each] for name, each in spent(record).items()} == {
        "gold.red": [10, 4],
        "oil.red": [3, 2],
    }
    assert gained(record) == {"gold.red": Fraction(7), "oil.red": Fraction(3)}  # whatever "many" was
    assert [(each.pool, int(each.before), int(each.after)) for each in changes(record)] == [
        ("gold.red", 10, 7),
        ("gold.red", 7, 12),
        ("gold.red", 12, 11),
        ("oil.red", 3, 1),
        ("gold.red", 11, 13),
        ("oil.red", 1, 4),
    ]
