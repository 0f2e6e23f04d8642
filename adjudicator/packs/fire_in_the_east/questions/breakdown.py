"""What formations break down into beside what the chart says, in Fire in the East."""

from __future__ import annotations

from collections.abc import Set

from adjudicator.checks.questions import replaces
from adjudicator.packs.europa.questions.breakdown import Breakdowns


@replaces(Breakdowns)
class BreakdownsOfFire(Breakdowns):
    """39D: the German air landing division, an optional rule."""

    def parts(self, row: str, options: Set[str]) -> str:
        if row == "german_air_landing" and "air_landing_division" in options:
            return "8-6: 1 headquarters, 3 air_landing 2-5"
        return super().parts(row, options)
