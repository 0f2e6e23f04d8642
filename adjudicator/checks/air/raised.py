"""What was destroyed and comes back: how many units at once, when, and for what price."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil

from adjudicator.analysis.air.terms import Price, air_table
from adjudicator.analysis.cards import granted
from adjudicator.analysis.economy import first_untold, told_number
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import Interval
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, say_number
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.who import Selector
from adjudicator.words import counted, word


class Least(Table):
    """Units of which some may always come back."""

    who: Selector
    """The units. Example: `who = { nations = ["french"] }`"""
    number: int
    """How many of them."""


class Raised(Table):
    """Units come out of states of readiness in which others stay: so many at once."""

    ways: Mapping[str, str]
    """By the state that is left the one that follows. Example: `ways = { destroyed = "flown damaged" }`"""
    when: When = ALWAYS
    """When any do, as their side sees it."""
    share: Amount = 1
    """Which part of those in the state may, rounded up. Example: `share = "1/10"`"""
    always: Least | None = None
    """Units of which some may in any case."""
    price: Price | None = None
    """What each costs, if anything."""


Change = tuple[Unit, str, str]


def _changes(record: PhaseRecord, terms: Raised) -> list[Change]:
    table, found = air_table(record.start), []
    for _, old, new in record.changes():
        if old is None or new is None or not old.type.flies:
            continue
        was, now = table.state_of(old), table.state_of(new)
        if was in terms.ways and now and now != was:
            found.append((old, was, now))
    return found


def _any_raised(record: PhaseRecord, terms: Raised) -> bool:
    return bool(_changes(record, terms))


def _untold(record: PhaseRecord, terms: Raised) -> str:
    """The points that pay, where nobody tells them."""
    if terms.price is None:
        return ""
    names = sorted({f"{terms.price.pool}.{unit.side}" for unit, _, _ in _changes(record, terms)})
    return first_untold(names, record.start.values) or first_untold(names, record.end.values)


@check("air.raised", Raised, unseen="cannot excuse", met=_any_raised, untold=_untold)
def few_come_back(record: PhaseRecord, terms: Raised) -> Iterator[Breach]:
    """Of what was destroyed little comes back at once.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Order of Battle Step; weather clear; season summer; week 1; [destroyed]: ax.ju87/2;
              ax.ju87 [destroyed]>[flown]
    Illegal:  turn 9, Axis Order of Battle Step; weather clear; season summer; week 2; [destroyed]: ax.ju87/2;
              ax.ju87 [destroyed]>[flown]
    """
    changes = _changes(record, terms)
    for side in sorted({unit.side for unit, _, _ in changes}):
        own = [each for each in changes if each[0].side == side]
        yield from _may_not(record, terms, side, own)
        yield from _too_many(record, terms, side, [unit for unit, _, _ in own])
        if terms.price is not None:
            yield from _unpaid(record, terms.price, side, [unit for unit, _, _ in own])


def _may_not(record: PhaseRecord, terms: Raised, side: str, changes: list[Change]) -> Iterator[Breach]:
    now = terms.when.holds(record.start, side)
    by_card = granted(record, side, "mends").at_least(Interval.of(len(changes)))
    for unit, was, came in changes:
        if terms.ways[was] != came:
            because = say("{unit} goes from {old} to {new} at once, which may not be", unit, word(was), word(came))
            yield Breach((), because, (unit.id,))
        elif not now.is_yes:
            because = say("{unit} comes back from {old} in {moment}, and none do now", unit, word(was), record.moment)
            yield Breach((), because, (unit.id,), ~now & ~by_card)


def _too_many(record: PhaseRecord, terms: Raised, side: str, raised: list[Unit]) -> Iterator[Breach]:
    table = air_table(record.start)
    here = [each for each in record.start.aircraft.values() if each.side == side]
    most = ceil(Fraction(terms.share) * sum(table.state_of(each) in terms.ways for each in here))
    spared = [each for each in raised if terms.always is not None and terms.always.who.matches(each)]
    others, number = len(raised) - len(spared), terms.always.number if terms.always is not None else 0
    if len(raised) > most and (others > most or len(spared) > number):
        units = counted(len(raised), "unit")
        because = say_number(
            "{units} comes back at once, and {most} may",
            "{units} come back at once, and {most} may",
            len(raised),
            units,
            max(most, number),
        )
        by_card = granted(record, side, "mends").at_least(Interval.of(len(raised) - most))
        yield Breach((), because, tuple(each.id for each in raised), ~by_card)


def _unpaid(record: PhaseRecord, price: Price, side: str, raised: list[Unit]) -> Iterator[Breach]:
    name = f"{price.pool}.{side}"
    if name not in record.start.values or name not in record.end.values:
        return
    cheap = sum(price.cheap is not None and price.cheap.matches(each) for each in raised)
    due = len(raised) - cheap + Fraction(price.less) * cheap
    given = told_number(record.start, name).minus(told_number(record.end, name))
    spared = granted(record, side, "mends").smaller(Interval.of(len(raised)))
    paid = given.plus(spared).at_least(Interval.of(due))
    if not paid.is_yes:
        units = counted(len(raised), "unit")
        because = say_number(
            "{units} comes back for {due} {pool}, and {given} was paid",
            "{units} come back for {due} {pool}, and {given} was paid",
            len(raised),
            units,
            due,
            name,
            given,
        )
        yield Breach((), because, tuple(each.id for each in raised), ~paid, owed=not record.ended)
