"""More air units of a nation in play than it is allowed."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.based import flying_on_map
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector


class Allowance(Table):
    """Of each nation no more air units are in play than its group allowance, where that is told."""

    flying: Selector
    """The units that count."""


def _told(position: Position, terms: Allowance) -> bool:
    return any(name.startswith("GA.") for name in position.values)


@check("air.allowance", Allowance, unseen="cannot excuse", met=_told)
def as_many_as_allowed(position: Position, terms: Allowance) -> Iterator[Breach]:
    """No nation has more air units in play than it is allowed.

    Under: fire_in_the_east
    Legal:    turn 5, Soviet Movement Phase; weather clear; value GA.hungarian 1; [1B/2719]: hu.cr42
    Illegal:  turn 5, Soviet Movement Phase; weather clear; value GA.hungarian 1; [1B/2719]: hu.cr42, hu.cr42#2
    """
    for name in sorted(position.values):
        kind, _, nation = name.partition(".")
        told = str(position.values[name])
        if kind != "GA" or not told.isdigit():
            continue
        active = [unit for unit in flying_on_map(position, terms.flying) if unit.type.nation == nation]
        if len(active) > int(told):
            because = say(
                "{nation} air units in play: {number}, and at most {most} may be", nation, len(active), int(told)
            )
            yield Breach((), because, tuple(unit.id for unit in active))
