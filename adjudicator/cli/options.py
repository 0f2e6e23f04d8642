"""Options that several commands share, said once."""

from __future__ import annotations

from typing import Any

import typer

MODULE: Any = typer.Option(
    None, "--module", "-m", metavar="FILE", help="The module (.vmod) of the game; by default one beside it."
)
PACK: Any = typer.Option(
    ..., "--pack", "-p", metavar="PACK", help="The rules: a pack's name (see 'packs list') or its folder."
)
PACK_IF_ANY: Any = typer.Option(
    None,
    "--pack",
    "-p",
    metavar="PACK",
    help="The rules to judge by: a pack's name or its folder; without it nothing is judged.",
)
THEATRE: Any = typer.Option(
    None, "--theatre", "-t", metavar="NAME", help="The map as data: a theatre's name in the pack, or its folder."
)
CHARTS: Any = typer.Option(None, "--charts", metavar="FILE", help="Chart cells you filled in (see 'packs charts').")
READING: Any = typer.Option(
    [],
    "--reading",
    metavar="ID=CHOICE",
    help="Another reading where the book is silent (see 'packs show'); repeatable.",
)
OPTION: Any = typer.Option(
    [], "--option", metavar="NAME=on|off", help="An optional rule in or out of play; repeatable."
)
CONDITION: Any = typer.Option(
    [], "--condition", metavar="NAME=VALUE", help="What the file does not say, such as weather=mud; repeatable."
)
TURN: Any = typer.Option(
    0, "--turn", min=0, max=10_000, show_default=False, metavar="N", help="The game turn, if the file does not tell."
)
PHASE: Any = typer.Option(
    None, "--phase", metavar="ID", help="The phase (its id in the pack), if the file does not tell."
)
AS: Any = typer.Option("", "--as", metavar="SIDE", help="For whose eyes: a side, everybody, or umpire (who sees all).")
UMPIRE: Any = typer.Option(False, "--umpire", help="The same as --as umpire: masked and hidden counters too.")
AT: Any = typer.Option("end", "--at", metavar="STEP", help="The moment of a log: start, end or a step's number.")
JSON: Any = typer.Option(False, "--json", help="Print JSON.")
