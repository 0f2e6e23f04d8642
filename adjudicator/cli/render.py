"""`adjudicator render`: the map with its counters, and what the rules make of them."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.options import AT, FORCE, JSON, PACK_IF_ANY, JudgingOptions, judging, writable
from adjudicator.lean import replace

LAYERS = ("terrain", "stacks", "zoc", "supply", "control", "findings")
USUAL = "stacks,zoc,supply,findings"


@judging(without=("option", "language"), pack=PACK_IF_ANY)
def render(
    save: Path = typer.Argument(
        ..., metavar="SAVE", help="A save or a log; or a module, whose bare map gets the number of every hex."
    ),
    *,
    asked: JudgingOptions,
    map_name: str = typer.Option(
        "", "--map", metavar="NAME", help="The map's name; by default the one with the most counters."
    ),
    board: str = typer.Option(
        "",
        "--board",
        metavar="NAME",
        help="Of a module's boards to choose from, the one to draw; by default the first.",
    ),
    layers: str | None = typer.Option(
        None,
        "--layers",
        metavar="LAYERS",
        help=f"What a --pack adds to the map, out of {', '.join(LAYERS)}; by default {USUAL}.",
    ),
    scale: float | None = typer.Option(
        None,
        "--scale",
        metavar="FACTOR",
        min=0.01,
        max=10,
        help="Output pixels per map pixel; by default large enough to read.",
    ),
    at: str = AT,
    output: Path = typer.Option(
        ..., "--output", "-o", metavar="FILE", callback=writable, help="The file to write: .png, .svg or .geojson."
    ),
    force: bool = FORCE,
    as_json: bool = JSON,
) -> None:
    """Draw a map with its counters; with a pack also stacks, zones of control, supply, control, findings and terrain."""
    from adjudicator.cli import asking, printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import kinds  # noqa: PLC0415
    from adjudicator.game.module_picture import draw_module  # noqa: PLC0415

    if output.suffix.lower() not in (".png", ".svg", ".geojson"):
        raise typer.BadParameter(f"--output {output}: wants .png, .svg or .geojson")
    if kinds.is_module_file(save):
        printing.print_saved(draw_module(save, output, map_name, scale, board_name=board, force=force), as_json)
        return
    if board:
        raise typer.BadParameter("--board is for a module: a game's own boards are drawn")
    chosen = None if layers is None else chosen_layers(layers)
    rules = asked.pack or ("fitting" if layers else None)
    game = asking.judged_game(save, replace(asked, pack=rules), printing.Shown())
    if layers is not None and game.rules is None:
        raise typer.BadParameter("--layers: zones, supply and the like follow from rules: name them with --pack")
    with printing.progress(f"drawing {output.name}"):
        saved = game.render(output, map_name=map_name, layers=chosen, scale=scale, at=at, force=force)
    printing.print_saved(saved, as_json)


def chosen_layers(text: str) -> tuple[str, ...]:
    """The layers that `--layers` lists."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if name not in LAYERS:
            raise typer.BadParameter(f"--layers: no layer is named '{name}'; there are {', '.join(LAYERS)}")
    return names
