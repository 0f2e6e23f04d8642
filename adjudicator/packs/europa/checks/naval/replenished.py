"""Ships that did not put in to port in their phase."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.ships import shows_every_hex
from adjudicator.record.acts import Movement
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector

MARK = "unsupplied"
"""The marker of a ship that did not."""


class Replenished(Table):
    """Each ship puts in to one of `ports` in its side's movement phase, or bears a marker; twice without, it is scuttled."""

    who: Selector
    """The ships. Example: `who = { any_tags = ["ship"] }`"""
    ports: tuple[Situation, ...]
    """The ports that will do, one of these. Example: `ports = [{ where = { places = ["port"] }, controlled = "own" }]`"""
    twice: bool = False
    """Whether it asks for those that fail a second time, to be scuttled. Example: `twice = true`"""


def _is_movement(record: PhaseRecord, _terms: Replenished) -> bool:
    phase = record.moment.phase
    return phase is not None and phase.kind == "movement" and record.ended


@check("naval.replenished", Replenished, met=_is_movement)
def puts_in_to_port(record: PhaseRecord, terms: Replenished) -> Iterator[Breach]:
    """A ship puts in to a port every turn, or lacks supply.

    Under:    fire_in_the_east, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; 2A/0309: so.ca1; 2A/0604: so.10rif; mark so.ca1+unsupplied;
              so.10rif 2A/0604-2A/0603; turn 5, Soviet Combat Phase; say on
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 2A/0309: so.ca1; 2A/0604: so.10rif; so.10rif 2A/0604-2A/0603;
              turn 5, Soviet Combat Phase; say on
    """
    if not _is_movement(record, terms):
        return
    for name in sorted(record.end.units):
        unit, then = record.end.units[name], record.start.units.get(name)
        if not unit.hex or then is None or not then.hex or unit.side != record.moment.phasing:
            continue
        failed_before = MARK in then.marks
        if not terms.who.matches(unit) or failed_before != terms.twice:
            continue
        if not terms.twice and MARK in unit.marks:
            continue
        broken = ~_put_in(record, terms, unit)
        if broken.possible:
            words = say("{unit} puts in to no port for the second turn, and is scuttled", unit)
            once = say("{unit} puts in to no port, and bears no marker that says so", unit)
            yield Breach((unit.hex,), words if terms.twice else once, (name,), broken)


def _put_in(record: PhaseRecord, terms: Replenished, unit: Unit) -> Known:
    """Whether a ship was in such a port at any time of the phase, as things stood at that time."""
    ways = [act for act in record.of(Movement) if unit.id in act.units]
    found = NO
    for position, number in _whereabouts(record, unit.id):
        found |= fits_any(position, unit.side, number, terms.ports)
        if found.is_yes:
            return found
    shown = all(shows_every_hex(act) for act in ways)
    return found | (NO if shown else Known.open(say("the way that {unit} went", unit)))


def _whereabouts(record: PhaseRecord, name: str) -> Iterator[tuple[Position, str]]:
    """Where a ship was, one position after the other: the hexes of its ways, and those in which it lay meanwhile."""
    yield record.start, record.start.units[name].hex
    yield record.end, record.end.units[name].hex
    for act in record.acts:
        if name in act.units and isinstance(act, Movement):
            yield from ((act.before, number) for number in act.path)
    for act in record.acts:
        if name in act.after.units:
            yield act.after, act.after.units[name].hex
