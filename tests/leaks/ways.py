"""The gate's quick way and its slow one: `python -m tests.leaks --ways N` holds N made games' files against both.

What is open to everybody all the time is told without being looked at (`survey.always_open`), and so is most of what happens
(`_plain` in `logs`). The slow way takes no counter to be open and looks at all that an event touches; it must tell the same.
A log's last table must be the one that is seen by who sees no other, where it is given as such.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from adjudicator.audit.difference import differences
from adjudicator.errors import AdjudicatorError
from adjudicator.game.files import GameFile, read_files
from adjudicator.game.listener import Listener
from adjudicator.game.sight import logs, of_one_moment, seen_log, seen_state, seen_with_end, survey
from adjudicator.lean import replace
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.model.viewer import PUBLIC, Viewer
from tests.leaks.twins.pairs import pair


@dataclass
class Ways:
    """What was compared: files, tellings to a viewer, and of these those with something open and something not, and those of
    logs that hide nothing.
    """

    files: int = 0
    told: int = 0
    mixed: int = 0
    plain: int = 0
    differing: list[str] = field(default_factory=list)


def compare(seed: int, numbers: range) -> Ways:
    """Every save and log of these games, to everybody and to each who sits at the table."""
    found = Ways()
    for number in numbers:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            pair(seed, number).write(folder, 0)
            for file in _files(folder):
                compare_file(file, str(number), found)
    return found


def compare_file(file: GameFile, game: str, found: Ways) -> None:
    """A save or log, to everybody and to each who sits at the table."""
    found.files += 1
    for viewer in _viewers(file):
        _compare(file, viewer, f"{game} {file.path.name} {viewer.side or viewer.player or 'everybody'}", found)


def _compare(file: GameFile, viewer: Viewer, name: str, found: Ways) -> None:
    body, module = file.read.log or file.read.state, file.read.module
    assert body is not None
    start = body.start if isinstance(body, GameLog) else body
    known = survey.always_open(body, survey.Eyes(viewer, module))
    found.told += 1
    found.mixed += bool(known) and known != set(start.counters)
    quick = _seen(body, viewer, module)
    with (
        patch.object(survey, "always_open", lambda *_: frozenset()),
        patch.object(logs._Retelling, "_plain", lambda *_: None),
    ):
        slow = _seen(replace(body), viewer, module)
    if quick != slow or repr_of(quick) != repr_of(slow):
        found.differing.append(name)
    if isinstance(body, GameLog):
        told = seen_with_end(body, viewer, module)
        found.plain += told.end is not None
        if told.end is not None and not _ends_alike(told.log.start, told.end, body, viewer, module):
            found.differing.append(f"{name}: ends")


def _ends_alike(first: GameState, last: GameState, log: GameLog, viewer: Viewer, module: Module | None) -> bool:
    """Whether the first and the last table are as who sees no other sees them, but for the numbers of the drawing order."""
    alone = (seen_state(log.state_at(step), viewer, module) for step in (0, len(log.steps)))
    return all(
        not differences(of_one_moment(told), of_one_moment(seen)) and told.properties == seen.properties
        for told, seen in zip((first, last), alone, strict=True)
    )


def _seen(body: GameState | GameLog, viewer: Viewer, module: Module | None) -> GameState | GameLog:
    return seen_log(body, viewer, module) if isinstance(body, GameLog) else seen_state(body, viewer, module)


def repr_of(body: GameState | GameLog) -> list[object]:
    """In which order things stand, which two equal states need not have in common."""
    start = body.start if isinstance(body, GameLog) else body
    return [list(start.counters), list(start.stacks), list(start.properties)]


def _files(folder: Path) -> Iterator[GameFile]:
    modules = sorted(folder.rglob("*.vmod"))
    for path in sorted({*folder.rglob("*.vsav"), *folder.rglob("*.vlog")}):
        try:
            read = read_files([path], modules[0] if modules else None, None, Listener())
        except AdjudicatorError:  # some are spoilt on purpose
            continue
        yield from (file for file in read if file.is_game)


def _viewers(file: GameFile) -> Iterator[Viewer]:
    yield PUBLIC
    state = file.held_at(0)
    for side in dict.fromkeys(seat.side for seat in state.seats if seat.side):
        yield Viewer.seated(state, side)
    for player in dict.fromkeys(seat.player for seat in state.seats):
        yield Viewer(player=player).at(state.seats)
