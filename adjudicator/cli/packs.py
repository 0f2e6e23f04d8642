"""`adjudicator packs`: which rulebooks are there, and how much of each is judged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from adjudicator.cli import pack_files, pack_rules, try_cases
from adjudicator.cli.command import Command, CommandGroup
from adjudicator.cli.lines import remark, say
from adjudicator.cli.options import CHARTS, JSON

app = typer.Typer(cls=CommandGroup, help="List the rule packs and what each one covers.", no_args_is_help=False)


@app.callback(invoke_without_command=True)
def packs(context: typer.Context) -> None:
    """List the rule packs and what each one covers."""
    if context.invoked_subcommand is None:
        list_packs(as_json=False)


@app.command("list", cls=Command)
def list_packs(as_json: bool = JSON) -> None:
    """List the bundled, installed and added packs."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import books  # noqa: PLC0415

    found = books.packs()
    for problem in books.unusable_packs():
        remark(problem)
    if as_json:
        printing.print_json(found)
        return
    rows = [(each["id"], each["title"], each["edition"], ", ".join(_named(each)) or "none") for each in found]
    printing.print_table(("pack", "game", "edition", "theatres"), rows)


def _named(pack: dict[str, Any]) -> list[str]:
    """The theatres of a pack, samples called so."""
    return [f"{name} (sample)" if name in pack["samples"] else name for name in pack["theatres"]]


@app.command("show", cls=Command)
def show(
    pack: str = typer.Argument(..., metavar="PACK", help="A pack's name or folder."),
    words: bool = typer.Option(False, "--words", help="Show what written positions and moves may name instead."),
    as_json: bool = JSON,
) -> None:
    """Show the rules and readings of a pack."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import books  # noqa: PLC0415

    if words:
        named = books.words(pack)
        if as_json:
            printing.print_json(named)
            return
        for kind, each in named.items():
            if each:
                printing.print_table((kind, "values" if kind == "conditions" else "name"), list(each.items()))
        return
    told = books.contents(pack)
    if as_json:
        printing.print_json(told)
        return
    facts = [("pack", told["id"]), ("game", told["title"]), ("edition", told["edition"]), ("", told["description"])]
    facts.append(("theatres", ", ".join(_named(told)) or "none"))
    if told["sample_units"]:
        facts.append(("units", f"{told['sample_units']} samples, not the game's own counter mix"))
    printing.print_facts(facts)
    if told["rules"]:
        printed = [(rule["rule"], rule["title"], rule["check"]) for rule in told["rules"]]
        printing.print_table(("rule", "title", "check"), printed)
    else:
        say("no rules yet")
    for each in (*told["dropped"], *told["lacking"]):
        remark(f"note: {each}")
    if told["readings"]:
        rows = [(each["id"], each["about"], each["chosen"], ", ".join(each["choices"])) for each in told["readings"]]
        printing.print_table(("reading", "where the book is silent", "chosen", "choices"), rows)


@app.command("coverage", cls=Command)
def coverage(
    pack: str = typer.Argument(..., metavar="PACK", help="A pack's name or folder."),
    charts: Path | None = CHARTS,
    articles: bool = typer.Option(False, "--articles", help="List every article, not only the areas."),
    sentences: bool = typer.Option(False, "--sentences", help="List every sentence, with what judges it."),
    as_json: bool = JSON,
) -> None:
    """Show how much of the rulebook is judged: by area, article by article, or sentence by sentence."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.findings import unruled  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import books  # noqa: PLC0415
    from adjudicator.words import sentence  # noqa: PLC0415

    found = books.coverage(pack, charts)
    told = found.as_json()
    if as_json:
        printing.print_json(told)
        return
    areas = told["areas"]
    if articles:
        rows = [
            (each["id"], each["title"], each["standing"], each["why"]) for area in areas for each in area["articles"]
        ]
        printing.print_table(("article", "title", "standing", "by or why"), rows)
    if sentences:
        printing.print_table(("article", "sentence", "state", "rule", "case or why"), found.sentences)
    standings = found.standings
    if not areas:
        say("the pack lists no articles of its book: they stand in catalogue.toml, a line each")
        return
    counted = [(area["area"], *(area["counts"][each] for each in standings), area["printed"]) for area in areas]
    totals = [sum(numbers) for numbers in zip(*(row[1:] for row in counted), strict=True)]
    printing.print_table(("area", *standings, "articles"), [*counted, ("all", *totals)])
    say(f"{sentence(unruled(found.areas))}.")
    share = told["share"]
    if share["of"]:
        of = f"{share['decided']} of the {share['of']} articles that are not for people alone"
        say(f"Decided or computed: {of}, {share['percent']:.1f} %.")
    partly = sum(1 for area in areas for each in area["articles"] if each["partly"])
    if partly:
        say(f"{partly} of those decided are decided in part; --articles says what is left.")
    if found.sentences:
        states = [*areas[0]["sentences"]]
        sums = [sum(numbers) for numbers in zip(*(row[1:] for row in found.by_area), strict=True)]
        printing.print_table(("area", *states, "sentences"), [*found.by_area, ("all", *sums)])
    printing.print_facts((("Python of its own", f"{told['python_lines']} lines"),))


app.command("try", cls=Command)(try_cases.try_cases)
app.command("charts", cls=Command)(pack_files.charts)
app.command("order", cls=Command)(pack_files.order)
app.command("draft", cls=Command)(pack_files.draft)
app.command("bind", cls=Command)(pack_files.bind)
app.command("rules", cls=Command)(pack_rules.rules)
app.command("export", cls=Command)(pack_files.export)
app.command("import", cls=Command)(pack_files.import_)
app.command("publish", cls=Command)(pack_files.publish)
app.command("add", cls=Command)(pack_files.add)
app.command("reference", cls=Command)(pack_files.reference)
