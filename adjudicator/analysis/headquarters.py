"""Headquarters that lie on the map as markers: under which stresses, with what powers, what their mode and their loss
costs.

The numbers are those of headquarters.toml.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.answers import any_of
from adjudicator.analysis.control import controller
from adjudicator.analysis.ground import standing
from adjudicator.analysis.situation import has_status, joined
from adjudicator.analysis.supply.lines import PLAIN
from adjudicator.analysis.supply.status import supply
from adjudicator.analysis.supply.terms import Connection
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.units import Amount, Marker, Unit
from adjudicator.record.position import Position
from adjudicator.terms.climate import climate
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector

NOBODY = Selector(ids=frozenset({""}))


class Stress(Table):
    """A [[stress]]: what limits a headquarters."""

    where: Where = ANYWHERE
    """The hex in which it lies."""
    needs: frozenset[str] = frozenset()
    """Statuses of supply.toml: the stress counts for a headquarters that has one of them, but no line of
    `unless_connected`."""
    unless_connected: tuple[Connection, ...] = ()
    """Lines that lift the stress where they lead from its hex."""
    unless: Where | None = None
    """Hexes in which the stress does not count."""
    when: When = When()
    """When it counts. Example: `when = { options = ["harsh_winter"] }`"""
    why: str = ""
    """What reports say of it."""


class Price(Table):
    """A number for headquarters of full and of limited powers."""

    full: Amount = 0
    """For headquarters of full powers."""
    limited: Amount = 0
    """For headquarters of limited powers."""


class Reserve(Table):
    """A [[reserve]]: what units have more that set out from a headquarters which passes units on (`gateway_statuses`)."""

    who: Selector = EVERYONE
    """The units."""
    when: When = When()
    """When it counts."""
    times: Amount = 1
    """What their movement allowance is multiplied by."""
    round: Literal["", "up", "down"] = ""
    """How the result is rounded; left out: not at all."""
    why: str = ""
    """What reports say of it."""


class MostStresses(Table):
    """How many stresses a headquarters bears and still attacks."""

    full: int = 1
    """Of full powers."""
    limited: int = 0
    """Of limited powers."""


class Nearness(Table):
    """[near]: units within the radius of an attacking headquarters of their nation carry a mark.

    All of them carry it where no headquarters of the nation is shown.
    """

    mark: str
    """The mark, by which selectors ask."""
    doubled: Selector | None = None
    """Units that carry it within twice the radius."""


class HeadquartersTable(Table):
    """The file headquarters.toml: what headquarters on the map can do, and what limits them."""

    kinds: frozenset[str] = frozenset()
    """The kinds of marker that are headquarters."""
    full: str = ""
    """The tag of those with full powers."""
    attack: str = "attack"
    """The tag of the side of a marker that shows attack mode."""
    stress: tuple[Stress, ...] = ()
    """What limits a headquarters."""
    most_stresses: MostStresses = MostStresses()
    """How many stresses it bears and may still be set to attack mode."""
    attack_cost: Price = Price()
    """Points that setting it to attack mode costs."""
    booty: Price = Price()
    """Points that the enemy gains when it is lost."""
    no_booty: Selector | None = None
    """Units that gain nothing by it."""
    reform: tuple[Connection, ...] = ()
    """Lines that must lead to where one that dissolves is put again."""
    reform_statuses: frozenset[str] = frozenset()
    """Statuses that such a place must have."""
    gateway_statuses: frozenset[str] = frozenset()
    """Statuses that a headquarters needs to pass units on."""
    gateway_lines: tuple[str, ...] = ()
    """The lines by which it passes them on to another."""
    reserve: tuple[Reserve, ...] = ()
    """What units have more that set out from a headquarters which passes units on."""
    near: Nearness | None = None
    """The mark of units near an attacking headquarters."""


def headquarters_table(position: Position) -> HeadquartersTable:
    """The pack's headquarters.toml."""
    return load_table(position.pack, "headquarters", HeadquartersTable)


def is_headquarters(position: Position, marker: Marker) -> bool:
    """Whether a marker is a headquarters."""
    return marker.type.kind in headquarters_table(position).kinds


def attacking(position: Position, marker: Marker) -> bool:
    """Whether its attack side is up."""
    return headquarters_table(position).attack in marker.type.tags


def stresses(position: Position, marker: Marker) -> tuple[str, ...] | None:
    """Why a headquarters is stressed, one reason each, () if it is not; None if weather or lines do not tell."""
    i = position.network.index.get(marker.hex)
    if i is None:
        return ()
    found = []
    for entry in headquarters_table(position).stress:
        if not entry.when.holds(position, marker.type.side).possible:
            continue
        answer = _stressed(position, marker, entry, i)
        if answer is None:
            return None
        if answer:
            found.append(entry.why)
    return tuple(found)


def has_full_powers(position: Position, marker: Marker) -> bool | None:
    """Whether it has the powers of the highest kind of headquarters: it is of that kind, and not stressed."""
    if headquarters_table(position).full not in marker.type.tags:
        return False
    found = stresses(position, marker)
    return None if found is None else not found


def may_attack(position: Position, marker: Marker) -> bool | None:
    """Whether so many stresses leave it the attack mode."""
    table = headquarters_table(position)
    found = stresses(position, marker)
    if found is None:
        return None
    most = table.most_stresses.full if table.full in marker.type.tags else table.most_stresses.limited
    return len(found) <= most


