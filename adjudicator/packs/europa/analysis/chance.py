"""Attempts that end by a die: by a chart of success and failure, else as players tell it."""

from __future__ import annotations

from adjudicator.model.known import Known
from adjudicator.record.acts import Act
from adjudicator.said import say

SUCCESS = "success"


def succeeded(act: Act, cells: str) -> Known:
    """Whether a die brought success: by the chart, whose cells have {die} in their names, else as it is told."""
    die, result = act.told.get("die", ""), act.told.get("result", "").lower()
    told = act.before.pack.charts.get(cells.format(die=die)) if die else None
    if told is not None:
        return Known.of(told == SUCCESS)
    if result:
        return Known.of(result == SUCCESS)
    return Known.open(cells.format(die=die) if die else say("the die (die=...)"))
