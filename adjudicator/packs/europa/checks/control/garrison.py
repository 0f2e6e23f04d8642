"""Places taken from the enemy that are held by too few."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.control import controls
from adjudicator.analysis.ground import standing
from adjudicator.analysis.history import turns_held
from adjudicator.analysis.situation import joined
from adjudicator.analysis.stacking import unit_size
from adjudicator.analysis.supply.status import supply
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.questions import asked
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.lean import replace
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import Interval
from adjudicator.model.known import YES, Known, all_of, any_of, first_of
from adjudicator.model.theatre import Place, Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import PlaceKind
from adjudicator.packs.europa.questions.garrison import GarrisonUnits
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.words import amount


class Garrison(Table):
    """What places of a kind want."""

    places: frozenset[PlaceKind]
    """Kinds of place; ["major_city"]."""
    least: Amount
    """The regimental equivalents wanted; 3."""
    where: Where = ANYWHERE
    """What the place's hex must be like; anything, if left out. Example: { tags = ["ussr_1939"] }."""


class Garrisons(Table):
    """The Axis holds places that the Soviets had at the start with garrisons.

    All hexes of one city count together. None is wanted while an enemy unit in supply is near, nor in the turn of the
    capture, nor where no supply leads to. Where one lacks a marker lies, and nowhere else.
    """

    rows: tuple[Garrison, ...]
    """What each place wants: the first row that fits it. Example: [{ places = ["major_city"], least = 3 }]."""
    connected: tuple[Connection, ...] = ()
    """None is wanted where no such line leads from any hex of the city. Example: [{ lines = ["regular"], to = ["source"]
    }]."""


HOLDER = "axis"
CITY = "city"
"""The value that all hexes of one city share."""
NEAR = 5
"""Hexes within which an enemy unit in supply does a garrison's work."""
AFTER = 1
"""Turns after the capture from which on a garrison is wanted."""
MARKER = "no_garrison"


@check("control.garrison", Garrisons, questions=GarrisonUnits)
def places_are_held(position: Position, terms: Garrisons) -> Iterator[Breach]:
    """A captured town is held, or a marker says that it is not.

    Under:    fire_in_the_east
    Legal:    turn 5, Soviet Initial Phase; weather clear; control 2A/2713 axis; 2A/2713: ge.1inf
    Legal:    turn 5, Soviet Initial Phase; weather clear; control 2A/2707 axis; remember taken axis 2A/2707 5
    Illegal:  turn 5, Soviet Initial Phase; weather clear; control 1B/2702 axis; remember taken axis 1B/2702 4;
              control 1B/2708 axis; control 1B/2709 axis; control 1B/2710 axis; control 1B/2711 axis;
              control 1B/2712 axis; control 1B/2713 axis; control 1B/2714 axis; control 1B/2715 axis
    """
    seen: set[str] = set()
    for place in position.network.theatre.places:
        rows = list(first_of((row, _fits(position, row, place)) for row in terms.rows if row.places & place.kinds))
        name = str(place.values.get(CITY, place.name))
        if not rows or name in seen or place.owner in ("", HOLDER):
            continue
        hexes = _hexes(position, place)
        held = all_of(controls(position, number, HOLDER) for number in hexes)
        if held.is_no:
            continue
        seen.add(name)
        for row, counts in rows:
            for breach in _judged(position, row, name, hexes, _linked(position, terms, hexes)):
                yield replace(breach, broken=breach.broken & counts & held)


def _linked(position: Position, terms: Garrisons, hexes: tuple[str, ...]) -> Known:
    """Whether the lines lead from the city without which no garrison is wanted."""
    return any_of(joined(position, HOLDER, number, terms.connected) for number in hexes) if terms.connected else YES


def _fits(position: Position, row: Garrison, place: Place) -> Known:
    return row.where.fits(standing(position), position.network.index[place.hex])


def _hexes(position: Position, place: Place) -> tuple[str, ...]:
    group = place.values.get(CITY)
    if group is None:
        return (place.hex,)
    return tuple(each.hex for each in position.network.theatre.places if each.values.get(CITY) == group)


def _judged(position: Position, row: Garrison, name: str, hexes: tuple[str, ...], linked: Known) -> Iterator[Breach]:
    garrison = asked(GarrisonUnits, position.pack.packages)
    held = [unit for number in hexes for unit in position.at(number) if unit.side == HOLDER and garrison.counts(unit)]
    size = sum((unit_size(unit, "points") for unit in held), Fraction(0))
    marked = any(marker.type.kind == MARKER for number in hexes for marker in position.markers_at(number))
    near = _threatened(position, hexes)
    due = _is_due(position, hexes)
    words = say("{name} is held by {points}, and {due} must hold it", name, _points(size), amount(Fraction(row.least)))
    if not marked:
        yield Breach(hexes, words, broken=Known.of(size < row.least) & ~near & due & linked, owed=True)
    else:
        because = say(
            "{name} is marked as without a garrison, and {points} hold it, of {due} that must",
            name,
            _points(size),
            amount(Fraction(row.least)),
        )
        yield Breach(hexes, because, broken=Known.of(size >= row.least) | near | ~linked)


def _is_due(position: Position, hexes: tuple[str, ...]) -> Known:
    """Whether it is long enough since the last hex of a place was taken."""
    return all_of(turns_held(position, number, HOLDER).at_least(Interval.of(AFTER)) for number in hexes)


def _threatened(position: Position, hexes: tuple[str, ...]) -> Known:
    """Whether an enemy in supply is near enough for no garrison to be wanted."""
    enemies = (unit for enemy in position.pack.enemies(HOLDER) for unit in position.of_side(enemy))
    near = (unit for unit in enemies if _away(position, unit, hexes) <= NEAR)
    return any_of(~supply(position, unit.side).state(unit.id).is_in({"out_of_supply"}) for unit in near)


def _away(position: Position, unit: Unit, hexes: tuple[str, ...]) -> float:
    """How far a unit is from the nearest of some hexes."""
    network = position.network
    i = network.index.get(unit.hex)
    return math.inf if i is None else min(network.distance(i, network.index[number]) for number in hexes)


def _points(size: Fraction) -> str:
    return say("{size} point", amount(size)) if size == 1 else say("{size} points", amount(size))
