"""Airbases: how many units start from one (17). The charts of airbases are not in the texts."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.analysis.air.terms import Bases
from adjudicator.analysis.ground import ground_at
from adjudicator.model.interval import ONE, ZERO, Interval
from adjudicator.model.known import NO
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.cell import chart
from adjudicator.terms.where import Where


def _at(*places: str) -> Where:
    return Where(places=frozenset(places))


TEMPORARY = Where(markers=frozenset({"temporary_airfield"}))
OF_A_TEMPORARY_AIRFIELD = Interval.of(2)
CHARTS = (
    (Where(markers=frozenset({"airfield"})), "airbase.airfield"),
    (_at("airbase"), "airbase.airfield"),
    (_at("reference_city"), "airbase.reference_city"),
    (_at("dot_city"), "airbase.dot_city"),
    (_at("major_city", "full_city", "partial_city"), "airbase.major_city"),
    (_at("fortress"), "airbase.fortress"),
)
"""What each kind of base can do; where several fit, the largest counts."""


def capacity(position: Position, number: str) -> Interval:
    """How many units start missions at a base in a phase: what its kind can do, less its hits; nothing where none is."""
    bases, i = position.pack.figures_of(Bases), position.network.index.get(number)
    if i is None:
        return ZERO
    ground = ground_at(position)
    best = Interval.by(TEMPORARY.fits(ground, i), OF_A_TEMPORARY_AIRFIELD, ZERO)
    for where, cell in CHARTS:
        best = Interval.by(where.fits(ground, i), best.greater(_printed(position, cell)), best)
    hits = sum(
        int(marker.type.value or 1) for marker in position.markers_at(number) if marker.type.kind == "airbase_hit"
    )
    left = best.minus(Interval.of(hits)).greater(ZERO)
    if hidden := position.unknown_at(number):  # each may be a hit, or more
        left = left.either(ZERO, hidden[0].datum)
    small = bases.small.fits(ground, i) if bases is not None and bases.small is not None else NO
    return Interval.by(small, left.smaller(ONE), left)


def _printed(position: Position, cell: str) -> Interval:
    told = chart(position.pack, cell, None)
    return Interval.of(told) if isinstance(told, Fraction) else Interval.unknown(say("the chart cell {cell}", cell))
