"""Strengths of what flies as it flies them: what missions, weather, distance and night make of them."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.analysis.air.battle import strength_of
from adjudicator.analysis.air.reach import distance, range_within
from adjudicator.analysis.air.sorties import unseen_mission
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.ground import standing
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.memory import EXTENDED, NIGHT, Sortie
from adjudicator.record.position import Position
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector


class Change(Table):
    """How a strength of a unit is changed while it flies so."""

    who: Selector = EVERYONE
    """The units."""
    missions: frozenset[str] = frozenset()
    """Kinds of mission, one of which it flies; left out: any. Example: `missions = ["ground_support"]`"""
    where: Where = ANYWHERE
    """The target hex."""
    extended: bool = False
    """Whether only of units that fly beyond the usual range. Example: `extended = true`"""
    when: When = ALWAYS
    """When, as the side that flies sees it. Example: `when = { first_turn = 2 }`"""
    night: bool = False
    """Whether only of units that fly by night. Example: `night = true`"""
    times: Amount = 1
    """The factor. Example: `times = "1/3"`"""
    add: Amount = 0
    """What is added after it. Example: `add = -2`"""
    least: Amount | None = None
    """Below which it is not brought. Example: `least = 1`"""


def flown_strength(position: Position, unit: Unit, value: str, changes: Iterable[Change]) -> Interval:
    """A strength of a unit in the mission that it is told to fly, after all changes that hold."""
    found = strength_of(unit, value)
    for change in changes:
        holds = _holds(position, unit, change)
        changed = found.times(change.times).plus(Interval.of(change.add))
        if change.least is not None:
            changed = changed.greater(Interval.of(change.least).smaller(found))
        found = Interval.by(holds, changed, found)
    return found


def bombs(position: Position, units: Iterable[Unit], value: str, changes: Iterable[Change]) -> Interval:
    """The bombing strength of units that attack together."""
    listed = tuple(changes)
    return sum_of(flown_strength(position, unit, value, listed) for unit in units)


def _holds(position: Position, unit: Unit, change: Change) -> Known:
    sortie = position.memory.flown.get(unit.id)
    by_mission = change.missions or change.extended or change.night
    if by_mission and change.who.matches(unit) and (untold := unseen_mission(position, unit)):
        return Known.open(untold)
    mission = sortie.mission if sortie is not None else ""
    if not change.who.matches(unit) or (change.missions and mission not in change.missions):
        return Known.of(False)
    if (change.extended or change.night) and sortie is None:
        return Known.of(False)
    if sortie is not None and change.night and sortie.time != NIGHT:
        return Known.of(False)
    if sortie is not None and change.extended and not _flies_far(position, unit, sortie):
        return Known.of(False)
    now = change.when.holds(position, unit.side)
    if now.is_no or change.where.anywhere:
        return now
    i = position.network.index.get(sortie.hex if sortie is not None else unit.location)
    return Known.of(False) if i is None else now & change.where.fits(standing(position), i)


def _flies_far(position: Position, unit: Unit, sortie: Sortie) -> bool:
    """Whether a unit flies beyond its usual range: it was told so, or its target lies farther from its base."""
    index, kind = position.network.index, air_table(position).mission.get(sortie.mission)
    if sortie.far == EXTENDED or kind is None or not kind.extended or not {sortie.base, sortie.hex} <= index.keys():
        return sortie.far == EXTENDED
    most = range_within(position, unit, sortie.base, sortie.hex, kind.reach)
    return most is not None and distance(position, sortie.base, sortie.hex) > most
