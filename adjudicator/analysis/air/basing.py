"""Airbases: how many units start from one."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.analysis.air.terms import Airbase, air_table
from adjudicator.analysis.ground import standing
from adjudicator.model.interval import ONE, ZERO, Interval
from adjudicator.model.known import Known
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.cell import chart


def capacity(position: Position, number: str) -> Interval:
    """How many units start missions at a base in a phase: what its kind can do, less its hits; nothing where none is."""
    table, i = air_table(position), position.network.index.get(number)
    if i is None:
        return ZERO
    ground, best = standing(position), ZERO
    for kind in table.airbase:
        here = kind.where.fits(ground, i)
        best = Interval.by(here, best.greater(_printed(position, kind)), best)
    hits = sum(
        int(marker.type.value or 1) for marker in position.markers_at(number) if marker.type.kind in table.airbase_hits
    )
    left = best.minus(Interval.of(hits)).greater(ZERO)
    if hidden := position.unknown_at(number):  # each may be a hit, or more
        left = left.either(ZERO, hidden[0].datum)
    small = table.small_bases.fits(ground, i) if table.small_bases is not None else Known.of(False)
    return Interval.by(small, left.smaller(ONE), left)


def _printed(position: Position, kind: Airbase) -> Interval:
    if kind.capacity is not None:
        return Interval.of(kind.capacity)
    told = chart(position.pack, kind.chart, None)
    if isinstance(told, Fraction):
        return Interval.of(told)
    return Interval.unknown(say("the chart cell {cell}", kind.chart))
