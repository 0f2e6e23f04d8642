"""The games of which something is forgotten: every case of fixtures/cases, and the sample games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from adjudicator.findings import Report
from adjudicator.judge import adjudicate
from adjudicator.model.move_notation import parse_moves
from adjudicator.play.session import Play
from adjudicator.play.written import play_moves
from adjudicator.record.position import Position
from tests.cases import Filed, all_cases, position_of
from tests.law.forgetting import forgotten_past


@dataclass(frozen=True)
class Game:
    """A game as played; `later` plays it again after some steps for one who has not seen them: from where, and what."""

    name: str
    play: Callable[[], Play]
    later: Callable[[int], tuple[Position, Play]]
    lone: bool = False

    def judged(self, play: Play) -> Report:
        """What is said of a play, or of a lone position."""
        return adjudicate(play.start if self.lone else play)

    def whole(self) -> Report:
        """What is said of the game as it was."""
        return self.judged(self.play())


@cache
def case_games() -> tuple[Game, ...]:
    """Every case as a game."""
    return tuple(_of_case(filed) for filed in all_cases())


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

    return Game(filed.name, play, later, lone=not filed.case.moves)
