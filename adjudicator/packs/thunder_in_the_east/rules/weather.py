"""The course of the weather: 23.0 and 23.3.1 of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from adjudicator.analysis.calendar import Date, date_of, date_told, next_week
from adjudicator.analysis.weather import Ahead
from adjudicator.checks.articles import Chapter, has_figures
from adjudicator.findings import Finding
from adjudicator.model.known import YES, Known
from adjudicator.model.pack import Pack
from adjudicator.packs.thunder_in_the_east.rules._weather import ZONES, weather_in
from adjudicator.record.acts import ConditionsTold
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.words import word

CHAPTER = Chapter(area="weather", unseen="cannot excuse")

has_figures(  # 23.3.1, 24.2: when Rasputitsa ends, the Soviet player may march by the weather of the next turn
    __name__,
    "thunder_in_the_east",
    Ahead(
        When(phases=frozenset({"soviet.regular_movement"}), conditions={"rasputitsa": frozenset({"ending"})}),
        besides=frozenset({"severe"}),
    ),
)
has_figures(__name__, "thunder_in_the_east_10", Ahead(None))  # the weather of the next turn waits for Housekeeping
MUD, CLEAR = "mud", "clear"
AUTUMN, SPRING = ("october", "november", "december"), ("march", "april", "may", "june")
MUST, MAY, NEVER = "must", "may", "never"


def _told(record: PhaseRecord, *names: str) -> bool:
    """Whether one of these conditions is told in a phase, of a zone or of all."""
    told = (key.partition(":")[0] for act in record.of(ConditionsTold) for key in act.conditions)
    return any(key in names for key in told)


@CHAPTER.article(
    "Severe weather",
    "23.0b",
    when=("housekeeping",),
    readings=("severe_weather",),
    met=lambda record: _told(record, "severe"),
)
def severe_weather(record: PhaseRecord) -> Iterator[Finding]:
    """Weather is severe where both theaters rolled the same number and it is not Clear, and nowhere else.

    Legal:    turn 2, Housekeeping Phase; weather clear; value forecast.east_europe 4:snow; value forecast.mid_east 4:snow;
              now weather snow; now severe yes
    Illegal:  turn 2, Housekeeping Phase; weather clear; value forecast.east_europe 4:snow; value forecast.mid_east 2:snow;
              now weather snow; now severe yes
    Illegal:  turn 2, Housekeeping Phase; weather snow; now weather clear; now severe yes
    """
    end = record.end.moment
    severe, weathers = end.condition("severe"), [weather_in(end, zone) for zone in ZONES]
    if severe is None:
        return
    if severe == "yes" and all(each == CLEAR for each in weathers):
        yield Finding((), say("the weather is {weather}, and is told to be severe", word(CLEAR)))
    else:
        alike = _alike(record)
        if severe == "yes":
            yield Finding(
                (), say("the weather is told to be severe, and the dice of the forecast differ"), broken=~alike
            )
        elif CLEAR not in weathers and None not in weathers:
            because = say("the weather is told not to be severe, and the dice of the forecast are alike")
            yield Finding((), because, broken=alike)


def _alike(record: PhaseRecord) -> Known:
    """Whether the dice of the last forecast show the same number."""
    values = record.start.values
    dice = [values.get(f"forecast.{zone}", "").rpartition(":")[0] for zone in ZONES]
    return Known.of(dice[0] == dice[1]) if all(dice) else Known.open(say("the forecast"))


def _untold(record: PhaseRecord) -> str:
    """The date or the weather, where nobody tells it."""
    if date_told(record.start.moment).is_open:
        return say("the date")
    return "" if weather_in(record.end.moment, ZONES[0]) is not None else say("the weather")


@CHAPTER.article("Mud in both zones", "23.3.1a", when=("housekeeping",), covers=("1.0e",), untold=_untold)
def mud_in_both_zones(record: PhaseRecord) -> Iterator[Finding]:
    """In Rasputitsa both weather zones have Mud.

    Legal:    turn 2, Housekeeping Phase; month october; week 1; season autumn; weather overcast; now weather mud
    Illegal:  turn 2, Housekeeping Phase; month october; week 1; season autumn; weather overcast;
              now weather:east_europe mud; now weather:mid_east snow
    """
    if not _told(record, "weather") or date_told(record.start.moment).is_open:
        return
    coming = next_week(record.start.pack, date_of(record.start.moment))
    told = {key for act in record.of(ConditionsTold) for key in act.conditions}
    both = record.ended or "weather" in told or {f"weather:{zone}" for zone in ZONES} <= told
    found = [weather_in(record.end.moment, zone) for zone in ZONES]
    if coming.month in AUTUMN + SPRING and both and None not in found and found.count(MUD) == 1:
        muddy = found.index(MUD)
        because = say(
            "{zone} has mud in {date}, which is Rasputitsa, and {other} has {weather}",
            *(word(ZONES[muddy]), coming, word(ZONES[1 - muddy]), word(found[1 - muddy] or "")),
        )
        yield Finding((), because)


@CHAPTER.article("Autumn Rasputitsa", "23.3.1b", when=("housekeeping",), untold=_untold)
def autumn_rasputitsa(record: PhaseRecord) -> Iterator[Finding]:
    """From October I the first Mud turn has a second, perhaps a third, and none after; without Mud in October November I has it.

    Legal:    turn 2, Housekeeping Phase; month october; week 1; season autumn; weather mud; now weather mud
    Illegal:  turn 2, Housekeeping Phase; month october; week 1; season autumn; weather mud; now weather snow
    """
    yield from _as_it_goes(record, AUTUMN, _autumn)


@CHAPTER.article("Spring Rasputitsa", "23.3.1c", when=("housekeeping",), untold=_untold)
def spring_rasputitsa(record: PhaseRecord) -> Iterator[Finding]:
    """From March I the first Mud turn has a second and a third, perhaps a fourth and fifth; without Mud in March April I has it.

    Legal:    turn 2, Housekeeping Phase; month march; week 1; season winter; weather mud; now weather mud
    Illegal:  turn 2, Housekeeping Phase; month march; week 1; season winter; weather mud; now weather snow
    """
    yield from _as_it_goes(record, SPRING, _spring)


def _autumn(course: tuple[bool, ...]) -> str:
    """Whether the next turn has Mud, after those since October I."""
    if True not in course:
        return MUST if len(course) == 3 else MAY
    after = len(course) - course.index(True)
    return MUST if after == 1 else MAY if after == 2 else NEVER


def _spring(course: tuple[bool, ...]) -> str:
    """Whether the next turn has Mud, after those since March I."""
    if True not in course:
        return MUST if len(course) == 2 else MAY
    first = course.index(True)
    after = len(course) - first
    if after <= 2:
        return MUST
    return MAY if after == 3 or (after == 4 and course[first + 3]) else NEVER


def _as_it_goes(
    record: PhaseRecord, months: tuple[str, ...], rule: Callable[[tuple[bool, ...]], str]
) -> Iterator[Finding]:
    """A breach where the weather that takes effect is not what the turns of the season before it leave."""
    start, zone = record.start, ZONES[0]
    now = weather_in(record.end.moment, zone)
    if now is None or not _told(record, "weather") or date_told(start.moment).is_open:
        return
    coming = next_week(start.pack, date_of(start.moment))
    if coming.month not in months:
        return
    before = _weeks(start.pack, coming, months[0])
    seen = _seen(record, zone)
    unknown = next((week for week in before if seen.get(week) is None), None)
    each = [(True, False) if seen.get(week) is None else (seen[week] == MUD,) for week in before]
    wrong = {rule(course) == (NEVER if now == MUD else MUST) for course in product(*each)}
    if True in wrong:
        missing = Known.open(say("the weather of {date}", unknown)) if unknown is not None else YES
        because = (
            say("{date} has mud, and this Rasputitsa has had all its turns", coming)
            if now == MUD
            else say("{date} has {weather}, and in this Rasputitsa it is due to have mud", coming, word(now))
        )
        yield Finding((), because, broken=YES if wrong == {True} else missing)


def _weeks(pack: Pack, coming: Date, first: str) -> list[Date]:
    """The weeks of a season of mud before one of them."""
    week, found = coming._replace(month=first, week=1), []
    while week != coming:
        found.append(week)
        week = next_week(pack, week)
    return found


def _seen(record: PhaseRecord, zone: str) -> dict[Date, str | None]:
    """The weather of a zone in each week on record, as it was when the week began."""
    moments = (phase.start.moment for phase in (record, *record.past_phases()))
    return {date_of(moment): weather_in(moment, zone) for moment in moments if date_told(moment).is_yes}
