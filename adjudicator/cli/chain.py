"""`adjudicator chain`: whether the files of a game follow from one another."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.options import AS, JSON, MODULE, UMPIRE


def chain(
    files: list[Path] = typer.Argument(..., metavar="FILE", help="Saves and logs of one game, in order of play."),
    *,
    module: Path | None = MODULE,
    seat: str = AS,
    umpire: bool = UMPIRE,
    as_json: bool = JSON,
) -> int:
    """Say of each file whether it begins where the one before it ended. Leaves with 0 if all do, else with 1."""
    from adjudicator.audit import run  # noqa: PLC0415 - kept out of --help
    from adjudicator.cli import account, auditing, printing, viewing  # noqa: PLC0415
    from exporters.report import audit_json  # noqa: PLC0415

    eyes = viewing.wanted(seat, umpire)
    opened, recorded = auditing.open_all(files, module)
    auditing.require_one_game(recorded)
    viewing.viewer_for(opened, eyes)
    with printing.progress("comparing"):
        audited = run.audit(recorded, opened.module, None, run.Wish(seat=eyes))
    if as_json:
        printing.print_json(audit_json.audit_json(audited.audit)["chain"])
    else:
        account.print_chain(audited.audit.chain)
    return 0 if audited.audit.chain.sound else 1
