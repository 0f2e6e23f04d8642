"""Points put into something that nobody paid for, or more of them than may be."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.economy import first_untold, told_number
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import amount, listed


class Paid(Table):
    """The numbers `tallies` say how many points of `pool` were put into something: the pool falls by what they rise by."""

    tallies: tuple[str, ...]
    """The values that count what was put in. Example: `tallies = ["goods.romanian"]`"""
    pool: str
    """The value that pays. Example: `pool = "EP.axis"`"""
    most: Amount | None = None
    """By how much each tally rises in a phase at most; left out: no limit."""


def _risen(record: PhaseRecord, name: str) -> Interval:
    return told_number(record.end, name).minus(told_number(record.start, name))


def _told(record: PhaseRecord, terms: Paid) -> list[str]:
    return [name for name in terms.tallies if name in record.start.values and name in record.end.values]


def _untold(record: PhaseRecord, terms: Paid) -> str:
    """One of the numbers that nobody tells."""
    return first_untold(terms.tallies, record.end.values)


@check("values.paid", Paid, unseen="cannot excuse", acts=("value",), untold=_untold)
def paid_for(record: PhaseRecord, terms: Paid) -> Iterator[Breach]:
    """What is put into something is paid for, and no more of it than may be.

    Under: thunder_in_the_east, campaign
    Legal:    turn 1, Gain Morale Step; weather clear; season winter; value goods.romanian 0; value EP.axis 4;
              now weather clear; value goods.romanian 1; value EP.axis 3
    Illegal:  turn 1, Gain Morale Step; weather clear; season winter; value goods.romanian 0; value EP.axis 4;
              now weather clear; value goods.romanian 2; value EP.axis 2
    """
    put = {name: _risen(record, name) for name in _told(record, terms)}
    rising = {name: each for name, each in put.items() if each.low > 0}
    for name, each in rising.items() if terms.most is not None else ():
        most = Fraction(terms.most or 0)
        if each.low > most:
            yield Breach((), say("{name} rises by {number}, and may rise by {most}", name, each, amount(most)))
    if rising:
        total, given = sum_of(rising.values()), _risen(record, terms.pool).times(Fraction(-1))
        short = (
            ~given.at_least(total) if terms.pool in record.end.values else told_number(record.end, terms.pool).settled
        )
        because = say(
            "{tallies} rose by {total}, and {given} {pool} was spent", listed(rising), total, given, terms.pool
        )
        yield Breach((), because, broken=short)
