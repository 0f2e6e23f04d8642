"""`adjudicator dice`: every roll of a game, and how unusual each series is."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.lines import say
from adjudicator.cli.options import AS, JSON, MODULE, UMPIRE


def dice(
    logs: list[Path] = typer.Argument(..., metavar="LOG", help="The logs of one game, in any order; or their folder."),
    *,
    module: Path | None = MODULE,
    seat: str = AS,
    umpire: bool = UMPIRE,
    all_rolls: bool = typer.Option(False, "--all", help="List every roll."),
    as_json: bool = JSON,
) -> None:
    """List the dice rolls of a game by player and kind of dice, with corrected p-values."""
    from adjudicator.cli import account, asking, printing  # noqa: PLC0415 - kept out of --help

    game = asking.game(asking.files(logs), module, seat, umpire)
    found = game.dice()
    if as_json:
        printing.print_json(found.as_json())
        return
    if not found.rolls:
        say("no roll is reported in a form that the module's dice buttons have")
    account.print_dice(found.rolls, found.series, found.called)
    if all_rolls and found.rolls:
        rows = [
            (roll.file, roll.file_step, roll.turn, found.called(roll.player), roll.text, roll.purpose, roll.followed)
            for roll in found.rolls
        ]
        printing.print_table(("log", "step", "turn", "player", "roll", "said before", "followed by"), rows)
    if found.proposals:
        account.print_proposals(found.proposals)
