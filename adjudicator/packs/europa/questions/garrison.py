"""Who garrisons a place that was taken."""

from __future__ import annotations

from adjudicator.checks.questions import Questions
from adjudicator.model.units import Unit
from adjudicator.terms.who import Selector


class GarrisonUnits(Questions):
    """The units of a garrison."""

    def counts(self, unit: Unit) -> bool:
        """Whether the regimental equivalents of a unit count for a garrison."""
        return _STACKING.matches(unit)


_STACKING = Selector(without_tags=frozenset({"no_stacking"}))
