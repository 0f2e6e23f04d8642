"""Units that cannot fly by themselves, and are towed by too few."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.sorties import flights, silent_over
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.flights import Flight
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import counted


class Tow(Table):
    """To every hex as many units fly that tow as there are units that must be towed."""

    who: Selector
    """The units that are towed. Example: `who = { kinds = ["glider"] }`"""
    towing: Selector
    """Who tows them, one each. Example: `towing = { kinds = ["transport"] }`"""


def _any(record: PhaseRecord, terms: Tow) -> bool:
    return any(terms.who.matches(unit) for act in record.of(Flight) for unit in _units(act))


def _units(act: Flight) -> list[Unit]:
    return [unit for name in act.units if (unit := act.before.units.get(name))]


@check("air.tow", Tow, unseen="may excuse", units_in="", met=_any)
def flies_behind_another(record: PhaseRecord, terms: Tow) -> Iterator[Breach]:
    """A glider flies behind a transport, and no transport tows two.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.ju52, ge.dfs230;
              fly transfer 1B/2220: ge.ju52, ge.dfs230
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.ju52, ge.dfs230, ge.dfs230#2;
              fly transfer 1B/2220: ge.ju52, ge.dfs230, ge.dfs230#2
    """
    over: dict[str, list[Unit]] = {}
    for act in flights(record):
        over.setdefault(act.over, []).extend(_units(act))
    for number, units in sorted(over.items()):
        behind = {unit.id: unit for unit in units if terms.who.matches(unit)}
        before = {unit.id for unit in units if terms.towing.matches(unit)}
        if len(behind) <= len(before):
            continue
        because = say(
            "{towed} to {hex} behind {towing} that tow them, one each",
            counted(len(behind), "unit"),
            number,
            counted(len(before), "unit"),
        )
        silent = any(terms.towing.matches(unit) for unit in silent_over(record.end, number))
        broken = Known.open(say("the missions that are flown to {hex}", number)) if silent else YES
        yield Breach((number,), because, tuple(sorted(behind)), broken, owed=not record.ended)
