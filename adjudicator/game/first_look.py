"""A first look at a game's newest file, while the whole is still being read: its last table, and what was done in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from adjudicator.audit.record import Audit
from adjudicator.errors import AdjudicatorError
from adjudicator.exporters.report.words import told
from adjudicator.game.game import Game
from adjudicator.game.kinds import is_game_file, why_none
from adjudicator.game.listener import Listener
from adjudicator.game.opening import open_game
from adjudicator.game.rules_wanted import FITTING, NO_RULES
from adjudicator.game.settings import GameFolder
from adjudicator.importers.vassal.outlines import written_at
from adjudicator.lean import dataclass
from adjudicator.words import word

MOST_MOVES = 400
SECONDS = 0.4
"""How long counters are drawn with their own pictures."""


@dataclass(frozen=True, slots=True)
class FirstLook:
    """The newest file, its last table as a WebP (b"" if it has none), and its moves: step, kind, what, by whom."""

    name: str
    picture: bytes
    moves: tuple[tuple[int, str, str, str], ...] = ()


def newest(files: Sequence[Path]) -> Path | None:
    """The save or log that was written last, as it says itself, or its zip; None if there is none."""
    there = [each for each in files if is_game_file(each) and not why_none(each)]
    return max(there, key=lambda each: (written_at(each), each.name), default=None)


def first_looks(home: GameFolder, files: Sequence[Path], seconds: float = SECONDS) -> Iterator[FirstLook]:
    """The newest of the files as who plays the game's side may see it, first its table, then its moves too.

    Nothing where it cannot be shown.
    """
    from adjudicator.exporters.first_look import first_look as drawn  # noqa: PLC0415 - the desk's server draws nothing

    path = newest(files)
    if path is None:
        return
    try:
        game = open_game([path], module=home.module, pack=NO_RULES, listener=Listener())
        file = game._evidence.last
        state = file.state_at(file.last_step)
        picture = drawn(file.module, state, file.eyes, seconds) if file.module else b""
        yield FirstLook(path.name, picture)
        if file.log is not None:
            yield FirstLook(path.name, picture, tuple(_moves(game.audit().told)))
    except AdjudicatorError:
        return


def newest_alone(home: GameFolder, files: Sequence[Path]) -> Game | None:
    """The newest of the files as a game by itself, to be judged before all of them are read; None if no rules fit it."""
    path = newest(files)
    game = open_game([path], module=home.module, pack=FITTING, listener=Listener()) if path else None
    return game if game is not None and game.rules is not None else None


def _moves(audit: Audit) -> Iterator[tuple[int, str, str, str]]:
    for act in audit.acts[-MOST_MOVES:]:
        yield act.steps[-1] if act.steps else 0, str(word(act.kind)), str(told(act)), audit.doer(act)
