"""The hexes in which players regauge a line in a phase."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.model.network import Network
from adjudicator.record.acts import Laid
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position

MARKERS = frozenset({"regauged"})
BROAD = frozenset({"rail_broad"})


def regauged(record: PhaseRecord) -> Iterator[tuple[Position, str]]:
    """Each hex that gets a marker of the new gauge, with the position before."""
    for act in record.of(Laid):
        for name in act.markers:
            marker = act.after.markers.get(name)
            if marker is not None and marker.type.kind in MARKERS and marker.hex in act.before.network.index:
                yield act.before, marker.hex


def beside(position: Position, i: int) -> list[int]:
    """The hexes next to one."""
    return [j for j in position.network.neighbours[i].tolist() if j >= 0]


def stretches(network: Network, numbers: list[str]) -> list[list[str]]:
    """Hexes put together as far as a line of the old gauge goes from one to the next, each stretch in their order."""
    left, found = list(dict.fromkeys(numbers)), []
    while left:
        stretch = [left.pop(0)]
        for number in stretch:
            on = [other for other in left if _joined(network, number, other)]
            stretch += on
            left = [other for other in left if other not in on]
        found.append(sorted(stretch, key=numbers.index))
    return found


def _joined(network: Network, one: str, other: str) -> bool:
    i, j = network.index[one], network.index[other]
    return network.distance(i, j) == 1 and bool(network.hexside(i, j) & BROAD)
