"""`adjudicator packs`: which rulebooks are there, and how much of each is judged."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.options import CHARTS, JSON, THEATRE

app = typer.Typer(help="List the rule packs and what each of them covers.", no_args_is_help=False)


@app.callback(invoke_without_command=True)
def packs(context: typer.Context) -> None:
    """List the rule packs and what each of them covers."""
    if context.invoked_subcommand is None:
        list_packs(as_json=False)


@app.command("list")
def list_packs(as_json: bool = JSON) -> None:
    """The bundled packs and the installed ones."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.packs import folders, load  # noqa: PLC0415

    found = load.list_packs()
    for problem in folders.unusable_packs():
        printing.remark(problem)
    if as_json:
        keys = ("id", "title", "edition", "description")
        told = [{key: getattr(pack, key) for key in keys} | {"theatres": list(pack.theatres)} for pack in found]
        printing.print_json(told)
        return
    rows = [(pack.id, pack.title, pack.edition, ", ".join(pack.theatres) or "none") for pack in found]
    printing.print_table(("pack", "game", "edition", "theatres"), rows)


@app.command("show")
def show(
    pack: str = typer.Argument(..., metavar="PACK", help="A pack's name or folder."), as_json: bool = JSON
) -> None:
    """A pack's rules and readings."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.packs import load  # noqa: PLC0415

    loaded = load.load_pack(pack)
    head = loaded.header
    rules = [
        {"rule": f"{head.short}:{rule.id}", "title": rule.title, "check": rule.check, "severity": rule.severity.value}
        for rule in loaded.rules.values()
    ]
    readings = [
        {"id": each.id, "about": each.about, "choices": dict(each.choices), "chosen": loaded.chosen[each.id]}
        for each in loaded.readings.values()
    ]
    if as_json:
        told = {"id": head.id, "title": head.title, "edition": head.edition, "description": head.description}
        options = {name: name in loaded.options for name in head.options}
        theatres = list(load.list_theatres(loaded))
        told_more = {"rules": rules, "readings": readings, "options": options, "theatres": theatres}
        printing.print_json(told | told_more)
        return
    printing.print_facts((("pack", head.id), ("game", head.title), ("edition", head.edition), ("", head.description)))
    if rules:
        printed = [(rule["rule"], rule["title"], rule["check"]) for rule in rules]
        printing.print_table(("rule", "title", "check"), printed)
    else:
        print("no rules yet")
    if readings:
        rows = [(each["id"], each["about"], each["chosen"], ", ".join(each["choices"])) for each in readings]
        printing.print_table(("reading", "where the book is silent", "chosen", "choices"), rows)


@app.command("coverage")
def coverage(
    pack: str = typer.Argument(..., metavar="PACK", help="A pack's name or folder."),
    charts: Path | None = CHARTS,
    articles: bool = typer.Option(False, "--articles", help="List every article, not only the areas."),
    as_json: bool = JSON,
) -> None:
    """How much of the book is judged: decided, computed, undetermined, not yet, not decidable."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.packs import coverage as covered  # noqa: PLC0415
    from adjudicator.packs import load  # noqa: PLC0415
    from exporters.report import words  # noqa: PLC0415

    loaded = load.load_pack(pack, charts=charts)
    areas, lines = covered.coverage(loaded), covered.python_lines(loaded.folder)
    if as_json:
        told = [
            {
                "area": area.area,
                "counts": {standing.value: area.count(standing) for standing in covered.Standing},
                "articles": [
                    {
                        "id": entry.article.id,
                        "title": entry.article.title,
                        "standing": entry.standing.value,
                        "why": entry.why,
                    }
                    for entry in area.articles
                ],
            }
            for area in areas
        ]
        printing.print_json({"pack": loaded.header.id, "python_lines": lines, "areas": told})
        return
    if articles:
        rows = [
            (each.article.id, each.article.title, each.standing, each.why) for area in areas for each in area.articles
        ]
        printing.print_table(("article", "title", "standing", "by or why"), rows)
    totals = [sum(area.count(standing) for area in areas) for standing in covered.Standing]
    counted = [
        (area.area, *(area.count(standing) for standing in covered.Standing), len(area.articles)) for area in areas
    ]
    printing.print_table(("area", *covered.Standing, "articles"), [*counted, ("all", *totals, sum(totals))])
    print(words.sentence(words.unruled(covered.areas_left(loaded))) + ".")
    printing.print_facts((("Python of its own", f"{lines} lines"),))


