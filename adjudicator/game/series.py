"""Several files as one game: what the audit wants of each, whether they belong together, and their order of play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import importers
from adjudicator.audit.chain import Recorded, link_to
from adjudicator.errors import ReadError, Source, UsageError
from adjudicator.game.files import GameFile
from importers.vassal.container import is_save, made_with, saved_by


def recorded(file: GameFile) -> Recorded:
    """A file as the audit wants it; the module's name and version are what the file itself says."""
    about: tuple[str, str] = ("", "")
    written: tuple[int | None, str] = (None, "")
    if importers.recognise(file.path).sniff is is_save:
        about, written = made_with(file.path), saved_by(file.path)
    state = file.log.start if file.log else file.read.state
    if state is None:
        raise ReadError("a module is no game: name saves (.vsav) and logs (.vlog)", Source(str(file.path)))
    if about[0]:
        state = replace(state, module=about[0], module_version=about[1])
    log = replace(file.log, start=state) if file.log else None
    return Recorded(file.path.name, state, log, written[0], written[1], file.read.notes)


def require_one_game(files: Sequence[Recorded]) -> None:
    """Refuse files of different games: made with modules of different names, and with no counter in common."""
    first = files[0]
    for other in files[1:]:
        names = first.start.module, other.start.module
        if all(names) and names[0] != names[1] and not _counters(first) & _counters(other):
            said = f"made with the module '{names[1]}', {first.name} with '{names[0]}'"
            raise UsageError(f"{other.name} is of another game: {said}")


def in_order_of_play(files: Sequence[GameFile]) -> list[GameFile]:
    """The files of a folder, each behind the one that it follows from.

    Where no file follows, the next is one that follows from none of those left, the one saved first, then the first by name.
    """
    left = [(recorded(file), file) for file in files]
    left.sort(key=lambda pair: (pair[0].saved or 0, pair[0].name))
    placed: list[tuple[Recorded, GameFile]] = []
    while left:
        placed.append(left.pop(_next([each for each, _ in placed], [each for each, _ in left])))
    return [file for _, file in placed]


def _next(placed: Sequence[Recorded], left: Sequence[Recorded]) -> int:
    after_last = (at for at, file in enumerate(left) if placed and _follows(placed[-1], file))
    begins = (
        at for at, file in enumerate(left) if not any(_follows(other, file) for other in left if other is not file)
    )
    return next(after_last, next(begins, 0))


def _follows(before: Recorded, after: Recorded) -> bool:
    return link_to((before, after), 1).sound


def _counters(file: Recorded) -> set[tuple[str, str]]:
    return {(counter.id, counter.name) for counter in file.start.counters.values()}
