"""Counters under garbled names find their types again, and nothing wrong is sure enough to be taken unasked."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator.game.boxes import open_module
from adjudicator.matching.described import cardboard, types_of
from adjudicator.matching.lexicon import tokens
from adjudicator.matching.proposals import named, propose
from adjudicator.model.module import Module
from adjudicator.model.pack import Pack
from adjudicator.packs.load import load_pack
from tests.adjudicator.matching.garbling import HELD, TUNED, garbled
from tests.helpers import FIXTURES

SAMPLES = {
    "prut_front": "blitz_in_the_east",
    "smolensk_corridor": "thunder_in_the_east",
    "two_rivers": "two_rivers",
    "dvina_line": "europa",
}
WANTED = 0.95


@cache
def sample(name: str) -> tuple[Module, Pack]:
    return open_module(FIXTURES / "vassal" / name / f"{name}.vmod"), load_pack(SAMPLES[name])


def tally(name: str, rule: str, seed: int, bare: bool = False) -> tuple[int, int, list[str]]:
    """How many counters there are, how many are proposed right, and which are taken wrongly."""
    module, pack = sample(name)
    other, truth = garbled(module, {**TUNED, **HELD}[rule], seed, bare)
    counters = cardboard(other, pack)
    found = named(propose(counters, types_of(pack)))
    of_slot = {slot.gpid: found.get(each.key) for each in counters for slot in each.slots}
    right = sum(1 for slot, each in of_slot.items() if each and each.type == truth[slot])
    wrong = [truth[slot] for slot, each in of_slot.items() if each and each.taken and each.type != truth[slot]]
    return len(of_slot), right, wrong


@pytest.mark.parametrize("rule", [*TUNED, *HELD])
def test_garbled_names_find_their_types(rule: str) -> None:
    tallies = [tally(name, rule, seed=7) for name in SAMPLES]
    assert [wrong for _, _, wrong in tallies] == [[] for _ in SAMPLES]
    assert sum(right for _, right, _ in tallies) >= WANTED * sum(count for count, _, _ in tallies)


@pytest.mark.parametrize("rule", ["mixed", "cut"])
def test_names_alone_take_nothing_wrong(rule: str) -> None:
    """Without palettes and marks less is proposed, and still nothing wrong is taken."""
    assert [tally(name, rule, seed=3, bare=True)[2] for name in ("two_rivers", "smolensk_corridor")] == [[], []]


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
