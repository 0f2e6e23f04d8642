"""The strengths of units that fight in the air, and who of them are among the counters."""

from __future__ import annotations

from adjudicator.model.amounts import exact
from adjudicator.model.interval import Interval
from adjudicator.model.units import Unit
from adjudicator.record.flights import Dogfight
from adjudicator.said import say

OPEN = "?"
"""A cell that no source gives."""


def strength_of(unit: Unit, value: str) -> Interval:
    """A strength of a unit; unknown where its counter does not tell it."""
    told = exact(str(unit.value(value))) if unit.value(value) is not None else None
    return Interval.unknown(say("the {value} strength of {unit}", value, unit)) if told is None else Interval.of(told)


def fought(act: Dogfight, names: tuple[str, ...]) -> list[Unit]:
    """Those of these units that are among the counters."""
    return [act.before.units[name] for name in names if name in act.before.units]
