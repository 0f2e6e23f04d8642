"""Which aircraft become readier in a phase, and of which only half may."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from adjudicator.analysis.air.terms import AirTable, air_table
from adjudicator.analysis.cards import played_in
from adjudicator.model.known import Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.who import EVERYONE, Selector


class Hindered(Table):
    """Units of which only half recover."""

    who: Selector = EVERYONE
    """The units."""
    when: When = ALWAYS
    """When they are hindered."""
    freed_by: frozenset[str] = frozenset()
    """Cards of their side that let all of them recover in the phase in which they are played, by type of marker."""


class Recoveries(Table):
    """Units of a side that become better in a phase."""

    side: Literal["own", "enemy"] = "own"
    """Whose units, as the phasing side sees it. Example: `side = "enemy"`"""
    ways: Mapping[str, str] = {}
    """By the state of readiness that a unit was in the one that it may come to; left out: nothing of either side becomes better
    where it lies in such a phase, but by a card. Example: `ways = { flown = "available" }`"""
    hindered: tuple[Hindered, ...] = ()
    """Units half of which recover, rounded up."""


Change = tuple[Unit, str, str]
"""A unit as it was, its state then, and the better one that it is in now."""


def changes_of(record: PhaseRecord, terms: Recoveries) -> list[Change]:
    """The units of the side that became better in the phase."""
    side = record.moment.phasing
    return [each for each in readier(record) if side and (each[0].side == side) == (terms.side == "own")]


def readier(record: PhaseRecord) -> list[Change]:
    """The units of either side that became better in the phase."""
    table, found = air_table(record.start), []
    for _, old, new in record.changes():
        if old is None or new is None or not old.type.flies:
            continue
        was, now = table.level_of(old), table.level_of(new)
        if was is not None and now is not None and now < was:
            found.append((old, table.level[was].name, table.level[now].name))
    return found


def resting(position: Position, terms: Recoveries, table: AirTable, sides: set[str]) -> list[Unit]:
    """The units of some sides that could recover."""
    found = []
    for unit in position.aircraft.values():
        level = table.level_of(unit) if unit.side in sides else None
        if level is not None and table.level[level].name in terms.ways:
            found.append(unit)
    return found


def is_hindered(record: PhaseRecord, terms: Recoveries, unit: Unit) -> Known:
    """Whether only half of such units recover."""
    return any_of(
        each.when.holds(record.start, unit.side) & ~played_in(record, unit.side, each.freed_by)
        for each in terms.hindered
        if each.who.matches(unit)
    )
