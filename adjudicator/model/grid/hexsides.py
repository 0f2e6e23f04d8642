"""Which hexside a counter stands on, or is turned to, by asking what the points around it are called.

Nothing here knows a grid's formulas, so hexes of any size and turn will do, printed or described.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, inf, radians, sin
from typing import NamedTuple

Naming = Callable[[int, int], str]
"""What the hex at a point is called, "" where there is none."""

BEARINGS = tuple(range(0, 360, 15))
FARTHEST = 4096
SWAY = 10
COMPASS = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}


class _Border(NamedTuple):
    """How far the border of a hex is in one direction, and what lies behind it."""

    distance: float
    beyond: str


def hexside_at(naming: Naming, x: int, y: int) -> str:
    """The hex beyond the hexside on which a point lies; "" if it lies well inside its hex, or at a corner."""
    around = [_border(naming, (x, y), bearing) for bearing in BEARINGS]
    half = len(around) // 2
    nearest = min(range(len(around)), key=lambda k: (around[k].distance, -around[(k + half) % len(around)].distance))
    found, behind = around[nearest], around[(nearest + half) % len(around)]
    if found.distance * 3 > behind.distance or behind.distance > FARTHEST:
        return ""
    others = (each.distance for each in around if each.beyond not in ("", found.beyond))
    rival = min(others, default=inf)
    return found.beyond if rival > max(2 * found.distance, behind.distance / 10) else ""


def hexside_towards(naming: Naming, x: int, y: int, bearing: float) -> str:
    """The hex next to that of a point in a direction (degrees clockwise from the top); "" if that is towards a corner."""
    found = {_border(naming, (x, y), bearing + sway).beyond for sway in (-SWAY, 0, SWAY)}
    return found.pop() if len(found) == 1 else ""


def _border(naming: Naming, at: tuple[int, int], bearing: float) -> _Border:
    """Where the hex of a point ends in a direction: found by doubling the distance, then by halves."""
    x, y = at
    aside, down = sin(radians(bearing)), -cos(radians(bearing))
    own = naming(x, y)

    def name(distance: int) -> str:
        return naming(round(x + distance * aside), round(y + distance * down))

    inside, outside = 0, 1
    while name(outside) == own:
        inside, outside = outside, outside * 2
        if outside > FARTHEST:
            return _Border(inf, "")
    while outside - inside > 1:
        middle = (inside + outside) // 2
        inside, outside = (middle, outside) if name(middle) == own else (inside, middle)
    return _Border(outside, name(outside))
