"""Points that a side adds to a pool although nothing brings them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.economy import income
from adjudicator.analysis.resources import gained
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.model.amounts import exact
from adjudicator.model.interval import INFINITE, Interval, sum_of
from adjudicator.packs.europa.analysis.parted import POINTS, conversions, last_act, sent_off
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE

POOL = "armor.soviet"
BRING = ("factories", "lend_lease.armor")
"""The incomes of economy.toml that go into it."""
PHASES = frozenset({"soviet.initial"})


def _grown(record: PhaseRecord) -> Fraction:
    phase = record.moment.phase
    return gained(record).get(POOL, Fraction(0)) if phase is not None and phase.names & PHASES else Fraction(0)


def _any_grown(record: PhaseRecord, _: NoTerms) -> bool:
    return _grown(record) > 0


def _from_units(record: PhaseRecord) -> Iterator[Interval]:
    """What each unit brought that was sent off the map or turned into another, as far as that is told."""
    names = [unit.id for unit, _ in sent_off(record, EVERYONE, PHASES)]
    names += [new.id for _, new in conversions(record, EVERYONE)]
    for name in names:
        act = last_act(record, name)
        told = None if act is None else exact(act.told.get(POINTS, ""))
        untold = frozenset({say("the points that {unit} brought (points=)", record.end.units.get(name, name))})
        yield Interval(Fraction(0), INFINITE, untold) if told is None else Interval.of(max(told, Fraction(0)))


@check("spending.income", NoTerms, unseen="cannot excuse", met=_any_grown)
def no_more_comes(record: PhaseRecord, _: NoTerms) -> Iterator[Breach]:
    """A factory gives one armor point a turn.

    Under:    fire_in_the_east, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; 2A/3008: +factory; value armor.soviet 0; now weather clear;
              value armor.soviet 1
    Illegal:  turn 5, Soviet Initial Phase; weather clear; 2A/3008: +factory; value armor.soviet 0; now weather clear;
              value armor.soviet 5
    """
    grown = _grown(record)
    if not grown:
        return
    comes = sum_of((*(income(record.start, name) for name in BRING), *_from_units(record)))
    because = say("{pool} grew by {grown}, and {comes} is due", POOL, Interval.of(grown), comes)
    yield Breach((), because, broken=~Interval.of(grown).at_most(comes))
