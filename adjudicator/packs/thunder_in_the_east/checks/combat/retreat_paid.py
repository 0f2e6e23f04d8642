"""Retreats through enemy zones whose price was not paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.combat.battles import Fought, fights
from adjudicator.analysis.losses import arrivals
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class RetreatPaid(Table):
    """The results after which defenders retreat, each with the steps that it took of them before."""

    lost: Mapping[str, int]
    """The results after which defenders retreat, with the steps that each took of them. Example: `lost = { DL = 1 }`"""


@check("combat.retreat_paid", RetreatPaid, acts=("retreat",))
def pays_for_its_way(record: PhaseRecord, terms: RetreatPaid) -> Iterator[Breach]:
    """A stack loses a step for each hex in an enemy zone that its retreat enters, besides what the result took.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.20a; 2119: ax.7inf;
              attack 1817: ax.24pz result=DR; retreat sov.20a 1817-1918-2018; flip sov.20a/2
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.20a; 2119: ax.7inf;
              attack 1817: ax.24pz result=DR; retreat sov.20a 1817-1918-2018
    """
    for fought in fights(record):
        if not fought.withdrawals or _nothing_left(fought):
            continue
        if fought.result in terms.lost:
            yield from _judged(fought, Interval.of(terms.lost[fought.result]))
        elif not fought.result and terms.lost and fought.toll.most.high:
            ends = min(terms.lost.values()), max(terms.lost.values())
            yield from _judged(
                fought, Interval(*ends, frozenset({say("the result of the battle in {hex}", fought.hex)}))
            )


def _nothing_left(fought: Fought) -> bool:
    """Whether all that retreated is gone, with nothing in its stead: whatever more was due, nobody could pay it."""
    sides = {unit.side for unit in fought.defenders}
    gone = all(fought.left(name) for act in fought.withdrawals for name in act.units)
    return gone and not any(each.hex for each in arrivals(fought.record, sides))


def _judged(fought: Fought, taken: Interval) -> Iterator[Breach]:
    names = tuple(unit.id for unit in fought.defenders)
    paid = Interval.of(fought.lost(names)).minus(taken)
    short = ~fought.toll.least.at_most(paid)
    if paid.high >= 0 and short.possible:
        end = fought.withdrawals[-1].path[-1]
        besides = say(" besides the {taken} of {result}", taken.low, fought.result) if taken.low else ""
        because = say(
            "the retreat from {hex} to {end} costs {words}, and the defenders lost {paid}{besides}",
            fought.hex,
            end,
            fought.toll.words,
            paid.high,
            besides,
        )
        yield Breach((fought.hex, end), because, names, short)
