"""`adjudicator convert`: one format into another."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.options import JSON, MODULE


def convert(
    source: Path = typer.Argument(..., metavar="IN", help="A save, log or module."),
    target: Path = typer.Argument(..., metavar="OUT", help="Where to: .json, .vsav or .vlog."),
    *,
    module: Path | None = MODULE,
    at: str | None = typer.Option(None, "--at", help="Of a log, one moment: start, end or a step's number."),
    keep_ids: bool = typer.Option(False, "--keep-ids", help="Leave players' ids (their passwords) in a .json."),
    as_json: bool = JSON,
) -> None:
    """Write a game in another format (a log as a .vsav: at a moment of it); our .json and back loses nothing."""
    from adjudicator.cli import converting, opening, printing  # noqa: PLC0415 - kept out of --help

    opened = opening.open_file(source, module)
    printing.print_written(target, converting.write(opened, at, target, keep_ids), as_json)
