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
    from adjudicator.cli import printing, scrubbing, targets  # noqa: PLC0415 - kept out of --help

    targets.spare(output, save)
    printing.print_written(output, scrubbing.scrub(save, output), as_json)
