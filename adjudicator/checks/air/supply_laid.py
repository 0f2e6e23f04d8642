"""Supply flown in that no air unit brings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.air.sorties import SUPPLY, all_seen, flights, silent_over
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import Amount, exact
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind, PhaseName
from adjudicator.record.acts import Laid
from adjudicator.record.flights import Flight
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import amount


class SupplyLaid(Table):
    """Supply that is laid in a hex in these phases was flown there: as much as was told, else as much as they can carry."""

    supply: frozenset[MarkerKind]
    """The kinds of marker for it. Example: `supply = ["air_supply"]`"""
    phases: frozenset[PhaseName]
    """The phases of the own player turn in which it is laid, by id, kind or tag. Example: `phases = ["air"]`"""
    missions: dict[str, Amount]
    """The missions that bring it, with what each carrier brings at most. Example: `missions = { transport = 2 }`"""
    carriers: Selector
    """Who carries it. Example: `carriers = { kinds = ["transport"] }`"""


def _laid(record: PhaseRecord, terms: SupplyLaid) -> dict[tuple[str, str], Fraction]:
    """What was laid, by hex and side."""
    found: dict[tuple[str, str], Fraction] = {}
    for act in record.of(Laid):
        marker = act.marker
        if marker is not None and marker.type.kind in terms.supply:
            key = act.where, marker.type.side
            found[key] = found.get(key, Fraction(0)) + Fraction(marker.type.value or 0)
    return found


def _any_laid(record: PhaseRecord, terms: SupplyLaid) -> bool:
    return bool(_laid(record, terms))


@check("air.supply_laid", SupplyLaid, unseen="cannot excuse", acts=("lay",), met=_any_laid)
def is_flown_in(record: PhaseRecord, terms: SupplyLaid) -> Iterator[Breach]:
    """Supply comes through the air in aircraft.

    Under:    fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.ju52, ge.ju52#2; 1B/2220: ge.1reg;
              fly transport 1B/2220: ge.ju52, ge.ju52#2 supply=3; lay +airsupply.ax3 1B/2220
    Illegal:  turn 5, German Air Phase; weather clear; 1B/2220: ge.1reg; lay +airsupply.ax3 1B/2220
    """
    phase = record.moment.phase
    if phase is None:
        return
    for (number, side), laid in sorted(_laid(record, terms).items()):
        if not phase.names & terms.phases or (side and record.moment.phasing != side):
            because = say("supply that is flown in is laid in {hex} in {moment}", number, record.moment)
            yield Breach((number,), because)
            continue
        brought = sum((_brought(act, terms) for act in flights(record) if _comes(act, number, side)), Fraction(0))
        if laid <= brought:
            continue
        because = say(
            "{laid} REs of supply are laid in {hex}, and {brought} are flown there",
            amount(laid),
            number,
            amount(brought),
        )
        silent = any(terms.carriers.matches(each) for each in silent_over(record.end, number))
        broken = Known.open(say("the missions that are flown to {hex}", number)) if silent else all_seen(record)
        yield Breach((number,), because, (), broken, owed=not record.ended)


def _comes(act: Flight, number: str, side: str) -> bool:
    unit = next((found for name in act.units if (found := act.after.units.get(name))), None)
    return act.over == number and unit is not None and (not side or unit.side == side)


def _brought(act: Flight, terms: SupplyLaid) -> Fraction:
    """What a mission brings: what was told, or as much as its carriers can."""
    if act.mission not in terms.missions:
        return Fraction(0)
    told = exact(act.told.get(SUPPLY, ""))
    carriers = sum(terms.carriers.matches(act.before.units[name]) for name in act.units if name in act.before.units)
    return Fraction(told) if told is not None else carriers * Fraction(terms.missions[act.mission])
