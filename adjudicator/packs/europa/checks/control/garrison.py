"""Places taken from the enemy that are held by too few."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.control import controller
from adjudicator.analysis.ground import standing
from adjudicator.analysis.history import taken_on
from adjudicator.analysis.stacking import unit_size
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known, all_of, any_of
from adjudicator.model.theatre import Place, Table
from adjudicator.model.units import Amount, Unit
from adjudicator.record.position import Position
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import amount


class Garrison(Table):
    """What a place of one of the kinds `places` wants: at least so many points of units, `where` and `when`."""

    places: frozenset[str]
    least: Amount
    where: Where = ANYWHERE
    when: When = When()


class Garrisons(Table):
    """A `side` holds places that the enemy had at the start with garrisons; the first row that fits a place counts.

    Units that fit `who` count, in all hexes of one city (the place's value `group`) together. None is wanted while an enemy
    unit in supply is within `near` hexes, nor sooner than `after` turns from the capture. Where one lacks, a marker
    of the kind `marker` lies, and nowhere else.
    """

    side: str
    rows: tuple[Garrison, ...]
    who: Selector = EVERYONE
    group: str = ""
    near: int = 0
    after: int = 0
    marker: str = ""


@check("control.garrison", Garrisons)
def places_are_held(position: Position, terms: Garrisons) -> Iterator[Breach]:
    """A captured town is held, or a marker says that it is not.

    Under:    fire_in_the_east
    Legal:    turn 5, Soviet Initial Phase; weather clear; control 2A/2713 axis; 2A/2713: ge.1inf
    Legal:    turn 5, Soviet Initial Phase; weather clear; control 2A/2707 axis; remember taken axis 2A/2707 5
    Illegal:  turn 5, Soviet Initial Phase; weather clear; control 2A/2707 axis
    """
    seen: set[str] = set()
    for place in position.network.theatre.places:
        row = next((row for row in terms.rows if row.places & place.kinds and _fits(position, row, place, terms)), None)
        name = str(place.values.get(terms.group, place.name))
        if row is None or name in seen or place.owner in ("", terms.side):
            continue
        hexes = _hexes(position, place, terms)
        if any(controller(position, number) != terms.side for number in hexes):
            continue
        seen.add(name)
        yield from _judged(position, terms, row, name, hexes)


def _fits(position: Position, row: Garrison, place: Place, terms: Garrisons) -> bool:
    return (
        row.where.fits(standing(position), position.network.index[place.hex]).is_yes
        and row.when.holds(position, terms.side).is_yes
    )


def _hexes(position: Position, place: Place, terms: Garrisons) -> tuple[str, ...]:
    group = place.values.get(terms.group)
    if not terms.group or group is None:
        return (place.hex,)
    return tuple(each.hex for each in position.network.theatre.places if each.values.get(terms.group) == group)


def _judged(position: Position, terms: Garrisons, row: Garrison, name: str, hexes: tuple[str, ...]) -> Iterator[Breach]:
    held = [
        unit for number in hexes for unit in position.at(number) if unit.side == terms.side and terms.who.matches(unit)
    ]
    size = sum((unit_size(unit, "points") for unit in held), Fraction(0))
    marked = any(marker.type.kind == terms.marker for number in hexes for marker in position.markers_at(number))
    near = _threatened(position, terms, hexes)
    due = _is_due(position, terms, hexes)
    words = f"{name} is held by {amount(size)} points, {amount(Fraction(row.least))} wanted"
    if not marked:
        yield Breach(hexes, words, broken=Known.of(size < row.least) & ~near & due, owed=True)
    elif size >= row.least or near.is_yes:
        yield Breach(hexes, f"{words}: it is marked as without a garrison")


def _is_due(position: Position, terms: Garrisons, hexes: tuple[str, ...]) -> Known:
    """Whether it is long enough since the last hex of a place was taken."""
    if not terms.after:
        return YES
    if not position.moment.turn:
        return Known.open("the game turn")
    return all_of(_held_long(position, terms, number) for number in hexes)


def _held_long(position: Position, terms: Garrisons, number: str) -> Known:
    turn = taken_on(position, number, terms.side)
    if turn is None:
        return Known.open(f"the turn on which {number} was taken")
    return Known.of(position.moment.turn - turn >= terms.after)


def _threatened(position: Position, terms: Garrisons, hexes: tuple[str, ...]) -> Known:
    """Whether an enemy in supply is near enough for no garrison to be wanted."""
    enemies = (unit for enemy in position.pack.enemies(terms.side) for unit in position.of_side(enemy))
    near = (unit for unit in enemies if terms.near and _away(position, unit, hexes) <= terms.near)
    return any_of(~supply(position, unit.side).state(unit.id).is_in({"out_of_supply"}) for unit in near)


def _away(position: Position, unit: Unit, hexes: tuple[str, ...]) -> float:
    """How far a unit is from the nearest of some hexes."""
    network = position.network
    i = network.index.get(unit.hex)
    return math.inf if i is None else min(network.distance(i, network.index[number]) for number in hexes)
