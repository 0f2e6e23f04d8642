"""Headquarters that lie on the map as markers: under which stresses, with what powers, what their mode and their loss
costs.

The numbers are those of headquarters.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.control import controls
from adjudicator.analysis.ground import standing
from adjudicator.analysis.situation import has_status, joined
from adjudicator.analysis.supply.status import supply
from adjudicator.analysis.supply.terms import Connection
from adjudicator.lean import replace
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import INFINITE, ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.prose import Prose
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker, Unit
from adjudicator.model.vocabulary import LineName, StatusName
from adjudicator.record.position import Position
from adjudicator.said import say
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
    why: Prose = ""
    """What reports say of it."""


class Price(Table):
    """A number for headquarters of full and of limited powers."""

    full: Amount = 0
    """For headquarters of full powers."""
    limited: Amount = 0
    """For headquarters of limited powers."""

    def of(self, full: Known) -> Interval:
        """The number for a headquarters of which it may be open whether it has full powers."""
        return Interval.by(full, Interval.of(Fraction(self.full)), Interval.of(Fraction(self.limited)))


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
    why: Prose = ""
    """What reports say of it."""


class MostStresses(Table):
    """How many stresses a headquarters bears and still attacks."""

    full: int = 1
    """Of full powers."""
    limited: int = 0
    """Of limited powers."""


class Nearness(Table):
    """[near]: units within the radius of an attacking headquarters of their side and of a nation carry a mark.

    All of them carry it where no headquarters of the nation is shown.
    """

    mark: str
    """The mark, by which selectors ask."""
    nation: str = ""
    """The nation whose headquarters count; left out: each unit's own. Example: `nation = "french"`"""
    doubled: Selector | None = None
    """Units that carry it within twice the radius."""


class HeadquartersTable(Table):
    """The file headquarters.toml: what headquarters on the map can do, and what limits them."""

    kinds: frozenset[str] = frozenset()
    """The kinds of marker that are headquarters. Example: `kinds = ["army_hq", "front_hq"]`"""
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
    reform_statuses: frozenset[StatusName] = frozenset()
    """Statuses that such a place must have."""
    gateway_statuses: frozenset[StatusName] = frozenset()
    """Statuses that a headquarters needs to pass units on."""
    gateway_lines: tuple[LineName, ...] = ()
    """The lines by which it passes them on to another."""
    reserve: tuple[Reserve, ...] = ()
    """What units have more that set out from a headquarters which passes units on."""
    unsupplied: frozenset[str] = frozenset()
    """Marks of units that are not in supply until they are checked again: who bears none of them is. Left out: units are in
    supply as their lines stand now. Example: `unsupplied = ["unsupplied"]`"""
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


def stresses(position: Position, marker: Marker) -> tuple[Known, ...]:
    """For each stress that a headquarters may be under now, whether it is; the reason says which."""
    i = position.network.index.get(marker.hex)
    if i is None:
        return ()
    rows = headquarters_table(position).stress
    return tuple(_stressed(position, marker, row, i).explained(row.why) for row in rows)


def has_full_powers(position: Position, marker: Marker) -> Known:
    """Whether it has the powers of the highest kind of headquarters: it is of that kind, and not stressed."""
    if headquarters_table(position).full not in marker.type.tags:
        return NO
    return ~any_of(stresses(position, marker))


def may_attack(position: Position, marker: Marker) -> Known:
    """Whether so many stresses leave it the attack mode."""
    table = headquarters_table(position)
    most = table.most_stresses.full if table.full in marker.type.tags else table.most_stresses.limited
    return sum_of(map(Interval.one_if, stresses(position, marker))).at_most(Interval.of(most))


def attack_cost(position: Position, marker: Marker) -> Interval:
    """What setting it to attack mode costs."""
    return headquarters_table(position).attack_cost.of(has_full_powers(position, marker))


def booty(position: Position, marker: Marker, taken_by: tuple[Unit, ...] = ()) -> Interval:
    """What the enemy gains when it dissolves or is eliminated, through these units if any did it."""
    table = headquarters_table(position)
    if taken_by and table.no_booty is not None and all(table.no_booty.matches(unit) for unit in taken_by):
        return ZERO
    return table.booty.of(has_full_powers(position, marker))


def reforming_places(position: Position, marker: Marker) -> Mapping[str, Known]:
    """Whether one that dissolves may be put into a hex of the side's own places, for those where it may; none = eliminated."""
    table, side = headquarters_table(position), marker.type.side
    network = position.network
    if marker.hex not in network.index:
        return {}
    found: dict[str, Known] = {}
    lines = [name for each in table.reform for name in each.lines]
    for i in sorted(network.places_at):
        number = network.number(i)
        if number == marker.hex or (own := controls(position, number, side, side)).is_no:
            continue
        answer = own & has_status(position, side, number, table.reform_statuses)
        if answer.possible and (answer := answer & supply(position, side).leads(marker.hex, lines, (number,))).possible:
            found[number] = answer
    return found


