"""Lines that a side may use only where they lead to a place it never lost."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from adjudicator.analysis.control import control_field
from adjudicator.analysis.ground import standing
from adjudicator.analysis.history import ever_held
from adjudicator.model.known import YES, Known, KnownMask
from adjudicator.model.memo import remembered
from adjudicator.model.network import Bools, Network
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import FeatureName, PlaceKind
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.words import counted

MOST_NAMED = 6


class Linked(Table):
    """A chain of hexes that a side controls, along lines, leading to a place that it has kept."""

    along: frozenset[FeatureName]
    """Hexside features of which each step needs one."""
    without_features: frozenset[FeatureName] = frozenset()
    """Hexside features that end the chain. Example: `without_features = ["ferry"]`"""
    places: frozenset[PlaceKind]
    """Kinds of place to which the chain must lead."""
    where: Where = ANYWHERE
    """Hexes in which that place must lie."""
    never: str = ""
    """The side that must never have held the place; left out: it does not matter."""


@remembered(8)
def linked_hexes(position: Position, side: str, row: Linked) -> KnownMask:
    """(n,): the hexes on a side's lines that lead to a place never lost."""
    land = standing(position).of(side)
    held = control_field(position).of(side)
    kept = {i: never for i, never in _kept_places(position, row) if never.possible}
    ends = [i for i, never in kept.items() if never.is_yes]
    sure = _joined(land.sure, row, held.sure, ends)
    perhaps = _joined(land.perhaps, row, held.perhaps, list(kept))
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


def _joined(network: Network, row: Linked, held: Bools, ends: list[int]) -> Bools:
    """(n,): the hexes held that lines join to one of these ends through others that are held."""
    lines = network.sides_with(row.along)
    if row.without_features:
        lines = lines & ~network.sides_with(row.without_features)
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
        if place.kinds & row.places and row.where.fits(standing(position), i).is_yes:
            yield i, ~ever_held(position, place.hex, row.never) if row.never else YES
