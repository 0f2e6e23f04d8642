"""Random forgettings, each judged beside the game as it was."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from adjudicator.findings import Report
from tests.law.comparing import Outcome, compare
from tests.law.evidence import without_module, without_order
from tests.law.forgetting import POINTWISE, Forgetful
from tests.law.games import Game, all_games
from tests.law.lines import value
from tests.law.logs import KINDS as OF_LOGS
from tests.law.logs import LOGS

BEGINNING = "the beginning"
VALUE = "a value on a line"
OF_FILES = {"the module": without_module, "the order of files": without_order}
PATIENCE = 100
"""How often a game is chosen for each forgetting wanted: many have nothing of the kind to forget."""
KINDS = (*POINTWISE, BEGINNING, VALUE, *OF_FILES, *OF_LOGS)
SHARE_OF_LOGS = 1 / 3
"""How often a game is drawn among the stretches of real logs, not among the cases, of which there are many more."""


@dataclass(frozen=True)
class Tried:
    """A forgetting with the reports on the whole game and on what is left of it."""

    what: str
    whole: Report
    partial: Report
    outcome: Outcome

    @property
    def flips(self) -> tuple[str, ...]:
        """What turned round."""
        return tuple(map(str, self.outcome.flips))

    @property
    def lost(self) -> tuple[str, ...]:
        """What was lost without a word."""
        return tuple(map(str, self.outcome.lost))


@dataclass(frozen=True)
class Trial:
    """One forgetting and what it led to; `logged` if it was in a real log."""

    game: str
    kind: str
    what: str
    compared: int
    opened: int
    flips: tuple[str, ...]
    lost: tuple[str, ...] = ()
    logged: bool = False


@dataclass
class Tally:
    """All trials of a kind counted."""

    tried: int = 0
    logged: int = 0
    compared: int = 0
    opened: int = 0
    flips: int = 0
    lost: int = 0

    def count(self, trial: Trial) -> None:
        """Count one more."""
        self.tried += 1
        self.logged += trial.logged
        self.compared += trial.compared
        self.opened += trial.opened
        self.flips += len(trial.flips)
        self.lost += len(trial.lost)


def trials(
    tries: int, seed: int, kind: str | None = None, name: str = "", among: Callable[[], Iterable[Game]] = all_games
) -> Iterator[Trial]:
    """So many forgettings, each of a random kind in a random game; those that find nothing to forget do not count."""
    random = Random(seed)
    games = _Drawn([game for game in among() if name in game.name])
    done = 0
    for _ in range(tries * PATIENCE):
        chosen = kind or random.choice((*POINTWISE, BEGINNING, VALUE))
        trial = _of_log(chosen, name, random) if chosen in OF_LOGS else _of(games.draw(random), chosen, random)
        if trial is not None:
            yield trial
            done += 1
        if done == tries:
            return


def _of(game: Game, kind: str, random: Random) -> Trial | None:
    trial = _of_files(game, kind, random) if kind in OF_FILES else _of_game(game, kind, random)
    return None if trial is None else replace(trial, logged=game.sample is not None)


class _Drawn:
    """Games to draw from: of real logs a fair share, whatever their number."""

    def __init__(self, games: Iterable[Game]) -> None:
        every = list(games)
        self.logs = [game for game in every if game.sample is not None]
        self.cases = [game for game in every if game.sample is None]

    def draw(self, random: Random) -> Game:
        """One game."""
        logged = self.logs and (not self.cases or random.random() < SHARE_OF_LOGS)
        return random.choice(self.logs if logged else self.cases)


def _of_files(game: Game, kind: str, random: Random) -> Trial | None:
    """One forgetting about the files of a sample game, None for a case."""
    if game.sample is None:
        return None
    try:
        found = OF_FILES[kind](game.sample, random)
    except Exception:  # noqa: BLE001 - whatever it is, it is a fault of ours
        return Trial(game.name, kind, "", 0, 0, (_crash(),))
    return _trial(found.game, kind, found.what, found.outcome)


def _of_log(kind: str, name: str, random: Random) -> Trial | None:
    """One forgetting in a log, read anew; None if there is nothing of the kind to forget."""
    sample = random.choice([each for each in LOGS if name in f"{each.pack}:{each.path.name}"])
    try:
        found = OF_LOGS[kind](sample, random)
    except Exception:  # noqa: BLE001 - whatever it is, it is a fault of ours
        return Trial(sample.pack, kind, "", 0, 0, (_crash(),), logged=True)
    return None if found is None else replace(_trial(found.game, kind, found.what, found.outcome), logged=True)


def _of_game(game: Game, kind: str, random: Random) -> Trial | None:
    """One forgetting in a game, None if there is nothing of the kind to forget."""
    try:
        found = tried(game, kind, random)
    except Exception:  # noqa: BLE001 - whatever it is, it is a fault of ours
        return Trial(game.name, kind, "", 0, 0, (_crash(),))
    return None if found is None else _trial(game.name, kind, found.what, found.outcome)


def tried(game: Game, kind: str, random: Random) -> Tried | None:
    """One forgetting in a game with both reports, None if there is nothing of the kind to forget."""
    found = _forget(game, kind, random)
    if found is None:
        return None
    whole, partial = _whole(game), game.judged(found.play)
    return Tried(found.what, whole, partial, compare(whole, found, partial))


def _trial(game: str, kind: str, what: str, outcome: Outcome) -> Trial:
    flips, lost = tuple(map(str, outcome.flips)), tuple(map(str, outcome.lost))
    return Trial(game, kind, what, outcome.compared, outcome.opened, flips, lost)


def _crash() -> str:
    return "crash: " + traceback.format_exc(limit=-4)


def _forget(game: Game, kind: str, random: Random) -> Forgetful | None:
    if kind == VALUE:
        return None if game.filed is None else value(game.filed, random)
    play = game.play()
    if kind != BEGINNING:
        return POINTWISE[kind](play, random)
    steps = [act.step for act in play.acts]
    if game.sample is not None and not steps:
        return None
    first = random.randint(min(steps, default=1) - 1, max(steps, default=1) - 1)
    there, later = game.later(first)
    return Forgetful(f"what was before step {first + 1}", later, first=first + 1, begins=there)


@lru_cache(512)
def _whole(game: Game) -> Report:
    return game.whole()
