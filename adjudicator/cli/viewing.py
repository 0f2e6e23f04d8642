"""For whose eyes a command writes: `--as SIDE`, `--as umpire`, or, without it, what everybody may know."""

from __future__ import annotations

import typer

from adjudicator.cli.opening import Opened
from adjudicator.model.state import GameState
from adjudicator.model.viewer import EVERYTHING, PUBLIC, WITHHELD, Secrets, Viewer
from adjudicator.notes import Note

EVERYBODY = "everybody"
SEES_ALL = "umpire"


def wanted(seat: str, umpire: bool) -> str:
    """What both options together ask for."""
    if umpire and seat not in ("", SEES_ALL):
        raise typer.BadParameter(f"--umpire and --as {seat} cannot both be")
    return SEES_ALL if umpire else seat


def viewer_for(opened: Opened, seat: str) -> Viewer:
    """The eyes that a seat means in this game; a name that nobody bears is a mistake of usage."""
    if seat == SEES_ALL:
        return EVERYTHING
    if seat in ("", EVERYBODY):
        return PUBLIC
    state = opened.state_at(0)
    names = {name for each in state.seats for name in (each.player, each.side) if name}
    names |= set(opened.module.sides if opened.module else ())
    if seat not in names:
        raise typer.BadParameter(f"--as {seat}: there are {', '.join([*sorted(names), EVERYBODY, SEES_ALL])}")
    return Viewer.seated(state, seat)


def sieve(opened: Opened, viewer: Viewer, *states: GameState) -> Secrets:
    """What must not be said of these states."""
    secrets = Secrets(viewer, opened.module)
    for state in states:
        secrets.learn(state)
    return secrets


def note_for(note: Note, secrets: Secrets) -> Note:
    """A note, or that there is one."""
    if secrets.in_text(note.text) or secrets.in_text(note.subject):
        return Note(note.kind, "", WITHHELD, note.source)
    return note
