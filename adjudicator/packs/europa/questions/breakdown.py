"""What formations break down into beside what the chart says."""

from __future__ import annotations

from collections.abc import Set

from adjudicator.checks.questions import Questions


class Breakdowns(Questions):
    """15A: the breakdown charts."""

    def parts(self, row: str, options: Set[str]) -> str:
        """What a formation NATION_KIND breaks down into under the optional rules in play, "" if only the chart says."""
        return ""
