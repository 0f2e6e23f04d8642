"""More points spent on units of a kind than may be."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.cards import may_have_paid
from adjudicator.analysis.costs import price_of
from adjudicator.analysis.gains import Gain, gains
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import amount, listed

STEPS = "steps"


class Cap(Table):
    """What units that fit `who` gain in a phase costs at most so many points in all."""

    boxes: frozenset[str]
    """The boxes out of which units are built. Example: `boxes = ["pool"]`"""
    who: Selector
    """The units. Example: `who = { tags = ["specialist"] }`"""
    most: Amount
    """How many points. Example: `most = 1`"""
    counting: str = ""
    """What is counted: points of one kind, the word with which their pools' names begin, or "steps"; left out: all points.
    Example: `counting = "gold"`"""
    by_nation: bool = False
    """Whether each nation has this limit of its own. Example: `by_nation = true`"""


def _groups(record: PhaseRecord, terms: Cap) -> dict[str, list[Gain]]:
    found: dict[str, list[Gain]] = {}
    for each in gains(record, terms.boxes):
        if terms.who.matches(each.unit):
            found.setdefault(each.unit.type.nation if terms.by_nation else "", []).append(each)
    return found


def _any_meant(record: PhaseRecord, terms: Cap) -> bool:
    return bool(_groups(record, terms))


@check("gains.cap", Cap, met=_any_meant)
def costs_at_most(record: PhaseRecord, terms: Cap) -> Iterator[Breach]:
    """Only so much is spent on some units in a phase. A card may have given more of them.

    Under: thunder_in_the_east
    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [axis hand]: +card.a1;
              [force_pool]: ax.gar, ax.gar#2; ax.gar [force_pool]>0521; ax.gar#2 [force_pool]>0326
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [axis hand]: +card.a1;
              [force_pool]: ax.gar, ax.gar#2, ax.gar#3; ax.gar [force_pool]>0521; ax.gar#2 [force_pool]>0326;
              ax.gar#3 [force_pool]>0116
    """
    most = Fraction(str(terms.most))
    for found in _groups(record, terms).values():
        cost = sum_of(Interval.by(each.sure, _cost(record, each, terms.counting), Interval.of(0)) for each in found)
        within = cost.at_most(Interval.of(most))
        if not within.is_yes:
            units = tuple(each.unit for each in found)
            because = (
                say("{units} gain {cost} steps, and {most} may be gained", listed(units), cost, amount(most))
                if terms.counting == STEPS
                else say(
                    "{units} cost {cost} points, and at most {most} may be spent", listed(units), cost, amount(most)
                )
            )
            broken = ~within & ~may_have_paid(record, record.moment.phasing)
            yield Breach((), because, tuple(unit.id for unit in units), broken)


def _cost(record: PhaseRecord, gain: Gain, counting: str) -> Interval:
    if counting == STEPS:
        return Interval.of(gain.steps)
    priced = price_of(record.start, gain).items()
    return Interval.of(sum((each for pool, each in priced if _is_kind(pool, counting)), Fraction(0)))


def _is_kind(pool: str, kind: str) -> bool:
    return not kind or pool.partition(".")[0] == kind
