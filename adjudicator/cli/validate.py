"""`adjudicator validate`: what is wrong with a module."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.lines import say
from adjudicator.cli.options import JSON

MOST = 30


def validate(
    module: Path = typer.Argument(..., metavar="FILE", help="A module (.vmod), or an extension (.vmdx)."),
    *,
    select: str = typer.Option(
        "", "--select", metavar="RULES", help="Only these rules: numbers or their beginnings, or names, with commas."
    ),
    ignore: str = typer.Option("", "--ignore", metavar="RULES", help="All rules but these."),
    images: bool = typer.Option(False, "--images", help="List every image and what uses it."),
    all_problems: bool = typer.Option(False, "--all", help="List every problem, not only the first of each kind."),
    as_json: bool = JSON,
    sarif: bool = typer.Option(False, "--sarif", help="Print the findings as SARIF, for editors and CI."),
    exit_zero: bool = typer.Option(False, "--exit-zero", help="Exit with 0 whatever is found."),
) -> int:
    """Find mistakes in a module, by rules that say what VASSAL does and how to mend them.

    Exits with 1 if a problem is found.
    """
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import modules  # noqa: PLC0415

    with printing.progress(f"looking through {module.name}"):
        found = modules.validate(module, _words(select), _words(ignore))
    verdict = found.verdict
    code = 1 if verdict.problems and not exit_zero else 0
    if as_json or sarif:
        printing.print_json(found.as_sarif() if sarif else found.as_json())
        return code
    kinds = verdict.by_flaw()
    counts = ", ".join(f"{len(problems)} × {flaw.value}" for flaw, problems in kinds.items())
    say(f"{verdict.name} {verdict.version}: {counts or 'nothing found'}")
    for rule, problems in found.by_rule():
        for problem in problems if all_problems else problems[:MOST]:
            where = f" ({problem.where[0]})" if problem.where else ""
            place = f" at {problem.source}" if problem.source.entry else ""
            say(f"{rule.number} {rule.name}: {problem.text}{where}{place}")
        if not all_problems and len(problems) > MOST:
            say(f"… and {len(problems) - MOST} more; --all or --json lists them")
        say(f"  VASSAL: {rule.effect}")
        say(f"  to mend it: {rule.mend}")
    if images:
        rows = [(name, "; ".join(users) or "–") for name, users in verdict.images.items()]
        printing.print_table(("image", "named by"), rows)
    return code


def _words(told: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in told.split(",") if word.strip())
