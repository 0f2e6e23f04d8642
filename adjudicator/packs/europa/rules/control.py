"""Who holds a hex: what control.toml does not say of 3E and 3F."""

from __future__ import annotations

from adjudicator.analysis.control_terms import SeriesControl
from adjudicator.checks.articles import has_figures
from adjudicator.lean import replace
from adjudicator.terms.who import Selector

FOR_GOOD = SeriesControl(zones_last=True)
"""3F, 3E: an uncontested zone takes a hex for good."""
WHILE_THEY_STAY = replace(FOR_GOOD, reverts=Selector(any_tags=frozenset({"small"})))
"""3F of Fire in the East: what a lone battalion gains, it holds only while it stays."""
has_figures(__name__, "europa", FOR_GOOD)
has_figures(__name__, "fire_in_the_east", WHILE_THEY_STAY)
