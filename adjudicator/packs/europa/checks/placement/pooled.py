"""Units of the replacement pool that come onto the map as if they were reinforcements."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.order_of_battle import expected
from adjudicator.analysis.reinforcement import arrived
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector


class Pooled(Table):
    """Units that fit `who` and that the order of battle brings into the pool alone come out of a box of the lost."""

    who: Selector = EVERYONE
    """The units that come onto the map."""


def _meant(record: PhaseRecord, terms: Pooled) -> Iterator[tuple[Unit, str]]:
    pack = record.start.pack
    pooled = expected(pack, "pool")
    others = {name for event in ("start", "arrival", "conversion") for name in expected(pack, event)}
    for unit, box in arrived(record):
        if terms.who.matches(unit) and pooled[unit.type.id] and unit.type.id not in others:
            yield unit, box


@check("placement.pooled", Pooled, unseen="cannot excuse")
def comes_out_of_the_pool(record: PhaseRecord, terms: Pooled) -> Iterator[Breach]:
    """Who is in the replacement pool has to be replaced.

    Under:    fire_in_the_east, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; [replacement pool]: so.tank.brigade.3; 2A/3003: +factory;
              so.tank.brigade.3 [replacement pool]>2A/3003
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [due]: so.tank.brigade.3; so.tank.brigade.3 [due]>2A/3003
    """
    for unit, box in _meant(record, terms):
        because = say("{unit} arrives, and comes onto the map by replacement alone", unit)
        yield Breach((unit.hex,), because, (unit.id,), YES if box else Known.open(say("where {unit} came from", unit)))
