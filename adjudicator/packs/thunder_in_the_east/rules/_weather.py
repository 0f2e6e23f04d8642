"""The weather of a zone."""

from __future__ import annotations

from adjudicator.model.sequence import Moment

ZONES = ("east_europe", "mid_east")


def weather_in(moment: Moment, zone: str) -> str | None:
    """What is told of a zone, or else of all; None where nobody told it."""
    return moment.condition(f"weather:{zone}") or moment.condition("weather")
