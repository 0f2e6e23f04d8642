"""Lines of sight from hex centre to hex centre: which hexes they cross, and along which hexsides they run.

All in axial coordinates, whose map is affine: which side of a line a corner lies on is the same there as on paper, and exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from adjudicator.analysis.ground import ground_at
from adjudicator.lean import dataclass
from adjudicator.model.hexes import Hex
from adjudicator.model.known import NO, YES, Known, all_of, any_of
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.edges import Edges
from adjudicator.terms.where import Where

CORNERS = ((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2))
"""The corners of a hex round its centre, in thirds."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The hexes between two that a line crosses, and the pairs between which it runs along the hexside."""

    crossed: tuple[Hex, ...]
    along: tuple[tuple[Hex, Hex], ...]


def sight(one: Hex, other: Hex) -> Sight:
    """What lies between two hexes, ends left out."""
    crossed, touched = [], []
    for at in _between(one, other):
        sides = [_side(one, other, at, corner) for corner in CORNERS]
        if min(sides) < 0 < max(sides):
            crossed.append(at)
        elif sides.count(0) > 1:
            touched.append((at, max(sides) > 0))
    pairs = [
        (left, right)
        for left, above in touched
        for right, below in touched
        if above and not below and left.distance(right) == 1 and _beside(one, other, left, right)
    ]
    return Sight(tuple(crossed), tuple(pairs))


def blocked(position: Position, start: str, end: str, by: Where) -> Known:
    """Whether such hexes close the view from one hex to another; along a hexside only where both of its hexes do."""
    network, ground = position.network, ground_at(position)
    i, j = network.index.get(start), network.index.get(end)
    if i is None or j is None:
        return NO
    found = sight(network.hexes[i].at, network.hexes[j].at)

    def blocks(at: Hex) -> Known:
        place = network.index_at(at)
        return by.fits(ground, place) if place >= 0 else NO

    return any_of((*map(blocks, found.crossed), *(blocks(left) & blocks(right) for left, right in found.along)))


def seen_across(position: Position, unit: Unit, end: str, edges: Edges) -> Known:
    """Whether a unit's line of sight to a hex crosses such a hexside.

    Where it runs along a hexside it crosses one if there is one on either way round; on one way, or along it, is open.
    """
    network, ground = position.network, ground_at(position)
    i, j = network.index.get(unit.hex), network.index.get(end)
    if i is None or j is None or i == j:
        return NO
    one, other = network.hexes[i].at, network.hexes[j].at
    found = sight(one, other)

    def fits(left: Hex, right: Hex) -> Known:
        place = network.index_at(left)
        return edges.fits(ground, unit.side, place, left.direction(right)) if place >= 0 else NO

    def crosses(near: Hex, far: Hex) -> Known:
        if near.distance(far) == 1:
            return fits(near, far)
        beside = [pair for pair in found.along if all(near.distance(at) == far.distance(at) == 1 for at in pair)]
        return any_of(_round(fits, near, far, pair) for pair in beside)

    line = (one, *sorted(found.crossed, key=lambda at: _progress(one, other, at)), other)
    return any_of(crosses(near, far) for near, far in pairwise(line))


def _round(fits: Callable[[Hex, Hex], Known], near: Hex, far: Hex, pair: tuple[Hex, Hex]) -> Known:
    """Whether a line between two hexes, along the hexside of a pair that lies between them, crosses one that fits."""
    ways = [fits(near, at) | fits(at, far) for at in pair]
    if all_of(ways).is_yes:
        return YES
    if any_of((*ways, fits(*pair))).is_no:
        return NO
    return Known.open(say("whether a line of sight along a hexside crosses it"))


def _between(one: Hex, other: Hex) -> Iterator[Hex]:
    far = one.distance(other)
    for at in one.within(far):
        if at not in (one, other) and at.distance(other) <= far and _ahead(one, other, at) and _ahead(other, one, at):
            yield at


def _ahead(one: Hex, other: Hex, at: Hex) -> bool:
    """Whether a hex lies in front of another, looking along the line."""
    return _progress(one, other, at) > 0


def _progress(one: Hex, other: Hex, at: Hex) -> int:
    """How far along the line from one hex to another a hex lies."""
    (q, r), (x, y) = (other.q - one.q, other.r - one.r), (at.q - one.q, at.r - one.r)
    return 2 * q * x + 2 * r * y + q * y + r * x


def _side(one: Hex, other: Hex, at: Hex, corner: tuple[int, int]) -> int:
    """On which side of the line a corner lies: below 0, above 0, or 0 on it."""
    q, r = other.q - one.q, other.r - one.r
    return q * (3 * (at.r - one.r) + corner[1]) - r * (3 * (at.q - one.q) + corner[0])


def _beside(one: Hex, other: Hex, left: Hex, right: Hex) -> bool:
    """Whether two neighbours lie opposite each other across the line: their common hexside is on it."""
    q, r = other.q - one.q, other.r - one.r
    return q * (left.r + right.r - 2 * one.r) == r * (left.q + right.q - 2 * one.q)
