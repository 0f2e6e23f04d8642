"""What bombed cities cost their owner at the start of a season."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.economy import first_untold, holder_of, told_number, value_named
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import exact
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.known import unless_missing
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say

FORFEITS_NAME = "bombed"
"""The kind of value."""
LEAST = 3
"""From what number on."""


class Forfeits(Table):
    """Each place whose number "NAME.PLACE" is at least 3 costs its holder one payment of his choice."""

    pays: Mapping[str, Mapping[str, int]]
    """By side the values that may pay, each with how much of it is one payment. Example: `pays = { axis = { "PP.german" =
    1 } }`"""


def _any_kept(record: PhaseRecord, terms: Forfeits) -> bool:
    return any(name.startswith(f"{FORFEITS_NAME}.") for name in record.start.values)


def _untold(record: PhaseRecord, terms: Forfeits) -> str:
    """A value out of which the holder of a bombed place pays, where nobody tells it."""
    places = [name.partition(".")[2] for name in record.start.values if name.startswith(f"{FORFEITS_NAME}.")]
    holders = [holder_of(record.start, place) for place in places]
    paying = [purses for side, purses in terms.pays.items() if any(holder.is_(side).possible for holder in holders)]
    return next((told for purses in paying if (told := first_untold(purses, record.end.values))), "")


@check("campaign.forfeits", Forfeits, unseen="cannot excuse", met=_any_kept, untold=_untold)
def pays_for_ruins(record: PhaseRecord, terms: Forfeits) -> Iterator[Breach]:
    """For each Destroyed or Devastated place 2 Morale Points or 1 Resource Point are given.

    Under: thunder_in_the_east, campaign
    Legal:    turn 30, Strategic Bombing Step; weather clear; season spring; value bombed.Moscow 4;
              value morale.ussr 40; value PP.ussr 20; value EP.soviet 9; value FP.soviet 9; now weather clear;
              value morale.ussr 38; value bombed.Moscow 0
    Illegal:  turn 30, Strategic Bombing Step; weather clear; season spring; value bombed.Moscow 4;
              value morale.ussr 40; value PP.ussr 20; value EP.soviet 9; value FP.soviet 9; now weather clear;
              value morale.ussr 39; value bombed.Moscow 0
    """
    for side, purses in terms.pays.items():
        due = sum_of(_due(record, terms, side))
        told = {name: each for name, each in purses.items() if name in record.start.values}
        if not told:
            continue
        paid = sum_of(
            told_number(record.start, name).minus(told_number(record.end, name)).times(Fraction(1, each))
            for name, each in told.items()
        )
        untold = [value_named(name) for name in purses if name not in told]
        broken = (~paid.at_least(due) & unless_missing(*untold)) | ~paid.at_most(due)
        if broken.possible:
            because = say(
                "{side} pays for {paid}, and {due} of its places are Destroyed or Devastated", side, paid, due
            )
            yield Breach((), because, broken=broken, owed=not record.ended and paid == Interval.of(0))


def _due(record: PhaseRecord, terms: Forfeits, side: str) -> Iterator[Interval]:
    for name, text in sorted(record.start.values.items()):
        kind, _, place = name.partition(".")
        hits = exact(text)
        if kind == FORFEITS_NAME and hits is not None and hits >= LEAST:
            yield Interval.one_if(holder_of(record.start, place).is_(side))
