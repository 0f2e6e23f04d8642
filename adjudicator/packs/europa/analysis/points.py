"""Markers that stand for points: how many of them were taken from hex to hex."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.record.acts import Travel
from adjudicator.record.phase import PhaseRecord


def moved_points(record: PhaseRecord, kinds: frozenset[str], side: str, number: str) -> Fraction:
    """The points of a side that came to a hex in the phase, less those that left it for another."""
    total = Fraction(0)
    for act in record.of(Travel):
        for name in act.markers if len(act.path) > 1 else ():
            marker = act.before.markers.get(name)
            if marker is not None and marker.type.kind in kinds and marker.type.side == side:
                worth = Fraction(marker.type.value or 1)
                total += worth * ((act.path[-1] == number) - (act.path[0] == number))
    return total
