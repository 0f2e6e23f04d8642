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
    phase: str | None = PHASE,
    map_name: str = typer.Option(
        "", "--map", metavar="NAME", help="The map's name; by default the one with most counters."
    ),
    layers: str | None = typer.Option(
        None,
        "--layers",
        metavar="LAYERS",
        help=f"What a --pack adds to the map, out of {', '.join(LAYERS)}; by default {USUAL}.",
    ),
    scale: float | None = typer.Option(
        None, "--scale", metavar="FACTOR", min=0.01, max=10, help="Pixels to a map pixel; else readable."
    ),
    at: str = AT,
    seat: str = AS,
    umpire: bool = UMPIRE,
    output: Path = typer.Option(..., "--output", "-o", metavar="FILE", help="Where to: .png, .svg or .geojson."),
    as_json: bool = JSON,
) -> None:
    """Draw a map with its counters and, with a pack, stacks, zones of control, supply, control and findings."""
    import exporters  # noqa: PLC0415 - kept out of --help
    from adjudicator.cli import judging, opening, picturing, printing, viewing  # noqa: PLC0415

    if output.suffix.lower() not in (".png", ".svg", ".geojson"):
        raise typer.BadParameter(f"--output {output}: wants .png, .svg or .geojson")
    eyes = viewing.wanted(seat, umpire)
    wish = picturing.Wish(map_name, chosen_layers(USUAL if layers is None else layers), scale, eyes)
    if layers is not None and pack is None:
        raise typer.BadParameter("--layers: zones, supply and the like follow from rules: name them with --pack")
    said = judging.Said(theatre, charts, tuple(reading), (), tuple(condition), turn, phase, eyes)
    bench = judging.bench(pack, said) if pack else None
    opened = opening.open_game(save, module, box=False)
    opened = bench.seated(opened) if bench else opened
    step = opening.moment(opened, at)
    with printing.progress(f"drawing {output.name}"):
        found = bench.judge(opened, step).findings if bench and "findings" in wish.layers else ()
        drawing, notes = picturing.drawing(opened, step, wish, bench, found)
        lost = exporters.write(output, drawing)
    printing.print_written(output, (*notes, *lost.notes), as_json)


def chosen_layers(text: str) -> tuple[str, ...]:
    """The layers that `--layers` lists."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if name not in LAYERS:
            raise typer.BadParameter(f"--layers: no layer is named '{name}'; there are {', '.join(LAYERS)}")
    return names
