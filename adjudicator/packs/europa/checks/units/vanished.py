"""Units on land that leave the map though nothing takes them off it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.leaving import leaving
from adjudicator.analysis.reinforcement import reinforcement_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import (
    Act,
    Advance,
    Attack,
    Flipped,
    Laid,
    Lifted,
    Marked,
    Movement,
    Overrun,
    Removed,
    Retreat,
    Shifted,
    Swapped,
    Transfer,
    Unmarked,
)
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector

HARMLESS = (Flipped, Laid, Lifted, Marked, Shifted, Swapped, Unmarked)
"""Acts that take nobody off the map."""
FIGHTS = (Advance, Attack, Overrun, Retreat)
FAR = 3
"""How far off a battle may be fought whose fire anybody feels."""


class Vanished(Table):
    """Units leave the map in a phase if a battle, an overrun or the loss of their transport takes them, or others replace them.

    It stays open where an enemy was near enough, where they fought earlier in the player turn or may have been aboard.
    """

    who: Selector = EVERYONE
    """The units; of all of them only those with strength on land are judged."""
    modes: frozenset[str]
    """The ways of going that are on land: who went otherwise may be lost on the way. Example: `modes = ["move", "rail"]`"""
    fighting: frozenset[str]
    """Phases by id, kind or tag in which there are battles. Example: `fighting = ["combat"]`"""
    flown: frozenset[str] = frozenset()
    """Phases in which who went down with an aircraft may be taken off, since aircraft have flown by then."""


def _gone(record: PhaseRecord, terms: Vanished) -> list[Unit]:
    """The units on land that left the map, for no box but those of the lost.

    Not those in whose hex others of their side came, nor those of whose type one came elsewhere: so counters are exchanged, and
    put somewhere else by who deletes them and takes new ones.
    """
    lost = reinforcement_table(record.start).lost
    came = [new for _, old, new in record.changes() if new is not None and new.hex and (old is None or not old.hex)]
    places, types = {(unit.hex, unit.side) for unit in came}, {unit.type.id for unit in came}
    found = []
    for _, old, new in record.changes():
        away = new is None or (not new.hex and new.location in lost)
        if old is None or not old.hex or not away or old.type.flies or old.type.afloat:
            continue
        exchanged = (leaving(record, old).hex, old.side) in places or old.type.id in types
        if not exchanged and terms.who.matches(old) and (old.shown.attack or old.shown.defense):
            found.append(old)
    return found


def _any_gone(record: PhaseRecord, terms: Vanished) -> bool:
    return bool(_gone(record, terms))


@check("units.vanished", Vanished, unseen="may excuse nearby", acts=("remove", "transfer"), met=_any_gone)
def is_taken_off_by_something(record: PhaseRecord, terms: Vanished) -> Iterator[Breach]:
    """A division far behind the front does not vanish.

    Under:    fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf result=AE; flip ge.1inf/2
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2719: ge.1inf; remove ge.1inf
    """
    for unit in _gone(record, terms):
        number = leaving(record, unit).hex
        if _went_down(record, unit, number) or any(_takes(act, unit, number) for act in record.acts):
            continue
        because = say("{unit} leaves the map from {hex}, and nothing that was done took it off", unit, number)
        yield Breach((number,), because, (unit.id,), _without_cause(record, terms, unit, number))


def _takes(act: Act, unit: Unit, number: str) -> bool:
    """Whether an act is one that may take a unit off the map, as other rules judge."""
    if isinstance(act, (Removed, Transfer, Movement, *HARMLESS)):
        return False
    return unit.id in act.units or number in act.path


def _went_down(record: PhaseRecord, unit: Unit, number: str) -> bool:
    """Whether a ship or an aircraft of its side left the map from the same hex, as other rules judge."""
    return any(
        old is not None
        and old.side == unit.side
        and (old.type.flies or old.type.afloat)
        and old.location in {number, unit.hex}
        and (new is None or not new.hex)
        for _, old, new in record.changes()
    )


def _without_cause(record: PhaseRecord, terms: Vanished, unit: Unit, number: str) -> Known:
    """Whether nothing at all can have taken a unit off the map."""
    went = [act for act in record.of(Movement) if unit.id in act.units]
    carried = any(act.kind not in terms.modes for act in went) or _transport_near(record, terms, unit, number)
    fought = any(_fought(act, unit, number) for each in record.earlier for act in each.acts)
    if carried or fought or unit.marks or _met(record, terms, unit):
        return Known.open(say("what took {unit} off the map", unit))
    return YES


def _fought(act: Act, unit: Unit, number: str) -> bool:
    return isinstance(act, FIGHTS) and (unit.id in act.units or number in act.path)


def _transport_near(record: PhaseRecord, terms: Vanished, unit: Unit, number: str) -> bool:
    """Whether a ship, or after the air phase an aircraft, was in its hex, so that it may have been lost aboard."""
    positions = (record.start, record.end, *(act.before for act in record.acts))
    phase = record.moment.phase
    flown = phase is None or bool(phase.names & terms.flown)
    return any(
        position.afloat_at(here) or (flown and position.flying_at(here))
        for position in positions
        for here in {number, unit.hex}
    )


def _met(record: PhaseRecord, terms: Vanished, unit: Unit) -> bool:
    """Whether an enemy on land was near enough to have fought it, or run over it, unheard of."""
    phase = record.moment.phase
    battles = phase is None or bool(phase.names & terms.fighting)
    if not battles and phase is not None and phase.side == unit.side:
        return False
    return leaving(record, unit).near(FAR if battles else 1)
