"""Cells of charts: a number, or a word that stands for one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BeforeValidator

from adjudicator.errors import PackError, Source
from adjudicator.model.amounts import exact
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack

NO: Literal["no"] = "no"
UNKNOWN: Literal["?"] = "?"
UNLIMITED: Literal["unlimited"] = "unlimited"
HALF: Literal["half+1"] = "half+1"

WORDS = (NO, UNKNOWN, UNLIMITED, HALF)


def _cell(value: object) -> object:
    if isinstance(value, bool) or value is None or value in WORDS:
        return value
    if isinstance(value, int | float | str):
        number = exact(str(value))
        return value if number is None else number
    return value


Cell = Annotated[Fraction | Literal["no", "?", "unlimited", "half+1"], BeforeValidator(_cell)]
"""A number (3, "1/2"), "no" (not allowed), "unlimited", "half+1" (half the printed rating and one), or "?".

"?" is a cell that the book's text lacks: it is looked up in the user's charts under its dotted name, and what hangs on it
is undetermined where they have none.
"""


def left_open(cell: Fraction | str | None) -> bool:
    """Whether a cell is left out or "?": then the user's charts have it, or nobody knows."""
    return cell is None or cell == UNKNOWN


def chart(pack: Pack, name: str, cell: Fraction | str | None) -> Fraction | str | None:
    """A cell's value: what the table says, else what the user's charts give under its dotted name; None if nobody knows.

    "no" and "unlimited" come back as they are. PackError if the chart's value is neither.
    """
    return _charted(pack, name) if left_open(cell) else cell


@remembered(512)
def _charted(pack: Pack, name: str) -> Fraction | str | None:
    """What the user's charts give for a cell that the book's text lacks."""
    given: object = pack.charts.get(name)
    if given is None:
        given = pack.charts
        for part in name.split("."):
            given = given.get(part) if isinstance(given, Mapping) else None
    value = _cell(given)
    if value is None or value == UNKNOWN:
        return None
    if isinstance(value, Fraction) or (isinstance(value, str) and value in (NO, UNLIMITED, HALF)):
        return value
    raise PackError(
        f"[charts] {name}: expected a number, 'no' or 'unlimited', found {given!r}", Source(str(pack.folder))
    )
