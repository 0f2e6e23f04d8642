"""`adjudicator summary`: the verdict on a game as the text of an e-mail."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.lines import say
from adjudicator.cli.options import JSON, JudgingOptions, judging


@judging()
def summary(
    logs: list[Path] = typer.Argument(
        ..., metavar="LOG", help="The logs (and saves) of one game, in any order; or their folder."
    ),
    *,
    asked: JudgingOptions,
    as_json: bool = JSON,
) -> int:
    """Tell the verdict as a text to paste into an e-mail: each violation, why, and what to undo. Exits as audit does."""
    from adjudicator.cli import asking, printing  # noqa: PLC0415 - kept out of --help

    audited = asking.whole_game(logs, asked, printing.Shown()).audit()
    told = audited.summary()
    if as_json:
        printing.print_json(told.as_json())
    else:
        for line in told.lines:
            say(line)
    return asking.code_of(audited)
