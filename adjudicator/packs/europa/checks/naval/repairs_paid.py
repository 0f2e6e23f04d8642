"""Ships repaired and replaced beyond the points spent on them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from adjudicator.analysis.economy import told_number, value_named
from adjudicator.analysis.roster import roster
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind, PhaseName
from adjudicator.packs.europa.analysis.ships import hits_on
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import counted

POOL = "repair_points"
"""The value that pays, before the side's name."""


class Price(Table):
    """What points do for some ships."""

    who: Selector
    """The ships. Example: `who = { kinds = ["flotilla"] }`"""
    hits: int = 1
    """The hits that a point takes off. Example: `hits = 2`"""
    again: int = 0
    """The points for which one comes again. Example: `again = 2`"""


class RepairsPaid(Table):
    """All that is repaired and replaced in a phase is paid out of the repair points."""

    phases: frozenset[PhaseName]
    """The phases, by id, kind or tag. Example: `phases = ["initial"]`"""
    markers: frozenset[MarkerKind]
    """The kinds of marker that count hits. Example: `markers = ["ship_hit"]`"""
    prices: tuple[Price, ...]
    """What the points do, by ship."""


def _dues(record: PhaseRecord, terms: RepairsPaid) -> dict[str, int]:
    """By side the points that are due in a phase in which ships are repaired."""
    phase = record.moment.phase
    if phase is None or not phase.names & terms.phases:
        return {}
    found: dict[str, int] = {}
    for price in terms.prices:
        mended: dict[str, int] = {}
        for old in roster(record.start).fitting(price.who):
            new = record.end.units.get(old.id)
            if new is not None and new.hex:
                fewer = hits_on(record.start, old, terms.markers) - hits_on(record.end, new, terms.markers)
                mended[old.side] = mended.get(old.side, 0) + max(fewer, 0)
        for side, hits in mended.items():
            found[side] = found.get(side, 0) + ceil(Fraction(hits, price.hits))
        for act in record.called({"place"}):
            for new in (act.after.units[name] for name in act.units if name not in act.before.units):
                if price.who.matches(new):
                    found[new.side] = found.get(new.side, 0) + price.again
    return {side: due for side, due in sorted(found.items()) if due}


def _any(record: PhaseRecord, terms: RepairsPaid) -> bool:
    return bool(_dues(record, terms))


@check("naval.repairs_paid", RepairsPaid, unseen="cannot excuse", met=_any)
def is_paid_out_of_one_pool(record: PhaseRecord, terms: RepairsPaid) -> Iterator[Breach]:
    """No point repairs one ship and brings back another.

    Under:    fire_in_the_east, open_sea
    Legal:    turn 5, Soviet Initial Phase; weather clear; value repair_points.soviet 1; 2A/0410: so.ca1/2+ship_hits.1;
              unmark so.ca1+ship_hits.1; value repair_points.soviet 0
    Illegal:  turn 5, Soviet Initial Phase; weather clear; value repair_points.soviet 2; 2A/0410: so.ca1/2+ship_hits.1;
              unmark so.ca1+ship_hits.1; value repair_points.soviet 2; turn 5, Soviet Movement Phase; say on
    """
    for side, due in _dues(record, terms).items():
        pool = f"{POOL}.{side}"
        if pool not in record.start.values:
            because = say("{due} due, and nobody tells how many there are", counted(due, "repair point"))
            yield Breach((), because, (), Known.open(value_named(pool)))
            continue
        given = told_number(record.start, pool).minus(told_number(record.end, pool))
        paid = given.at_least(Interval.of(due))
        if not paid.is_yes:
            because = say("{due} due, and {given} spent", counted(due, "repair point"), given)
            yield Breach((), because, (), ~paid, owed=not record.ended)
