"""What flies a mission that it cannot fly twice, and is still there after it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.chart import OUT, place_of
from adjudicator.analysis.air.sorties import driven_off, flights, harm_untold
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.known import unless_missing
from adjudicator.model.theatre import Table
from adjudicator.record.flights import Flight
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector


class Expended(Table):
    """Units that leave play at the end of the phase in which they flew such a mission."""

    kinds: frozenset[str]
    """The kinds of mission. Example: `kinds = ["drop"]`"""
    who: Selector
    """The units. Example: `who = { kinds = ["glider"] }`"""


def _flown(record: PhaseRecord, terms: Expended) -> list[Flight]:
    """The missions that nobody turned back: whoever tows a unit turns it back with him."""
    hurt = driven_off(record)
    return [act for act in flights(record) if act.mission in terms.kinds and hurt.isdisjoint(act.units)]


def _any(record: PhaseRecord, terms: Expended) -> bool:
    units = (act.before.units[name] for act in _flown(record, terms) for name in act.units if name in act.before.units)
    return record.ended and any(terms.who.matches(unit) for unit in units)


@check("air.expended", Expended, unseen="cannot excuse", units_in="", met=_any)
def gone_after_its_mission(record: PhaseRecord, terms: Expended) -> Iterator[Breach]:
    """A glider that dropped troops is gone.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1; [1B/2719]: ge.ju52, ge.ju52#2, ge.dfs230,
              ge.dfs230#2; fly drop 1B/2714: ge.ju52, ge.ju52#2, ge.dfs230, ge.dfs230#2 cargo=ge.22al1;
              remove ge.dfs230; remove ge.dfs230#2; turn 5, German Combat Phase; say on
    Illegal:  turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1; [1B/2719]: ge.ju52, ge.ju52#2, ge.dfs230,
              ge.dfs230#2; fly drop 1B/2714: ge.ju52, ge.ju52#2, ge.dfs230, ge.dfs230#2 cargo=ge.22al1;
              turn 5, German Combat Phase; say on
    """
    out = air_table(record.start).gone
    for act in _flown(record, terms) if record.ended else ():
        for name in act.units:
            unit, now = act.before.units.get(name), record.end.units.get(name)
            if unit is None or not terms.who.matches(unit) or place_of(record.end, now, out) == OUT:
                continue
            kind = air_table(record.start).called(act.mission)
            because = say(
                "{unit} flew {mission} to {hex} in this phase, and is not removed after it", unit, kind, act.over
            )
            yield Breach(act.path, because, (name,), unless_missing(harm_untold(record)), excuse=Excuse())
