"""How far air units fly, read from the books once more: steps are counted hex by hex, and nothing of the program is asked.

Fire in the East 18, 20A, 20C, 20D, 20E1, 24B; Sudden Storm 18, 19A, 19B, 19C, 23B.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

Neighbours = Callable[[str], Iterable[str]]

BOMBS = ("ground_support", "harassment", "marshalling_yards")
ANYWHERE = 10_000


def most(book: str, mission: str, rating: int, *, extended: bool) -> int:
    """The hexes that a unit of this movement rating flies at most to its target; -1 if it does not fly so."""
    if extended:
        return 2 * rating if mission in (*BOMBS, "escort") else -1
    if mission == "transfer":
        return 3 * rating if book == "fire_in_the_east" else ANYWHERE
    return rating // 2 if mission == "intercept" else rating


def steps(neighbours: Neighbours, one: str, other: str) -> int:
    """The least number of hexes from one to another, counted ring by ring."""
    seen, ring, count = {one}, {one}, 0
    while other not in ring:
        ring = {each for number in ring for each in neighbours(number)} - seen
        seen |= ring
        count += 1
        if not ring:
            return ANYWHERE + 1
    return count


def staged(neighbours: Neighbours, rating: int, base: str, stage: str, target: str) -> bool:
    """Whether a mission is flown from a base by way of another: each hop takes no more than the rating."""
    return steps(neighbours, base, stage) <= rating and steps(neighbours, stage, target) <= rating
