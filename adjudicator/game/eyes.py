"""Who looks at a game: a side or player by name, everybody, or the umpire, who sees masked and hidden counters too."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.errors import UsageError
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.model.viewer import EVERYTHING, PUBLIC, WITHHELD, Secrets, Viewer
from adjudicator.notes import Note

EVERYBODY = "everybody"
UMPIRE = "umpire"


def viewer_called(name: str, state: GameState, module: Module | None) -> Viewer:
    """The eyes that a name means in this game, "" = everybody's; UsageError if nobody bears it."""
    if name == UMPIRE:
        return EVERYTHING
    if name in ("", EVERYBODY):
        return PUBLIC
    names = {each for seat in state.seats for each in (seat.player, seat.side) if each}
    names |= set(module.sides if module else ())
    if name not in names:
        known = ", ".join([*sorted(names), EVERYBODY, UMPIRE])
        raise UsageError(f"there are {known}", "viewer", name)
    return Viewer.seated(state, name)


def redacted_notes(
    notes: Iterable[Note], viewer: Viewer, module: Module | None, states: Iterable[GameState]
) -> tuple[Note, ...]:
    """Notes without the words of counters that the viewer may not know in these states."""
    listed = tuple(notes)
    if not listed:
        return ()
    secrets = secrets_in(viewer, module, states)
    return tuple(_redacted(note, secrets) for note in listed)


def secrets_in(viewer: Viewer, module: Module | None, states: Iterable[GameState]) -> Secrets:
    """What must not be said of these states."""
    secrets = Secrets(viewer, module)
    for state in states:
        secrets.learn(state)
    return secrets


def _redacted(note: Note, secrets: Secrets) -> Note:
    """A note, or that there is one."""
    if secrets.in_text(note.text) or secrets.in_text(note.subject):
        return Note(note.kind, "", WITHHELD, note.source)
    return note
