"""Rear Area units that are not set up in the order in which places get them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Place, Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import PlaceKind, SizeName
from adjudicator.packs.thunder_in_the_east.analysis.front import behind, front_untold, fronts, is_set_up
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector

BACK = 2
"""How many hexes behind the side's own edge of the front these lie at least."""


class RearArea(Table):
    """Rear Area units are set up one in each place of the first class, then of the next; others in Cities far behind."""

    who: Selector
    """The Rear Area units. Example: `who = { tags = ["rear_area"] }`"""
    classes: tuple[frozenset[PlaceKind], ...]
    """Kinds of place by class; a place belongs to the first that has one of its kinds."""
    held_by: frozenset[SizeName] = frozenset()
    """Sizes of other units of which one in a place will do instead. Example: `held_by = ["large", "medium"]`"""
    elsewhere: frozenset[PlaceKind]
    """Kinds of place in which the rest stand, one in each. Example: `elsewhere = ["city"]`"""


@check("placement.rear_area", RearArea, met=is_set_up, untold=front_untold)
def set_up_in_the_rear(position: Position, terms: RearArea) -> Iterator[Breach]:
    """The first places get their Rear Area units first, and the rest stand apart and far behind.

    Legal:    turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 0521: ax.101sec+rear_area
    Illegal:  turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 0219: ax.101sec+rear_area
    """
    for side in fronts(position):
        rear = [unit for unit in position.of_side(side) if terms.who.matches(unit)]
        empty = [place for place in _posts(position, side, terms) if not _filled(position, side, place, terms)]
        for unit in sorted(rear, key=lambda unit: unit.id):
            yield from _out_of_turn(position, unit, empty, terms)
            yield from _out_of_place(position, unit, rear, terms)


def _posts(position: Position, side: str, terms: RearArea) -> Iterator[Place]:
    for place in position.network.theatre.places:
        if place.owner == side and place.hex in position.network.index and _class(place, terms) is not None:
            yield place


def _class(place: Place, terms: RearArea) -> int | None:
    return next((rank for rank, kinds in enumerate(terms.classes) if kinds & place.kinds), None)


def _filled(position: Position, side: str, place: Place, terms: RearArea) -> bool:
    units = (unit for unit in position.at(place.hex) if unit.side == side)
    return any(terms.who.matches(unit) or unit.type.size in terms.held_by for unit in units)


def _rank(position: Position, number: str, terms: RearArea) -> int:
    """The class of a hex's place; one more than the last if it has none."""
    here = (place for place in position.network.theatre.places if place.hex == number)
    return min((rank for place in here if (rank := _class(place, terms)) is not None), default=len(terms.classes))


def _out_of_turn(position: Position, unit: Unit, empty: list[Place], terms: RearArea) -> Iterator[Breach]:
    before = [place for place in empty if (_class(place, terms) or 0) < _rank(position, unit.hex, terms)]
    if before:
        because = say("{unit} is set up in {hex}, and {place} comes first and is empty", unit, unit.hex, before[0].name)
        yield Breach((unit.hex, before[0].hex), because, (unit.id,))


def _out_of_place(position: Position, unit: Unit, rear: list[Unit], terms: RearArea) -> Iterator[Breach]:
    if Counter(other.hex for other in rear)[unit.hex] > 1:
        yield Breach(
            (unit.hex,),
            say("{unit} is one of several Rear Area units in {hex}, and only one may be", unit, unit.hex),
            (unit.id,),
        )
    if _rank(position, unit.hex, terms) < len(terms.classes):
        return
    kinds = frozenset[str]().union(*(place.kinds for place in position.network.theatre.places if place.hex == unit.hex))
    distance = int(behind(position, unit.side)[position.network.index[unit.hex]])
    if not kinds & terms.elsewhere or distance < BACK:
        because = say("{unit} is set up in {hex}, {distance} hexes behind the front", unit, unit.hex, distance)
        yield Breach((unit.hex,), because, (unit.id,))
