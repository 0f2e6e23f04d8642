"""`adjudicator convert`: one format into another."""

from __future__ import annotations

from pathlib import Path

import typer
from typer.core import TyperArgument

from adjudicator.cli.command import Command
from adjudicator.cli.lines import remark
from adjudicator.cli.options import AS, FORCE, JSON, MODULE, UMPIRE, writable

BY_ITS_ENDING = "The file to write, by its ending:"


class Converting(Command):
    """Its help lists the endings of every format there is, and asks for them only then, as formats are slow to load."""

    def get_help(self, ctx: typer.Context) -> str:  # type: ignore[override]
        from adjudicator.game.outputs import game_endings  # noqa: PLC0415 - kept out of other commands

        for each in self.params:
            if isinstance(each, TyperArgument) and each.name == "target":
                each.help = " ".join((BY_ITS_ENDING, *game_endings()))
        return super().get_help(ctx)


KIND = Converting


def convert(
    source: Path = typer.Argument(..., metavar="IN", help="A save, log or module in any format we read."),
    target: Path = typer.Argument(
        ...,
        metavar="OUT",
        callback=writable,
        help=BY_ITS_ENDING,
    ),
    *,
    module: Path | None = MODULE,
    at: str | None = typer.Option(None, "--at", metavar="STEP", help="For a log: start, end or a step number."),
    keep_ids: bool = typer.Option(False, "--keep-ids", help="Keep players' ids (their passwords) in a .json."),
    extension: list[Path] = typer.Option(
        [], "--extension", metavar="FILE", help="For a .vmod: an extension to merge in; repeatable."
    ),
    vassal: str | None = typer.Option(
        None, "--vassal", metavar="VERSION", help="For a .vsav or .vlog: the VASSAL version to write for, 3.2 to 3.7."
    ),
    seat: str = AS,
    umpire: bool = UMPIRE,
    report: Path | None = typer.Option(
        None, "--report", metavar="FILE", callback=writable, help="Write the list of losses to this file (JSON)."
    ),
    force: bool = FORCE,
    as_json: bool = JSON,
) -> None:
    """Convert a game to another format, or one step of a log to a save. VASSAL's files and our .json are whole copies, masked
    and hidden counters included, unless --as names a side. Other formats get only what everybody, or that side, may know."""
    from adjudicator.cli import asking, printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game.merging import merge_extensions  # noqa: PLC0415

    if extension:
        printing.print_saved(merge_extensions(source, extension, target, force=force), as_json)
        return
    game = asking.game(source, module, seat, umpire)
    saved = game.write(target, at=at, keep_ids=keep_ids, vassal=vassal, force=force)
    if saved.carried_whole:
        remark(saved.carried_whole)
    if report is not None:
        saved.write_losses(report, force=force)
    printing.print_saved(saved, as_json)
