"""What flies and escapes from a base to which no enemy has come."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import controls
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known, any_of, unless_missing
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Travel
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say

KIND = "escape"
"""The trial of air.toml."""


class Chased(Table):
    """A die for the escape of what flies is thrown where an enemy ground unit is, was in the phase, or holds the base."""


def _any(record: PhaseRecord, terms: Chased) -> bool:
    return any(act.mission == KIND for act in record.of(Strike))


@check("air.chased", Chased, unseen="may excuse", met=_any)
def escapes_from_an_enemy(record: PhaseRecord, terms: Chased) -> Iterator[Breach]:
    """Nobody escapes from nobody.

    Under: fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2712: ge.1inf; [1B/2712]: so.mig3;
              strike escape 1B/2712: so.mig3 die=3 result=escaped
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2712: so.10rif; [1B/2712]: so.mig3;
              strike escape 1B/2712: so.mig3 die=3 result=escaped
    """
    for number, act in enumerate(record.acts):
        if not isinstance(act, Strike) or act.mission != KIND:
            continue
        for name in act.units:
            unit = act.before.units.get(name)
            if unit is None:
                continue
            enemies = act.before.pack.enemies(unit.side)
            came = any(
                act.over in past.path and any(_side(past, each) in enemies for each in past.units)
                for past in record.acts[:number]
                if isinstance(past, Travel)
            )
            here = came or any(each.side in enemies for each in act.before.at(act.over))
            held = any_of(controls(act.before, act.over, enemy) for enemy in enemies)
            if here or held.is_yes:
                continue
            because = say("{unit} escapes from {hex}, and no enemy unit is there", unit, act.over)
            broken: Known = YES & unless_missing(record.gap) & ~held
            yield Breach(act.path, because, (name,), broken)


def _side(act: Travel, name: str) -> str:
    unit = act.before.units.get(name) or act.after.units.get(name)
    return unit.side if unit is not None else ""
