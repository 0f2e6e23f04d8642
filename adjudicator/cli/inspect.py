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
    unread: bool = typer.Option(
        False, "--unread", help="List what of the file and its module was not understood, worst first."
    ),
    as_json: bool = JSON,
) -> None:
    """Show what a file contains: game, maps, turn, players and every counter."""
    from adjudicator.cli import asking, contents, printing  # noqa: PLC0415 - kept out of --help

    game = asking.game(file, module, seat, umpire)
    if unread:
        found = game.not_understood()
        if as_json:
            printing.print_json(found)
        else:
            contents.print_unread(found)
        return
    told = game.inspect(at)
    if as_json:
        printing.print_json(told)
    else:
        contents.print_contents(told, most=None if all_pieces else 40)
