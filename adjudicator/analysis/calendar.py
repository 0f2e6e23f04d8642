"""The calendar: weeks of a month, seasons, what comes next; severe weather; the weeks of mud. Numbers: calendar.toml.

A date is the conditions year, month and week (1 = first) of a moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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


class Severe(Table):
    """[severe]: when weather is severe. The dice of all zones must agree, and the weather must not be one of the mild
    kinds.
    """

    never: frozenset[str] = frozenset()
    """Weathers that are never severe."""
    all_bad: bool = False
    """Whether the weather must be bad in every zone. Example: `all_bad = true`"""


MUD = "mud"
"""What weather tables call it."""


class Mud(Table):
    """A [[mud]]: a season of mud, whose weeks override what is rolled."""

    months: tuple[str, ...]
    """The months it may fall in."""
    forced: str = ""
    """The month whose first week begins it at the latest."""
    skips: int = 0
    """Weeks of the first month that cannot begin it. Example: `skips = 1`"""
    certain: int = 1
    """Weeks of mud whatever is rolled, the first included."""
    rolled: int = 0
    """Further weeks of mud in a row, if mud is rolled."""
    after: str = ""
    """The weather that a later roll of mud gives."""


class CalendarTable(Table):
    """The file calendar.toml: months, seasons and their weather."""

    months: tuple[Month, ...] = ()
    """The months in order. Example: `months = [{ name = "june", weeks = 4, season = "summer" }]`"""
    regions: Mapping[str, Mapping[str, int]] = {}
    """Regions that count the weeks of a month otherwise: region, month, weeks. Example: `regions = { arctic = { march =
    5 } }`"""
    severe: Severe = Severe()
    """When weather is severe."""
    mud: tuple[Mud, ...] = ()
    """The seasons of mud."""


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


def weeks_in(pack: Pack, month: str, region: str = "") -> int:
    """The weekly turns of a month, as a region counts them."""
    found = _month(pack, month).weeks
    return _table(pack).regions.get(region, {}).get(month, found)


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


def severe(pack: Pack, weather: Mapping[str, str], dice: Mapping[str, int]) -> dict[str, bool]:
    """By zone whether its weather is severe: the dice of all zones agree, and the zone's weather is not of the mild kind."""
    rule = _table(pack).severe
    same = len(dice) > 1 and len(set(dice.values())) == 1
    bad = {zone: kind not in rule.never for zone, kind in weather.items()}
    if rule.all_bad and not all(bad.values()):
        return dict.fromkeys(weather, False)
    return {zone: same and bad[zone] for zone in weather}


def weather_played(pack: Pack, rolls: Iterable[tuple[Date, str]]) -> tuple[str, ...]:
    """The weather of each week, given what was rolled for it, week by week: the seasons of mud override the table."""
    table, found = _table(pack), []
    state: _Run | None = None
    for date, rolled in rolls:
        season = next((row for row in table.mud if date.month in row.months), None)
        if season is None:
            state = None
            found.append(rolled)
            continue
        if state is None or state.season is not season:
            state = _Run(season)
        found.append(state.week(date, rolled))
    return tuple(found)


class _Run:
    """One season of mud as it goes on."""

    def __init__(self, season: Mud) -> None:
        self.season = season
        self.weeks = 0
        self.over = False

    def week(self, date: Date, rolled: str) -> str:
        season = self.season
        if not self.weeks:
            early = date.month == season.months[0] and date.week <= season.skips
            begins = (rolled == MUD and not early) or (date.month == season.forced and date.week == 1)
            if begins:
                self.weeks = 1
                return MUD
            return rolled
        if self.weeks < season.certain:
            self.weeks += 1
            return MUD
        if rolled == MUD and not self.over and self.weeks < season.certain + season.rolled:
            self.weeks += 1
            return MUD
        self.over = True
        return season.after if rolled == MUD else rolled


def in_mud_season(pack: Pack, date: Date) -> bool:
    """Whether mud may override the table in a week."""
    return any(date.month in row.months for row in _table(pack).mud)


def _month(pack: Pack, month: str) -> Month:
    found = next((entry for entry in _table(pack).months if entry.name == month), None)
    if found is None:
        known = ", ".join(entry.name for entry in _table(pack).months) or "none"
        raise PackError(f"months: no month '{month}'; known: {known}", Source(str(pack.folder / "calendar.toml")))
    return found


def _table(pack: Pack) -> CalendarTable:
    return load_table(pack, "calendar", CalendarTable)
