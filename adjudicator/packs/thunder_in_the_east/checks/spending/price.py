"""Points gained without what they cost: prices are in the pack's spending.toml."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.resources import free_points, gained, points, spending_table, spent
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import amount


def _untold(record: PhaseRecord, _terms: NoTerms) -> str:
    """The points that may be bought, where nobody tells how many there were or are."""
    side, table = record.moment.phasing, spending_table(record.start)
    pools = [
        each.gains
        for each in table.price
        if table.pool[each.gains].side in ("", side) and each.when.holds(record.start, side).possible
    ]
    missing = (points(at, pool).missing for pool in pools for at in (record.start, record.end))
    return next((sorted(each)[0] for each in missing if each), "")


@check("spending.price", NoTerms, unseen="cannot excuse", acts=("value",), untold=_untold)
def bought_at_its_price(record: PhaseRecord, _terms: NoTerms) -> Iterator[Breach]:
    """One kind of points is bought for others at its price.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; value OP.axis 1; value EP.axis 4;
              value FP.axis 4; now weather clear; value EP.axis 7/2; value FP.axis 7/2; value OP.axis 2
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; value OP.axis 1; value EP.axis 4;
              value FP.axis 4; now weather clear; value FP.axis 3; value OP.axis 2
    """
    more, less = gained(record), spent(record)
    for price in spending_table(record.start).price:
        bought = max(more.get(price.gains, Fraction(0)) - free_points(record, price), Fraction(0))
        now = price.when.holds(record.start, record.moment.phasing)
        if not bought or now.is_no:
            continue
        for pool, each in price.costs.items():
            due = bought * Fraction(str(each))
            given = less.get(pool, (Fraction(0), Fraction(0)))[1]
            if given < due:
                because = say(
                    "{bought} {gains} costs {due} {pool}, and {given} was spent",
                    amount(bought),
                    price.gains,
                    amount(due),
                    pool,
                    amount(given),
                )
                told = points(record.start, pool).settled & points(record.end, pool).settled
                yield Breach((), because, broken=now & told)
