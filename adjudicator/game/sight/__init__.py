"""The one gate between what a file holds and what its viewer may know; docs/secrets.md says what that is, and why.

`seen_state` and `seen_log` give a state or log with everything taken out that the viewer may not know. All that a game
answers is made of these, so that whoever tells, draws or writes never holds a secret. Two files that differ only in
what the viewer may not know give him the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.game.sight.lifting import undisturbed
from adjudicator.game.sight.logs import SeenLog, seen_log, seen_with_end
from adjudicator.game.sight.states import is_blank, of_one_moment, seen_state
from adjudicator.game.sight.survey import Eyes, Survey
from adjudicator.game.sight.words import Words, seen_notes, unplaced
from adjudicator.importers.tabletop_simulator.wire import FORMAT
from adjudicator.lean import replace
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.model.viewer import Viewer
from adjudicator.notes import Note

__all__ = [
    "SeenLog",
    "held_log",
    "is_blank",
    "notes_seen",
    "of_one_moment",
    "seen_box",
    "seen_log",
    "seen_state",
    "seen_with_end",
    "unplaced",
    "withholds",
]


def notes_seen(
    notes: Iterable[Note], body: GameState | GameLog, viewer: Viewer, module: Module | None
) -> tuple[Note, ...]:
    """What may be told of the notes on reading a state or log."""
    start, survey = body.start if isinstance(body, GameLog) else body, Survey.of(body, Eyes(viewer, module))
    return seen_notes(notes, survey, Words.of(start, survey))


def held_log(log: GameLog, viewer: Viewer, module: Module | None) -> GameLog:
    """A log with all that it holds, in the drawing order that the viewer sees."""
    return undisturbed(log, Eyes(viewer, module))


def seen_box(module: Module, state: GameState, viewer: Viewer) -> Module:
    """The box as a viewer may know it: one that is made of what lies on the table has what he reads there."""
    if viewer.sees_all or FORMAT not in state.carried:
        return module
    read = Survey.of(state, Eyes(viewer, module)).known
    known = {state.counters[name].slot for name in read}
    slots = sorted((slot for slot in module.slots if slot.gpid in known), key=lambda slot: slot.gpid)
    return replace(module, slots=tuple(slots))


def withholds(body: GameState | GameLog, viewer: Viewer, module: Module | None) -> bool:
    """Whether a state or log holds counters that the viewer may not know."""
    return bool(Survey.of(body, Eyes(viewer, module)).secrets.counters)
