"""Columns and rows counted from a map's corner, as programs count them that know of no hex numbers."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.model.hexes import Hex

Cell = tuple[int, int]


def cells_of(hexes: Iterable[Hex], *, sideways: bool, lower: int) -> dict[Hex, Cell]:
    """The column and row of every hex, the least of each 0.

    `lower` says which columns sit half a hex lower, 0 for the first, third …, 1 for the others; on a `sideways` map which
    rows sit half a hex to the right.
    """
    found = {each: _place(each, sideways=sideways) for each in hexes}
    first = min((straight for straight, _ in found.values()), default=0)
    halves = {at: twice - ((straight - first) % 2 == lower) for at, (straight, twice) in found.items()}
    least = min(halves.values(), default=0)
    if sideways:
        return {at: ((halves[at] - least) // 2, found[at][0] - first) for at in found}
    return {at: (found[at][0] - first, (halves[at] - least) // 2) for at in found}


def _place(at: Hex, *, sideways: bool) -> tuple[int, int]:
    """The straight column (or row) of a hex, and how many half hexes it lies along it."""
    return (at.q + at.r, at.q - at.r) if sideways else (at.q, 2 * at.r + at.q)
