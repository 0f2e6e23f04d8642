"""Booty for the enemy's headquarters that nobody took, or of which too much was taken."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.headquarters import booty, is_headquarters
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import exact
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker, Unit
from adjudicator.record.acts import Travel
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import listed

BOOTY_POINTS = "FP"
"""Their name; the number is kept as "POINTS.SIDE"."""


class Booty(Table):
    """The points that a headquarters of the enemy brings."""


@check("headquarters.booty", Booty, unseen="cannot excuse")
def booty_is_taken(record: PhaseRecord, terms: Booty) -> Iterator[Breach]:
    """Who makes a headquarters of the enemy dissolve gets its points at once, and no more than that.

    Legal:    turn 1, Axis Regular Movement Step; weather clear; season summer; value FP.axis 3; 2115: ax.24pz;
              2215: +hq.w.balanced; ax.24pz 2115-2215; shift +hq.w.balanced 2215-2618; value FP.axis 4
    Illegal:  turn 1, Axis Regular Movement Step; weather clear; season summer; value FP.axis 3; 2115: ax.24pz;
              2215: +hq.w.balanced; ax.24pz 2115-2215; shift +hq.w.balanced 2215-2618
    """
    name = f"{BOOTY_POINTS}.{record.moment.phasing}"
    lost = tuple(_lost(record))
    gained = _gained(record, name)
    if not lost or gained is None:
        return
    due = sum_of(booty(record.start, marker, _takers(record, marker)) for marker in lost)
    at = tuple(marker.hex for marker in lost)
    who = listed(marker.type.name or marker.id for marker in lost)
    if gained <= 0:
        because = say("{who} dissolved, which brings {due} to {name}, and nothing was taken", who, due, name)
        yield Breach(at, because, broken=~due.at_most(Interval.of(0)), owed=True)
    else:
        because = say(
            "{who} dissolved, which brings {due} to {name}, and {gained} more are there", who, due, name, gained
        )
        yield Breach(at, because, broken=~Interval.of(gained).at_most(due))


def _lost(record: PhaseRecord) -> Iterator[Marker]:
    """Headquarters of the side that is not phasing that are no longer where they were, turned over or not."""
    for marker in sorted(record.start.markers.values(), key=lambda each: each.id):
        side = marker.type.side
        if side in ("", record.moment.phasing) or not is_headquarters(record.start, marker):
            continue
        if marker.hex in record.start.network.index and not any(
            is_headquarters(record.end, other) and other.type.side == side
            for other in record.end.markers_at(marker.hex)
        ):
            yield marker


def _takers(record: PhaseRecord, marker: Marker) -> tuple[Unit, ...]:
    """The enemy units that went into its hex."""
    return tuple(
        unit
        for act in record.of(Travel)
        if marker.hex in act.path[1:]
        for unit in map(act.before.unit, act.units)
        if unit.side != marker.type.side
    )


def _gained(record: PhaseRecord, name: str) -> Fraction | None:
    """By how much a number rose, if it was told before and after."""
    old, new = (exact(position.values.get(name, "")) for position in (record.start, record.end))
    return None if old is None or new is None else new - old
