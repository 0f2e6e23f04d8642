"""A file judged by itself: a save as it stands, a log act by act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.findings import Report
from adjudicator.game.files import GameFile
from adjudicator.identify import Identifier
from adjudicator.judge import adjudicate
from adjudicator.model.state import GameState
from adjudicator.play.session import Play, play_log

if TYPE_CHECKING:
    from adjudicator.audit.record import Audited
    from adjudicator.audit.run import Wish


def opening(file: GameFile, step: int) -> GameState:
    """The table that a file up to a step begins with, as its viewer may know it who saw no more."""
    log = file.log_until(step)
    return log.start if log else file.state_at(0)


def judged_alone(file: GameFile, step: int, identifier: Identifier) -> tuple[Play, Report]:
    """The play of a file up to a step (a save's has no acts), and the judgement; the identifier stands at its opening."""
    log = file.log_until(step)
    if log is None:
        alone = identifier.position
        return Play(alone, (), alone), adjudicate(alone, file.path.name, (*file.notes, *identifier.notes))
    play = play_log(log, identifier)
    return play, adjudicate(play, file.path.name, (*file.notes, *identifier.notes))


def audited_alone(file: GameFile, judged: tuple[Play, Report], wish: Wish) -> Audited:
    """The file as an audit of its own, judged already, for the page that `check` shares with `audit`."""
    from adjudicator.audit.chain import Recorded  # noqa: PLC0415 - slow to load, and only for this
    from adjudicator.audit.run import audit  # noqa: PLC0415

    record = Recorded(
        file.path.name, opening(file, file.last_step), file.log, notes=judged[1].notes, sure=file.by_its_own_module
    )
    return audit([record], file.module, wish=wish, judged=judged)
