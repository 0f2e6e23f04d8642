"""Points gained without what they cost: prices are in the pack's spending.toml."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.resources import gained, points, spending_table, spent
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.record.position import PhaseRecord
from adjudicator.words import amount


@check("spending.price", NoTerms, unseen="cannot excuse")
def bought_at_its_price(record: PhaseRecord, _terms: NoTerms) -> Iterator[Breach]:
    """Powder is bought for gold.

    Legal:    turn 2, French supply; value gold.fr 10; value powder.fr 0; now weather clear;
              value gold.fr 8; value powder.fr 1
    Illegal:  turn 2, French supply; value gold.fr 10; value powder.fr 0; now weather clear;
              value gold.fr 9; value powder.fr 1
    """
    more, less = gained(record), spent(record)
    for price in spending_table(record.start).price:
        bought = more.get(price.gains, Fraction(0))
        if not bought or not price.when.allows(record.start, record.moment.phasing):
            continue
        for pool, each in price.costs.items():
            due = bought * Fraction(str(each))
            given = less.get(pool, (Fraction(0), Fraction(0)))[1]
            if points(record.end, pool) is not None and given < due:
                yield Breach((), f"{amount(bought)} {price.gains} cost {amount(due)} {pool}, {amount(given)} spent")
