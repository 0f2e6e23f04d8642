"""Who garrisons a place that was taken, in Fire in the East."""

from __future__ import annotations

from adjudicator.checks.questions import replaces
from adjudicator.model.units import Unit
from adjudicator.packs.europa.questions.garrison import GarrisonUnits
from adjudicator.terms.who import Selector


@replaces(GarrisonUnits)
class GarrisonUnitsOfFire(GarrisonUnits):
    """33: artillery, antitank and antiaircraft units do not count."""

    def counts(self, unit: Unit) -> bool:
        return super().counts(unit) and _NO_GUNS.matches(unit)


_NO_GUNS = Selector(
    without_tags=frozenset({"artillery", "anti"}),
    without_kinds=frozenset({"antitank", "heavy_antiaircraft", "light_antiaircraft"}),
)
