"""Air units of nations at odds that share a base or a target."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.based import flying_on_map
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import listed


class Apart(Table):
    """What flies for some nations shares neither base nor target hex with what flies for others."""

    flying: Selector
    """The ones."""
    others: Selector
    """The others."""


def _both(position: Position, terms: Apart) -> bool:
    return bool(flying_on_map(position, terms.flying) and flying_on_map(position, terms.others))


@check("air.apart", Apart, unseen="cannot excuse", met=_both)
def bases_are_not_shared(position: Position, terms: Apart) -> Iterator[Breach]:
    """Air units of nations at odds keep apart.

    Under: fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; [1B/2719]: hu.cr42; [1B/3118]: ru.sm79
    Illegal:  turn 5, German Movement Phase; weather clear; [1B/2719]: hu.cr42, ru.sm79
    """
    others = flying_on_map(position, terms.others)
    for unit in flying_on_map(position, terms.flying):
        with_it = [each for each in others if each.location == unit.location]
        if with_it:
            because = say("{unit} and {others} are in {hex}, and keep apart", unit, listed(with_it), unit.location)
            yield Breach((unit.location,), because, (unit.id, *(each.id for each in with_it)))
