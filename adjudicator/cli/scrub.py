"""`adjudicator scrub`: a save or log without players' ids."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.options import JSON


def scrub(
    save: Path = typer.Argument(..., metavar="SAVE", help="A VASSAL save or log."),
    *,
    output: Path = typer.Option(..., "--output", "-o", metavar="FILE", help="Where to put the clean one."),
    as_json: bool = JSON,
) -> None:
    """Write a save or log again with no player's id (his password) in it; the game is the same."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game.game import open_game  # noqa: PLC0415

    printing.print_saved(open_game([save], listener=printing.Shown()).scrub(output), as_json)
