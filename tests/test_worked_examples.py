"""Every worked example that the digests of the three books list is a case under its own name, or is named here with a reason."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.cases import all_cases
from tests.helpers import SHARED, needs_shared

DIGESTS = {
    "fire_in_the_east": "fire-in-the-east.md",
    "sudden_storm": "sudden-storm.md",
    "blitz_in_the_east": "blitz-in-the-east.md",
}
AIR = "air units are not in the packs"
NAVAL = "ships and flotillas are not in the packs"
REPLACEMENT = "replacement points are kept on paper off the map"
COMBAT = "strengths of artillery and engineers in combat are not judged"
WORKERS = "which city's workers serve a work is told by no counter"
POINTS = "which unit carries which resource points is told by no counter"
VICTORY = "victory points are not counted"
LEFT_OUT = {
    "fire_in_the_east": {
        "7Ca": "the two markers that face each other are the players' shorthand for a break in every hex between",
        "12Fb": POINTS,
        "14A1f": WORKERS,
        "14A3a": COMBAT,
        "14Ba": COMBAT,
        "31Da": "factories are kept on paper off the map",
        "39Ba": POINTS,
        **dict.fromkeys(("19a", "19b", "20Ea", "20F2aa", "21B2aa", "21B2ba", "21B2ca", "21B3a", "21B3b", "21B3c"), AIR),
        **dict.fromkeys(("21B3d", "21B3e", "22Ba", "22Bb", "24Aa", "24Ca", "24Da", "25Ca", "25Ea", "31F2a"), AIR),
        **dict.fromkeys(("26Aa", "27Aa", "27B1a", "27B2a", "27B3a", "27Ea", "27F4a"), AIR),
        **dict.fromkeys(("28B1a", "28B5a", "28B5b", "28C2a", "28Ea", "28Eb", "28Ec", "28Ed", "28Ee", "28Ef"), NAVAL),
        **dict.fromkeys(("34Ba", "34B3a", "34E1a", "34E3a"), REPLACEMENT),
    },
    "sudden_storm": {
        "3Ga": "which district a place lies in is a fact of the published map",
        "12Fb": "doubtful by the digest itself: the example carries more than the rule allows",
        "14A2b": WORKERS,
        "14Ba": COMBAT,
        "14Ca": "the text has no order of battle, and the sample no mountain cavalry",
        "15Ba": "the text has no order of battle, and the sample no parachute division",
        "19Da": AIR,
        "35a": "the text has no order of battle",
        "37Ca": "naval transport, with which the move is combined, is told by no counter",
        **dict.fromkeys(("19D2aa", "20B1a", "20B1b", "20B1c", "20B3a", "20B3b", "20B3c", "20B3d", "23Aa", "23Ca"), AIR),
        **dict.fromkeys(("26A1a", "26Ca"), AIR),
        **dict.fromkeys(("27A5a", "27B1a", "27B5a", "27B5b", "27Ea"), NAVAL),
        **dict.fromkeys(("30Da", "30Ea", "33a", "33Ba", "33B3a", "33Ca", "33Ea", "33F2a", "33F4a"), REPLACEMENT),
        **dict.fromkeys(("36Ba", "36Bb", "36Da"), VICTORY),
    },
    "blitz_in_the_east": {},
}


def listed(digest: str) -> Iterator[str]:
    """The names in the first column of section (f)."""
    text = (SHARED / "rules" / digest).read_text(encoding="utf-8")
    section = re.split(r"^## ", text.partition("## (f)")[2], maxsplit=1, flags=re.MULTILINE)[0]
    for line in section.splitlines():
        name = line.split("|")[1].strip() if line.startswith("|") else ""
        if name and name.lower() != "id" and not name.startswith("-"):
            yield name.partition(" ")[0]


def played(pack: str) -> set[str]:
    return {filed.case.example for filed in all_cases(pack)} - {""}


@needs_shared
@pytest.mark.parametrize("pack", DIGESTS)
def test_every_worked_example_is_a_case_or_named_with_a_reason(pack: str) -> None:
    names = list(listed(DIGESTS[pack]))
    assert len(names) == len(set(names))
    assert {name for name in names if name not in played(pack)} == set(LEFT_OUT[pack])


@needs_shared
@pytest.mark.parametrize("pack", DIGESTS)
def test_no_case_plays_an_example_that_no_digest_lists(pack: str) -> None:
    assert played(pack) - set(listed(DIGESTS[pack])) == set()


THUNDER = "thunder_in_the_east"
PLAYED_BY = {
    "3.1-a": "3.1a.4",
    "6.2-a": "6.2-a",
    "8.0-a": "8.0-a",
    "8.0-b": "8.0j.3",
    "9.3.4-a": "9.3.4-a.1",
    "9.5-a": "9.5-a",
    "9.5-b": "9.5-b",
    "9.5-c": "9.5-c",
    "9.5-d": "9.5-d",
    "10.1-a": "10.1c.3",
    "12.7-a": "12.7-a",
    "12.7-b": "12.7-b",
    "17.2-a": "17.2-a.1",
    "18.3-a": "18.4.1c.5",
    "18.4.3-a": "18.4.3-a.1",
    "18.4.3-b": "18.4.3e.1",
    "20-a": "20-a.1",
    "21.7-a": "21.7-a.1",
    "22.0-a": "22.0-a",
    "26.1-a": "26.1-a.1",
    "103-a": "18.4.1c.10",
    "105-a": "105.1c.3",
    "105-b": "105.1f.1",
    "105-c": "105.2.1",
    "107-a": "107.1a.11",
    "107-b": "107.2.2.1",
    "107-c": "107-c.1",
    "107-d": "107-d.1",
    "203-a": "203.2a.1",
    "203-b": "203.2a.3",
    "203-c": "203.2c.6",
    "205.1-a": "205.1.101",
    "205.2-a": "205.2.1",
    "205.3-a": "205.3.4",
    "205.4-a": "205.4.1",
    "207.4-a": "207.4b.4",
    "207.4-b": "7.5.3c.3",
    "207.4-c": "207.4c.1",
    "207.4-d": "207.4c.2",
    "208.1-a": "202.1c.1",
    "208.2-a": "208.2.2d.1",
    "208.4.1-a": "208.4.1.101",
}
"""The worked examples of Thunder in the East, each with the case that plays it or its like on the sample's map."""
OF_TESTS = "tests/packs/thunder/test_examples.py has it"
NOT_PLAYED = {
    "1.0-a": "arithmetic that is no act",
    "3.2-a": "the start line of the published map, and in part our own reading",
    "7.2-a": "Odessa lies on no map of ours; tests/packs/thunder/test_supply_by_definition.py has radius and line together",
    "9.1-a": "how markers stand on the track, where a number is read as it is",
    "20-b": "no sample fighter is Vulnerable",
    "20-c": "the Su-2 is no sample unit",
    "20-d": "the Su-2 is no sample unit",
    "103-b": "the Pe-8 is no sample unit",
    **dict.fromkeys(
        ("2.0-a", "17.2-b", "17.2-c", "17.2-d", "17.2-e", "21.0-a", "21.0-b", "21.2-a", "21.2-b"), OF_TESTS
    ),
}


@needs_shared
def test_every_worked_example_of_thunder_is_a_case_or_named_with_a_reason() -> None:
    names = set(listed("thunder-in-the-east.md"))
    assert names == PLAYED_BY.keys() | NOT_PLAYED.keys()
    assert not PLAYED_BY.keys() & NOT_PLAYED.keys()
    assert set(PLAYED_BY.values()) <= {filed.case.id for filed in all_cases(THUNDER)}
