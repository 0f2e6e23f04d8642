"""Seasons of the campaign: which month begins one, and when a factory that leaves arrives."""

from __future__ import annotations

from adjudicator.model.sequence import Moment

FIRST_MONTHS = ("january", "april", "july", "october")
"""The months that begin the seasons of a year."""
MONTHS_OF_A_SEASON = 3
MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)


def arrival(moment: Moment) -> str:
    """The first month of the second full season after a moment, "april 1942"; "" where month or year is not told."""
    month, year = moment.condition("month") or "", moment.condition("year") or ""
    if month not in MONTHS or not year.isdigit():
        return ""
    seasons = MONTHS.index(month) // MONTHS_OF_A_SEASON + 2
    return f"{FIRST_MONTHS[seasons % 4]} {int(year) + seasons // 4}"


def month_now(moment: Moment) -> str:
    """The month of a moment, "april 1942"; "" where month or year is not told."""
    month, year = moment.condition("month") or "", moment.condition("year") or ""
    return f"{month} {year}" if month and year else ""
