"""Random forgettings, each judged beside the game as it was."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from adjudicator.findings import Report
from tests.law.comparing import compare
from tests.law.forgetting import POINTWISE, Forgetful
from tests.law.games import Game, case_games

BEGINNING = "the beginning"
KINDS = (*POINTWISE, BEGINNING)


@dataclass(frozen=True)
class Trial:
    """One forgetting and what it led to."""

    game: str
    kind: str
    what: str
    compared: int
    opened: int
    flips: tuple[str, ...]


@dataclass
class Tally:
    """All trials of a kind counted."""

    tried: int = 0
    compared: int = 0
    opened: int = 0
    flips: int = 0

    def count(self, trial: Trial) -> None:
        """Count one more."""
        self.tried += 1
        self.compared += trial.compared
        self.opened += trial.opened
        self.flips += len(trial.flips)


def trials(tries: int, seed: int, kind: str | None = None, name: str = "") -> Iterator[Trial]:
    """So many forgettings, each of a random kind in a random game; those that find nothing to forget do not count."""
    random = Random(seed)
    games = [game for game in case_games() if name in game.name]
    left = tries
    while left:
        trial = tried(random.choice(games), kind or random.choice(KINDS), random)
        if trial is not None:
            left -= 1
            yield trial


def tried(game: Game, kind: str, random: Random) -> Trial | None:
    """One forgetting in a game, None if there is nothing of the kind to forget."""
    found = _forget(game, kind, random)
    if found is None:
        return None
    whole = _whole(game)
    try:
        partial = game.judged(found.play)
    except Exception:  # noqa: BLE001 - whatever it is, it is a fault of ours
        return Trial(game.name, kind, found.what, 0, 0, ("crash: " + traceback.format_exc(limit=-4),))
    outcome = compare(whole, found, partial)
    return Trial(game.name, kind, found.what, outcome.compared, outcome.opened, tuple(map(str, outcome.flips)))


def _forget(game: Game, kind: str, random: Random) -> Forgetful | None:
    play = game.play()
    if kind != BEGINNING:
        return POINTWISE[kind](play, random)
    first = random.randint(0, max(0, max((act.step for act in play.acts), default=0) - 1))
    there, later = game.later(first)
    return Forgetful(f"what was before step {first + 1}", later, first=first + 1, begins=there)


@lru_cache(512)
def _whole(game: Game) -> Report:
    return game.whole()
