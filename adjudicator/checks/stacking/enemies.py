"""Enemies in one hex."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Excuse, Finding
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import listed


class EnemiesApart(Table):
    """Which units keep a hex to their side."""

    who: Selector = EVERYONE
    """The units that keep a hex to their side."""


@check("stacking.enemies", EnemiesApart, unseen="cannot excuse")
def enemies_apart(position: Position, terms: EnemiesApart) -> Iterator[Finding]:
    """Units of two sides may not share a hex.

    Legal:    0805: fr.1inf; 0904: au.1inf
    Illegal:  0805: fr.1inf, au.1inf
    """
    for stack in position.stacks(of=2):
        units = tuple(unit for unit in stack.units if terms.who.matches(unit))
        sides = sorted({unit.side for unit in units})
        if len(sides) > 1:
            yield Finding(
                at=(stack.location,),
                units=tuple(unit.id for unit in units),
                because=say(
                    "{units} share a hex, and are enemies ({sides})",
                    listed(map(str, units)),
                    listed(map(position.pack.called, sides)),
                ),
                excuse=None if terms.who == EVERYONE else Excuse(frozenset({stack.location})),
            )
