"""`adjudicator diff`: what differs between two saves."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import typer

from adjudicator.cli.options import AS, JSON, MODULE, UMPIRE


def diff(
    before: Path = typer.Argument(..., metavar="A", help="A save, or a log (its end)."),
    after: Path = typer.Argument(..., metavar="B", help="Another."),
    *,
    module: Path | None = MODULE,
    map_name: str = typer.Option(
        "", "--map", metavar="NAME", help="The map to draw; by default the one with most counters."
    ),
    seat: str = AS,
    umpire: bool = UMPIRE,
    output: Path | None = typer.Option(
        None, "--output", "-o", metavar="FILE", help="A picture with arrows: .png or .svg."
    ),
    as_json: bool = JSON,
) -> int:
    """Compare two saves: moved, flipped, appeared, vanished, restacked, properties. Leaves with 1 if anything differs."""
    from adjudicator.audit import telling  # noqa: PLC0415 - kept out of --help
    from adjudicator.audit.difference import differences  # noqa: PLC0415
    from adjudicator.cli import account, auditing, printing, viewing  # noqa: PLC0415

    if output is not None and output.suffix.lower() not in (".png", ".svg"):
        raise typer.BadParameter(f"--output {output}: wants .png or .svg")
    eyes = viewing.wanted(seat, umpire)
    opened, (one, other) = auditing.open_all((before, after), module)
    auditing.require_one_game((one, other))
    viewer = viewing.viewer_for(opened, eyes)
    teller = telling.Teller(viewer, opened.module)
    told = teller.differences(differences(one.end, other.end), one.end, other.end)
    if output is not None:
        import exporters  # noqa: PLC0415 - draws only for the picture
        from exporters.difference_picture import difference_drawing  # noqa: PLC0415
        from exporters.map_picture import View  # noqa: PLC0415

        view = View(viewer=viewer, title=f"{before.name} → {after.name}")
        with printing.progress(f"drawing {output.name}"):
            drawing, notes = difference_drawing(opened.module, other.end, told, view, map_name)
            lost = exporters.write(output, drawing)
        for line in printing.note_lines((*notes, *lost.notes)):
            printing.remark(line)
        printing.remark(f"wrote {output}")
    if as_json:
        listed = [asdict(each) for each in told]
        printing.print_json({"before": before.name, "after": after.name, "differences": listed})
    elif told:
        printing.print_table(("change", "counter", "was", "now", ""), account.difference_rows(told))
    else:
        print(f"{before.name} and {after.name} show the same table")
    return 1 if any(not each.harmless for each in told) else 0
