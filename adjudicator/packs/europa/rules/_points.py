"""Resource points, as several chapters ask for them."""

from __future__ import annotations

from adjudicator.analysis.situation import Situation
from adjudicator.analysis.supply.terms import Connection

RESOURCE = frozenset({"resource"})
"""The kind of marker that is a point, each worth its value."""
JOINED_TO_A_POINT = Situation(connected=(Connection(lines=("overland",), to=frozenset({"resource_point"})),))
"""A hex from which an overland line leads to a point."""
