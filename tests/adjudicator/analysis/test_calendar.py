"""The calendar on a made-up year of three months: what comes next, and when mud may override the table."""

from __future__ import annotations

import pytest

from adjudicator.analysis.calendar import (
    Date,
    date_of,
    date_told,
    in_mud_season,
    next_week,
    season_of,
    weeks_in,
)
from adjudicator.errors import PackError
from adjudicator.model.known import YES, Known
from adjudicator.model.sequence import Moment
from tests.adjudicator.analysis.maps import pack

YEAR = """
months = [
    { name = "may", weeks = 4, season = "spring" },
    { name = "june", weeks = 3, season = "summer" },
    { name = "july", weeks = 4, season = "summer" },
]
"""
MUD = 'mud = ["june", "july"]'
RULES = pack(calendar=MUD + YEAR)


@pytest.mark.parametrize(
    ("week", "following"),
    [
        (Date(1941, "may", 3), Date(1941, "may", 4)),
        (Date(1941, "may", 4), Date(1941, "june", 1)),
        (Date(1941, "june", 3), Date(1941, "july", 1)),
        (Date(1941, "july", 3), Date(1941, "july", 4)),
        (Date(1941, "july", 4), Date(1942, "may", 1)),
        (Date(0, "july", 4), Date(0, "may", 1)),
    ],
    ids=str,
)
def test_the_week_after(week: Date, following: Date) -> None:
    assert next_week(RULES, week) == following


def test_weeks_and_season_of_a_month() -> None:
    assert [weeks_in(RULES, month) for month in ("may", "june")] == [4, 3]
    assert [season_of(RULES, month) for month in ("may", "june")] == ["spring", "summer"]


def test_a_month_that_the_calendar_lacks_is_named_with_those_it_has() -> None:
    with pytest.raises(PackError, match="no month 'march'; known: may, june, july"):
        season_of(RULES, "march")


@pytest.mark.parametrize(
    ("conditions", "told"),
    [
        ({"month": "may", "week": "2"}, YES),
        ({"month": "may"}, Known.open("the week")),
        ({"month": "may", "week": "late"}, Known.open("the week")),
        ({"week": "2"}, Known.open("the month")),
    ],
    ids=str,
)
def test_a_date_is_told_by_month_and_week(conditions: dict[str, str], told: Known) -> None:
    assert date_told(Moment(1, None, tuple(conditions.items()))) == told


@pytest.mark.parametrize(("year", "words"), [("1942", "may 2 1942"), ("", "may 2")])
def test_a_year_that_nobody_counts_is_left_out(year: str, words: str) -> None:
    moment = Moment(1, None, (("month", "may"), ("week", "2"), ("year", year)))
    assert str(date_of(moment)) == words


@pytest.mark.parametrize(("month", "found"), [("may", False), ("june", True), ("july", True)])
def test_the_weeks_in_which_mud_may_override(month: str, found: bool) -> None:
    assert in_mud_season(RULES, Date(1941, month, 1)) is found
