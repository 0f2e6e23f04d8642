"""Lines of supply for which several chapters ask."""

from __future__ import annotations

from adjudicator.analysis.supply.terms import Connection

NOT_ISOLATED = Connection(lines=("isolation",), to=frozenset({"source", "landed_supply"}))
"""What joins a place that is not isolated to the rest."""
