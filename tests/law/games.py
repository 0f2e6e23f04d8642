"""The games of which something is forgotten: every case, and the sample games' logs in stretches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache

from adjudicator.findings import Report
from adjudicator.identify import Identifier
from adjudicator.judge import adjudicate
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.move_notation import parse_moves
from adjudicator.play.session import Play, play_log
from adjudicator.play.written import play_moves
from adjudicator.record.acts import SPOKEN
from adjudicator.record.position import Position
from tests.adjudicator.audit.sample_games import SAMPLES, Sample, box_of, log_of, rules
from tests.cases import Filed, all_cases, judged, own_cases, position_of
from tests.law.forgetting import forgotten_past

STRETCHES = 24
"""Into how many parts a log is cut, so that one forgetting in it is judged in a second."""


@dataclass(frozen=True)
class Game:
    """A game as played; `later` plays it again after some steps for one who has not seen them: from where, and what.

    `sample` is the sample game of whose log it is a stretch, None for a case, which is then `filed`.
    """

    name: str
    play: Callable[[], Play]
    later: Callable[[int], tuple[Position, Play]]
    lone: bool = False
    sample: Sample | None = None
    filed: Filed | None = field(default=None, compare=False)

    def judged(self, play: Play) -> Report:
        """What is said of a play, or of a lone position."""
        return adjudicate(play.start if self.lone else play, brief=True)

    def whole(self) -> Report:
        """What is said of the game as it was."""
        return self.judged(self.play()) if self.filed is None else judged(self.filed)


@cache
def all_games() -> tuple[Game, ...]:
    """Every case, and every stretch of a log."""
    return (*case_games(), *log_games())


@cache
def case_games() -> tuple[Game, ...]:
    """Every case as a game."""
    return tuple(_of_case(filed) for filed in (*all_cases(), *own_cases()))


@cache
def log_games() -> tuple[Game, ...]:
    """Every stretch of the sample games' logs as a game."""
    return tuple(_of_log(sample, part) for sample in SAMPLES for part in range(STRETCHES))


def stretch(play: Play, part: int) -> Play:
    """One of the parts of a play; what was done in one step is not parted."""
    first, last = (_between_steps(play, len(play.acts) * k // STRETCHES) for k in (part, part + 1))
    acts = play.acts[first:last]
    return Play(acts[0].before, acts, acts[-1].after) if acts else Play(play.start, (), play.start)


def _between_steps(play: Play, at: int) -> int:
    """The first deed from there on with which a step begins; how many acts there are if none does."""
    acts, behind = play.acts, range(at, len(play.acts))
    begins = (i for i in behind if not i or (acts[i].step != acts[i - 1].step and not isinstance(acts[i], SPOKEN)))
    return next(begins, len(acts))


def later_steps(log: GameLog, first: int, last: int) -> GameLog:
    """A log that begins after so many steps and ends with another."""
    return replace(log, start=log.state_at(first), steps=log.steps[first:last])


def played(sample: Sample, log: GameLog, box: Module | None) -> Play:
    """A log of a sample game as its umpire plays it."""
    return play_log(log, Identifier(log.start, box, *rules(sample), sees="umpire"))


@cache
def play_of(sample: Sample) -> Play:
    """The whole log of a sample game."""
    return played(sample, log_of(sample), box_of(sample))


def _of_log(sample: Sample, part: int) -> Game:
    def play() -> Play:
        return stretch(play_of(sample), part)

    def later(first: int) -> tuple[Position, Play]:
        whole, log = play_of(sample), log_of(sample)
        there = next(act.before for act in whole.acts if act.step > first)
        end = _between_steps(whole, len(whole.acts) * (part + 1) // STRETCHES)
        last = whole.acts[end].step - 1 if end < len(whole.acts) else len(log.steps)
        return there, played(sample, later_steps(log, first, last), box_of(sample))

    return Game(f"{sample.pack}:{sample.path.name}:{part}", play, later, sample=sample)


def _of_case(filed: Filed) -> Game:
    def play() -> Play:
        return play_moves(filed.case.moves, position_of(filed))

    def later(first: int) -> tuple[Position, Play]:
        start = position_of(filed)
        moves = parse_moves(filed.case.moves, start.pack, start.network.theatre)
        there = play_moves(moves[:first], start).end if first else start
        moment = next((move.moment for move in reversed(moves[:first]) if move.moment is not None), None)
        if moment is not None:
            turn = moment.turn or there.moment.turn
            there = there.during(replace(there.moment, turn=turn, phase=moment.phase))
        played = play_moves(moves[first:], forgotten_past(there))
        acts = tuple(replace(act, step=act.step + first) for act in played.acts)
        return there, replace(played, acts=acts)

    return Game(filed.name, play, later, lone=not filed.case.moves, filed=filed)
