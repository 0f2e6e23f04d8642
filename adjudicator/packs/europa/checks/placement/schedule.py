"""Reinforcements that the order of battle does not bring, or not now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.analysis.ground import standing
from adjudicator.analysis.order_of_battle import Force, order_of_battle
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector


class Entry(Table):
    """Where forces of these `names` come onto the map: hexes that fit `where`, with `edge` those on the map's edge."""

    names: frozenset[str]
    """The names of the forces."""
    where: Where
    """The hexes in which they come onto the map."""
    edge: bool = False
    """Whether these must lie on the map's edge."""
    why: str
    """What reports say of it."""


class Schedule(Table):
    """Units that fit `who` and come onto the map; one that was due earlier may still come.

    `entries`: where they come; forces that none of them names may come anywhere.
    """

    who: Selector = EVERYONE
    """The units that come onto the map."""
    entries: tuple[Entry, ...] = ()
    """Where they come; forces that none of these names may come anywhere."""


@check("placement.schedule", Schedule)
def comes_when_due(record: PhaseRecord, terms: Schedule) -> Iterator[Breach]:
    """Who arrives is due, and no more of them than are.

    Under:    fire_in_the_east
    Legal:    turn 7, German Initial Phase; weather clear; place ge.panzer.division.2 1B/2724
    Illegal:  turn 5, German Initial Phase; weather clear; place ge.panzer.division.2 1B/2724
    """
    turn = record.moment.turn
    arrived = [
        unit
        for unit in sorted(record.end.units.values(), key=lambda unit: unit.id)
        if unit.hex and terms.who.matches(unit) and not _was_there(record, unit.id)
    ]
    forces = [force for force in order_of_battle(record.start.pack).force if force.event in ("arrival", "conversion")]
    counts: Counter[str] = Counter()
    for unit in arrived:
        kind = unit.type.id
        turns = sorted(force.turn for force in forces if kind in force.units)
        if not turns:
            continue
        counts[kind] += 1
        due = sum(force.units.get(kind, 0) for force in forces if force.turn <= turn)
        at, when = (unit.hex,), strung(map(str, turns), ", ")
        if not turn:
            yield Breach(
                at,
                say("{unit} arrives, and is due on turn {when}", unit, when),
                (unit.id,),
                Known.open(say("the turn")),
            )
        elif not due:
            yield Breach(
                at, say("{unit} arrives on turn {turn}, and is due on turn {when}", unit, turn, when), (unit.id,)
            )
        elif counts[kind] > due:
            yield Breach(
                at,
                (
                    say("{counts} × {unit} arrive, and {due} is due by turn {turn}", counts[kind], unit, due, turn)
                    if due == 1
                    else say(
                        "{counts} × {unit} arrive, and {due} are due by turn {turn}", counts[kind], unit, due, turn
                    )
                ),
                (unit.id,),
            )
        else:
            yield from _misplaced(record.end, unit, [force for force in forces if kind in force.units], terms)


def _misplaced(position: Position, unit: Unit, forces: list[Force], terms: Schedule) -> Iterator[Breach]:
    """A unit that came onto the map where none of the forces to which it belongs may come."""
    entries = [next((entry for entry in terms.entries if force.name in entry.names), None) for force in forces]
    if not entries or None in entries or any(force.event != "arrival" for force in forces):
        return
    allowed = [entry for entry in entries if entry is not None]
    i = position.network.index[unit.hex]
    admitted = any_of(_admits(position, entry, i) for entry in allowed)
    shown = any(entry.where.mask(standing(position)).perhaps.any() for entry in allowed)
    broken = YES if shown else Known.open(say("where {why} lies on this map", allowed[0].why))
    yield Breach(
        (unit.hex,),
        say("{unit} arrives in {hex}, and comes to {why}", unit, unit.hex, allowed[0].why),
        (unit.id,),
        broken & ~admitted,
    )


def _admits(position: Position, entry: Entry, i: int) -> Known:
    on_edge = bool((position.network.neighbours[i] < 0).any())
    return entry.where.fits(standing(position), i) if on_edge or not entry.edge else NO


def _was_there(record: PhaseRecord, name: str) -> bool:
    before = record.start.units.get(name)
    return before is not None and bool(before.hex)
