"""`adjudicator validate`: what is wrong with a module."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.options import JSON

MOST = 30


def validate(
    module: Path = typer.Argument(..., metavar="FILE", help="A module (.vmod)."),
    *,
    images: bool = typer.Option(False, "--images", help="List every image with what refers to it."),
    all_problems: bool = typer.Option(False, "--all", help="List every problem, not only the first of each kind."),
    as_json: bool = JSON,
) -> int:
    """Look for dangling prototypes and images, unused images, double gpids, absent set-ups, repeating numbers and the like.

    Leaves with 1 if anything is found.
    """
    from adjudicator.cli import opening, printing  # noqa: PLC0415 - kept out of --help
    from importers.vassal.validate import Flaw, Problem  # noqa: PLC0415
    from importers.vassal.validate import validate as look  # noqa: PLC0415

    opening.require_vassal_module(module)
    with printing.progress(f"looking through {module.name}"):
        verdict = look(module)

    def told(problem: Problem) -> dict[str, object]:
        where = list(problem.where)
        return {"kind": problem.flaw.value, "subject": problem.subject, "text": problem.text, "where": where}

    if as_json:
        body: dict[str, object] = {"module": verdict.name, "version": verdict.version}
        body["problems"] = [told(problem) for problem in verdict.problems]
        body["images"] = {name: list(users) for name, users in verdict.images.items()}
        printing.print_json(body)
        return 1 if verdict.problems else 0
    counts = ", ".join(f"{verdict.count(flaw)} × {flaw.value}" for flaw in Flaw if verdict.count(flaw))
    print(f"{verdict.name} {verdict.version}: {counts or 'nothing found'}")
    for flaw in Flaw:
        found = [problem for problem in verdict.problems if problem.flaw is flaw]
        for problem in found if all_problems else found[:MOST]:
            where = f" ({problem.where[0]})" if problem.where else ""
            print(f"{flaw.value}: {problem.text}{where}")
        if not all_problems and len(found) > MOST:
            print(f"… and {len(found) - MOST} more; --all or --json lists them")
    if images:
        printing.print_table(
            ("image", "named by"), [(name, "; ".join(users) or "–") for name, users in verdict.images.items()]
        )
    return 1 if verdict.problems else 0
