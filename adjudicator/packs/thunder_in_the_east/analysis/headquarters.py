"""What the mode and the loss of an HQ cost, which battles it helps, and where it forms again: 10.1 to 10.3 of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from adjudicator.analysis.control import controls
from adjudicator.analysis.headquarters import FULL, has_full_powers, stresses
from adjudicator.analysis.situation import has_status
from adjudicator.analysis.supply.status import supply
from adjudicator.lean import dataclass
from adjudicator.model.interval import INFINITE, ONE, ZERO, Interval, sum_of
from adjudicator.model.known import Known
from adjudicator.model.units import Marker, Unit
from adjudicator.record.position import Position


@dataclass(frozen=True, slots=True)
class Powers:
    """What an HQ of limited powers costs, how many stresses one of either kind bears and still attacks, the tag of units that
    take no booty, and whether an HQ that is cut off may dissolve by choice."""

    price: Fraction
    stresses: tuple[int, int]
    no_booty: str
    by_choice: bool


FIRST = Powers(Fraction(1), (2, 2), "", by_choice=False)
"""Of the first printing."""
REVISED = Powers(Fraction(1, 2), (1, 0), "partisan", by_choice=True)


def may_attack(position: Position, marker: Marker, powers: Powers) -> Known:
    """Whether so many stresses leave it the attack mode."""
    full, limited = powers.stresses
    borne = sum_of(map(Interval.one_if, stresses(position, marker)))
    return borne.at_most(Interval.of(full if FULL in marker.type.tags else limited))


def price(position: Position, marker: Marker, powers: Powers) -> Interval:
    """What setting it to attack mode costs, and what the enemy gains by its loss."""
    return Interval.by(has_full_powers(position, marker), ONE, Interval.of(powers.price))


def booty(position: Position, marker: Marker, powers: Powers, taken_by: tuple[Unit, ...] = ()) -> Interval:
    """What the enemy gains when it dissolves or is eliminated, through these units if any did it."""
    spared = bool(taken_by) and all(unit.has(powers.no_booty) for unit in taken_by)
    return ZERO if spared else price(position, marker, powers)


def battles_supported(position: Position, marker: Marker) -> Interval:
    """How many battles of a turn it may help: one if its powers are limited, else any number."""
    return Interval.by(has_full_powers(position, marker), Interval.of(INFINITE), ONE)


def linked(position: Position, marker: Marker, other: Marker) -> Known:
    """Whether a rail line, along which units are passed on, leads from an HQ to another."""
    return supply(position, marker.type.side).leads(marker.hex, ("rail",), (other.hex,))


def reforming_places(position: Position, marker: Marker) -> Mapping[str, Known]:
    """Whether one that dissolves may be put into a supplied city of its side that an overland line leads to, for those where it
    may; none = eliminated.
    """
    side, network = marker.type.side, position.network
    found: dict[str, Known] = {}
    for i in sorted(network.places_at) if marker.hex in network.index else ():
        number = network.number(i)
        if number == marker.hex or (own := controls(position, number, side, side)).is_no:
            continue
        answer = own & has_status(position, side, number, frozenset({"city"}))
        if answer.possible:
            answer &= supply(position, side).leads(marker.hex, ("overland",), (number,))
        if answer.possible:
            found[number] = answer
    return found
