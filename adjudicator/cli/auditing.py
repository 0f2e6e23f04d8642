"""The files of one game opened together, and what several commands say of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import typer

import importers
from adjudicator.acts import Play
from adjudicator.audit.chain import Recorded
from adjudicator.audit.record import Audited
from adjudicator.audit.run import Judge, Wish, audit
from adjudicator.cli.judging import Bench
from adjudicator.cli.opening import Opened, open_box, require
from adjudicator.cli.printing import counted
from adjudicator.errors import ReadError, Source, reading
from adjudicator.findings import Report
from adjudicator.identify import Identifier
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.model.viewer import Viewer
from importers.format import Imported
from importers.vassal.container import is_save, made_with, read_save, saved_by
from importers.vassal.memory import Memory


def open_all(paths: Sequence[Path], module: Path | None, bench: Bench | None = None) -> tuple[Opened, list[Recorded]]:
    """Every file of a game in the order given, under one box and with one pseudonym for each player."""
    for path in paths:
        require(path)
    box, found = open_box(paths[0], module)
    memory = Memory()
    files: list[Recorded] = []
    with counted("reading", len(paths)) as advance:
        read = _read(paths[0], box, memory)
        first = Opened(paths[0], read, found)
        if bench is not None and box is None and first.is_game:
            first = bench.seated(first)
            read = _read(paths[0], first.module, memory) if first.module else read
        for path in paths:
            read = read if path is paths[0] else _read(path, first.module, memory)
            files.append(_recorded(path, read))
            advance(path.name)
    return first, files


def require_one_game(files: Sequence[Recorded]) -> None:
    """Refuse files of different games: made with modules of different names, and with no counter in common."""
    first = files[0]
    for other in files[1:]:
        names = first.start.module, other.start.module
        if all(names) and names[0] != names[1] and not _counters(first) & _counters(other):
            said = f"made with the module '{names[1]}', {first.name} with '{names[0]}'"
            raise typer.BadParameter(f"{other.name} is of another game: {said}")


def _counters(file: Recorded) -> set[tuple[str, str]]:
    return {(counter.id, counter.name) for counter in file.start.counters.values()}


def _read(path: Path, module: Module | None, memory: Memory) -> Imported:
    """A file of the game; in VASSAL's, a player keeps his pseudonym from file to file."""
    if importers.recognise(path).sniff is not is_save:
        return importers.read(path, module)
    with reading(file=path.name):
        return read_save(path, module, memory)


def _recorded(path: Path, read: Imported) -> Recorded:
    """A file as the audit wants it; the module's version is what the file itself says."""
    about: tuple[str, str] = ("", "")
    written: tuple[int | None, str] = (None, "")
    if importers.recognise(path).sniff is is_save:
        about, written = made_with(path), saved_by(path)
    state = read.log.start if read.log else read.state
    if state is None:
        raise ReadError("a module is no game: name saves (.vsav) and logs (.vlog)", Source(str(path)))
    if about[0]:
        state = replace(state, module=about[0], module_version=about[1])
    log = replace(read.log, start=state) if read.log else None
    return Recorded(path.name, state, log, written[0], written[1], read.notes)


def as_audited(opened: Opened, bench: Bench, judged: tuple[Play, Report]) -> Audited:
    """One file as an audit of its own, judged already, for the page that `check` shares with `audit`."""
    log, start = opened.log, opened.state_at(0)
    recorded = Recorded(opened.path.name, start, log, notes=judged[1].notes)
    wish = Wish(seat=bench.seat, title=opened.path.name, theatre=bench.network.theatre.title)
    return audit([recorded], opened.module, wish=wish, judged=judged)


def judge_by(bench: Bench, module: Module | None) -> Judge:
    """How the pack identifies counters, seen by whoever looks."""

    def judge(state: GameState, viewer: Viewer) -> Identifier:
        return Identifier(
            state,
            module,
            bench.pack,
            bench.network,
            moment=bench.moment,
            conditions=bench.conditions,
            sees=viewer,
        )

    return judge
