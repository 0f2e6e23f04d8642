"""`adjudicator trace`: the desk's page on which the owner of a module traces his map."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.desk import say_now


def trace(
    pack: str = typer.Argument(..., metavar="PACK", help="The folder of your pack, as 'packs draft' made it."),
    *,
    theatre: str = typer.Option("", "--theatre", metavar="NAME", help="The map; by default the pack's only one."),
    module: Path | None = typer.Option(
        None,
        "--module",
        metavar="FILE",
        help="The module (.vmod); by default the one in the pack's folder or beside it.",
    ),
    port: int = typer.Option(
        0, "--port", min=0, max=65535, show_default=False, help="The port; by default any free one."
    ),
    no_browser: bool = typer.Option(False, "--no-browser", help="Print the link and open no browser."),
) -> None:
    """Trace your map on the module's own board: terrain, hexsides, roads and places, saved as you draw."""
    from adjudicator.desk.maps import MapToTrace  # noqa: PLC0415 - kept out of --help
    from adjudicator.desk.server import serve  # noqa: PLC0415

    serve([], say_now, port=port, browser=not no_browser, trace=MapToTrace(pack, theatre, module))
