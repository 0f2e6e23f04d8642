"""One log of several, and a log without what was taken back, replayed in the engine beside the logs that they were made of."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.vassal_engine.engine import Answer, Engine, Json
from tests.vassal_engine.modules import FIXTURES
from tests.vassal_engine.rows import Row, Tried, adjudicator, read_by_us, row_of

MODULE = FIXTURES / "smolensk_corridor" / "smolensk_corridor.vmod"
START = MODULE.parent / "start.vsav"
SEASON = FIXTURES / "smolensk_season" / "legal"
SIDE = "Axis"
MOVES = (("8th Infantry Corps", "1020"), ("8th Infantry Corps", "1120"), ("6th Infantry Corps", "1111"))
"""Counters and where they go; after the second move it is taken back."""


def merged(engine: Engine) -> Row:
    """The logs of three turns as one."""
    logs = [SEASON / f"0{number}.vlog" for number in (1, 2, 3)]
    made = engine.work / "merged.vlog"
    adjudicator("log", "--merge", *logs, "--module", MODULE, "-o", made)
    return _beside("`log --merge` of three logs", engine, made, logs[-1], sum(_steps(engine, log) for log in logs))


def cleaned(engine: Engine) -> Row:
    """A log that the engine wrote, with a move that was taken back, without it."""
    log, made = engine.work / "undone.vlog", engine.work / "cleaned.vlog"
    names = {each["name"]: key for key, each in read_by_us(START, MODULE).items()}
    moves = [("carry", names[name], "Main Map", to) for name, to in MOVES]
    engine.play(MODULE, SIDE, [["load", START], ["log", log], *moves[:2], ["undo"], moves[2], ["endlog"]])
    adjudicator("log", "--clean", log, "--module", MODULE, "-o", made)
    return _beside("`log --clean` of a log with an undo", engine, made, log, 2)


WRITTEN_AGAIN: dict[str, Callable[[Engine], Row]] = {"log --merge": merged, "log --clean": cleaned}


def _beside(name: str, engine: Engine, made: Path, original: Path, steps: int) -> Row:
    """What the engine has at the end of a log that we made, beside the end of its original."""
    answers, theirs = _played(engine, made), _played(engine, original)
    end = answers[1].pieces
    astray = [each for each, piece in theirs[1].pieces.items() if _lies(piece) != _lies(end.get(each, {}))]
    tried = (
        Tried(f"{answers[1].told} steps", answers[1].told == steps, f"{steps} wanted"),
        Tried("at the end", not astray and len(end) == len(theirs[1].pieces), f"{len(astray)} lie elsewhere"),
    )
    return row_of(name, answers, read_by_us(made, MODULE), tried)


def _steps(engine: Engine, log: Path) -> int:
    return int(_played(engine, log)[1].told)


def _played(engine: Engine, log: Path) -> list[Answer]:
    return engine.play(MODULE, SIDE, [["load", log], ["step", -1]])


def _lies(piece: Json) -> list[object]:
    return [piece.get(key) for key in ("map", "x", "y", "name", "layers")]
