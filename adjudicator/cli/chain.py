"""`adjudicator chain`: whether the files of a game follow from one another."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.options import AS, JSON, MODULE, UMPIRE


def chain(
    files: list[Path] = typer.Argument(
        ..., metavar="FILE", help="Saves and logs of one game, in any order; or their folder."
    ),
    *,
    module: Path | None = MODULE,
    seat: str = AS,
    umpire: bool = UMPIRE,
    as_json: bool = JSON,
) -> int:
    """Check that each file starts where the one before it ended. Exits with 1 if one does not."""
    from adjudicator.cli import account, asking, printing  # noqa: PLC0415 - kept out of --help

    game = asking.game(asking.files(files), module, seat, umpire)
    found = game.chain()
    if as_json:
        printing.print_json(found.as_json())
    else:
        account.print_chain(found.record)
    return 0 if found.sound else 1
