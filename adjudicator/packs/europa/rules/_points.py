"""Resource points, as several chapters ask for them."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.analysis.resources import lying_points
from adjudicator.analysis.situation import Situation
from adjudicator.analysis.supply.terms import Connection
from adjudicator.lean import replace
from adjudicator.record.position import Position

RESOURCE = frozenset({"resource"})
"""The kind of marker that is a point, each worth its value."""
JOINED_TO_A_POINT = Situation(connected=(Connection(lines=("overland",), to=frozenset({"resource_point"})),))
"""A hex from which an overland line leads to a point."""


def points_of(position: Position, side: str) -> Fraction:
    """The points that a side has on the map."""
    return sum(lying_points(position, RESOURCE, side).values(), Fraction(0))


def with_spent(start: Position, now: Position) -> Position:
    """The position with the points back that lay there as the phase began."""
    gone = {
        name: marker
        for name, marker in start.markers.items()
        if marker.type.kind in RESOURCE and name not in now.markers
    }
    return replace(now, markers=now.markers.update(gone)) if gone else now
