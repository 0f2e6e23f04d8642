"""`adjudicator dice`: every roll of a game, and how unusual each series is."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.options import AS, JSON, MODULE, UMPIRE


def dice(
    logs: list[Path] = typer.Argument(..., metavar="LOG", help="The logs of one game, in order of play."),
    *,
    module: Path | None = MODULE,
    seat: str = AS,
    umpire: bool = UMPIRE,
    all_rolls: bool = typer.Option(False, "--all", help="List every roll."),
    as_json: bool = JSON,
) -> None:
    """List the rolls of a game by player and kind of dice; p-values are corrected for looking at many series."""
    from adjudicator.audit import run  # noqa: PLC0415 - kept out of --help
    from adjudicator.cli import account, auditing, printing, viewing  # noqa: PLC0415
    from exporters.report import audit_json  # noqa: PLC0415

    eyes = viewing.wanted(seat, umpire)
    opened, files = auditing.open_all(logs, module)
    viewing.viewer_for(opened, eyes)
    with printing.progress("counting"):
        audited = run.audit(files, opened.module, None, run.Wish(seat=eyes))
    told = audit_json.audit_json(audited.audit)
    if as_json:
        printing.print_json({"rolls": told["rolls"], "series": told["series"]})
        return
    if not audited.audit.rolls:
        print("no roll is reported in a form that the module's dice buttons have")
        return
    account.print_dice(audited.audit.rolls, audited.audit.series)
    if all_rolls:
        rows = [
            (roll.file, roll.file_step, roll.turn, roll.player, roll.text, roll.purpose, roll.aftermath)
            for roll in audited.audit.rolls
        ]
        printing.print_table(("log", "step", "turn", "player", "roll", "said before", "followed by"), rows)
