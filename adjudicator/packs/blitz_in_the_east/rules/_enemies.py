"""What lies at the front, as several chapters ask it."""

from __future__ import annotations

from adjudicator.analysis.front import FrontTerms
from adjudicator.terms.edges import Edges
from adjudicator.terms.who import Selector

ENEMIES = FrontTerms(
    of=Selector(kinds=frozenset({"armor", "cavalry", "infantry"})), closed=(Edges(features=frozenset({"red_dot"})),)
)
"""Enemy ground units next to a hex, but for those across a hexside with a red dot."""
