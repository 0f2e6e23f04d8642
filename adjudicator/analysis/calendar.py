"""The calendar: weeks of a month, seasons, what comes next. Numbers: calendar.toml.

A date is the conditions year, month and week (1 = first) of a moment.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.errors import PackError, Source
from adjudicator.model.known import Known, unless_missing
from adjudicator.model.pack import Pack
from adjudicator.model.sequence import Moment
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table


class Month(Table):
    """One of `months`."""

    name: str
    """Its name: the value of the condition "month"."""
    weeks: int
    """How many weekly turns it has."""
    season: str = ""
    """The season that it belongs to."""


class CalendarTable(Table):
    """The file calendar.toml: months and seasons."""

    months: tuple[Month, ...] = ()
    """The months in order. Example: `months = [{ name = "june", weeks = 4, season = "summer" }]`"""
    mud: frozenset[str] = frozenset()
    """The months in which a season of mud may override what is rolled. Example: `mud = ["april", "may"]`"""


class Date(NamedTuple):
    """A week of a year; year 0 if players do not count them."""

    year: int
    month: str
    week: int

    def __str__(self) -> str:
        return f"{self.month} {self.week}" + (f" {self.year}" if self.year else "")


def date_told(moment: Moment) -> Known:
    """Whether the date of a moment is known."""
    week = moment.condition("week") or ""
    return unless_missing("" if moment.condition("month") else "the month", "" if week.isdigit() else "the week")


def date_of(moment: Moment) -> Date:
    """The date of a moment for which it is told."""
    month, week, year = (moment.condition(name) or "" for name in ("month", "week", "year"))
    return Date(int(year) if year.isdigit() else 0, month, int(week))


def since(moment: Moment, pack: Pack, year: int, month: str) -> Known:
    """Whether it is the first week of a month of a year, or later; open where the date is not told."""
    told = moment.condition("year") or ""
    if told.isdigit() and int(told) != year:
        return Known.of(int(told) > year)
    now = moment.condition("month") or ""
    if not told.isdigit() or not now:
        return unless_missing("" if told.isdigit() else "the year", "" if now else "the month")
    names = [each.name for each in _table(pack).months]
    return Known.of(names.index(now) >= names.index(month))


def month_after(pack: Pack, year: int, month: str, count: int) -> tuple[int, str]:
    """Year and month so many months after another."""
    names = [each.name for each in _table(pack).months]
    place = names.index(month) + count
    return year + place // len(names), names[place % len(names)]


def weeks_in(pack: Pack, month: str) -> int:
    """The weekly turns of a month."""
    return _month(pack, month).weeks


def season_of(pack: Pack, month: str) -> str:
    """The season of a month."""
    return _month(pack, month).season


def next_week(pack: Pack, date: Date) -> Date:
    """The week after a week."""
    if date.week < weeks_in(pack, date.month):
        return date._replace(week=date.week + 1)
    names = [month.name for month in _table(pack).months]
    place = names.index(date.month) + 1
    if place < len(names):
        return Date(date.year, names[place], 1)
    return Date(date.year + 1 if date.year else 0, names[0], 1)


def in_mud_season(pack: Pack, date: Date) -> bool:
    """Whether mud may override the table in a week."""
    return date.month in _table(pack).mud


def _month(pack: Pack, month: str) -> Month:
    found = next((entry for entry in _table(pack).months if entry.name == month), None)
    if found is None:
        known = ", ".join(entry.name for entry in _table(pack).months) or "none"
        raise PackError(f"months: no month '{month}'; known: {known}", Source(str(pack.folder / "calendar.toml")))
    return found


def _table(pack: Pack) -> CalendarTable:
    return load_table(pack, "calendar", CalendarTable)
