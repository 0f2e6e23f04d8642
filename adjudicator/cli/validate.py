"""`adjudicator validate`: what is wrong with a module."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.lines import say
from adjudicator.cli.options import JSON

MOST = 30


def validate(
    module: Path = typer.Argument(..., metavar="FILE", help="A module (.vmod)."),
    *,
    images: bool = typer.Option(False, "--images", help="List every image and what uses it."),
    all_problems: bool = typer.Option(False, "--all", help="List every problem, not only the first of each kind."),
    as_json: bool = JSON,
) -> int:
    """Find mistakes in a module: missing prototypes and images, unused images, duplicate gpids, missing set-ups and more.

    Exits with 1 if a problem is found.
    """
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import modules  # noqa: PLC0415

    with printing.progress(f"looking through {module.name}"):
        verdict = modules.validate(module)
    if as_json:
        printing.print_json(verdict.as_json())
        return 1 if verdict.problems else 0
    kinds = verdict.by_flaw()
    counts = ", ".join(f"{len(problems)} × {flaw.value}" for flaw, problems in kinds.items())
    say(f"{verdict.name} {verdict.version}: {counts or 'nothing found'}")
    for flaw, found in kinds.items():
        for problem in found if all_problems else found[:MOST]:
            where = f" ({problem.where[0]})" if problem.where else ""
            say(f"{flaw.value}: {problem.text}{where}")
        if not all_problems and len(found) > MOST:
            say(f"… and {len(found) - MOST} more; --all or --json lists them")
    if images:
        rows = [(name, "; ".join(users) or "–") for name, users in verdict.images.items()]
        printing.print_table(("image", "named by"), rows)
    return 1 if verdict.problems else 0
