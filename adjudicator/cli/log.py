"""`adjudicator log`: a log as a list of moves."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.options import AS, JSON, MODULE, UMPIRE


def log(
    log_file: Path = typer.Argument(..., metavar="LOG", help="A log (.vlog)."),
    *,
    module: Path | None = MODULE,
    seat: str = AS,
    umpire: bool = UMPIRE,
    output: Path | None = typer.Option(
        None, "--output", "-o", metavar="FILE", help="Where to: .txt, .md, .csv or .jsonl; else printed."
    ),
    as_json: bool = JSON,
) -> None:
    """Tell a log as a list of moves: step, side, unit, from, to, what else changed, chat and dice."""
    import exporters  # noqa: PLC0415 - kept out of --help
    from adjudicator.cli import opening, printing, viewing  # noqa: PLC0415
    from adjudicator.errors import ReadError, Source  # noqa: PLC0415
    from exporters import move_log  # noqa: PLC0415

    opened = opening.open_game(log_file, module, box=False)
    if opened.log is None:
        raise ReadError("a save has no moves: name a log (.vlog)", Source(str(log_file)))
    viewer = viewing.viewer_for(opened, viewing.wanted(seat, umpire))
    with printing.progress(f"telling {log_file.name}"):
        told = move_log.move_log(opened.log, opened.module, viewer)
    if as_json:
        printing.print_json_lines(move_log.to_json_lines(told))
    elif output is None:
        print(move_log.to_text(told), end="")
    if output is None:
        return
    for note in exporters.write(output, told).notes:
        printing.remark(str(note))
    printing.remark(f"wrote {output}")
