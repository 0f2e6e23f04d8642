"""Counters under garbled names find their types again, and nothing wrong is sure enough to be taken unasked."""

from __future__ import annotations

import pytest

from adjudicator.matching.described import cardboard, types_of
from adjudicator.matching.lexicon import tokens
from adjudicator.matching.proposals import propose
from tests.adjudicator.matching.garbling import HELD, TUNED, garbled
from tests.adjudicator.matching.measure import sample, tally

WANTED = 0.95
SMALL, LARGE = ("prut_front", "two_rivers"), ("smolensk_corridor", "dvina_line")


@pytest.mark.parametrize(("at", "rule"), list(enumerate([*TUNED, *HELD])))
def test_garbled_names_find_their_types(at: int, rule: str) -> None:
    """On the small samples and one of the large ones; all of them are measured by `measure.py`."""
    tallies = [tally(name, rule, seed=7) for name in (*SMALL, LARGE[at % 2])]
    assert [each.wrong for each in tallies] == [()] * 3
    assert sum(each.right for each in tallies) >= WANTED * sum(each.counters for each in tallies)


@pytest.mark.parametrize("rule", ["mixed", "cut"])
def test_names_alone_take_nothing_wrong(rule: str) -> None:
    """Without palettes and marks less is proposed, and still nothing wrong is taken."""
    assert [tally(name, rule, seed=3, bare=True).wrong for name in ("two_rivers", "smolensk_corridor")] == [(), ()]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("3 Pz", "3rd Panzer"),
        ("XXIV. Pz.Kps", "24th Panzer Corps"),
        ("217ID", "217th Infantry Division"),
        ("24-й танковый корпус", "24th Tank Corps"),
        ("2e corps de cavalerie", "2nd Cavalry Corps"),
        ("5. jalkaväkidivisioona", "5th Infantry Division"),
        ("Panzergrenadierdivision 25", "25th Panzergrenadier Division"),
    ],
)
def test_names_of_several_languages_mean_the_same(one: str, other: str) -> None:
    assert _meanings(other) <= _meanings(one)


def _meanings(name: str) -> set[str]:
    found = tokens(name)
    return {
        concept for token in (*found, *(part for each in found for part in each.parts)) for concept in token.concepts
    }


def test_a_counter_with_another_number_is_never_taken() -> None:
    """The module has a division that the pack lacks: its neighbour by number is no answer."""
    module, pack = sample("dvina_line")
    types = [each for each in types_of(pack) if each.key != "unit ge.217inf"]
    counters = [each for each in cardboard(module, pack) if each.told.called == "217th Infantry Division"]
    bare, _ = garbled(module, TUNED["short"], 1)
    others = [each for each in cardboard(bare, pack) if each.told.called == "217 Inf Div"]
    assert counters
    assert others
    assert not [each for each in propose(others, types) if each.taken]
