"""Dates that do not follow one another, or that change before the turn is over."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.calendar import date_of, date_told, next_week, season_of
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import PhaseName
from adjudicator.record.acts import ConditionsTold
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.words import word

DATE = frozenset({"month", "week"})
"""The conditions that tell the date."""


class CalendarTerms(Table):
    """In which `phases` (by id, kind or tag) the date goes on."""

    phases: frozenset[PhaseName]
    """The phases by id, kind or tag in which the date goes on."""


@check("sequence.calendar", CalendarTerms, unseen="cannot excuse")
def week_by_week(record: PhaseRecord, terms: CalendarTerms) -> Iterator[Breach]:
    """The date goes on by one week a turn, as the calendar has it.

    Legal:    turn 2, Housekeeping Phase; month july; week 4; season summer; now month august; now week 1
    Illegal:  turn 2, Housekeeping Phase; month july; week 1; season summer; now week 3
    Illegal:  turn 2, Housekeeping Phase; month june; week 3; season spring; now week 4
    """
    dated = date_told(record.start.moment) & date_told(record.end.moment)
    if dated.is_open:
        if any(DATE & act.conditions.keys() for act in record.of(ConditionsTold)):
            yield Breach((), say("the date goes on from one that nobody knows"), broken=dated)
        return
    before, after = date_of(record.start.moment), date_of(record.end.moment)
    if before == after:
        return
    phase = record.moment.phase
    if phase is not None and not phase.names & terms.phases:
        allowed = strung(map(word, sorted(terms.phases)), ", ")
        yield Breach(
            (),
            say(
                "{before} becomes {after} in the {name}; the date changes only in: {allowed}",
                before,
                after,
                phase.name,
                allowed,
            ),
        )
        return
    due = next_week(record.start.pack, before)
    if after != due:
        yield Breach((), say("after {before} came {after}, and {due} is due", before, after, due))
        return
    season, told = season_of(record.start.pack, after.month), record.end.moment.condition("season")
    if season and told and season != told:
        yield Breach((), say("the season is said to be {told}, and {after} is in {season}", told, after, season))
