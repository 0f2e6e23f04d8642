"""Strengths of what flies as it flies them: what hexes, weather and distance make of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from adjudicator.analysis.air.battle import strength_of
from adjudicator.analysis.air.reach import distance, range_within
from adjudicator.analysis.air.sorties import unseen_mission
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.ground import ground_at
from adjudicator.lean import dataclass
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.units import Unit
from adjudicator.record.memory import EXTENDED, Sortie
from adjudicator.record.position import Position
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector


@dataclass(frozen=True, slots=True)
class StrengthChange:
    """The factor by which a strength of such units changes while they fly to such hexes; `extended`: beyond the usual range."""

    who: Selector = EVERYONE
    where: Where = ANYWHERE
    extended: bool = False
    times: Fraction = Fraction(1)


def flown_strength(position: Position, unit: Unit, value: str, changes: Iterable[StrengthChange]) -> Interval:
    """A strength of a unit in the mission that it is told to fly, after all changes that hold."""
    return changed(position, unit, strength_of(unit, value), changes)


def changed(position: Position, unit: Unit, strength: Interval, changes: Iterable[StrengthChange]) -> Interval:
    """What is left of a strength of a unit after all changes that hold."""
    found = strength
    for change in changes:
        found = Interval.by(_holds(position, unit, change), found.times(change.times), found)
    return found


def flies(position: Position, unit: Unit, missions: Collection[str]) -> Known:
    """Whether a unit flies a mission of these kinds; open where it may have been told before the record begins."""
    sortie = position.memory.flown.get(unit.id)
    missing = unseen_mission(position, unit)
    return Known.open(missing) if missing else Known.of(sortie is not None and sortie.mission in missions)


def flies_far(position: Position, unit: Unit) -> Known:
    """Whether a unit flies beyond its usual range: it was told so, or its target lies farther from its base."""
    sortie = position.memory.flown.get(unit.id)
    missing = unseen_mission(position, unit)
    return Known.open(missing) if missing else Known.of(sortie is not None and _is_far(position, unit, sortie))


def _holds(position: Position, unit: Unit, change: StrengthChange) -> Known:
    if not change.who.matches(unit):
        return NO
    far = flies_far(position, unit) if change.extended else YES
    if not far.is_yes or change.where.anywhere:
        return far
    sortie = position.memory.flown.get(unit.id)
    i = position.network.index.get(sortie.hex if sortie is not None else unit.location)
    return NO if i is None else change.where.fits(ground_at(position), i)


def _is_far(position: Position, unit: Unit, sortie: Sortie) -> bool:
    index, kind = position.network.index, air_table(position).mission.get(sortie.mission)
    if sortie.far == EXTENDED or kind is None or not kind.extended or not {sortie.base, sortie.hex} <= index.keys():
        return sortie.far == EXTENDED
    most = range_within(position, unit, sortie.base, sortie.hex, kind.reach)
    return most is not None and distance(position, sortie.base, sortie.hex) > most
