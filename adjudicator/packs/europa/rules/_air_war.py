"""What several chapters say of the air war: missions, what distance and weather leave of a strength, dice and tables."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.analysis.air.strengths import StrengthChange
from adjudicator.checks.articles import has_figures
from adjudicator.lean import replace
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.pack import Flights
from adjudicator.said import say
from adjudicator.terms.where import Where

BOMBING_OF_BOTH = "marshalling_yards bomb_units ground_support defensive_support harassment bomb_ships"
BOMBING = frozenset(f"{BOMBING_OF_BOTH} bomb_port bomb_factory bomb_replacements bomb_airbase bomb_rails".split())
"""Missions that drop bombs; the later ones are flown in Fire in the East alone."""
HALF = Fraction(1, 2)
FAR_AND_FOUL = (
    StrengthChange(extended=True, times=Fraction(1, 3)),
    StrengthChange(where=Where(weather=frozenset({"mud", "snow"})), times=HALF),
)
"""A third beyond the usual range, half in mud and snow."""
OF_BOTH = Flights(
    stay=frozenset({"defensive_support", "harassment"}),
    become={"jettison": "escort"},
    fire=frozenset({"antiaircraft", "patrol"}),
    drive=frozenset("RAK"),
)
has_figures(__name__, "europa", OF_BOTH)
has_figures(__name__, "fire_in_the_east", replace(OF_BOTH, drop=frozenset({"drop"})))
TWO_DICE = range(2, 13)


def wrong_by_chart(told: str, given: object, cell: str) -> Known:
    """Whether another result was taken than a cell of a chart gives; open where nobody read it."""
    if given == told:
        return NO
    return YES if given else Known.open(say("the chart cell {cell}", cell))
