"""Units that go through the air without an aircraft."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.sorties import CARGO, all_seen, cargo_of, flights
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.flights import Flight
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.act import ActKinds


class Carried(Table):
    """Units that travel by acts of `kinds` are the cargo of a mission of `missions` to the hex where they land."""

    kinds: ActKinds
    """The kinds of act. Example: `kinds = ["airlift"]`"""
    missions: frozenset[str]
    """The kinds of mission that carry units. Example: `missions = ["drop"]`"""


@check("air.carried", Carried, unseen="may excuse", acts_in=("kinds",))
def goes_by_an_aircraft(record: PhaseRecord, terms: Carried) -> Iterator[Breach]:
    """Who goes through the air is told as the cargo of an air unit that flies there.

    Under:    fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1+dropped; [1B/2719]: ge.ju52,
              ge.dfs230; fly drop 1B/2816: ge.ju52, ge.dfs230 cargo=ge.22al1; airlift ge.22al1 1B/2719-1B/2816
    Illegal:  turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1+dropped; [1B/2719]: ge.dfs230;
              airlift ge.22al1 1B/2719-1B/2816
    """
    missions = [each for each in flights(record) if each.mission in terms.missions]
    for act in record.called(terms.kinds):
        there = [each for each in missions if each.over == act.path[-1]]
        carried = {unit.id for each in there for unit in cargo_of(each)}
        for name in act.units:
            if name not in carried:
                unit = act.before.units[name]
                because = say("{unit} is carried by no air unit to {hex}", unit, act.path[-1])
                yield Breach(act.path, because, (name,), _broken(record, there))


def _broken(record: PhaseRecord, there: list[Flight]) -> Known:
    """Whether nobody carried it: open where somebody flies there and nobody told with what."""
    silent = next((each for each in there if CARGO not in each.told), None)
    if silent is None:
        return YES & all_seen(record)
    return Known.open(say("what {unit} carries", silent.before.units[silent.units[0]]))