@app.command("charts")
def charts(
    pack: str = typer.Argument(..., metavar="PACK", help="A pack's name or folder."),
    output: Path | None = typer.Option(
        None, "--output", "-o", metavar="PATH", help="Where to put the blank sheet; else it is printed."
    ),
) -> None:
    """The blank sheet of chart cells that the book's text lacks, to fill in and give to --charts."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.packs import load  # noqa: PLC0415
    from adjudicator.packs.charts import write_charts  # noqa: PLC0415
    from exporters.atomic import write_text  # noqa: PLC0415

    sheet = write_charts(load.load_pack(pack))
    if output is None:
        print(sheet, end="")
        return
    write_text(output, sheet)
    printing.remark(f"wrote {output}")


@app.command("order")
def order(
    pack: str = typer.Argument(
        ..., metavar="PACK", help="A pack's name or folder that has a reading/order_of_battle.toml."
    ),
    text: Path = typer.Argument(..., metavar="FILE", help="The rulebook's text with its orders of battle."),
    output: Path | None = typer.Option(
        None, "--output", "-o", metavar="PATH", help="The folder to write units.toml and order_of_battle.toml into."
    ),
    as_json: bool = JSON,
) -> None:
    """Read the printed orders of battle: totals against the book's own numbers, and the lines that could not be read."""
    from adjudicator.cli import opening, printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.packs import load, printed_grammar, printed_order  # noqa: PLC0415
    from exporters.atomic import write_text  # noqa: PLC0415

    grammar = printed_grammar.load_grammar(load.load_pack(pack).folder)
    opening.require(text)
    found = printed_order.read(printed_order.load_text(text), grammar)
    told = printed_order.totals(found)
    if output is not None:
        write_text(output / "units.toml", printed_order.units_toml(found))
        write_text(output / "order_of_battle.toml", printed_order.order_toml(found))
    if as_json:
        rows = [{"of": row.of, "name": row.name, "units": row.units, "printed": row.printed} for row in told]
        unread = [{"line": number, "text": line} for number, line in found.unread]
        lines = {"read": found.read + found.other, "of_other_things": found.other}
        printing.print_json({"lines": lines, "totals": rows, "odd": found.odd, "unread": unread})
        return
    printing.print_table(
        ("of", "name", "units", "printed"), [(row.of, row.name, row.units, row.printed) for row in told]
    )
    units = sum(row.units for row in told if row.of == "nation")
    shown = (("units", str(units)), ("lines read", str(found.read + found.other)), ("not read", str(len(found.unread))))
    printing.print_facts(shown)
    for words in (*found.odd, *(f"not read, line {number}: {line}" for number, line in found.unread)):
        printing.remark(words)


@app.command("draft")
def draft(
    module: Path = typer.Argument(..., metavar="FILE", help="The module (.vmod) of the game."),
    *,
    name: str = typer.Option("", "--name", metavar="NAME", help="The pack's name; by default the folder's."),
    on: str = typer.Option(
        "", "--map", metavar="NAME", help="The map of the module that is the theatre; by default the one of most hexes."
    ),
    output: Path = typer.Option(..., "--output", "-o", metavar="PATH", help="The new folder."),
    as_json: bool = JSON,
) -> None:
    """Begin a pack for a game of your own: map, sides, counters and their names from its module, rules left to you."""
    from adjudicator.cli import opening, printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.packs import load  # noqa: PLC0415
    from adjudicator.packs.draft import draft as begin  # noqa: PLC0415
    from adjudicator.reference.schema_files import with_schemas  # noqa: PLC0415
    from exporters.atomic import new_folder  # noqa: PLC0415

    begun = begin(opening.open_module(module), name or output.name, on)
    with new_folder(output) as beside:
        for path, text in with_schemas(begun.files).items():
            (beside / path).parent.mkdir(parents=True, exist_ok=True)
            (beside / path).write_text(text, encoding="utf-8")
        pack = load.load_pack(beside)
        load.load_theatre_for(pack)
    printing.print_done(output, [f"to do: {point}" for point in begun.open_points], as_json)


@app.command("export")
def export(
    pack: str = typer.Argument(..., metavar="PACK", help="A pack's name or folder."),
    *,
    theatre: str | None = THEATRE,
    output: Path = typer.Option(
        ..., "--output", "-o", metavar="PATH", help="Where to: .geojson (map) or .csv (a row for each hex)."
    ),
    as_json: bool = JSON,
) -> None:
    """A theatre, the printed map as data, for map programs and spreadsheets."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.packs import load  # noqa: PLC0415
    from adjudicator.words import counted  # noqa: PLC0415
    from exporters.atomic import write_text  # noqa: PLC0415
    from exporters.geojson import theatre as features  # noqa: PLC0415
    from exporters.geojson import write as write_features  # noqa: PLC0415
    from exporters.tables import HEXES, table, theatre_hexes  # noqa: PLC0415

    if output.suffix.lower() not in (".geojson", ".csv"):
        raise typer.BadParameter(f"--output {output}: wants .geojson or .csv")
    loaded = load.load_pack(pack)
    found = load.load_theatre_for(loaded, load.theatre_folder(loaded, theatre or ""))
    if output.suffix.lower() == ".csv":
        write_text(output, table(HEXES, theatre_hexes(found)))
    else:
        write_features(output, features(found))
    printing.print_done(output, [f"{found.title}: {counted(len(found.hexes), 'hex')}"], as_json)


@app.command("reference")
def reference(
    output: Path | None = typer.Option(
        None, "--output", "-o", metavar="PATH", help="The folder to write the pages into, as Markdown."
    ),
    schemas: Path | None = typer.Option(
        None, "--schemas", metavar="PATH", help="The folder to write the JSON Schemas into, for editors of TOML."
    ),
) -> None:
    """Write the reference of the files of a pack: every key, every check and its terms, those of installed packs included."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.reference.pages import pages  # noqa: PLC0415
    from adjudicator.reference.schema_files import schema_texts  # noqa: PLC0415
    from exporters.atomic import write_text  # noqa: PLC0415

    if output is None and schemas is None:
        raise typer.BadParameter("give --output for the pages, --schemas for the JSON Schemas, or both")
    for folder, texts in ((output, pages), (schemas, schema_texts)):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            for name, text in texts().items():
                write_text(folder / name, text)
            printing.remark(f"wrote {folder}")
