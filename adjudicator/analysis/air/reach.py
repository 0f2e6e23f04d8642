"""Bases and ranges: from where a side's units may fly, and how far."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.air.terms import Range, air_table
from adjudicator.analysis.situation import fits_any
from adjudicator.model.amounts import Amount, exact
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.memo import remembered
from adjudicator.model.network import Network
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say

REGIONS = frozenset({"east_europe", "mid_east"})
"""Tags of the regions between which ranges differ."""
HELD_BACK, SHORTER = frozenset({"air_reserve_available", "air_reserve_flown"}), {"M": "S", "L": "M", "X": "L"}
"""Boxes of units that fly at a shorter range, and the class of range at which they fly, by their own: one that has none flies
over its base only.
"""


def is_base(position: Position, side: str, number: str) -> Known:
    """Whether a side's units may fly from a hex."""
    return fits_any(position, side, number, air_table(position).bases)


def reaches(position: Position, unit: Unit, base: str, target: str, reach: str = "full") -> Known:
    """Whether a unit flies from a base as far as a hex, whosever the base is; `reach` names the table of ranges."""
    found = _range_of(position, unit, reach)
    if isinstance(found, Known):
        return found
    network = position.network
    if base not in network.index or target not in network.index:
        return NO
    away = network.distance(network.index[base], network.index[target])
    most = found.within if _region(position, base) == _region(position, target) else found.across
    return Known.of(most is None or away <= most)


def range_within(position: Position, unit: Unit, base: str, target: str, reach: str = "full") -> int | None:
    """How many hexes a unit flies at most from a base to a target; None where that has no limit, or is not known."""
    found = _range_of(position, unit, reach)
    if isinstance(found, Known):
        return None
    return found.within if _region(position, base) == _region(position, target) else found.across


def in_range(position: Position, unit: Unit, target: str, reach: str = "full") -> Known:
    """Whether a unit flies from any base of its side as far as a hex."""
    answers = ((base, reaches(position, unit, base, target, reach)) for base in _candidates(position))
    near = sorted(
        ((distance(position, base, target), base, far) for base, far in answers if not far.is_no),
        key=lambda row: row[:2],
    )
    return any_of(far & is_base(position, unit.side, base) for _, base, far in near)


def enemy_bases_within(position: Position, side: str, number: str, away: int) -> Iterator[tuple[str, Known]]:
    """Hexes so near that are, or may be, bases of an enemy: sure ones first."""
    found = []
    for base in _candidates(position):
        if distance(position, base, number) <= away:
            answer = any_of(is_base(position, enemy, base) for enemy in position.pack.enemies(side))
            found += [(base, answer)] if answer.possible else []
    yield from sorted(found, key=lambda row: (row[1].is_open, row[0]))


def distance(position: Position, one: str, other: str) -> int:
    """Plain distance in hexes."""
    index = position.network.index
    return position.network.distance(index[one], index[other])


def _range_of(position: Position, unit: Unit, reach: str) -> Range | Known:
    """A unit's range; open where its counter does not tell it, no where it has none of this reach."""
    table, told = air_table(position), unit.value("range")
    if told is None:
        return Known.open(say("the range of {unit}", unit))
    name = str(told)
    if unit.location in HELD_BACK:
        shorter = SHORTER.get(name)
        if shorter is None:
            return Range()
        name = shorter
    rating = exact(name)
    if rating is not None:
        return _times(rating, table.times.get(reach, 1))
    return table.reaches.get(reach, {}).get(name, NO)


def _times(rating: Fraction, times: Amount | str) -> Range:
    """So often a rating in hexes, rounded down."""
    if isinstance(times, str):
        return Range(within=None, across=None)
    most = math.floor(rating * Fraction(times))
    return Range(within=most, across=most)


def _region(position: Position, number: str) -> frozenset[str]:
    return position.network.hexes[position.network.index[number]].tags & REGIONS


def _candidates(position: Position) -> tuple[str, ...]:
    """The hexes that may be bases by what lies in them."""
    wanted = [each.where for each in air_table(position).bases]
    kinds = frozenset[str]().union(*(each.places for each in wanted))
    found = _places_of(position.network, kinds)
    marks = frozenset[str]().union(*(each.markers for each in wanted))
    marked = (each.hex for each in position.markers.values() if each.hex and each.type.kind in marks)
    return tuple(dict.fromkeys((*found, *marked)))


@remembered(16)
def _places_of(network: Network, kinds: frozenset[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(place.hex for place in network.theatre.places if place.kinds & kinds))
