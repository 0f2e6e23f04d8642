"""Supply taken over from an earlier position is what a search from nothing finds, move for move, in random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from adjudicator.analysis.supply.status import supply, supply_table
from adjudicator.analysis.supply.statuses import SearchStart, Settlement
from adjudicator.analysis.supply.survey import Survey
from adjudicator.model.interval import Bound
from adjudicator.record.position import Position
from tests.adjudicator.audit.sample_games import SAMPLES
from tests.law.games import Game, log_games

MOVES = 20
GAMES = {game.sample.pack: game for game in reversed(log_games()) if game.sample is not None}


class Anew(Survey):
    """The slow way: every status of every spot is searched for again."""

    def _settled_like(self, earlier: Settlement, given: SearchStart) -> bool:
        return False


class Counting(Survey):
    """The quick way, which counts how often it took over what was found before."""

    taken = 0

    def _settled_like(self, earlier: Settlement, given: SearchStart) -> bool:
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
                assert told(surveyed(Counting, position, side, bound)) == told(surveyed(Anew, position, side, bound))
    assert Counting.taken > MOVES  # else nothing was compared


@pytest.mark.parametrize("pack", sorted(GAMES.keys() - {"two_rivers"}))  # there all is known, and the worst is the best
def test_what_the_best_takes_from_the_worst_is_what_it_would_find(pack: str) -> None:
    shared = 0
    for position in played(GAMES[pack], random.Random(f"best {pack}")):
        # Of a position with an unknown weather some answers are certain, others not.
        vague = position.during(replace(position.moment, conditions=()))
        for given in (position, vague):
            for side in given.pack.sides:
                both = supply(given, side)
                assert told(both.best) == told(surveyed(Anew, given, side, both.best.bound))
                shared += both.best is not both.worst and bool(both.worst.certain)
    assert shared > MOVES  # else nothing was compared


def surveyed(kind: type[Survey], position: Position, side: str, bound: Bound) -> Survey:
    survey = kind(position, side, bound, table=supply_table(position))
    survey.settle()
    return survey


def told(survey: Survey) -> dict[str, object]:
    """All that a survey says: statuses and why, the units' states and sources, what was missing on the way."""
    aspects = sorted({rule.aspect for rule in survey.table.state})
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
