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
