"""Points that a side adds to a pool although nothing brings them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.economy import income
from adjudicator.analysis.resources import gained
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import exact
from adjudicator.model.interval import INFINITE, Interval, sum_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import PhaseName
from adjudicator.packs.europa.analysis.parted import POINTS, conversions, last_act, sent_off
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE


class Income(Table):
    """In these phases no more is added to a pool than its incomes bring, and units that are disbanded or converted."""

    pool: str
    """The pool. Example: `pool = "armor.soviet"`"""
    phases: frozenset[PhaseName]
    """The phases by id, kind or tag. Example: `phases = ["soviet.initial"]`"""
    brings: tuple[str, ...]
    """The incomes of economy.toml that go into it. Example: `brings = ["factories"]`"""


def _grown(record: PhaseRecord, terms: Income) -> Fraction:
    phase = record.moment.phase
    return (
        gained(record).get(terms.pool, Fraction(0)) if phase is not None and phase.names & terms.phases else Fraction(0)
    )


def _any_grown(record: PhaseRecord, terms: Income) -> bool:
    return _grown(record, terms) > 0


def _from_units(record: PhaseRecord, terms: Income) -> Iterator[Interval]:
    """What each unit brought that was sent off the map or turned into another, as far as that is told."""
    names = [unit.id for unit, _ in sent_off(record, EVERYONE, terms.phases)]
    names += [new.id for _, new in conversions(record, EVERYONE)]
    for name in names:
        act = last_act(record, name)
        told = None if act is None else exact(act.told.get(POINTS, ""))
        untold = frozenset({say("the points that {unit} brought (points=)", record.end.units.get(name, name))})
        yield Interval(Fraction(0), INFINITE, untold) if told is None else Interval.of(max(told, Fraction(0)))


@check("spending.income", Income, unseen="cannot excuse", met=_any_grown)
def no_more_comes(record: PhaseRecord, terms: Income) -> Iterator[Breach]:
    """A factory gives one armor point a turn.

    Under:    fire_in_the_east, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; 2A/3008: +factory; value armor.soviet 0; now weather clear;
              value armor.soviet 1
    Illegal:  turn 5, Soviet Initial Phase; weather clear; 2A/3008: +factory; value armor.soviet 0; now weather clear;
              value armor.soviet 5
    """
    grown = _grown(record, terms)
    if not grown:
        return
    comes = sum_of((*(income(record.start, name) for name in terms.brings), *_from_units(record, terms)))
    because = say("{pool} grew by {grown}, and {comes} is due", terms.pool, Interval.of(grown), comes)
    yield Breach((), because, broken=~Interval.of(grown).at_most(comes))
