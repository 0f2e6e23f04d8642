"""`adjudicator batch`: every game under some folders, on all processors of this machine or on a cluster, into one store."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.command import Command, CommandGroup
from adjudicator.cli.lines import say
from adjudicator.cli.options import AS, FORCE, JSON, LANGUAGE, UMPIRE, writable

RUN = "run"


class Batch(CommandGroup):
    """Without the word of another command, what is named are paths to go through."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        known = (*self.commands, *ctx.help_option_names)
        return super().parse_args(ctx, [RUN, *args] if args and args[0] not in known else args)


app = typer.Typer(
    cls=Batch,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Judge whole archives of games: 'batch PATH --store FOLDER', then 'batch report FOLDER' (extra 'batch').",
)


@app.command(RUN, cls=Command)
def run(
    paths: list[str] = typer.Argument(
        ..., metavar="PATH", help="Folders (with all folders in them) or files, here or at any URL of fsspec."
    ),
    *,
    store: str = typer.Option(..., "--store", metavar="FOLDER", help="Where the results go: a folder or URL."),
    scheduler: str = typer.Option(
        "", "--scheduler", metavar="ADDRESS", help="A Dask scheduler, as tcp://host:8786; by default processes here."
    ),
    workers: int = typer.Option(
        0,
        "--workers",
        min=0,
        metavar="N",
        show_default=False,
        help="Processes here; by default one for each processor.",
    ),
    what: str = typer.Option(
        "inspect,validate,audit", "--what", metavar="STEPS", help="Out of inspect, validate, audit and render."
    ),
    resume: bool = typer.Option(
        False, "--resume", help="Go on with a store; what is in it and unchanged is not done again."
    ),
    seconds: float = typer.Option(600, "--seconds", min=0.1, help="Processor time that one game may take."),
    megabytes: int = typer.Option(4000, "--megabytes", min=100, help="Memory that one game may take."),
    pack: str = typer.Option(
        "", "--pack", "-p", metavar="PACK", help="The rule pack; by default what each folder names, or what fits."
    ),
    seat: str = AS,
    umpire: bool = UMPIRE,
    as_json: bool = JSON,
) -> int:
    """Go through all games under these paths. 'batch PATH' means the same.

    Exits with 1 if a rule is broken or a module has flaws, with 3 if something could not be read or
    judged, or if no game was found.
    """
    from adjudicator.batch.extra import require_extra  # noqa: PLC0415 - kept out of --help

    require_extra()
    from adjudicator import writing  # noqa: PLC0415 - kept out of --help
    from adjudicator.batch import run as running  # noqa: PLC0415 - the extra may be missing
    from adjudicator.batch.unit import MEGABYTE, Bounds, StepsWanted, steps_called  # noqa: PLC0415
    from adjudicator.cli import asking, printing  # noqa: PLC0415

    wanted = StepsWanted(steps_called(what), pack, asking.viewer(seat, umpire))
    bounds = Bounds(seconds, megabytes * MEGABYTE)
    asked = running.RunRequest(tuple(paths), store, wanted, bounds, scheduler, workers, resume)
    with printing.counting("games") as told:
        account = running.run(asked, told)
    if "://" not in store:
        writing.tell(Path(store))
    if as_json:
        printing.print_json(account.as_json())
    else:
        for line in running.summary(account):
            say(line)
    return running.exit_code(account)


@app.command("report", cls=Command)
def report(
    store: str = typer.Argument(..., metavar="STORE", help="The store of a batch: a folder or URL."),
    *,
    output: Path | None = typer.Option(
        None, "--output", "-o", metavar="FILE", callback=writable, help="The page to write (.html)."
    ),
    language: str = LANGUAGE,
    force: bool = FORCE,
    as_json: bool = JSON,
) -> None:
    """Add a store up: totals, the worst files, findings by rule, the dice of all games together."""
    from adjudicator.batch.extra import require_extra  # noqa: PLC0415 - kept out of --help

    require_extra()
    from adjudicator.batch import tally  # noqa: PLC0415 - the extra may be missing
    from adjudicator.cli import printing  # noqa: PLC0415
    from adjudicator.cli.totals import print_totals  # noqa: PLC0415

    with printing.counting("games") as told:
        totals = tally.totals(store, told)
    if output is not None:
        tally.write_page(totals, output, language, force=force)
    if as_json:
        printing.print_json(tally.as_json(totals))
    else:
        print_totals(totals, *tally.told(totals, language))
