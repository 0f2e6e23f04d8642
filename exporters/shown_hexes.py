"""The hexes of a board as far as a picture or page can show them."""

from __future__ import annotations

from itertools import islice

from adjudicator.model.grid import Grid, PrintedHex, hexes
from adjudicator.model.memo import remembered

MOST_HEXES = 100_000
"""A grid of more is no map that somebody plays on; none of its hexes is shown."""


def shown_hexes(grid: Grid | None) -> tuple[PrintedHex, ...]:
    """Every hex of a grid; none of one that has too many to be shown."""
    return () if too_many(grid) else _first(grid)


def too_many(grid: Grid | None) -> bool:
    """Whether a grid has hexes that are not shown."""
    return len(_first(grid)) > MOST_HEXES


@remembered(16)
def _first(grid: Grid | None) -> tuple[PrintedHex, ...]:
    """The hexes up to one more than can be shown."""
    return tuple(islice(hexes(grid), MOST_HEXES + 1))
