"""Missions to a hex to which nobody flies whom they are meant for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.analysis.air.sorties import all_seen, silent_over
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.flights import Flight
from adjudicator.record.memory import NIGHT
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class Joins(Table):
    """Missions of some kinds are flown to where units of a side fly others."""

    kinds: frozenset[str]
    """The kinds of mission of air.toml. Example: `kinds = ["escort"]`"""
    side: Literal["own", "enemy"] = "own"
    """Who flies there."""
    roles: frozenset[str] = frozenset({"mission"})
    """What those do, one of these."""
    at_base: bool = False
    """Whether those fly to the base that the units leave, and not to where they land."""
    times: bool = False
    """Whether who flies by night meets those alone that do, and who flies by day the others. Example: `times = true`"""


def _any(record: PhaseRecord, terms: Joins) -> bool:
    return any(act.mission in terms.kinds for act in record.of(Flight))


@check("air.joins", Joins, unseen="cannot excuse", met=_any)
def flown_to_where_others_fly(record: PhaseRecord, terms: Joins) -> Iterator[Breach]:
    """An escort goes with somebody, an interceptor meets somebody.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e, ge.he111h; 1B/3014: so.10rif;
              fly ground_support 1B/3014: ge.he111h; fly escort 1B/3014: ge.me109e
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; 1B/3014: so.10rif;
              fly escort 1B/3014: ge.me109e
    """
    for act in record.of(Flight):
        if act.mission not in terms.kinds:
            continue
        table = air_table(act.before)
        side = next((unit.side for name in act.units if (unit := act.after.units.get(name))), "")
        sortie = act.after.memory.flown.get(act.units[0])
        where = sortie.base if terms.at_base and sortie is not None else act.over
        met = _flies(record, where, side, terms)
        if not met.is_yes:
            because = say(
                "{kind} is flown to {hex}, and nobody flies a mission there that it meets",
                table.called(act.mission),
                where,
            )
            yield Breach(act.path, because, act.units, ~met)
        elif terms.times and not _at_its_time(record, act, side, terms):
            because = say(
                "{kind} is flown to {hex}, and those that fly there do so at another time of the day",
                table.called(act.mission),
                act.over,
            )
            told = all(NIGHT in each.told for each in record.of(Flight) if each.over == act.over)
            broken = YES if told else Known.open(say("whether {kind} is flown by night", act.mission))
            yield Breach(act.path, because, act.units, broken)
        elif terms.at_base and _flies(record, act.over, side, terms).is_yes:
            because = say("{kind} is flown to {hex}, which enemies attack", table.called(act.mission), act.over)
            yield Breach(act.path, because, act.units)


def _at_its_time(record: PhaseRecord, act: Flight, side: str, terms: Joins) -> bool:
    """Whether any of those that it meets flies at its time, or may."""
    by_night, table = act.told.get(NIGHT) == "yes", air_table(act.before)
    for name, sortie in act.after.memory.flown.items():
        unit = act.after.units.get(name)
        theirs = unit is not None and (unit.side == side) == (terms.side == "own")
        meets = theirs and sortie.hex == act.over and table.role_of(sortie.mission) in terms.roles
        if meets and bool(sortie.time) == by_night:
            return True
    return bool(silent_over(record.end, act.over))


def _flies(record: PhaseRecord, number: str, side: str, terms: Joins) -> Known:
    table = air_table(record.start)
    told = {name for act in record.of(Flight) for name in act.units}
    for act in record.of(Flight):
        unit = next((found for name in act.units if (found := act.after.units.get(name))), None)
        theirs = unit is not None and (unit.side == side) == (terms.side == "own")
        if theirs and act.over == number and table.role_of(act.mission) in terms.roles:
            return YES
    for name, sortie in sorted(record.start.memory.flown.items()):
        unit = record.start.units.get(name)
        theirs = unit is not None and (unit.side == side) == (terms.side == "own")
        if theirs and sortie.hex == number and table.role_of(sortie.mission) in terms.roles:
            return YES
    silent = any(
        each.id not in told and (each.side == side) == (terms.side == "own") for each in record.end.flying_at(number)
    )
    return (
        Known.open(say("the missions that are flown to {hex}", number))
        if silent
        else NO & all_seen(record)
        if all_seen(record).is_yes
        else all_seen(record)
    )
