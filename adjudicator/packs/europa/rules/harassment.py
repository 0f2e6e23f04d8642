"""Harassment: what bombs over a hex cost whoever leaves it, by 20F2e and 24G of Fire in the East, 19D2d of Sudden Storm."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.analysis.air.strengths import StrengthChange
from adjudicator.analysis.movement.harassed import Harassed, Harassment
from adjudicator.checks.articles import has_figures
from adjudicator.packs.europa.rules._air_war import FAR_AND_FOUL
from adjudicator.terms.who import Selector

HEAVY = StrengthChange(who=Selector(tags=frozenset({"type_h"})), times=Fraction(2))
POINT = Harassed(frozenset({"ground", "administrative", "rail"}), cost=1)
STRATEGIC = Harassed(frozenset({"strategic"}), hexes=20)
RAIL_ONLY = Harassed(frozenset({"rail"}), hexes=5, who=Selector(any_tags=frozenset({"rail_only"})))
RESOURCE_POINTS = Harassed(frozenset({"rail"}), hexes=5, who=Selector(kinds=frozenset({"resource"})))

IN_FIRE = Harassment("harassment", "tactical", 2, (HEAVY, *FAR_AND_FOUL), (POINT, STRATEGIC, RAIL_ONLY))
IN_STORM = Harassment("harassment", "tactical", 2, FAR_AND_FOUL, (POINT, STRATEGIC, RESOURCE_POINTS), most=2)

has_figures(__name__, "fire_in_the_east", IN_FIRE)
has_figures(__name__, "sudden_storm", IN_STORM)
