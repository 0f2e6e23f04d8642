"""`adjudicator render`: the map with its counters, and what the rules make of them."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.options import (
    AS,
    AT,
    CHARTS,
    CONDITION,
    JSON,
    MODULE,
    PACK_IF_ANY,
    PHASE,
    READING,
    THEATRE,
    TURN,
    UMPIRE,
    writable,
)

LAYERS = ("stacks", "zoc", "supply", "control", "findings")
USUAL = "stacks,zoc,supply,findings"


def render(
    save: Path = typer.Argument(..., metavar="SAVE", help="A save or a log."),
    *,
    module: Path | None = MODULE,
    pack: str | None = PACK_IF_ANY,
    theatre: str | None = THEATRE,
    charts: Path | None = CHARTS,
    reading: list[str] = READING,
    condition: list[str] = CONDITION,
    turn: int = TURN,
    phase: list[str] = PHASE,
    map_name: str = typer.Option(
        "", "--map", metavar="NAME", help="The map's name; by default the one with the most counters."
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
    seat: str = AS,
    umpire: bool = UMPIRE,
    output: Path = typer.Option(
        ..., "--output", "-o", metavar="FILE", callback=writable, help="The file to write: .png, .svg or .geojson."
    ),
    as_json: bool = JSON,
) -> None:
    """Draw a map with its counters; with a pack also stacks, zones of control, supply, control and findings."""
    from adjudicator.cli import asking, printing  # noqa: PLC0415 - kept out of --help

    if output.suffix.lower() not in (".png", ".svg", ".geojson"):
        raise typer.BadParameter(f"--output {output}: wants .png, .svg or .geojson")
    eyes, listener = asking.viewer(seat, umpire), printing.Shown()
    chosen = None if layers is None else chosen_layers(layers)
    said = asking.Said(pack or ("fitting" if layers else None), theatre, charts, reading, (), condition, turn, phase)
    game = asking.judged_game(save, said, module, eyes, listener)
    if layers is not None and game.rules is None:
        raise typer.BadParameter("--layers: zones, supply and the like follow from rules: name them with --pack")
    with printing.progress(f"drawing {output.name}"):
        saved = game.render(output, map_name=map_name, layers=chosen, scale=scale, at=at)
    printing.print_saved(saved, as_json)


def chosen_layers(text: str) -> tuple[str, ...]:
    """The layers that `--layers` lists."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if name not in LAYERS:
            raise typer.BadParameter(f"--layers: no layer is named '{name}'; there are {', '.join(LAYERS)}")
    return names
