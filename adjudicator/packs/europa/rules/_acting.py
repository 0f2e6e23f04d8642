"""The units that act, as they are before their act."""

from __future__ import annotations

from adjudicator.model.units import Unit
from adjudicator.record.acts import Act


def units_of(act: Act) -> list[Unit]:
    """The units of an act that are in play before it."""
    return [unit for name in act.units if (unit := act.before.units.get(name))]
