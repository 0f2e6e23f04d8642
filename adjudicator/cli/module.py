"""`adjudicator module`: VASSAL modules made from packs, and modules changed as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from adjudicator.cli.command import Command, CommandGroup
from adjudicator.cli.options import CHARTS, FORCE, JSON, THEATRE, writable

app = typer.Typer(
    cls=CommandGroup, help="Build a VASSAL module from a pack, or edit an existing one.", no_args_is_help=True
)
NEW: Any = typer.Option(..., "--output", "-o", metavar="FILE", callback=writable, help="The .vmod file to write.")


@app.command("build", cls=Command)
def build(
    pack: str = typer.Argument(..., metavar="PACK", help="The rule pack (name or folder)."),
    *,
    theatre: str | None = THEATRE,
    charts: Path | None = CHARTS,
    height: int = typer.Option(
        100, "--height", metavar="PIXELS", min=24, max=400, help="The height of a hex in pixels."
    ),
    name: str = typer.Option(
        "", "--name", metavar="NAME", help="The module's name; by default the game's and the map's."
    ),
    version: str = typer.Option(
        "", "--version", metavar="VERSION", help="The module's version; by default the book's edition."
    ),
    output: Path = NEW,
    force: bool = FORCE,
    as_json: bool = JSON,
) -> None:
    """Build a playable module from a pack: map, counters, charts, turn track, dice and set-ups."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import modules  # noqa: PLC0415

    titles = modules.Titles(name, version, height)
    listener = printing.Shown()
    made = modules.build(
        pack, output, theatre=theatre or "", charts=charts, titles=titles, listener=listener, force=force
    )
    printing.print_made(made, as_json)


@app.command("edit", cls=Command)
def edit(
    module: Path = typer.Argument(
        ..., metavar="FILE", help="The module (.vmod) to change; the file itself stays as it is."
    ),
    *,
    scale: float | None = typer.Option(
        None, "--scale", metavar="FACTOR", help="Scale boards, counters and grids by this factor."
    ),
    drop_unused_images: bool = typer.Option(False, "--drop-unused-images", help="Leave out images that nothing uses."),
    rename: str | None = typer.Option(None, "--rename", metavar="NAME", help="The module's new name."),
    version: str | None = typer.Option(None, "--version", metavar="VERSION", help="The module's new version."),
    merge: list[Path] = typer.Option(
        [], "--merge", metavar="FILE", help="An extension (.vmdx) to merge in; repeatable."
    ),
    vassal: str | None = typer.Option(
        None, "--vassal", metavar="VERSION", help="The version of VASSAL to write for, 3.2 to 3.7."
    ),
    save: list[Path] = typer.Option([], "--save", metavar="FILE", help="A save or log to convert to the new module."),
    output: Path = NEW,
    force: bool = FORCE,
    as_json: bool = JSON,
) -> None:
    """Edit a module: scale, rename, merge extensions, drop unused images, convert for an older VASSAL."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import modules  # noqa: PLC0415

    changes = modules.Changes(scale, drop_unused_images, rename, version, vassal)
    listener = printing.Shown()
    made = modules.edit(module, changes, output, extensions=merge, saves=save, listener=listener, force=force)
    printing.print_made(made, as_json)
