"""Logs: the state in which logging began, and every logged action since as a step of events.

The record of the steps, in `GameLog.carried["vassal"]["steps"]`, is each action's tree of command texts.
"""

from __future__ import annotations

from adjudicator.errors import Source, reading
from adjudicator.importers.vassal.mirror import FORMAT
from adjudicator.importers.vassal.savegame import SAVED_GAME, Document, Loaded
from adjudicator.model.events import GameLog, Step


def replay(document: Document, loaded: Loaded) -> GameLog:
    """Step through a loaded log, turning what each action does to the table into events."""
    start = loaded.state
    session = loaded.session
    session.state = start.followed()
    steps = []
    for index, (tree, offset) in enumerate(zip(loaded.steps, loaded.offsets, strict=True), 1):
        source = Source(document.file, SAVED_GAME, offset)
        session.source = source
        with reading(file=document.file, entry=SAVED_GAME, start=offset):
            steps.append(Step(index, session.step(tree), source))
    session.source = document.source
    session.state = session.state.kept()
    return GameLog(start, tuple(steps), session.told(), {FORMAT: {"steps": list(loaded.steps)}})
