"""Things that wait in a place which the enemy has taken, or from which the way is open."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import controls
from adjudicator.analysis.economy import told_number
from adjudicator.analysis.situation import joined
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import ZERO
from adjudicator.model.known import NO, Known
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position
from adjudicator.said import say

STOCKED_VALUE = "stockpile"
"""The kind of number."""
SIDE = "soviet"
"""The side."""


class Stocked(Table):
    """What the number "VALUE.PLACE" counts waits in a place that its side holds, and that nothing joins to the rest."""

    open: tuple[Connection, ...] = ()
    """Lines that let it go on: where one leads from the place, nothing waits."""


def _any_told(position: Position, terms: Stocked) -> bool:
    return any(name.partition(".")[0] == STOCKED_VALUE for name in position.values)


@check("placement.stocked", Stocked, unseen="may excuse nearby", met=_any_told)
def waits_where_it_may(position: Position, terms: Stocked) -> Iterator[Breach]:
    """What waits at a port is lost with it.

    Under:    fire_in_the_east, military_districts
    Legal:    turn 8, Soviet Initial Phase; weather clear; control 2A/2712 axis; value stockpile.Tromso 0
    Illegal:  turn 8, Soviet Initial Phase; weather clear; control 2A/2712 axis; value stockpile.Tromso 3
    """
    for name in sorted(position.values):
        kind, _, where = name.partition(".")
        place = next((each for each in position.network.theatre.places if each.name == where), None)
        if kind != STOCKED_VALUE or place is None:
            continue
        waits = ~told_number(position, name).at_most(ZERO)
        held = controls(position, place.hex, SIDE)
        because = say("{number} wait in {place}, which {side} does not hold", position.values[name], where, SIDE)
        yield Breach((place.hex,), because, broken=waits & ~held)
        way: Known = joined(position, SIDE, place.hex, terms.open) if terms.open else NO
        because = say("{number} wait in {place}, from which the way is open", position.values[name], where)
        yield Breach((place.hex,), because, broken=waits & held & way)
