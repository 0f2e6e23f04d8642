"""What several chapters on air units ask."""

from __future__ import annotations

from adjudicator.terms.when import When

MISSION, ESCORT, INTERCEPT, SWEEP = "mission", "escort", "intercept", "sweep"
"""What packets do."""
HAZARDOUS = When(conditions={"weather": frozenset({"mud", "light_mud", "snow", "extreme_cold"})})
"""Weather in which flying is hazardous."""
SNEAK_ATTACK = When(options=frozenset({"sneak_attack"}), phasing="own")
