"""Points booked as income that are not what the places held bring."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.economy import income, told_number
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import listed


class Account(Table):
    """Values that grow together by the incomes `brings`, and by any part of the incomes `upto`."""

    pools: tuple[str, ...]
    """The values that grow, told as numbers. Example: `pools = ["EP.soviet"]`"""
    brings: tuple[str, ...]
    """The incomes of economy.toml that are due in full. Example: `brings = ["EP.soviet"]`"""
    upto: tuple[str, ...] = ()
    """Incomes of which the owner may put as much as he likes into these values. Example: `upto = ["lend_lease"]`"""


class Income(Table):
    """What is booked in a phase; of values that nobody tells nothing is asked."""

    accounts: tuple[Account, ...]
    """The accounts. Example: `accounts = [{ pools = ["PP.german"], brings = ["PP.german"] }]`"""


def _kept(record: PhaseRecord, account: Account) -> bool:
    return all(pool in record.start.values or pool in record.end.values for pool in account.pools)


def _any_kept(record: PhaseRecord, terms: Income) -> bool:
    return any(_kept(record, account) for account in terms.accounts)


@check("values.income", Income, met=_any_kept)
def booked_as_due(record: PhaseRecord, terms: Income) -> Iterator[Breach]:
    """What a season brings is booked, no more and no less.

    Under: thunder_in_the_east, campaign
    Legal:    turn 1, Pay Day Step; weather clear; season winter; value PP.german 3; now weather clear;
              value PP.german 15
    Illegal:  turn 1, Pay Day Step; weather clear; season winter; value PP.german 3; now weather clear;
              value PP.german 16
    """
    for account in terms.accounts:
        if _kept(record, account):
            yield from _booked(record, account)


def _booked(record: PhaseRecord, account: Account) -> Iterator[Breach]:
    start = record.start
    booked = sum_of(told_number(record.end, pool).minus(told_number(start, pool)) for pool in account.pools)
    least = sum_of(income(start, name) for name in account.brings)
    most = least.plus(sum_of(income(start, name) for name in account.upto))
    less, more = ~booked.at_least(least), ~booked.at_most(most)
    if less.possible or more.possible:
        because = _because(account, booked, least, most)
        yield Breach((), because, broken=less | more, owed=not record.ended and not more.possible)


def _because(account: Account, booked: Interval, least: Interval, most: Interval) -> str:
    due = Interval(least.low, most.high, least.missing | most.missing)
    return say("{pools} grew by {booked}, and {due} is due", listed(account.pools), booked, due)
