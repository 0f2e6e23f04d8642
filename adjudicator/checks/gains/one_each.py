"""More units built in one hex than may be."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import carded
from adjudicator.analysis.gains import Gain, gains
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import ONE, Interval, sum_of
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import listed


class OneEach(Table):
    """In one hex no more than one unit that fits `who` is built in a phase."""

    boxes: frozenset[str]
    """The boxes out of which they are built. Example: `boxes = ["pool"]`"""
    who: Selector = EVERYONE
    """The units."""


def _built(record: PhaseRecord, terms: OneEach) -> dict[str, list[Gain]]:
    found: dict[str, list[Gain]] = {}
    for each in gains(record, terms.boxes):
        if each.way == "built" and terms.who.matches(each.unit):
            found.setdefault(each.unit.hex, []).append(each)
    return found


def _any_built(record: PhaseRecord, terms: OneEach) -> bool:
    return bool(_built(record, terms))


@check("gains.one_each", OneEach, met=_any_built)
def one_built_each(record: PhaseRecord, terms: OneEach) -> Iterator[Breach]:
    """Only so many units are built in one place.

    Under: thunder_in_the_east
    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [force_pool]: ax.5inf/2, ax.6inf/2;
              ax.5inf/2 [force_pool]>0521; ax.6inf/2 [force_pool]>0326
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [force_pool]: ax.5inf/2, ax.6inf/2;
              ax.5inf/2, ax.6inf/2 [force_pool]>0521
    """
    for number, found in _built(record, terms).items():
        if len(found) <= 1:
            continue
        units = [each.unit for each in found]
        surely = sum_of(Interval.one_if(_counts(each)) for each in found)
        because = say("{units} are built in {hex}, where {most} may be", listed(units), number, 1)
        broken = ~surely.at_most(ONE)
        yield Breach((number,), because, tuple(unit.id for unit in units), broken)


def _counts(each: Gain) -> Known:
    return each.sure & ~carded(each.told)
