"""Units built or improved when that is not done."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import carded
from adjudicator.analysis.gains import EVERY_WAY, Gain, Way, every_gain
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.terms.words import when_words


class AtTime(Table):
    """Units that fit `who` are built, or gain a step, only when `when` holds for their side."""

    boxes: frozenset[str]
    """The boxes out of which they are built. Example: `boxes = ["pool"]`"""
    ways: frozenset[Way] = EVERY_WAY
    """How they gain steps: "built" out of a box, "exchanged" for another unit, "turned" to a better face."""
    who: Selector = EVERYONE
    """The units. Example: `who = { tags = ["guards"] }`"""
    when: When
    """When they may. Example: `when = { conditions = { week = ["1"] } }`"""


def _meant(record: PhaseRecord, terms: AtTime) -> Iterator[Gain]:
    found = every_gain(record, terms.boxes)
    return (each for each in found if each.way in terms.ways and terms.who.matches(each.unit))


def _any_meant(record: PhaseRecord, terms: AtTime) -> bool:
    return any(True for _ in _meant(record, terms))


def _meant_so(record: PhaseRecord, gain: Gain) -> Known:
    """Whether a turn is a gain at all: who came onto the map in the same phase may have been put down wrong side up."""
    old = record.start.units.get(gain.unit.id)
    if gain.way != "turned" or (old is not None and old.hex):
        return YES
    return Known.open(say("how {unit} was to come onto the map", gain.unit))


@check("gains.at_time", AtTime, met=_any_meant)
def gains_at_its_time(record: PhaseRecord, terms: AtTime) -> Iterator[Finding]:
    """Some units are built or improved at their time only.

    Under: thunder_in_the_east
    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; week 1; [force_pool]: ax.49mtn/2;
              ax.49mtn/2 [force_pool]>0521
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; week 2; [force_pool]: ax.49mtn/2;
              ax.49mtn/2 [force_pool]>0521
    """
    for each in _meant(record, terms):
        now = terms.when.holds(each.before, each.unit.side)
        done = say("is built") if each.way == "built" else say("is improved")
        because = say(
            "{unit} {done} in {moment}; allowed only {when}",
            each.unit,
            done,
            record.moment,
            when_words((terms.when,)),
        )
        surely = each.sure & _meant_so(record, each)
        yield Finding((each.unit.hex,), because, (each.unit.id,), surely & ~now & ~carded(each.told))
