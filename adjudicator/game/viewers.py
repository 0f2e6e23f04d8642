"""Who looks at a game: a side or player by name, everybody, or the umpire, who sees masked and hidden counters too."""

from __future__ import annotations

from adjudicator.errors import UsageError
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.model.viewer import EVERYTHING, PUBLIC, Viewer

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
