"""`adjudicator log`: a log as a list of moves."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.lines import say
from adjudicator.cli.options import AS, FORCE, JSON, MODULE, UMPIRE, writable


def log(
    log_file: Path = typer.Argument(..., metavar="LOG", help="A log (.vlog)."),
    *,
    module: Path | None = MODULE,
    seat: str = AS,
    umpire: bool = UMPIRE,
    output: Path | None = typer.Option(
        None,
        "--output",
        "-o",
        metavar="FILE",
        callback=writable,
        help="The file to write: .txt, .md, .csv or .jsonl; otherwise printed.",
    ),
    force: bool = FORCE,
    as_json: bool = JSON,
) -> None:
    """Write a log as a list of moves: step, side, unit, from, to, other changes, chat and dice."""
    from adjudicator.cli import asking, printing  # noqa: PLC0415 - kept out of --help

    game = asking.game(log_file, module, seat, umpire)
    with printing.progress(f"telling {log_file.name}"):
        moves = game.moves()
    if output is not None:
        printing.remark_saved(moves.write(output, force=force))
    if as_json:
        printing.print_json(moves.as_json() if output is None else {"moves": moves.as_json()})
    elif output is None:
        say(moves.as_text(), end="")
