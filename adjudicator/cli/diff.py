"""`adjudicator diff`: what differs between two saves."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.lines import say
from adjudicator.cli.options import AS, FORCE, JSON, MODULE, UMPIRE, writable


def diff(
    before: Path = typer.Argument(..., metavar="A", help="A save, or a log (as it ends)."),
    after: Path = typer.Argument(..., metavar="B", help="The save or log to compare with it."),
    *,
    module: Path | None = MODULE,
    map_name: str = typer.Option(
        "", "--map", metavar="NAME", help="The map to draw; by default the one with the most counters."
    ),
    seat: str = AS,
    umpire: bool = UMPIRE,
    output: Path | None = typer.Option(
        None,
        "--output",
        "-o",
        metavar="FILE",
        callback=writable,
        help="The picture to write, with arrows: .png or .svg.",
    ),
    force: bool = FORCE,
    as_json: bool = JSON,
) -> int:
    """Compare two saves: what moved, flipped, appeared, vanished or changed. Exits with 1 if anything differs."""
    from adjudicator.cli import account, asking, printing  # noqa: PLC0415 - kept out of --help

    if output is not None and output.suffix.lower() not in (".png", ".svg"):
        raise typer.BadParameter(f"--output {output}: wants .png or .svg")
    found = asking.game([before, after], module, seat, umpire).differences()
    if output is not None:
        with printing.progress(f"drawing {output.name}"):
            saved = found.draw(output, map_name, force=force)
        printing.remark_saved(saved)
    if as_json:
        printing.print_json(found.as_json())
    elif found.entries:
        printing.print_table(("change", "counter", "was", "now", ""), account.difference_rows(found.entries))
    else:
        say(f"{before.name} and {after.name} show the same table")
    return 0 if found.harmless else 1
