"""Cities of the USSR that the Axis holds with garrisons: 33 of Fire in the East, 32 of Sudden Storm."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from adjudicator.analysis.concealed import masked
from adjudicator.analysis.control import controls
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.history import turns_held
from adjudicator.analysis.situation import joined
from adjudicator.analysis.stacking import unit_size
from adjudicator.analysis.supply.status import supply
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.articles import article, printed
from adjudicator.findings import Finding
from adjudicator.lean import dataclass, replace
from adjudicator.model.interval import ONE
from adjudicator.model.known import Known, all_of, any_of, first_of
from adjudicator.model.theatre import Place
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import amount

HOLDER = "axis"
CITY = "city"
"""The value that all hexes of one city share."""
NEAR = 5
"""Hexes within which an enemy unit in supply does a garrison's work."""
NO_GARRISON = "no_garrison"
"""The marker on a city that lacks its garrison."""


@dataclass(frozen=True, slots=True)
class Garrison:
    """What the cities of a kind need: REs, in such hexes."""

    city: str
    least: int
    where: Where


@dataclass(frozen=True, slots=True)
class Garrisons:
    """What each city needs, the first row that fits it; the units that count; and the lines without which none is needed."""

    rows: tuple[Garrison, ...]
    units: Selector
    lines: tuple[Connection, ...]


@article(
    printed(
        "fire_in_the_east",
        "33.1",
        covers=("33.3", "33.6", "33.7", "33.2"),
        figures=Garrisons(
            rows=(
                Garrison("major_city", 3, Where(tags=frozenset({"ussr_1939"}))),
                Garrison("dot_city", 1, Where(tags=frozenset({"ussr_1939"}))),
                Garrison(
                    "reference_city",
                    1,
                    Where(tags=frozenset({"ussr_1939"}), weather=frozenset({"mud", "frost", "snow"})),
                ),
            ),
            units=Selector(
                without_tags=frozenset({"no_stacking", "artillery", "anti"}),
                without_kinds=frozenset({"antitank", "heavy_antiaircraft", "light_antiaircraft"}),
            ),
            lines=(Connection(lines=("regular",), to=frozenset({"source", "landed_supply"})),),
        ),
        title="Garrison requirement",
        says="Cities of the USSR that the Axis took and supplies are garrisoned: one RE in a dot city, three in a major one.",
    ),
    printed(
        "sudden_storm",
        "32.b",
        covers=("32.c", "32.d"),
        figures=Garrisons(
            rows=(Garrison("major_city", 3, Where(tags=frozenset({"ussr"}))),),
            units=Selector(without_tags=frozenset({"no_stacking"})),
            lines=(Connection(lines=("regular",), to=frozenset({"source"})),),
        ),
        title="City garrisons",
        says="Major cities of the USSR taken by the Axis are garrisoned with three REs from the next game turn on.",
    ),
    when=("end of soviet.initial",),
    area="garrison",
)
def city_garrisons(position: Position, garrisons: Garrisons) -> Iterator[Finding]:
    """A captured city is held by its garrison, or a marker says that it is not. All hexes of one city count together.

    None is needed while an enemy unit in supply is near, in the turn of the capture, or where no line of supply leads to.

    Legal:    turn 5, Soviet Initial Phase; weather clear; control 1B/3201 axis; control 1B/3115 axis;
              control 1B/3114 axis; control 1B/3113 axis; control 1B/3112 axis;
              control 1B/3111 axis; control 1B/3010 axis; control 1B/3009 axis;
              control 1B/3008 axis; control 1B/3007 axis; remember taken axis 1B/3201 4;
              1B/3201: ge.1inf
    Illegal:  turn 5, Soviet Initial Phase; weather clear; control 1B/3201 axis; control 1B/3115 axis;
              control 1B/3114 axis; control 1B/3113 axis; control 1B/3112 axis;
              control 1B/3111 axis; control 1B/3010 axis; control 1B/3009 axis;
              control 1B/3008 axis; control 1B/3007 axis; remember taken axis 1B/3201 4;
              1B/3201: ge.1reg
    """
    judged: set[str] = set()
    for place in position.network.theatre.places:
        i, name = position.network.index[place.hex], str(place.values.get(CITY, place.name))
        fits = ((row, row.where.fits(ground_at(position), i)) for row in garrisons.rows if row.city in place.kinds)
        rows = list(first_of(fits))
        if not rows or name in judged or place.owner in ("", HOLDER):
            continue
        hexes = _hexes(position, place)
        held = all_of(controls(position, number, HOLDER) for number in hexes)
        if held.is_no:
            continue
        judged.add(name)
        units = (unit for number in hexes for unit in position.at(number) if unit.side == HOLDER)
        size = sum((unit_size(unit, "points") for unit in units if garrisons.units.matches(unit)), Fraction(0))
        supplied = any_of(joined(position, HOLDER, number, garrisons.lines) for number in hexes)
        for row, counts in rows:
            breach = _judged(position, _City(name, hexes, size, row.least), supplied)
            yield replace(breach, broken=breach.broken & counts & held)


def _hexes(position: Position, place: Place) -> tuple[str, ...]:
    city = place.values.get(CITY)
    if city is None:
        return (place.hex,)
    return tuple(each.hex for each in position.network.theatre.places if each.values.get(CITY) == city)


class _City(NamedTuple):
    """A captured city, its hexes, and the REs that hold it and that have to."""

    name: str
    hexes: tuple[str, ...]
    size: Fraction
    least: int


def _judged(position: Position, city: _City, supplied: Known) -> Finding:
    """A city that is held by too few, or one that is marked and must not be."""
    enough = Known.of(city.size >= city.least)
    near = _enemy_near(position, city.hexes)
    held_by = say("{size} point", amount(city.size)) if city.size == 1 else say("{size} points", amount(city.size))
    if any(marker.type.kind == NO_GARRISON for number in city.hexes for marker in position.markers_at(number)):
        because = say(
            "{name} is marked as without a garrison, and {points} hold it, of {due} that must",
            city.name,
            held_by,
            amount(Fraction(city.least)),
        )
        return Finding(city.hexes, because, broken=enough | near | ~supplied)
    because = say(
        "{name} is held by {points}, and {due} must hold it", city.name, held_by, amount(Fraction(city.least))
    )
    later = all_of(turns_held(position, number, HOLDER).at_least(ONE) for number in city.hexes)
    return Finding(city.hexes, because, broken=~enough & ~near & later & supplied, owed=True)


def _enemy_near(position: Position, hexes: tuple[str, ...]) -> Known:
    """Whether an enemy unit in supply is near enough for no garrison to be needed; a counter that nobody reads may be one."""
    enemies = (
        unit for enemy in position.pack.enemies(HOLDER) for unit in position.of_side(enemy) if not unit.type.afloat
    )
    near = (unit for unit in enemies if _distance(position, unit.hex, hexes) <= NEAR)
    hidden = (each for each in masked(position) if each.side != HOLDER and each.hex)
    return any_of(
        (
            *(~supply(position, unit.side).state(unit.id).is_in({"out_of_supply"}) for unit in near),
            *(Known.open(each.datum) for each in hidden if _distance(position, each.hex, hexes) <= NEAR),
        )
    )


def _distance(position: Position, at: str, hexes: tuple[str, ...]) -> float:
    """How far a hex is from the nearest of some others."""
    network = position.network
    i = network.index.get(at)
    return math.inf if i is None else min(network.distance(i, network.index[number]) for number in hexes)
