"""`adjudicator packs ...`: files made from a pack, and a pack begun from a module."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.lines import remark, say
from adjudicator.cli.options import FORCE, JSON, THEATRE, writable


def charts(
    pack: str = typer.Argument(..., metavar="PACK", help="A pack's name or folder."),
    output: Path | None = typer.Option(
        None,
        "--output",
        "-o",
        metavar="PATH",
        callback=writable,
        help="The file to write; otherwise the sheet is printed.",
    ),
    force: bool = FORCE,
) -> None:
    """Write a blank sheet of the chart cells that the rules text lacks. Fill it in and pass it to --charts."""
    from adjudicator.game import pack_files  # noqa: PLC0415

    if output is None:
        say(pack_files.blank_charts(pack), end="")
        return
    pack_files.write_blank_charts(pack, output, force=force)


def order(
    pack: str = typer.Argument(..., metavar="PACK", help="A pack (name or folder) with an order of battle."),
    text: Path | None = typer.Argument(
        None, metavar="FILE", help="The text of the rulebook with its orders of battle; left out: what the pack holds."
    ),
    *,
    turn: str = typer.Option("", "--turn", metavar="TURN", help="Only this turn, by number or name: 5, Aug II 41."),
    output: Path | None = typer.Option(
        None,
        "--output",
        "-o",
        metavar="PATH",
        callback=writable,
        help="The folder for units.toml and order_of_battle.toml.",
    ),
    force: bool = FORCE,
    as_json: bool = JSON,
) -> None:
    """Who comes, goes or turns into what, and when; with FILE read the lists printed in a rulebook and check the totals."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import pack_files  # noqa: PLC0415

    if text is None:
        forces = pack_files.schedule(pack, turn)
        if as_json:
            printing.print_json({"forces": forces})
            return
        lines = [
            (force["turn"], force["event"], force["force"], unit["name"], unit["count"])
            for force in forces
            for unit in force["units"]
        ]
        printing.print_table(("turn", "event", "force", "unit", "count"), lines)
        return
    orders = pack_files.orders(pack, text)
    told = orders.as_json()
    if output is not None:
        orders.write(output, force=force)
    if as_json:
        printing.print_json(told)
        return
    totals = told["totals"]
    rows = [(row["of"], row["name"], row["units"], row["printed"]) for row in totals]
    printing.print_table(("of", "name", "units", "printed"), rows)
    units = sum(row["units"] for row in totals if row["of"] == "nation")
    shown = (("units", str(units)), ("lines read", str(told["lines"]["read"])), ("not read", str(len(told["unread"]))))
    printing.print_facts(shown)
    for words in (*told["odd"], *(f"not read, line {each['line']}: {each['text']}" for each in told["unread"])):
        remark(words)


def draft(
    module: Path = typer.Argument(..., metavar="FILE", help="The module (.vmod) of the game."),
    *,
    name: str = typer.Option("", "--name", metavar="NAME", help="The pack's name; by default the folder's."),
    on: str = typer.Option(
        "", "--map", metavar="NAME", help="The module's map to use; by default the one with the most hexes."
    ),
    extends: str = typer.Option(
        "", "--extends", metavar="PACK", help="The pack whose rules and units the new one has (name or folder)."
    ),
    output: Path = typer.Option(..., "--output", "-o", metavar="PATH", callback=writable, help="The new folder."),
    force: bool = FORCE,
    as_json: bool = JSON,
) -> None:
    """Start a pack from your module: its map, sides and counters. The rules are left to you, or are those of --extends."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import pack_files  # noqa: PLC0415

    printing.print_made(pack_files.draft(module, output, name, on, extends, force=force), as_json)


def bind(
    module: Path = typer.Argument(..., metavar="FILE", help="The module (.vmod) of the game."),
    *,
    pack: str = typer.Option(
        ..., "--pack", "-p", metavar="PACK", help="Your pack: its folder (or a name, only to look)."
    ),
    look: bool = typer.Option(False, "--look", help="Tell what would be written, and write nothing."),
    force: bool = FORCE,
    as_json: bool = JSON,
) -> None:
    """Bind the counters of your module to the units of your pack; what is sure is written, what is doubtful told."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import pack_files  # noqa: PLC0415

    bound = pack_files.bind(module, pack, write=not look, force=force)
    if as_json:
        printing.print_json(bound.as_json())
        return
    for line in bound.lines:
        say(line)


