"""Ranges and staging of air units on random positions: what the packs judge and what the books' words give."""

from __future__ import annotations

import os
from random import Random

import pytest

from adjudicator.analysis.air.reach import reaches
from adjudicator.analysis.air.terms import air_table
from adjudicator.model.network import Network
from adjudicator.model.units import Unit, UnitType
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from tests.packs.europa import air_by_hand as book

MANY = int(os.environ.get("RANDOM_POSITIONS", "250"))
"""How many random flights in each game."""
MISSIONS = (*book.BOMBS, "escort", "intercept", "transfer", "stage")


@pytest.mark.parametrize("name", ["fire_in_the_east", "sudden_storm"])
def test_air_units_fly_as_far_as_the_book_has_it(name: str) -> None:
    random, pack = Random(18), load_pack(name)
    network = Network.of(load_theatre_for(pack))
    position = position_from(("turn 5, German Air Phase", "weather clear"), pack, network)
    hexes = sorted(network.index)

    def neighbours(number: str) -> list[str]:
        return [network.number(int(j)) for j in network.neighbours[network.index[number]] if j >= 0]

    found, wanted = [], []
    for _ in range(MANY):
        rating, mission, extended = random.randrange(1, 16), random.choice(MISSIONS), random.random() < 0.3
        base, stage, target = (random.choice(hexes) for _ in range(3))
        unit = Unit(
            "u", UnitType(id="u", side="axis", kind="fighter", flies=True, values={"range": str(rating)}), "", base
        )
        kind = air_table(position).mission[mission]
        reach = kind.extended if extended else kind.reach
        flies = bool(reach) and reaches(position, unit, base, target, reach).is_yes
        hop = air_table(position).mission["stage"].reach
        by_stage = (reaches(position, unit, base, stage, hop) & reaches(position, unit, stage, target, "full")).is_yes
        found.append((flies, by_stage))
        away = book.steps(neighbours, base, target)
        wanted.append(
            (
                away <= book.most(name, mission, rating, extended=extended),
                book.staged(neighbours, rating, base, stage, target),
            )
        )
    assert found == wanted
    assert {flies for flies, _ in found} == {by_stage for _, by_stage in found} == {True, False}
