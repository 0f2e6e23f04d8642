"""Forecasts made at the wrong time, without a die, or against the table."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.calendar import date_of, date_told, in_mud_season, next_week
from adjudicator.analysis.weather import NO_CHANGE
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import PhaseName
from adjudicator.record.acts import Act, ValuesChanged
from adjudicator.said import say, strung
from adjudicator.words import word


class ForecastTerms(Table):
    """The numbers "NAME" or "NAME.REGION" that the game keeps are forecasts, written DIE:WEATHER and made in `phases`.

    `table`: the chart cell of a die ("{region}", "{month}" of the coming week or "{turn}" of this turn, "{die}"), which may
    say that the weather does not change from what was rolled before. Without a die there is no forecast; a log tells the die in
    a step of its own, so a forecast there may stand without.
    """

    name: str = "forecast"
    """The number under which the game keeps forecasts ("NAME" or "NAME.REGION"), written DIE:WEATHER."""
    phases: frozenset[PhaseName]
    """The phases by id, kind or tag in which they are made."""
    table: str = ""
    """The chart cell that gives the weather for a {die}, with {region}, and {month} of the coming week or {turn} of
    this turn. It may say that the weather does not change."""


@check("weather.forecast", ForecastTerms, unseen="cannot excuse", acts=("value",))
def forecast_as_rolled(act: Act, terms: ForecastTerms) -> Iterator[Finding]:
    """Next turn's weather is rolled in its phase, and is what the table gives for the die.

    Legal:    Weather; weather clear; now weather clear; value forecast 3:rain
    Illegal:  turn 2, French movement; weather clear; now weather clear; value forecast 3:rain
    Illegal:  Weather; weather clear; now weather clear; value forecast rain
    """
    if not isinstance(act, ValuesChanged):
        return
    for name, value in act.values.items():
        if name.partition(".")[0] != terms.name:
            continue
        phase = act.moment.phase
        if phase is not None and not phase.names & terms.phases:
            allowed = strung(map(word, sorted(terms.phases)), ", ")
            yield Finding(
                (),
                say(
                    "{name} is set to {value} in the {phase}; that is done only in these phases: {allowed}",
                    name,
                    value,
                    phase.name,
                    allowed,
                ),
            )
            continue
        die, colon, weather = value.rpartition(":")
        if not colon and act.exact:
            yield Finding((), say("{name} is set to {value}, and no die was rolled for it", name, value))
        elif colon and terms.table:
            yield from _by_table(act, terms.table, (name, die, weather))


def _by_table(act: Act, table: str, forecast: tuple[str, str, str]) -> Iterator[Finding]:
    name, die, weather = forecast
    if "{turn}" in table:
        yield from _by_turn(act, table, forecast)
        return
    pack, dated = act.before.pack, date_told(act.before.moment)
    if dated.is_open:
        yield Finding(
            (),
            say("{name} is set to {weather} by a {die}, and the date is not known", name, weather, die),
            broken=dated,
        )
        return
    coming = next_week(pack, date_of(act.before.moment))
    cell = table.replace("{region}", name.partition(".")[2])
    cell = cell.replace("{month}", coming.month).replace("{die}", die)
    told = pack.charts.get(cell)
    if told is None:
        yield Finding(
            (),
            say(
                "{name} is set to {weather} by a {die} for {coming}, and the table is not known",
                name,
                weather,
                die,
                coming,
            ),
            broken=Known.open(cell),
        )
    elif told != weather and not in_mud_season(pack, coming):
        yield Finding(
            (),
            say(
                "{name} is set to {weather} by a {die} for {coming}; by the table it is {told}",
                name,
                weather,
                die,
                coming,
                told,
            ),
        )


def _by_turn(act: Act, table: str, forecast: tuple[str, str, str]) -> Iterator[Finding]:
    name, die, weather = forecast
    turn = act.moment.turn
    if not turn:
        yield Finding(
            (),
            say("{name} is set to {weather} by a {die}, and the turn is not known", name, weather, die),
            broken=Known.open(say("the turn")),
        )
        return
    cell = table.replace("{region}", name.partition(".")[2]).replace("{turn}", str(turn)).replace("{die}", die)
    told = act.before.pack.charts.get(cell)
    if told is None:
        yield Finding(
            (),
            say(
                "{name} is set to {weather} by a {die} on turn {turn}, and the table is not known",
                name,
                weather,
                die,
                turn,
            ),
            broken=Known.open(cell),
        )
        return
    last = act.before.values.get(name)
    brings = told if told != NO_CHANGE else None if last is None else last.rpartition(":")[2]
    if brings is None:
        yield Finding(
            (),
            say(
                "{name} is set to {weather} by a {die}, which changes nothing, and what was before is not known",
                name,
                weather,
                die,
            ),
            broken=Known.open(say("{name} of last turn", name)),
        )
    elif brings != weather:
        yield Finding(
            (),
            say(
                "{name} is set to {weather} by a {die} on turn {turn}; by the table it is {told} ({brings})",
                name,
                weather,
                die,
                turn,
                told,
                brings,
            ),
        )
