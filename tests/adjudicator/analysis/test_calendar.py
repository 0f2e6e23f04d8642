"""The calendar on a made-up year of three months: what comes next, when mud overrides the table, when weather is severe."""

from __future__ import annotations

import pytest

from adjudicator.analysis.calendar import (
    Date,
    date_of,
    date_told,
    in_mud_season,
    next_week,
    season_of,
    severe,
    weather_played,
    weeks_in,
)
from adjudicator.errors import PackError
from adjudicator.model.known import YES, Known
from adjudicator.model.pack import Pack
from adjudicator.model.sequence import Moment
from tests.adjudicator.analysis.maps import pack

YEAR = """
months = [
    { name = "may", weeks = 4, season = "spring" },
    { name = "june", weeks = 3, season = "summer" },
    { name = "july", weeks = 4, season = "summer" },
]
regions = { arctic = { june = 5 } }
"""
MUD = """
[[mud]]
months = ["june", "july"]
forced = "july"
skips = 1
certain = 2
rolled = 1
after = "wet"
"""
RULES = pack(calendar=YEAR + MUD)


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


def test_a_region_counts_the_weeks_of_its_own_months_alone() -> None:
    assert [weeks_in(RULES, "june"), weeks_in(RULES, "june", "arctic"), weeks_in(RULES, "may", "arctic")] == [3, 5, 4]
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


MILD_AND_BAD = {"north": "snow", "south": "clear"}


@pytest.mark.parametrize(
    ("rule", "weather", "dice", "found"),
    [
        ("", MILD_AND_BAD, (3, 3), [True, False]),
        ("", MILD_AND_BAD, (3, 4), [False, False]),
        ("", MILD_AND_BAD, (3,), [False, False]),
        ("", {"north": "snow", "south": "mud"}, (3, 3), [True, True]),
        ("all_bad = true", MILD_AND_BAD, (3, 3), [False, False]),
        ("all_bad = true", {"north": "snow", "south": "mud"}, (3, 3), [True, True]),
        ("all_bad = true", {"north": "snow", "south": "mud"}, (3, 2), [False, False]),
    ],
)
def test_severe_weather(rule: str, weather: dict[str, str], dice: tuple[int, ...], found: list[bool]) -> None:
    rules = pack(calendar=f"[severe]\nnever = ['clear']\n{rule}")
    rolled = dict(zip(("north", "south"), dice, strict=False))
    assert list(severe(rules, weather, rolled).values()) == found


def played(rolls: str, first: Date, rules: Pack = RULES) -> str:
    """The weather of the weeks from one on, by initials: m mud, c clear, w wet."""
    names = {"m": "mud", "c": "clear", "w": "wet"}
    weeks = []
    for letter in rolls:
        weeks.append((first, names[letter]))
        first = next_week(rules, first)
    return "".join(weather[0] for weather in weather_played(rules, weeks))


@pytest.mark.parametrize(
    ("first", "rolled", "found"),
    [
        (Date(1941, "may", 1), "mmc", "mmc"),  # no season of mud: the table
        (Date(1941, "june", 1), "mcc", "mcc"),  # too early in its first month: an ordinary week of mud
        (Date(1941, "june", 1), "cmc", "cmm"),  # begun: a second week is certain
        (Date(1941, "june", 1), "cmcm", "cmmm"),  # and a third if it is rolled
        (Date(1941, "june", 1), "cmmmm", "cmmmw"),  # but no fourth: the later mud is wet
        (Date(1941, "june", 1), "cmccm", "cmmcw"),  # once it has stopped it is over
        (Date(1941, "june", 2), "cccc", "ccmm"),  # forced in the first week of july at the latest
        (Date(1941, "july", 2), "ccc", "ccc"),  # in that week alone
        (Date(1941, "july", 2), "cmc", "cmm"),
        (Date(1941, "july", 1), "cc", "mm"),
        (Date(1941, "july", 3), "mmmm", "mmmm"),  # out of season in may: the table again
    ],
)
def test_a_season_of_mud(first: Date, rolled: str, found: str) -> None:
    assert played(rolled, first) == found


def test_each_year_has_its_own_season_of_mud() -> None:
    year = "cccc" + "ccc" + "cccc"
    assert played(year * 2, Date(1941, "may", 1)) == ("cccc" + "ccc" + "mmcc") * 2


def test_two_seasons_of_mud_are_told_apart() -> None:
    rules = pack(
        calendar=YEAR + MUD.replace('["june", "july"]', '["june"]') + MUD.replace('["june", "july"]', '["july"]')
    )
    assert played("cmc" + "cmc", Date(1941, "june", 1), rules) == "cmm" + "mmc"


@pytest.mark.parametrize(("month", "found"), [("may", False), ("june", True), ("july", True)])
def test_the_weeks_in_which_mud_may_override(month: str, found: bool) -> None:
    assert in_mud_season(RULES, Date(1941, month, 1)) is found
