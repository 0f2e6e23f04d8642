"""Units that draw on a special source of supply in a player turn: what they have been without supply before does not hurt them.

Which they are is found out once in a player turn; a marker on the unit may tell it. Where none does, and such a source is near
enough, nobody can tell: unit and source may both have moved since.
"""

from __future__ import annotations

from adjudicator.analysis.supply.terms import Drawn
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say


def draws(position: Position, unit: Unit) -> Known:
    """Whether a unit draws on a special source in this player turn."""
    rule = position.pack.figures_of(Drawn)
    if rule is None:
        return NO
    if rule.mark in unit.marks:
        return YES
    return Known.open(say("whether {unit} draws special supply", unit)) if _may_reach(position, unit, rule) else NO


def _may_reach(position: Position, unit: Unit, rule: Drawn) -> bool:
    """Whether such a source of its side is near."""
    network = position.network
    i = network.index.get(unit.hex)
    if i is None:
        return False
    units = (other.hex for other in position.of_side(unit.side) if rule.units.matches(other))
    lying = (
        marker.hex
        for marker in position.markers.values()
        if marker.type.kind in rule.markers and marker.type.side in ("", unit.side)
    )
    places = (network.index.get(number) for number in (*units, *lying))
    return any(j is not None and network.distance(i, j) <= rule.within for j in places)
