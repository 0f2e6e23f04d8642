"""`adjudicator inspect`: what a file holds."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.options import AS, AT, JSON, MODULE, UMPIRE


def inspect(
    file: Path = typer.Argument(..., metavar="FILE", help="A module, extension, save, log, or our own JSON."),
    *,
    module: Path | None = MODULE,
    at: str = AT,
    seat: str = AS,
    umpire: bool = UMPIRE,
    all_pieces: bool = typer.Option(False, "--all", help="List every counter, not only the first forty."),
    as_json: bool = JSON,
) -> None:
    """Say what a file holds: the game, its maps, its turn, and every counter on the table."""
    from adjudicator.cli import contents, opening, printing, viewing  # noqa: PLC0415 - kept out of --help

    opened = opening.open_file(file, module)
    if opened.is_game:
        step = opening.moment(opened, at)
        told = contents.of_game(opened, step, viewing.viewer_for(opened, viewing.wanted(seat, umpire)))
    elif opened.read.kind == "extension":
        told = contents.of_extension(opened)
    else:
        told = contents.of_module(opened)
    if as_json:
        printing.print_json(told)
    else:
        contents.print_contents(told, most=None if all_pieces else 40)
