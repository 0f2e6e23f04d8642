"""Lines that a side may use only where they lead to a place it never lost."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from adjudicator.analysis.control import control_field
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.history import ever_held
from adjudicator.lean import dataclass
from adjudicator.model.known import Known, KnownMask
from adjudicator.model.memo import remembered
from adjudicator.model.network import Bools, Network
from adjudicator.model.units import Marker
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.words import counted

MOST_NAMED = 2


@dataclass(frozen=True, slots=True)
class Linked:
    """A chain of hexes that a side controls, along lines with one of these features, to a place of such a kind and ground,
    which the side `never` has never held. By the choice of a `reading` features of `without` end the chain. Lines of `relaid`
    lead on as well where one of their hexes has a marker of a kind of `marked`.
    """

    along: frozenset[str]
    places: frozenset[str]
    where: Where
    never: str
    reading: tuple[str, str] = ("", "")
    without: frozenset[str] = frozenset()
    relaid: frozenset[str] = frozenset()
    marked: frozenset[str] = frozenset()


@remembered(8)
def linked_hexes(position: Position, side: str) -> KnownMask:
    """(n,): the hexes on a side's lines that lead to a place never lost; none where the book has no such lines."""
    row = position.pack.figures_of(Linked)
    if row is None:
        return KnownMask.of(np.zeros(len(position.network), dtype=np.bool_))
    without = row.without if position.pack.chosen.get(row.reading[0]) == row.reading[1] else frozenset()
    land = ground_at(position).of(side)
    held = control_field(position).of(side)
    kept = {i: never for i, never in _kept_places(position, row) if never.possible}
    ends = [i for i, never in kept.items() if never.is_yes]
    sure = _joined(land.sure, _lines(position, land.sure, row, without), held.sure, ends)
    perhaps = _joined(land.perhaps, _lines(position, land.perhaps, row, without), held.perhaps, list(kept))
    missing = [*land.untold, *(name for never in kept.values() for name in never.missing)]
    missing += control_of(position.network, np.flatnonzero(held.undecided & perhaps).tolist())
    return KnownMask(sure, perhaps, tuple(dict.fromkeys(missing)))


def control_of(network: Network, hexes: Collection[int]) -> tuple[str, ...]:
    """The names of the missing data where nobody knows who controls some hexes: of many the first few by number."""
    numbers = network.numbers(sorted(hexes)[:MOST_NAMED])
    more = len(hexes) - len(numbers)
    return (
        *(say("control of {hex}", number) for number in numbers),
        *((say("control of {hexes}", counted(more, "more hex")),) if more else ()),
    )


def _lines(position: Position, network: Network, row: Linked, without: frozenset[str]) -> Bools:
    """(n, 6): the hexsides over which lines lead on, those that were relaid among them."""
    lines = network.sides_with(row.along)
    if without:
        lines = lines & ~network.sides_with(without)
    if row.relaid:
        changed = np.zeros(len(network) + 1, dtype=np.bool_)  # the last for what lies beyond the edge
        changed[[network.index[each.hex] for each in position.markers.values() if _relays(each, row, network)]] = True
        lines = lines | (network.sides_with(row.relaid) & (changed[:-1, np.newaxis] | changed[network.neighbours]))
    return lines


def _relays(marker: Marker, row: Linked, network: Network) -> bool:
    return marker.type.kind in row.marked and marker.hex in network.index


def _joined(network: Network, lines: Bools, held: Bools, ends: list[int]) -> Bools:
    """(n,): the hexes held that lines join to one of these ends through others that are held."""
    seen = np.zeros(len(network), dtype=np.bool_)
    waiting = [i for i in ends if held[i]]
    while waiting:
        i = waiting.pop()
        if seen[i]:
            continue
        seen[i] = True
        near = enumerate(network.neighbours[i].tolist())
        waiting += [j for direction, j in near if j >= 0 and lines[i, direction] and held[j] and not seen[j]]
    return seen


def _kept_places(position: Position, row: Linked) -> Iterator[tuple[int, Known]]:
    """The places of a line's kind, and whether the side `never` has never held them."""
    for place in position.network.theatre.places:
        i = position.network.index[place.hex]
        if place.kinds & row.places and row.where.fits(ground_at(position), i).is_yes:
            yield i, ~ever_held(position, place.hex, row.never)
