"""Divisions that turn to their cadre though nothing reduced them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.leaving import Leaving
from adjudicator.analysis.supply.status import supply, supply_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, YES, Known, all_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import PhaseName
from adjudicator.record.acts import Act, Advance, Attack, Declaration, Movement, Overrun, Retreat
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector

FIGHTS = (Advance, Attack, Overrun, Retreat)


class Reduced(Table):
    """Units come to fit `as_cadre` in battle, or where they starve, and in no other way."""

    as_cadre: Selector
    """What a reduced unit is. Example: `as_cadre = { any_tags = ["cadre"] }`"""
    fighting: frozenset[PhaseName]
    """Phases by id, kind or tag in which there are battles. Example: `fighting = ["combat"]`"""
    starving: frozenset[PhaseName]
    """Phases in which who is long out of supply may be reduced. Example: `starving = ["initial"]`"""


def _turned(record: PhaseRecord, terms: Reduced) -> list[tuple[Unit, Unit]]:
    """The units that show their cadre when the phase is over, and did not when it began: as they were and as they are."""
    fits = terms.as_cadre.matches
    return [(old, new) for old, new in record.changed() if fits(new) and not fits(old)]


def _any_turned(record: PhaseRecord, terms: Reduced) -> bool:
    return bool(_turned(record, terms))


@check("units.reduced", Reduced, unseen="may excuse nearby", acts=("flip",), units_in="", met=_any_turned)
def is_reduced_by_something(record: PhaseRecord, terms: Reduced) -> Iterator[Breach]:
    """A division on the march does not turn to its cadre.

    Under:    fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf result=AE; flip ge.1inf/2
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2719: ge.1inf; flip ge.1inf/2
    """
    for old, new in _turned(record, terms):
        if any(_met(act, new, {old.hex, new.hex}) for act in record.acts):
            continue
        because = say("{unit} turns to its cadre in {hex}, and nothing that was done reduced it", new, new.hex)
        yield Breach((new.hex,), because, (new.id,), _without_cause(record, terms, old, new))


def _met(act: Act, unit: Unit, hexes: set[str]) -> bool:
    """Whether an act is a fight in which the unit may have been reduced, as other rules judge."""
    fought = isinstance(act, FIGHTS) and not isinstance(act, Declaration)
    return fought and (unit.id in act.units or not hexes.isdisjoint(act.path))


def _without_cause(record: PhaseRecord, terms: Reduced, old: Unit, new: Unit) -> Known:
    """Whether nothing at all can have reduced a unit: no battle, told or untold, and no want of supply."""
    phase = record.moment.phase
    untold = Known.open(say("what reduced {unit}", new))
    if phase is None or any(_met(act, new, {old.hex}) for each in record.earlier for act in each.acts):
        return untold
    if phase.names & terms.fighting:
        moved = any(new.id in act.units for act in record.of(Movement))
        near = any(Leaving(record, unit, None, unit.hex).near(1) for unit in (old, new))
        return untold if moved or near else YES
    if phase.names & terms.starving:
        return untold if _may_starve(record, old, new).possible else YES
    return YES


def _may_starve(record: PhaseRecord, old: Unit, new: Unit) -> Known:
    """Whether a unit is in every state that makes it roll; how long it has been so, one marker may tell of many."""
    rule = supply_table(record.end).starvation
    if rule is None:
        return NO
    found = (supply(position, new.side) for position in (record.start, record.end))
    rolls = [
        all_of(each.state(new.id, aspect).is_in({state}) for aspect, state in rule.states.items()) for each in found
    ]
    return rolls[0] | rolls[1]