def gateway(position: Position, marker: Marker) -> Known:
    """Whether units may leave a headquarters for another, or come to it: supplied, in working order, of full powers."""
    table = headquarters_table(position)
    if table.full not in marker.type.tags or marker.hex not in position.network.index:
        return NO
    fed = has_status(position, marker.type.side, marker.hex, table.gateway_statuses)
    return fed.explained(say("it is supplied and in working order")) & has_full_powers(position, marker)


def passed_on(position: Position, number: str, side: str) -> Known:
    """Whether some headquarters in a hex passes units of a side on."""
    return any_of(
        gateway(position, marker)
        for marker in position.markers_at(number)
        if marker.type.side == side and is_headquarters(position, marker)
    )


def linked(position: Position, marker: Marker, other: Marker) -> Known:
    """Whether one of the lines along which units are passed on leads from a headquarters to another."""
    lines = headquarters_table(position).gateway_lines
    return supply(position, marker.type.side).leads(marker.hex, lines, (other.hex,)) if lines else YES


def supports(position: Position, marker: Marker, attackers: tuple[Unit, ...]) -> Known:
    """Whether a headquarters in attack mode may help these attackers: one is near enough, and of its nation if need be."""
    index = position.network.index
    if not attacking(position, marker) or marker.hex not in index:
        return NO
    near = any_of(
        _in_supply(position, unit)
        for unit in attackers
        if unit.side == marker.type.side
        and unit.hex in index
        and position.network.distance(index[unit.hex], index[marker.hex]) <= marker.type.value
    )
    own_nation = any(unit.type.nation in marker.type.tags for unit in attackers)
    return near & (has_full_powers(position, marker) | Known.of(own_nation))


def _in_supply(position: Position, unit: Unit) -> Known:
    """Whether a unit is in supply: by the marks that it bears since it was last checked, where these tell it."""
    marks = headquarters_table(position).unsupplied
    if marks:
        return Known.of(not marks & unit.marks)
    return supply(position, unit.side).state(unit.id).is_in({"supplied"})


def marked_near(position: Position, unit: Unit, number: str) -> Unit:
    """The unit with the mark of [near], if it stands so in a hex, or if no headquarters of its nation is shown at all."""
    row = headquarters_table(position).near
    if row is None or number not in position.network.index:
        return unit
    own = _of_its_nation(position, unit, row)
    marked = not own or _reached(position, unit, number, row, own)
    return replace(unit, marks=unit.marks | {row.mark}) if marked else unit


def nearness_untold(position: Position, unit: Unit) -> str:
    """The counter without which nobody can say whether a unit has the mark of [near], as a missing datum; "" if all is told."""
    row = headquarters_table(position).near
    if row is None or not position.unidentified or unit.hex not in position.network.index:
        return ""
    if _reached(position, unit, unit.hex, row, _of_its_nation(position, unit, row)):
        return ""
    able = (each for each in position.unidentified if each.unreadable and each.side in ("", unit.side))
    return next((each.datum for each in able if each.hex in position.network.index), "")


def _of_its_nation(position: Position, unit: Unit, row: Nearness) -> list[Marker]:
    """The headquarters that may give a unit the mark."""
    nation = row.nation or unit.type.nation
    return [
        marker
        for marker in position.markers.values()
        if marker.type.side == unit.side and nation in marker.type.tags and is_headquarters(position, marker)
    ]


def _reached(position: Position, unit: Unit, number: str, row: Nearness, own: list[Marker]) -> bool:
    """Whether one of some headquarters attacks and reaches a hex."""
    index, times = position.network.index, 2 if row.doubled is not None and row.doubled.matches(unit) else 1
    return any(
        attacking(position, marker)
        and marker.hex in index
        and position.network.distance(index[number], index[marker.hex]) <= marker.type.value * times
        for marker in own
    )


def battles_supported(position: Position, marker: Marker) -> Interval:
    """How many battles of a turn it may help: one if its powers are limited, else any number."""
    return Price(full=INFINITE, limited=1).of(has_full_powers(position, marker))


def _stressed(position: Position, marker: Marker, entry: Stress, i: int) -> Known:
    here = entry.where.fits(standing(position), i)
    if not entry.needs or here.is_no:
        return here
    side = marker.type.side
    has = has_status(position, side, marker.hex, entry.needs)
    spared = NO if entry.unless is None else entry.unless.fits(standing(position), i)
    if has.is_no or spared.is_yes:
        return NO
    return (
        here & has & ~spared & ~any_of(joined(position, side, marker.hex, (each,)) for each in entry.unless_connected)
    )
