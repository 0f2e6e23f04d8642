"""Events that a position brings about: a country surrenders, a city is lost, a limit is raised. They are listed in
events.toml.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

import numpy as np

from adjudicator.analysis.control import controls
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.roster import roster
from adjudicator.analysis.situation import joined
from adjudicator.analysis.stacking import unit_size
from adjudicator.analysis.supply.status import supply
from adjudicator.analysis.supply.terms import Connection
from adjudicator.errors import PackError
from adjudicator.lean import dataclass, replace
from adjudicator.model.interval import INFINITE, ZERO, Interval
from adjudicator.model.known import NO, YES, Known, all_of, any_of
from adjudicator.model.network import spread
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.memory import Settled
from adjudicator.record.position import Position
from adjudicator.said import say
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


@dataclass(frozen=True, slots=True)
class UnitEvent:
    """Units that must be somewhere for an event to come about: of their stacking points so many, or any at all."""

    name: str
    who: Selector = EVERYONE
    where: Where = ANYWHERE
    next_to: Where | None = None
    free: str = ""
    """A state of the aspect "isolation" in which they must not be."""
    least: int = 0
    holds: Literal["", "turn", "for good"] = ""
    """As things stand, or in a record as they stood when the turn began: for that turn, or for good once it has come about."""


@dataclass(frozen=True, slots=True)
class UnitEvents:
    """Those of a book, besides events.toml, and the names of those of events.toml that hold for good."""

    units: tuple[UnitEvent, ...] = ()
    for_good: frozenset[str] = frozenset()


class Event(Table):
    """An [[event]]: everything that is given must hold. Of several with one name any will do."""

    name: str
    """Its name, by which rules ask for it."""
    when: When = When()
    """When it may come about. Example: `when = { first_turn = 5 }`"""
    hexes: EventHexes | None = None
    """Hexes that a side must control."""


class EventTable(Table):
    """The file events.toml: what a position brings about."""

    event: tuple[Event, ...] = ()
    """The events."""


def due(position: Position, name: str) -> Known:
    """Whether an event comes about in this position. PackError for unknown names."""
    rows = _rows(position, name)
    if not rows:
        raise PackError(f"the game has no event '{name}'")
    return any_of(all_of(_answers(position, row)).explained(name) for row in rows)


def settled(position: Position) -> Position:
    """The position with what events had come about when its turn began, where they are settled then and not settled yet."""
    turn, memory = position.moment.turn, position.memory
    for row in every_event(position) if turn and not _begins_late(position) else ():
        known = memory.settled.get(row.name)
        holds = _holds(position, row)
        if not holds or (known is not None and (known.turn == turn or (known.happened and holds == "for good"))):
            continue
        answer = due(position, row.name)
        if not answer.is_open:
            memory = replace(memory, settled=memory.settled.set(row.name, Settled(turn, answer.is_yes)))
    return position if memory is position.memory else replace(position, memory=memory)


def _begins_late(position: Position) -> bool:
    """Whether the record begins in this turn after a side had a phase, so that nobody saw how the turn began."""
    moment, seen = position.moment, position.memory.seen
    return position.joined and seen in (0, moment.turn) and position.pack.header.sequence.under_way(moment.phase)


def as_settled(position: Position, name: str) -> Known:
    """Whether an event has come about: as it was settled, if it was for this turn or for good, else as things stand."""
    known = position.memory.settled.get(name)
    if known is None:
        now, held = due(position, name), any(_holds(position, row) for row in _rows(position, name))
        unseen = held and not now.is_open and _begins_late(position)
        return Known.open(say("whether it was so as the turn began: {event}", name)) if unseen else now
    lasts = any(_holds(position, row) == "for good" for row in _rows(position, name))
    return (
        Known.of(known.happened)
        if known.turn == position.moment.turn or (lasts and known.happened)
        else due(position, name)
    )


def every_event(position: Position) -> tuple[Event | UnitEvent, ...]:
    """What may come about in the game, of events.toml and in code."""
    told = position.pack.figures_or_usual(UnitEvents)
    return (*load_table(position.pack, "events", EventTable).event, *told.units)


def _holds(position: Position, row: Event | UnitEvent) -> str:
    if isinstance(row, UnitEvent):
        return row.holds
    told = position.pack.figures_of(UnitEvents)
    return "for good" if told is not None and row.name in told.for_good else ""


def _rows(position: Position, name: str) -> list[Event | UnitEvent]:
    return [row for row in every_event(position) if row.name == name]


def _answers(position: Position, row: Event | UnitEvent) -> Iterator[Known]:
    if isinstance(row, UnitEvent):
        yield _units(position, row)
        return
    yield row.when.holds(position, "")
    if row.hexes is not None:
        yield _hexes(position, row.hexes)


def _hexes(position: Position, rule: EventHexes) -> Known:
    """Whether the hexes are the side's; a map without such hexes shows no event."""
    network = position.network
    mask = rule.where.mask(ground_at(position))
    hexes = {network.number(int(i)): mask.at(int(i)) for i in np.flatnonzero(mask.perhaps)}
    if rule.need != "all":
        return any_of(here & _held(position, rule, number) for number, here in hexes.items())
    return any_of(hexes.values()) & all_of(~here | _held(position, rule, number) for number, here in hexes.items())


def _held(position: Position, rule: EventHexes, number: str) -> Known:
    """Whether the side controls a hex, and is joined to it."""
    held = controls(position, number, rule.controlled, rule.controlled)
    return held if held.is_no else held & joined(position, rule.controlled, number, rule.connected)


def _units(position: Position, rule: UnitEvent) -> Known:
    """Whether units enough stand there."""
    size = ZERO
    for unit in _may_stand(position, rule):
        answer = _stands(position, unit, rule)
        if answer.possible:
            answer &= _free(position, unit, rule.free)
        size = size.plus(Interval.by(answer, Interval.of(unit_size(unit, "points")), ZERO))
    for number in sorted({each.hex for each in position.unidentified} & position.network.index.keys()):
        if rule.where.fits(ground_at(position), position.network.index[number]).possible:
            size = size.plus(Interval(Fraction(0), INFINITE, frozenset({say("what else is in {hex}", number)})))
    return size.at_least(Interval.of(rule.least)) if rule.least else ~size.at_most(ZERO)


def _may_stand(position: Position, rule: UnitEvent) -> list[Unit]:
    """The units that stand where the rule says, or may, by their ids."""
    ground = ground_at(position)
    near = rule.where.mask(ground).perhaps
    if rule.next_to is not None:
        near = near & spread(position.network, rule.next_to.mask(ground).perhaps).any(axis=1)
    return roster(position).fitting(rule.who, near)


def _stands(position: Position, unit: Unit, rule: UnitEvent) -> Known:
    ground, network = ground_at(position), position.network
    i = network.index.get(unit.hex)
    if i is None:
        return NO
    here = rule.where.fits(ground, i)
    if rule.next_to is None or here.is_no:
        return here
    return here & any_of(rule.next_to.fits(ground, j) for j in network.neighbours[i].tolist() if j >= 0)


def _free(position: Position, unit: Unit, state: str) -> Known:
    return ~supply(position, unit.side).state(unit.id, "isolation").is_in({state}) if state else YES
