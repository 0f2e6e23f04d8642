"""Where the front is when a game is set up.

The hexes of each side's own edge of the front are the position's value "front.SIDE" (numbers apart by blanks); without
them there is no set-up to judge. "front.exempt" lists hexes of the front that no zone need reach, "front.named" those that the
scenario names for Garrisons and works, whatever line leads there.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from adjudicator.analysis.economy import first_untold, is_told
from adjudicator.model.network import Ints
from adjudicator.record.position import Position

EXEMPT, NAMED = "exempt", "named"


def fronts(position: Position) -> Iterator[str]:
    """The sides that are set up along a front."""
    for side in position.pack.sides:
        if edge(position, side) and any(True for _ in position.of_side(side)):
            yield side


def is_set_up(position: Position, _terms: object) -> bool:
    """Whether the hexes of a side's edge of the front are told. As a game begins they should be: then who asks is heard."""
    if any(edge(position, side) for side in position.pack.sides):
        return True
    sequence, now = position.pack.header.sequence, position.moment
    if now.turn == sequence.first_turn and not sequence.under_way(now.phase):
        for side in position.pack.sides:
            is_told(position, f"front.{side}")
    return False


def front_untold(position: Position, _terms: object) -> str:
    """The edge of the front that nobody tells of a side that has units, or markers of its own, on the map."""
    lying = {each.type.side for each in position.markers.values() if each.hex}
    sides = (side for side in position.pack.sides if side in lying or any(True for _ in position.of_side(side)))
    return first_untold((f"front.{side}" for side in sides), position.values)


def an_edge_untold(position: Position, _terms: object) -> str:
    """The edge of the front that nobody tells of a side."""
    return first_untold((f"front.{side}" for side in position.pack.sides), position.values)


def edge(position: Position, side: str) -> list[int]:
    """The hexes of a side's edge of the front, by their places in the network; of `EXEMPT` and `NAMED` those hexes."""
    index = position.network.index
    return [index[number] for number in position.values.get(f"front.{side}", "").split() if number in index]


def behind(position: Position, side: str) -> Ints:
    """How far each hex is from the side's edge of the front."""
    found: Ints = np.min([position.network.distances(i) for i in edge(position, side)], axis=0)
    return found
