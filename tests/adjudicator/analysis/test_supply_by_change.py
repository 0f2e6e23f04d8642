"""Supply taken over from an earlier position is what a search from nothing finds, move for move, in random games."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from adjudicator.analysis.supply.status import supply_table
from adjudicator.analysis.supply.statuses import Given, Settlement
from adjudicator.analysis.supply.survey import Survey
from adjudicator.model.interval import Bound
from adjudicator.record.position import Position
from tests.adjudicator.audit.sample_games import SAMPLES
from tests.law.games import Game, log_games

MOVES = 20
GAMES = {game.sample.pack: game for game in reversed(log_games()) if game.sample is not None}


class Anew(Survey):
    """The slow way: every status of every spot is searched for again."""

    def _settled_like(self, earlier: Settlement, given: Given) -> bool:
        return False


class Counting(Survey):
    """The quick way, which counts how often it took over what was found before."""

    taken = 0

    def _settled_like(self, earlier: Settlement, given: Given) -> bool:
        found = super()._settled_like(earlier, given)
        Counting.taken += found
        return found


def played(game: Game, chance: random.Random) -> Iterator[Position]:
    """The first position of a game, and those after random steps of random units, legal or not."""
    position = game.play().start
    yield position
    network = position.network
    for _ in range(MOVES):
        unit = chance.choice(sorted(position.units))
        at = network.index.get(position.units[unit].hex)
        if at is not None:
            ways = [network.number(j) for j in network.neighbours[at].tolist() if j >= 0]
            position = position.moved(unit, chance.choice(ways))
            yield position


@pytest.mark.parametrize("pack", sorted(GAMES))
def test_what_is_taken_over_is_what_a_search_finds(pack: str) -> None:
    Counting.taken = 0
    for position in played(GAMES[pack], random.Random(pack)):
        for side in position.pack.sides:
            for bound in (Bound.WORST, Bound.BEST):
                assert told(Counting, position, side, bound) == told(Anew, position, side, bound)
    assert Counting.taken > MOVES  # else nothing was compared


def told(kind: type[Survey], position: Position, side: str, bound: Bound) -> dict[str, object]:
    """All that a survey says: statuses and why, the units' states and sources, what was missing on the way."""
    survey = kind(position, side, bound, table=supply_table(position))
    survey.settle()
    aspects = sorted({rule.aspect for rule in survey.table.state if rule.spots is None})
    units = [survey.sorted_units(aspect) for aspect in aspects]
    return {
        "statuses": {name: held.tolist() for name, held in survey.facts.items()},
        "why": {key: [np.flatnonzero(line.starts).tolist() for line in fact.lines] for key, fact in survey.why.items()},
        "units": [
            (each.states.tolist(), each.rows.tolist(), each.sources.tolist(), each.radii.tolist()) for each in units
        ],
        "missing": (survey.missing, survey.untold),
    }


def test_every_pack_with_a_sample_game_is_played() -> None:
    assert set(GAMES) == {sample.pack for sample in SAMPLES}
