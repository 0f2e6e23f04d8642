"""A sample game's log in several, as players send them to and fro: each begins where the one before ended."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from adjudicator import importers
from adjudicator.exporters.vassal.savegame import steps_of, write_log
from tests.helpers import FIXTURES

MODULES = FIXTURES / "vassal"


def in_pieces(game: str, log: str, count: int, folder: Path) -> list[Path]:
    """So many logs out of one of a sample game, by number, their names in order of play."""
    module = importers.read(MODULES / game / f"{game}.vmod").module
    whole = importers.read(MODULES / game / log, module).log
    assert whole is not None
    trees, made = steps_of(whole, module), []
    for number in range(count):
        first, last = (len(trees) * each // count for each in (number, number + 1))
        carried = {**whole.carried, "vassal": {"steps": trees[first:last]}}
        piece = replace(whole, start=whole.state_at(first), steps=whole.steps[first:last], carried=carried)
        made.append(folder / f"turn {number + 1:02}.vlog")
        write_log(piece, made[-1], module=module)
    return made