def attack_cost(position: Position, marker: Marker) -> Fraction | None:
    """What setting it to attack mode costs; None if that depends on what is not known."""
    full = has_full_powers(position, marker)
    price = headquarters_table(position).attack_cost
    return None if full is None else Fraction(str(price.full if full else price.limited))


def booty(position: Position, marker: Marker, taken_by: tuple[Unit, ...] = ()) -> Fraction | None:
    """What the enemy gains when it dissolves or is eliminated, through these units if any did it."""
    table = headquarters_table(position)
    if taken_by and table.no_booty is not None and all(table.no_booty.matches(unit) for unit in taken_by):
        return Fraction(0)
    full = has_full_powers(position, marker)
    return None if full is None else Fraction(str(table.booty.full if full else table.booty.limited))


def reforming_places(position: Position, marker: Marker) -> tuple[str, ...]:
    """The hexes of the side's own places where one that dissolves may be put; none means that it is eliminated."""
    table, side = headquarters_table(position), marker.type.side
    network = position.network
    if marker.hex not in network.index:
        return ()
    found = []
    for i in sorted(network.places_at):
        number = network.number(i)
        if number == marker.hex or controller(position, number) != side:
            continue
        if has_status(position, side, number, table.reform_statuses) and _reaches(position, marker, number):
            found.append(number)
    return tuple(found)


def gateway(position: Position, marker: Marker) -> bool | None:
    """Whether units may leave a headquarters for another, or come to it: supplied, in working order, of full powers."""
    table = headquarters_table(position)
    if table.full not in marker.type.tags or marker.hex not in position.network.index:
        return False
    fed = has_status(position, marker.type.side, marker.hex, table.gateway_statuses)
    full = has_full_powers(position, marker)
    if fed is False or full is False:
        return False
    return None if fed is None or full is None else True


def passed_on(position: Position, number: str, side: str) -> bool | None:
    """Whether some headquarters in a hex passes units of a side on; None if that depends on what is not known."""
    return any_of(
        [
            gateway(position, marker)
            for marker in position.markers_at(number)
            if marker.type.side == side and is_headquarters(position, marker)
        ]
    )


def linked(position: Position, marker: Marker, other: Marker) -> bool:
    """Whether one of the lines along which units are passed on leads from a headquarters to another."""
    survey = supply(position, marker.type.side).worst
    index = position.network.index
    lines = headquarters_table(position).gateway_lines
    return not lines or any(survey.joined(line, PLAIN, index[marker.hex], index[other.hex]) for line in lines)


def supports(position: Position, marker: Marker, attackers: tuple[Unit, ...]) -> bool | None:
    """Whether a headquarters in attack mode may help these attackers: one is near enough, and of its nation if need be."""
    index = position.network.index
    if not attacking(position, marker) or marker.hex not in index:
        return False
    near = [
        unit
        for unit in attackers
        if unit.side == marker.type.side
        and unit.hex in index
        and position.network.distance(index[unit.hex], index[marker.hex]) <= marker.type.value
        and supply(position, unit.side).state(unit.id).state == "supplied"
    ]
    if not near:
        return False
    full = has_full_powers(position, marker)
    if full is None or full:
        return full
    return any(unit.type.nation in marker.type.tags for unit in attackers)


def marked_near(position: Position, unit: Unit, number: str) -> Unit:
    """The unit with the mark of [near], if it stands so in a hex, or if no headquarters of its nation is shown at all."""
    row, index = headquarters_table(position).near, position.network.index
    if row is None or number not in index:
        return unit
    own = [
        marker
        for marker in position.markers.values()
        if marker.type.side == unit.side and unit.type.nation in marker.type.tags and is_headquarters(position, marker)
    ]
    times = 2 if row.doubled is not None and row.doubled.matches(unit) else 1
    reached = any(
        attacking(position, marker)
        and marker.hex in index
        and position.network.distance(index[number], index[marker.hex]) <= marker.type.value * times
        for marker in own
    )
    return replace(unit, marks=unit.marks | {row.mark}) if reached or not own else unit


def battles_supported(position: Position, marker: Marker) -> int | None:
    """How many battles of a turn it may help: one if its powers are limited; None for any number."""
    return None if has_full_powers(position, marker) else 1


def _stressed(position: Position, marker: Marker, entry: Stress, i: int) -> bool | None:
    if entry.where.weather and climate(position).at(i) == "":
        return None
    if not entry.where.fits(standing(position), i).is_yes:
        return False
    if not entry.needs:
        return True
    side = marker.type.side
    has = has_status(position, side, marker.hex, entry.needs)
    if not has:
        return has
    lines = [joined(position, side, marker.hex, (each,)) for each in entry.unless_connected]
    if True in lines or (entry.unless is not None and entry.unless.fits(standing(position), i).is_yes):
        return False
    return None if None in lines else True


def _reaches(position: Position, marker: Marker, number: str) -> bool:
    """Whether one of the lines by which it may reform leads from its hex to another."""
    survey = supply(position, marker.type.side).worst
    index = position.network.index
    lines = [name for each in headquarters_table(position).reform for name in each.lines]
    return any(survey.joined(name, PLAIN, index[marker.hex], index[number]) for name in lines)
