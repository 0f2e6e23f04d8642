"""Missions that cost something and were not paid for."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.economy import first_untold, told_number
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import Interval
from adjudicator.model.theatre import Table
from adjudicator.record.flights import Flight
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say_number
from adjudicator.words import amount, counted

CHARGED_POOL = "OP"
"""The value "POOL.SIDE" that pays."""


class Charged(Table):
    """Missions of some kinds cost points when they take off; where the points are not told nobody asks."""

    kinds: frozenset[str]
    """Kinds of mission of air.toml. Example: `kinds = ["air_supply"]`"""
    amount: Amount
    """What one unit that flies costs. Example: `amount = "1/2"`"""


def _flown(record: PhaseRecord, terms: Charged) -> list[Flight]:
    return [act for act in record.of(Flight) if act.mission in terms.kinds and act.units]


def _any_flown(record: PhaseRecord, terms: Charged) -> bool:
    return bool(_flown(record, terms))


def _sides(record: PhaseRecord, terms: Charged) -> list[str]:
    first = (act.after.units.get(act.units[0]) for act in _flown(record, terms))
    return sorted({unit.side for unit in first if unit is not None})


def _untold(record: PhaseRecord, terms: Charged) -> str:
    names = [f"{CHARGED_POOL}.{side}" for side in _sides(record, terms)]
    return first_untold(names, record.start.values) or first_untold(names, record.end.values)


@check("air.charged", Charged, unseen="cannot excuse", met=_any_flown, untold=_untold)
def paid_at_takeoff(record: PhaseRecord, terms: Charged) -> Iterator[Breach]:
    """Some missions are paid for.

    Under: thunder_in_the_east, air_transport
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju52; 1716: ax.7inf;
              value OP.axis 3; fly air_supply 1716: ax.ju52; value OP.axis 5/2
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju52; 1716: ax.7inf;
              value OP.axis 3; fly air_supply 1716: ax.ju52; turn 9, Axis Battle Declaration Step; say we go on
    """
    for side in _sides(record, terms):
        name = f"{CHARGED_POOL}.{side}"
        if name not in record.start.values or name not in record.end.values:
            continue
        own = [act for act in _flown(record, terms) if act.units[0] in act.after.units]
        number = sum(len(act.units) for act in own if act.after.units[act.units[0]].side == side)
        due = Fraction(terms.amount) * number
        given = told_number(record.start, name).minus(told_number(record.end, name))
        paid = given.at_least(Interval.of(Fraction(terms.amount)))
        whole = given.at_least(Interval.of(due))
        if not whole.is_yes:
            because = say_number(
                "{units} flies for {due} {pool}, and {given} was paid",
                "{units} fly for {due} {pool}, and {given} was paid",
                number,
                counted(number, "unit"),
                amount(due),
                name,
                given,
            )
            broken = ~paid if number == 1 or not paid.is_yes else ~whole
            yield Breach((), because, broken=broken, owed=not record.ended)
