"""Forgetting about files: the module that a log is read with, and the order in which files are given."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

from adjudicator.audit.record import Audit
from adjudicator.errors import ReadError
from adjudicator.exporters.vassal.savegame import write_log
from adjudicator.findings import Report
from adjudicator.game.evidence import read_evidence
from adjudicator.game.files import GameFile
from adjudicator.game.game import Game as Opened
from adjudicator.game.listener import Listener
from adjudicator.game.rules import Rules
from adjudicator.judge import adjudicate
from adjudicator.model.binding import Binding
from adjudicator.model.grid.hexagonal import HexGrid
from adjudicator.model.viewer import EVERYTHING, PUBLIC, Viewer
from adjudicator.play.session import Play, play_log
from tests.adjudicator.audit.sample_games import Sample, box_of, log_of, rules
from tests.law.comparing import Outcome, compare
from tests.law.forgetting import Forgetful, known_units
from tests.law.games import later_steps
from tests.same_evidence import files_of, opened

STEPS = 10
"""How many steps of a log are judged with and without its module."""
WINDOWS = 6
"""Into how many stretches a game is cut, of which one is judged with its files in disorder."""


@dataclass(frozen=True)
class Forgotten:
    """What was forgotten of some files, and what became of the verdicts."""

    game: str
    what: str
    outcome: Outcome


def without_module(sample: Sample, random: Random) -> Forgotten:
    """Some steps of a log read without its module, for the umpire or for everybody."""
    log = log_of(sample)
    first = random.randrange(max(1, len(log.steps) - STEPS))
    eyes = random.choice((EVERYTHING, PUBLIC))
    play, whole = _read(sample, first, eyes, boxed=True)
    try:
        other, partial = _read(sample, first, replace(eyes, unsure=True), boxed=False)
    except ReadError:  # nothing tells what the places are called: nothing is judged
        return Forgotten(sample.pack, "the module", Outcome(0, len(whole.findings), ()))
    lost = known_units(play) - known_units(other)
    told = "umpire" if eyes.sees_all else "everybody"
    what = f"the module, steps {first + 1} to {first + STEPS} as {told} sees them"
    return Forgotten(sample.pack, what, compare(whole, Forgetful(what, other, lost), partial))


@cache
def _file(sample: Sample, *, boxed: bool) -> GameFile:
    """The game's log as opened beside its module, or alone."""
    if boxed:
        return read_evidence(sample.path, sample.module, _rules(sample), Listener()).files[0]
    with tempfile.TemporaryDirectory() as folder:
        alone = shutil.copy(sample.path, folder)
        return read_evidence(alone, None, _rules(sample), Listener()).files[0]


@cache
def _rules(sample: Sample) -> Rules:
    """The rules of the game, with bindings that describe the module's hex maps: what a log alone is read by."""
    pack, network = rules(sample)
    planes = tuple(_planes(sample))
    bindings = {name: each.model_copy(update={"planes": planes}) for name, each in pack.bindings.items()}
    return Rules(replace(pack, bindings=bindings), network)


def _planes(sample: Sample) -> Iterator[Binding.Plane]:
    box = box_of(sample)
    assert box is not None
    for drawn in box.maps:
        for board in drawn.boards:
            grid = board.grid
            if isinstance(grid, HexGrid) and (numbers := grid.numbering) is not None:
                yield Binding.Plane(
                    map=drawn.name,
                    board=board.name,
                    size=board.size,
                    dx=grid.dx,
                    dy=grid.dy,
                    x0=grid.x0,
                    y0=grid.y0,
                    sideways=grid.sideways,
                    digits=(numbers.column_leading + 1, numbers.row_leading + 1),
                    across=numbers.across,
                    down=numbers.down,
                    stagger=numbers.stagger,
                )


@cache
def _seen(sample: Sample, eyes: Viewer, *, boxed: bool) -> GameFile:
    return _file(sample, boxed=boxed).seen_by(eyes)


def _read(sample: Sample, first: int, eyes: Viewer, *, boxed: bool) -> tuple[Play, Report]:
    """Some steps of a log as somebody sees them, played and judged."""
    file = _seen(sample, eyes, boxed=boxed)
    assert file.log is not None
    log = later_steps(file.log, first, first + STEPS)
    play = play_log(log, _rules(sample).identifier(log.start, file.module, eyes))
    return play, adjudicate(play)


def without_order(sample: Sample, random: Random) -> Forgotten:
    """A game's log in pieces, all files doubled, renamed and in disorder: every verdict must be the same."""
    window = random.randrange(WINDOWS)
    with tempfile.TemporaryDirectory() as folder:
        paths = list(_in_pieces(sample, random, Path(folder)))
        twice = [*paths, *(Path(shutil.copy(path, path.with_name(f"copy of {path.name}"))) for path in paths)]
        random.shuffle(twice)
        disordered = _audited(opened(sample, twice), sample, window)
        what = f"the order of {', '.join(path.name for path in twice)}"
    ordered = _in_order(sample, window)
    said, also = set(_verdicts(ordered)), set(_verdicts(disordered))
    lost, new = (
        (f"only in order: {each}" for each in said - also),
        (f"only in disorder: {each}" for each in also - said),
    )
    return Forgotten(sample.pack, what, Outcome(len(said | also), 0, (*lost, *new)))


def _in_pieces(sample: Sample, random: Random, folder: Path) -> Iterator[Path]:
    """The files of the game, its log cut at some steps into logs that follow from one another."""
    log = log_of(sample)
    cuts = sorted(random.sample(range(1, len(log.steps)), random.randint(1, 3)))
    carried = log.carried["vassal"]["steps"]  # type: ignore[index]
    for first, last in pairwise((0, *cuts, len(log.steps))):
        path = folder / f"{random.randrange(1000):03}_{first}.vlog"
        write_log(replace(later_steps(log, first, last), carried={"vassal": {"steps": carried[first:last]}}), path)
        yield path
    for path in files_of(sample):
        if path.suffix == ".vsav":
            yield Path(shutil.copy(path, folder))


@cache
def _in_order(sample: Sample, window: int) -> Audit:
    return _audited(opened(sample, files_of(sample)), sample, window)


def _audited(game: Opened, sample: Sample, window: int) -> Audit:
    """One stretch of the game as an audit judges it."""
    steps = len(log_of(sample).steps)
    first, last = steps * window // WINDOWS + 1, steps * (window + 1) // WINDOWS
    return game.audit(first, last).record


def _verdicts(audit: Audit) -> Iterator[str]:
    """Everything that the audit says of a rule."""
    for each in audit.findings:
        yield f"{each.severity} {each.rule} step {each.step} {each.at} {each.units}: {each.because} ({each.missing})"
    for row in audit.coverage:
        yield f"{row.rule} {row.ran}: {row.why}"
