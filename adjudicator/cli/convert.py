"""`adjudicator convert`: one format into another."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.options import AS, JSON, MODULE, UMPIRE


def convert(
    source: Path = typer.Argument(..., metavar="IN", help="A save, log or module of any tabletop we read."),
    target: Path = typer.Argument(
        ..., metavar="OUT", help="Its ending decides: .json .vsav .vlog .vmod .tts.json .ztb .zts .geojson .csv"
    ),
    *,
    module: Path | None = MODULE,
    at: str | None = typer.Option(
        None, "--at", metavar="STEP", help="Of a log, one moment: start, end or a step's number."
    ),
    keep_ids: bool = typer.Option(False, "--keep-ids", help="Leave players' ids (their passwords) in a .json."),
    extension: list[Path] = typer.Option(
        [], "--extension", metavar="FILE", help="Of a .vmod: an extension to make part of it; repeatable."
    ),
    vassal: str | None = typer.Option(
        None, "--vassal", metavar="VERSION", help="Of a .vsav or .vlog: the VASSAL to write for, 3.2 to 3.7."
    ),
    seat: str = AS,
    umpire: bool = UMPIRE,
    report: Path | None = typer.Option(
        None, "--report", metavar="FILE", help="Where to put the account of losses (JSON)."
    ),
    as_json: bool = JSON,
) -> None:
    """Write a game in another format (a log as a .vsav: at a moment of it). Our .json and back loses nothing: it holds what
    the file holds, masked and hidden counters too, unless --as names a side; every other format gets what all may know."""
    from adjudicator.cli import converting, opening, printing, targets, viewing  # noqa: PLC0415 - kept out of --help

    targets.spare(target, source, *([module] if module else []), *extension)
    if extension:
        from adjudicator.cli import merging  # noqa: PLC0415 - kept out of --help

        for each in (source, *extension):
            opening.require(each)
        printing.print_written(target, merging.merge_extensions(source, extension, target), as_json)
        return
    opened = opening.open_file(source, module)
    wish = converting.Wish(at, keep_ids, vassal, viewing.wanted(seat, umpire))
    done = converting.write(opened, target, wish)
    if done.report and done.report.losses and done.report.whole():
        printing.remark(done.report.whole())
    if report is not None:
        converting.write_report(done, opened, report)
    printing.print_written(target, done.notes, as_json)
