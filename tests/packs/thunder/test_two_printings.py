"""Where 1.0 and 1.1 of Thunder differ, the same position stands in both packs, with two verdicts."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache

from adjudicator.packs.load import load_pack
from tests.cases import Case, all_cases
from tests.helpers import SHARED, needs_shared

EARLIER, LATER = "thunder_in_the_east_10", "thunder_in_the_east"
FLYING = ("air", "antiair")
AREAS = frozenset(
    (*FLYING, "card", "combat", "morale", "naval", "partisan", "production", "reinforcement", "special", "victory")
)
SAME = ("same (numbered", "same (1.1 page", "absent (1.1 addition)", "not in the available")
ALIKE = "the printings put it otherwise and judge what the packs hold alike"
MAT = "1.0 has reserves in boxes on a mat, which no board of ours carries"
NAME = "another name for the same thing"
TABLE = "1.0 prints no table that can be read"
NOT_SHOWN = {
    "3.4a": "what 1.0 asks of Supply Cities is shown by the cases of its own set-up",
    "3.4b": MAT,
    "5.4e": ALIKE,
    "9.0d": ALIKE,
    "9.3.5": "which aircraft are Specialists shows where they are built: 9.4i",
    "9.4l": "its sidebar doubles the Morale, its 202.1 does not, and the higher number governs",
    "9.6a": MAT,
    "13.2b": ALIKE,
    "13.3e": NAME,
    "18.3.1b": "whose bolts count shows in Support dice, which are not rolled for",
    "18.3.1d": "whose bolts count as red shows in no strength of a counter",
    "18.4.1a": "1.0 breaks off before night missions",
    "18.4.1d": "shown by 18.4.3b",
    "20.2a": "the text of 1.0 has the order of losses that 1.1 has, whatever the list says",
    "21.2a": TABLE,
    "21.5c": ALIKE,
    "21.6b": NAME,
    "23.3g": TABLE,
    "25.5c": ALIKE,
    "27.4b": ALIKE,
    "104.1": "cargo is told by the counter that lies with the transport",
    "104.5a": "the results that 1.0 lacks bring the cargo in, as no result does",
    "105.1d": ALIKE,
    "105.1e": "shown by 105.1c",
    "105.1f": ALIKE,
    "106.0a": NAME,
    "106.0b": ALIKE,
    "106.2a": "shown by 106.1",
    "106.2b": "shown by 106.1",
    "106.3a": "which markers Fleets bear is on no counter",
    "106.5.1a": "no map of ours has an inland port",
    "107.0b": ALIKE,
    "202.0a": ALIKE,
    "202.0b": "1.0 breaks off before what a collapse brings",
}


@cache
def pairs() -> dict[str, list[tuple[Case, Case]]]:
    """The positions of both printings with two verdicts, by the articles that they name: in their ids, or as what differs."""
    earlier: dict[object, list[Case]] = {}
    for filed in all_cases(EARLIER):
        earlier.setdefault(position(filed.case), []).append(filed.case)
    found: dict[str, list[tuple[Case, Case]]] = {}
    for filed in all_cases(LATER):
        for other in earlier.get(position(filed.case), []):
            if verdict(filed.case) != verdict(other):
                for name in {each.id.rpartition(".")[0] for each in (filed.case, other)} | {*filed.case.differs}:
                    found.setdefault(name, []).append((filed.case, other))
    return found


def position(case: Case) -> tuple[object, ...]:
    return case.given, case.moves, case.theatre, case.charts, *sorted(case.options.items())


def verdict(case: Case) -> tuple[object, ...]:
    """What is found and computed, rules left aside."""
    found = sorted(expected.severity for expected in case.expect)
    return found, case.supply, case.control, case.zones, case.computes


def differences() -> Iterator[str]:
    """The articles of the new areas that the digest's list says to differ, and that both packs judge."""
    packs = [load_pack(name) for name in (LATER, EARLIER)]
    with (SHARED / "rules" / "thunder-in-the-east.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["area"] in AREAS and row["check"] != "human"]
    decided = [
        {name for rule in pack.rules.values() if rule.check and not rule.retired for name in (rule.id, *rule.covers)}
        for pack in packs
    ]
    for row in rows:
        same = row["v10"].strip() == "same" or row["v10"].strip().startswith(SAME)
        if not same and all(row["rule"] in each for each in decided):
            yield row["rule"]


def test_what_is_said_to_differ_is_one_position_with_two_verdicts() -> None:
    shown = pairs()
    for filed in (*all_cases(LATER), *all_cases(EARLIER)):
        assert all(name in shown for name in filed.case.differs), filed.name


@needs_shared
def test_every_difference_that_the_digest_lists_has_its_pair() -> None:
    listed = set(differences())
    assert len(listed) > 60
    assert sorted(listed - pairs().keys() - NOT_SHOWN.keys()) == []
    assert sorted(NOT_SHOWN.keys() - listed) == []
    assert sorted(NOT_SHOWN.keys() & pairs().keys()) == []
