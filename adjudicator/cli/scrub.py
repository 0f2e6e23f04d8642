"""`adjudicator scrub`: a save or log without players' ids."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.options import FORCE, JSON, writable


def scrub(
    save: Path = typer.Argument(..., metavar="SAVE", help="A VASSAL save or log."),
    *,
    output: Path = typer.Option(..., "--output", "-o", metavar="FILE", callback=writable, help="The file to write."),
    force: bool = FORCE,
    as_json: bool = JSON,
) -> None:
    """Copy a save or log without the players' ids (their passwords). The game stays the same."""
    from adjudicator.cli import asking, printing  # noqa: PLC0415 - kept out of --help

    printing.print_saved(asking.game(save, None, "", umpire=False).scrub(output, force=force), as_json)
