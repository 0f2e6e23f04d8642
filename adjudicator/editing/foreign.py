"""What readers of other programs' maps share: JSON within bounds, and numbers for columns and rows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adjudicator.budget import bytes_of, spend_json
from adjudicator.errors import CorruptFile, Source, reading
from adjudicator.model.cells import Cell, cells_of
from adjudicator.model.hexes import Hex

MOST_CELLS = 1_000_000


def read_json(path: Path) -> Any:
    """A JSON document; CorruptFile if it is none, is too large, or is nested deeper than anybody draws."""
    try:
        with reading(file=str(path)):
            text = bytes_of(path)
            spend_json(text)
        return json.loads(text.decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise CorruptFile(f"cannot be read: {error}", Source(str(path))) from error


Anchor = tuple[str, Cell]
"""A hex's number and the column and row that a file has it in."""


def numbered(at: Mapping[str, Hex], *, sideways: bool, lower: int, anchor: Anchor | None = None) -> dict[Cell, str]:
    """The number of the hex in every column and row of a file's map.

    With an anchor on this map they are counted from there, otherwise from the map's corner.
    """
    number = {each: name for name, each in at.items()}
    if anchor is None or anchor[0] not in at:
        return {cell: number[each] for each, cell in cells_of(number, sideways=sideways, lower=lower).items()}
    fixed, axis = at[anchor[0]], 1 if sideways else 0
    here = cells_of(number, sideways=sideways, lower=0)[fixed]
    cells = cells_of(number, sideways=sideways, lower=(lower + here[axis] - anchor[1][axis]) % 2)
    away = cells[fixed][0] - anchor[1][0], cells[fixed][1] - anchor[1][1]
    return {(column - away[0], row - away[1]): number[each] for each, (column, row) in cells.items()}


def words(told: object) -> list[str]:
    """The words of a text with blanks between them; none if it is no text."""
    return told.split() if isinstance(told, str) else []


def table(told: object) -> Mapping[str, Any]:
    """A JSON object, or an empty one for anything else."""
    return told if isinstance(told, dict) else {}


def tables(told: object) -> list[Mapping[str, Any]]:
    """The objects of a JSON array; what else stands in it is left out."""
    return [each for each in told if isinstance(each, dict)] if isinstance(told, list) else []
