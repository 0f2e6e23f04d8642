"""`adjudicator summary`: the verdict on a game in ten plain lines, for an e-mail."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.lines import say
from adjudicator.cli.options import (
    AS,
    CHARTS,
    CONDITION,
    JSON,
    MODULE,
    OPTION,
    PACK,
    PHASE,
    READING,
    THEATRE,
    TURN,
    UMPIRE,
)


def summary(
    logs: list[Path] = typer.Argument(
        ..., metavar="LOG", help="The logs (and saves) of one game, in any order; or their folder."
    ),
    *,
    module: Path | None = MODULE,
    pack: str = PACK,
    theatre: str | None = THEATRE,
    charts: Path | None = CHARTS,
    reading: list[str] = READING,
    option: list[str] = OPTION,
    condition: list[str] = CONDITION,
    turn: int = TURN,
    phase: list[str] = PHASE,
    seat: str = AS,
    umpire: bool = UMPIRE,
    as_json: bool = JSON,
) -> int:
    """Tell the verdict in ten plain lines to paste into an e-mail. Exits as audit does."""
    from adjudicator.cli import asking, printing  # noqa: PLC0415 - kept out of --help

    said = asking.Said(pack, theatre, charts, reading, option, condition, turn, phase)
    there, eyes = asking.files(logs), asking.viewer(seat, umpire)
    kept = isinstance(there, Path)
    audited = asking.judged_game(there, said, module, eyes, printing.Shown(), keep=kept, lenient=True).audit()
    told = audited.summary()
    if as_json:
        printing.print_json(told.as_json())
    else:
        for line in told.lines:
            say(line)
    return asking.code_of(audited)
