"""Where Sudden Storm differs from Fire in the East the same position stands in both packs, with two verdicts."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from adjudicator.packs.load import load_pack
from tests.cases import Case, all_cases
from tests.helpers import SHARED, needs_shared

EARLIER, LATER = "fire_in_the_east", "sudden_storm"
NOT_JUDGED = frozenset(("air", "airbase", "airborne", "antiair", "amphibious", "naval", "fortification", "objective"))
PAPER = frozenset(("conversion", "partisan", "production", "reinforcement", "replacement", "victory"))
ALIKE = "the books put it otherwise and judge what the packs hold alike"
ONE_MAP = "the zone, or the country, is on no map of the earlier game"
COUNTERS = "which counters there are differs, not what is judged of one"
NOT_SHOWN = {
    "1.a": COUNTERS,
    "2B.a": "the maps differ; a theatre is the players' own",
    "3A2.a": COUNTERS,
    "3B1.a": COUNTERS,
    "3B2.a": COUNTERS,
    "3C4.a": ALIKE,
    "3D.a": COUNTERS,
    "3D.b": "by rail both double; movement by sea is not judged",
    "3G.c": "named regions are tags of a theatre",
    "3H.a": "what may be isolated differs, not the line that is traced",
    "3H.b": "isolation is computed for any position; the books ask for it at different moments",
    "4A4.a": ALIKE,
    "5.d": COUNTERS,
    "6.b": ALIKE,
    "6B.c": ONE_MAP,
    "7A4.c": "who comes from the east is free in both; how many REs of them are, the cases of the later game show",
    "8A.b": COUNTERS,
    "9E.b": "both count every face that is lost",
    "9F1.c": ALIKE,
    "10C.a": "alike since the errata of the earlier book",
    "12B.a": ALIKE,
    "12B.b": "supply of cities is computed for both; one book alone uses it",
    "14D.a": ALIKE,
    "14D.c": "both let a truck that is alone be run over",
    "28A1.a": ONE_MAP,
    "28D1b.b": "the units of an advanced rule are winterized in both",
    "28D2.d": "the earlier book does not say when a swamp freezes",
    "27D.a": "ships are other counters with other loads",
    "30A1.a": "whether a causeway is opened to movement is for its players to draw",
    "30E.a": "the capital moves in both; the first turn for it is told in the later book alone",
    "30E.b": "the earlier book asks for no railway",
    "30E.d": ALIKE,
    "30G.b": ALIKE,
    "30J.b": "the earlier book has no such defenses",
    "30F.a": "air units are not in the packs",
    "30F.b": "air units are not in the packs",
    "31A.a": ONE_MAP,
    "31A1.a": ALIKE,
    "31A1.d": "the earlier book has no Hungarian reserves",
    "31B.a": ALIKE,
    "31B1.a": "the theater is a tag of a map; what it means for Finns is 31B1.d",
    "32.d": "points lost or gained are kept on paper",
    "37E.a": "lines of communications serve an option of the later game that is not judged",
}


def shown(pack: str) -> dict[tuple[str, ...], list[Case]]:
    found: dict[tuple[str, ...], list[Case]] = {}
    for filed in all_cases(pack):
        if filed.case.differs:
            found.setdefault(filed.case.differs, []).append(filed.case)
    return found


def position(case: Case) -> tuple[object, ...]:
    return case.given, case.moves, case.theatre, *sorted(case.options), *sorted(case.readings.items())


def verdict(case: Case) -> tuple[object, ...]:
    """What is found and computed, rules left aside: the same article has other numbers in the two books."""
    found = sorted(expected.severity for expected in case.expect)
    return found, case.supply, case.control, case.zones, case.computes


def test_every_pair_is_one_position_with_two_verdicts() -> None:
    earlier, later = shown(EARLIER), shown(LATER)
    assert earlier.keys() == later.keys()
    for differs, cases in later.items():
        others = {position(case): case for case in earlier[differs]}
        assert len(cases) == len(others)
        for case in cases:
            assert verdict(case) != verdict(others[position(case)]), case.id


def test_pairs_name_articles_of_the_later_book() -> None:
    catalogue = load_pack(LATER).catalogue
    assert {name for differs in shown(LATER) for name in differs} | set(NOT_SHOWN) <= set(catalogue)


def differences() -> Iterator[str]:
    """The articles of the later book, as the pack numbers them, that the digest's list says to differ and the pack judges."""
    catalogue = load_pack(LATER).catalogue
    decided = {rule.id for rule in load_pack(LATER).rules.values() if rule.check}
    decided |= {article for rule in load_pack(LATER).rules.values() for article in rule.covers}
    with (SHARED / "rules" / "sudden-storm.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["area"] in NOT_JUDGED | PAPER or row["check"] == "human" or row["fite"].strip().startswith("same"):
                continue
            for name, entry in catalogue.items():
                same = entry.title == row["title"] and name.split(".")[0] == row["rule"]
                if same and (entry.computed_by or name in decided):
                    yield name


@needs_shared
def test_every_difference_that_the_digest_lists_has_its_pair() -> None:
    listed = set(differences())
    paired = {name for differs in shown(LATER) for name in differs}
    assert len(listed) > 50
    assert listed - paired == set(NOT_SHOWN)
