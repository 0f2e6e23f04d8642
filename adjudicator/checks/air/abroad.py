"""Air units of a nation that are too many abroad."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.based import flying_on_map
from adjudicator.analysis.ground import standing
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, YES, all_of
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import Selector
from adjudicator.words import counted, listed


class Abroad(Table):
    """So many units that fly are at most in some hexes, at a base or over them."""

    flying: Selector
    """The units."""
    where: Where = ANYWHERE
    """The hexes."""
    when: When = ALWAYS
    """When that is so, as their side sees it."""
    most: int = 0
    """So many of them at most. Example: `most = 2`"""


def _abroad(position: Position, terms: Abroad) -> bool:
    return bool(flying_on_map(position, terms.flying))


@check("air.abroad", Abroad, unseen="cannot excuse", met=_abroad)
def few_abroad(position: Position, terms: Abroad) -> Iterator[Breach]:
    """Few air units of a nation are abroad.

    Under: fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2719: +airfield; [1B/2719]: hu.cr42
    Illegal:  turn 5, Soviet Movement Phase; weather clear; [1B/2013]: hu.cr42, hu.cr42#2, hu.cr42#3
    """
    ground, index = standing(position), position.network.index
    found = [(unit, terms.where.fits(ground, index[unit.location])) for unit in flying_on_map(position, terms.flying)]
    there = [unit for unit, here in found if here.is_yes]
    certain = YES
    if len(there) <= terms.most:
        there = [unit for unit, here in found if here.possible]
        certain = all_of(here for _, here in found if here.is_open)
    now = terms.when.holds(position, there[0].side) & certain if there else NO
    if len(there) > terms.most and now.possible:
        because = say(
            "{count} abroad, and at most {most} may be: {units}",
            counted(len(there), "air unit"),
            terms.most,
            listed(there),
        )
        yield Breach(
            tuple(dict.fromkeys(unit.location for unit in there)), because, tuple(unit.id for unit in there), now
        )
