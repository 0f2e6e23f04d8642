"""Fire from the ground that is repeated."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say

KIND = "antiaircraft"
"""The trial of air.toml."""


class GroundFireOnce(Table):
    """A unit fires from the ground at each enemy once in a phase."""


def _any(record: PhaseRecord, terms: GroundFireOnce) -> bool:
    return any(act.mission == KIND for act in record.of(Strike))


@check("air.ground_fire_once", GroundFireOnce, unseen="cannot excuse", met=_any)
def each_at_each_once(record: PhaseRecord, terms: GroundFireOnce) -> Iterator[Breach]:
    """Nobody fires at the same aircraft twice in a phase.

    Under: fire_in_the_east
    Legal:    turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2; 1B/2714: ge.1pz;
              fly ground_support 1B/2714: so.sb2; strike antiaircraft 1B/2714: ge.1pz target=so.sb2
    Illegal:  turn 5, Soviet Air Phase; weather clear; [1B/2712]: so.sb2; 1B/2714: ge.1pz;
              fly ground_support 1B/2714: so.sb2; strike antiaircraft 1B/2714: ge.1pz target=so.sb2;
              strike antiaircraft 1B/2714: ge.1pz target=so.sb2
    """
    seen: set[tuple[str, str]] = set()
    for act in record.of(Strike):
        target = act.before.units.get(act.told.get("target", ""))
        if act.mission != KIND or target is None:
            continue
        for name in act.units:
            unit = act.before.units.get(name)
            if unit is not None and (name, target.id) in seen:
                yield Breach(
                    act.path,
                    say("{unit} fires at {target} a second time, and may only once in a phase", unit, target),
                    (name,),
                )
            seen.add((name, target.id))
