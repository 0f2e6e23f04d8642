"""`adjudicator explain`: one rule of a pack: what it says, why, where it stands in the book, how it is checked."""

from __future__ import annotations

import typer

from adjudicator.cli.lines import say
from adjudicator.cli.options import JSON


def explain(
    rule: str = typer.Argument(..., metavar="RULE", help="A rule id from a report, such as two:3.1."),
    *,
    pack: str = typer.Option(
        "", "--pack", metavar="PACK", help="The pack, by name or folder; needed only for a folder."
    ),
    as_json: bool = JSON,
) -> None:
    """Explain a rule: what it demands, why, and how it is checked."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import books  # noqa: PLC0415

    told = books.explain(rule, pack)
    if as_json:
        printing.print_json(told)
        return
    say(f"{told['rule']}  {told['title']}".rstrip())
    shown = ("says", "why", "citation", "severity", "when", "check", "demands", "covers", "stated_in", "retired")
    printing.print_facts((name, told[name]) for name in shown if told[name])
    for reading in told["readings"]:
        say(f"\nreading {reading['id']}: {reading['about']}")
        for choice, meaning in reading["choices"].items():
            say(f"  {'›' if choice == reading['chosen'] else ' '} {choice}: {meaning}")
    if told["example"]:
        say(f"\n{told['example']}")