def export(
    pack: str = typer.Argument(..., metavar="PACK", help="A pack's name or folder."),
    *,
    theatre: str | None = THEATRE,
    output: Path = typer.Option(
        ...,
        "--output",
        "-o",
        metavar="PATH",
        callback=writable,
        help="The file to write: .geojson (map), .csv (one row per hex), .tmj (Tiled) or .hexwright.json.",
    ),
    force: bool = FORCE,
    as_json: bool = JSON,
) -> None:
    """Export a theatre (the map as data) for map programs and spreadsheets."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import pack_files  # noqa: PLC0415

    printing.print_made(pack_files.export_theatre(pack, output, theatre or "", force=force), as_json)


def import_(
    pack: str = typer.Argument(..., metavar="PACK", help="The folder of your pack."),
    file: Path = typer.Argument(
        ...,
        metavar="FILE",
        help="The map: .geojson, .csv with a row for each hex or hexside, Tiled's .tmj or hexwright's .json.",
    ),
    *,
    theatre: str | None = THEATRE,
    whole: bool = typer.Option(
        False, "--whole", help="Its hexes are the whole map: add those that are missing, take out all others."
    ),
    force: bool = FORCE,
    as_json: bool = JSON,
) -> None:
    """Put a map from another program into the theatre of your pack, and say what was lost."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game.maps.bringing import bring  # noqa: PLC0415

    printing.print_made(bring(pack, file, theatre or "", whole=whole, force=force), as_json)


def publish(
    pack: str = typer.Argument(..., metavar="PACK", help="The folder of your pack."),
    *,
    licence: str = typer.Option(
        "", "--licence", metavar="TEXT", help="What others may do with it, such as CC-BY-4.0; must be said."
    ),
    output: Path | None = typer.Option(
        None, "--output", "-o", metavar="PATH", callback=writable, help="The archive; by default NAME-VERSION.zip."
    ),
    force: bool = FORCE,
    as_json: bool = JSON,
) -> None:
    """Make an archive of your pack to give to others: without module, pictures and rulebook texts."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import shared_packs  # noqa: PLC0415

    printing.print_made(shared_packs.publish(pack, licence, output, force=force), as_json)


def add(
    archive: Path = typer.Argument(..., metavar="ARCHIVE", help="What 'adjudicator packs publish' made."),
    *,
    replace: bool = typer.Option(False, "--replace", help="Put it in the place of a pack of that name."),
    force: bool = FORCE,
    as_json: bool = JSON,
) -> None:
    """Check a pack that somebody shared and put it among your own; from then on it goes by its name."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import shared_packs  # noqa: PLC0415

    printing.print_made(shared_packs.add(archive, replace=replace or force), as_json)


def reference(
    output: Path | None = typer.Option(
        None,
        "--output",
        "-o",
        metavar="PATH",
        callback=writable,
        help="The folder to write the pages into, as Markdown.",
    ),
    schemas: Path | None = typer.Option(
        None,
        "--schemas",
        metavar="PATH",
        callback=writable,
        help="The folder to write the JSON Schemas into, for editors of TOML.",
    ),
    force: bool = FORCE,
) -> None:
    """Write the reference of the files of a pack: every key, every check and its terms, those of installed packs included."""
    from adjudicator.game import pack_files  # noqa: PLC0415

    if output is None and schemas is None:
        raise typer.BadParameter("give --output for the pages, --schemas for the JSON Schemas, or both")
    if output is not None:
        pack_files.write_reference(output, force=force)
    if schemas is not None:
        pack_files.write_schemas(schemas, force=force)
