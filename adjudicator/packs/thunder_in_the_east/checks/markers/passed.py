"""Markers that stay after an enemy went through their hex."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act, Advance, Movement, Overrun, Retreat, Travel
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import listed


class Passed(Table):
    """Which markers are lost to enemy units that come through their hex."""

    kinds: frozenset[MarkerKind]
    """Kinds of marker. Example: `kinds = ["depot"]`"""


@check("markers.passed", Passed, acts=("move", "rail", "overrun", "advance", "retreat"))
def gone_when_entered(record: PhaseRecord, terms: Passed) -> Iterator[Breach]:
    """A marker alone in a hex goes when an enemy unit enters the hex, though that unit does not stop there.

    Legal:    turn 1, Axis Regular Movement Step; weather clear; season summer; 1717: ax.24pz; 1616: +hq.w.balanced;
              ax.24pz 1717-1617
    Illegal:  turn 1, Axis Regular Movement Step; weather clear; season summer; 1717: ax.24pz; 1817: +hq.w.balanced;
              ax.24pz 1717-1817-1917
    """
    for act in record.of(Movement, Overrun, Advance, Retreat):
        for number in _entered(act):
            for marker in _alone(act, number, terms):
                if _still_there(record, act, marker):
                    yield _breach(act, number, marker)


def _breach(act: Act, number: str, marker: Marker) -> Breach:
    units = tuple(name for name in act.units if act.before.unit(name).side != marker.type.side)
    who = listed(str(act.before.unit(name)) for name in units)
    name = marker.type.name or marker.id
    return Breach(
        (number,),
        say("{who} went through {hex}, where {name} was alone: it goes at once, and is still there", who, number, name),
        units,
    )


def _entered(act: Travel) -> tuple[str, ...]:
    """The hexes that an act surely went into."""
    index, network = act.before.network.index, act.before.network
    if len(act.path) < 2 or any(number not in index for number in act.path):
        return ()
    whole = all(network.distance(index[one], index[other]) == 1 for one, other in pairwise(act.path))
    last = act.path[-1:] if any(act.after.unit(name).hex == act.path[-1] for name in act.units) else ()
    return (*(act.path[1:-1] if whole else ()), *last)


def _alone(act: Act, number: str, terms: Passed) -> Iterator[Marker]:
    """The markers of such kinds in a hex without a unit of their side, which units of another side enter."""
    sides = {act.before.unit(name).side for name in act.units}
    guarded = {unit.side for unit in act.before.at(number)}
    for marker in act.before.markers_at(number):
        side = marker.type.side
        if marker.type.kind in terms.kinds and side and side not in guarded and sides - {side}:
            yield marker


def _still_there(record: PhaseRecord, passing: Act, marker: Marker) -> bool:
    """Whether the marker lies where it was to the end of the phase, and no enemy stands there any more."""
    now = record.end.markers.get(marker.id)
    later = record.acts[record.acts.index(passing) + 1 :]
    moved = any(marker.id in act.markers for act in later)
    occupied = any(unit.side != marker.type.side for unit in record.end.at(marker.hex))
    return now is not None and now.hex == marker.hex and not moved and not occupied
