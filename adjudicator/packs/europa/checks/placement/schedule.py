"""Reinforcements that the order of battle does not bring, or not now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.packs.europa.analysis.reinforcement import (
    COMES,
    Sort,
    arrived,
    come_by,
    no_replacement,
    sort_of,
    turns_of,
)
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.who import EVERYONE, Selector


class Schedule(Table):
    """Units that fit `who` and come onto the map; one that was due earlier may still come."""

    who: Selector = EVERYONE
    """The units that come onto the map."""


@check("placement.schedule", Schedule, counts_turns=True)
def comes_when_due(record: PhaseRecord, terms: Schedule) -> Iterator[Finding]:
    """Who arrives is due, and no more of them than are. Counters of one kind, size and strength stand for one another.

    Under:    fire_in_the_east
    Legal:    turn 7, German Initial Phase; weather clear; place ge.panzer.division.2 1B/2724
    Illegal:  turn 5, German Initial Phase; weather clear; [due]: ge.panzer.division.2; ge.panzer.division.2 [due]>1B/2724
    """
    pack, turn = record.start.pack, record.moment.turn
    counts: Counter[Sort] = Counter()
    for unit, box in arrived(record):
        sort = sort_of(unit.type)
        turns = turns_of(pack, COMES, sort) if terms.who.matches(unit) else []
        if not turns:
            continue
        counts[sort] += 1
        due = come_by(pack, COMES, unit.side, turn)[sort]
        when, at = strung(map(str, turns), ", "), (unit.hex,)
        if not turn:
            because = say("{unit} arrives, and is due on turn {when}", unit, when)
            yield Finding(at, because, (unit.id,), Known.open(say("the turn")))
        elif not due:
            because = say("{unit} arrives on turn {turn}, and is due on turn {when}", unit, turn, when)
            yield Finding(at, because, (unit.id,), no_replacement(record, unit, box))
        elif counts[sort] > due:
            because = say(
                "{unit} is number {count} of its sort to arrive; by turn {turn} {due} came",
                unit,
                counts[sort],
                turn,
                due,
            )
            yield Finding(at, because, (unit.id,), no_replacement(record, unit, box))
