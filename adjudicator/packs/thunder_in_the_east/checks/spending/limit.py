"""More spent of a pool than a phase allows: pools and limit are in the pack's spending.toml."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import raised
from adjudicator.analysis.resources import spending_limit, spending_table, spent
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.interval import Interval
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import amount


@check("spending.limit", NoTerms, unseen="cannot excuse", acts=("value",))
def within_the_limit(record: PhaseRecord, _terms: NoTerms) -> Iterator[Breach]:
    """Only so much of a pool is spent in a phase.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; value PP.german 41; now weather clear;
              value PP.german 36
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; value PP.german 41; now weather clear;
              value PP.german 35
    """
    for pool, (held, given) in spent(record).items():
        most = spending_limit(record.start, pool, held)
        if most is None or Interval.of(given).at_most(most).is_yes:
            continue
        more = raised(record, pool, spending_table(record.start).pool[pool].side)
        within = Interval.of(given).at_most(most.plus(more))
        if not within.is_yes:
            yield Breach(
                (),
                say(
                    "{given} of {held} {pool} was spent, and at most {most} may be",
                    amount(given),
                    amount(held),
                    pool,
                    most.plus(Interval.of(more.low)),
                ),
                broken=~within,
                excuse=Excuse(),  # a card that lies there unread may raise the limit
            )
