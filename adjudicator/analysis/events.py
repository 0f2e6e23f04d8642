"""Events that a position brings about: a country surrenders, a city is lost, a limit is raised. They are listed in
events.toml.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import numpy as np

from adjudicator.analysis.answers import all_of, any_of
from adjudicator.analysis.control import controller
from adjudicator.analysis.ground import standing
from adjudicator.analysis.holding import UNKNOWN
from adjudicator.analysis.situation import joined
from adjudicator.analysis.stacking import unit_size
from adjudicator.analysis.supply.status import UNDETERMINED, supply
from adjudicator.analysis.supply.terms import Connection
from adjudicator.errors import PackError
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.units import Amount, Unit
from adjudicator.record.position import Position
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector


class EventHexes(Table):
    """Hexes that a side must control and be joined to."""

    where: Where
    """The hexes."""
    need: Literal["all", "any"] = "all"
    """Whether all of them or any one will do."""
    controlled: str
    """The side that must control them."""
    connected: tuple[Connection, ...] = ()
    """Lines that must lead from each such hex for that side."""


class EventUnits(Table):
    """Units that must be somewhere."""

    who: Selector = EVERYONE
    """The units."""
    where: Where = ANYWHERE
    """The hexes in which they stand."""
    next_to: Where | None = None
    """Hexes next to which they stand."""
    free: str = ""
    """A state of the aspect "isolation" in which they must not be."""
    least: Amount = 0
    """How many stacking points of them."""


class Event(Table):
    """An [[event]]: everything that is given must hold. Of several with one name any will do."""

    name: str
    """Its name, by which rules ask for it."""
    when: When = When()
    """When it may come about. Example: `when = { first_turn = 5 }`"""
    hexes: EventHexes | None = None
    """Hexes that a side must control."""
    units: EventUnits | None = None
    """Units that must be somewhere."""
    why: str = ""
    """What reports say of it. Example: `why = "the capital is lost"`"""


class EventTable(Table):
    """The file events.toml: what a position brings about."""

    event: tuple[Event, ...] = ()
    """The events."""


def due(position: Position, name: str) -> bool | None:
    """Whether an event comes about in this position; None if the position does not tell. PackError for unknown names."""
    rows = [row for row in load_table(position.pack, "events", EventTable).event if row.name == name]
    if not rows:
        raise PackError(f"events.toml has no event '{name}'")
    return any_of([_holds(position, row) for row in rows])


def _holds(position: Position, row: Event) -> bool | None:
    now = row.when.holds(position, "")
    answers = [None if now.is_open else now.is_yes]
    if row.hexes is not None:
        answers.append(_hexes(position, row.hexes))
    if row.units is not None:
        answers.append(_units(position, row.units))
    return all_of(answers)


def _hexes(position: Position, rule: EventHexes) -> bool | None:
    """Whether the hexes are the side's; a map without such hexes shows no event."""
    network = position.network
    numbers = [network.number(int(i)) for i in np.flatnonzero(rule.where.mask(standing(position)).sure)]
    if not numbers:
        return False
    answers: list[bool | None] = []
    for number in numbers:
        owner = controller(position, number)
        held = None if owner == UNKNOWN else owner == rule.controlled
        if held and rule.connected:
            held = joined(position, rule.controlled, number, rule.connected)
        answers.append(held)
    return all_of(answers) if rule.need == "all" else any_of(answers)


def _units(position: Position, rule: EventUnits) -> bool | None:
    """Whether units enough stand there."""
    sure = perhaps = Fraction(0)
    found = [unit for unit in position.units.values() if rule.who.matches(unit)]
    for unit in sorted(found, key=lambda unit: unit.id):
        stands = any_of([_stands(position, unit, rule), None if _stands(position, unit, rule, unknown=True) else False])
        answer = all_of([stands, _free(position, unit, rule.free)]) if stands is not False else False
        size = unit_size(unit, "points")
        sure += size if answer else Fraction(0)
        perhaps += size if answer is not False else Fraction(0)
    if sure and sure >= rule.least:
        return True
    return None if perhaps and perhaps >= rule.least else False


def _stands(position: Position, unit: Unit, rule: EventUnits, unknown: bool = False) -> bool:
    network = position.network
    i = network.index.get(unit.hex)
    if i is None or not rule.where.fits(standing(position), i).taken(unknown):
        return False
    if rule.next_to is None:
        return True
    return any(rule.next_to.fits(standing(position), int(j)).taken(unknown) for j in network.neighbours[i] if j >= 0)


def _free(position: Position, unit: Unit, state: str) -> bool | None:
    if not state:
        return True
    found = supply(position, unit.side).state(unit.id, "isolation")
    if found.state == UNDETERMINED:
        return None if state in found.between else True
    return found.state != state
