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
    from adjudicator.cli import asking, printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game.game import open_game  # noqa: PLC0415
    from adjudicator.game.merging import merge_extensions  # noqa: PLC0415
    from adjudicator.game.outputs import spare  # noqa: PLC0415

    spare(target, source, *([module] if module else []))
    if extension:
        printing.print_saved(merge_extensions(source, extension, target), as_json)
        return
    eyes, listener = asking.viewer(seat, umpire), printing.Shown()
    game = open_game([source], module=module, viewer=eyes, listener=listener)
    saved = game.write(target, at=at, keep_ids=keep_ids, vassal=vassal)
    if saved.carried_whole:
        printing.remark(saved.carried_whole)
    if report is not None:
        saved.write_losses(report)
    printing.print_saved(saved, as_json)
