"""Weather, and other conditions, that change at the wrong time."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.weather import NO_CHANGE
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.lean import replace
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import PhaseName
from adjudicator.record.acts import Act, ConditionsTold
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.words import condition, word

FACES = ("1", "2", "3", "4", "5", "6")


class ChangesOnly(Table):
    """Conditions of these names change only in `phases` (by id, kind or tag; empty = any), or when one of `also` holds.

    Where the game keeps what was announced under `forecast` ("forecast.REGION", or "forecast" for all), the new value must be
    that one; "4:mud" there is a die and what it brought.

    `table`: the chart cell that gives the weather of a region ("{region}", "{turn}", "{die}"); the one die of a turn is kept
    as the number `die` ("{turn}"). A log may tell it in a step of its own: there some face must bring the weather.
    """

    conditions: frozenset[str] = frozenset({"weather"})
    """The conditions that change at their own time only."""
    phases: frozenset[PhaseName] = frozenset()
    """The phases by id, kind or tag in which they change; none given: any."""
    also: tuple[When, ...] = ()
    """They may change when one of these holds, too."""
    forecast: str = ""
    """The number under which the game keeps what was announced ("FORECAST.REGION", or "FORECAST" for all): the new
    value must be that one. "4:mud" there is a die and what it brought."""
    table: str = ""
    """The chart cell that gives the weather of a {region} in a {turn} for a {die}."""
    die: str = ""
    """The number under which the die of a {turn} is kept. Where a log tells it in a step of its own, some face must
    bring the weather."""


def _tells_conditions(act: Act, terms: ChangesOnly) -> bool:
    return isinstance(act, ConditionsTold) or any(True for _ in _changes(act, terms))


@check("weather.changes", ChangesOnly, unseen="cannot excuse", met=_tells_conditions)
def changes_in_its_phase(act: Act, terms: ChangesOnly) -> Iterator[Finding]:
    """The weather changes in its own phase.

    Legal:    Weather; weather clear; now weather rain
    Illegal:  turn 2, French movement; weather clear; now weather rain
    """
    for name, was, now in _changes(act, terms):
        words = say("the {condition} was {was} and becomes {now}", condition(name), _value(was), _value(now))
        changed = (
            YES
            if was and now
            else Known.open(say("the {condition} before", condition(name)) if now else condition(name))
        )
        for breach in _judged(act, terms, (name.partition(":")[2], was, now), words):
            yield replace(breach, broken=breach.broken & changed)


def _changes(act: Act, terms: ChangesOnly) -> Iterator[tuple[str, str, str]]:
    """Each condition that is another after the act, whatever kind of act tells it: its name, what it was, what it is."""
    before, told = dict(act.before.moment.conditions), dict(act.after.moment.conditions)
    told |= act.conditions if isinstance(act, ConditionsTold) else {}
    for name in sorted(before.keys() | told.keys()) if before != told else ():
        kind = name.partition(":")[0]
        if kind in terms.conditions and before.get(name) != told.get(name):
            yield name, before.get(name, before.get(kind, "")), told.get(name, "")


def _judged(act: Act, terms: ChangesOnly, change: tuple[str, str, str], words: str) -> Iterator[Finding]:
    """What is wrong with a change in a region from one value to another."""
    region, _, now = change
    phase = act.moment.phase
    if terms.table:
        yield from _by_table(act, terms, change, words)
    late = _late(act, terms)
    if late.possible:
        said, allowed = (
            phase.name if phase is not None else say("unknown phase"),
            strung(map(word, sorted(terms.phases)), ", "),
        )
        yield Finding(
            (),
            say("{words} in the {said}; it changes only in these phases: {allowed}", words, said, allowed),
            broken=late,
        )
    if terms.forecast and not late.is_yes:
        for breach in _as_forecast(act, terms.forecast, region, now, words):
            yield replace(breach, broken=breach.broken & ~late)


def _value(told: str) -> str:
    return word(told) if told else say("unknown")


def _late(act: Act, terms: ChangesOnly) -> Known:
    """Whether it is not the time for a change."""
    phase = act.moment.phase
    if not terms.phases or phase is None or phase.names & terms.phases:
        return NO
    return ~any_of(when.holds(act.before, act.moment.phasing) for when in terms.also)


def _as_forecast(act: Act, key: str, region: str, value: str, words: str) -> Iterator[Finding]:
    values = act.before.values
    said = values.get(f"{key}.{region}" if region else key, values.get(key))
    each = {told for name, told in values.items() if name.startswith(f"{key}.")}
    if said is None and not region and len({told.rpartition(":")[2] for told in each}) == 1:
        said = each.pop()
    if said is None:
        yield Finding(
            (),
            say("{words}; only what was forecast may come, and nobody knows what that was", words),
            broken=Known.open(say("the forecast")),
        )
    elif said.rpartition(":")[2] != value:
        yield Finding((), say("{words}, and the forecast was {said}", words, said.rpartition(":")[2]))


def _by_table(act: Act, terms: ChangesOnly, change: tuple[str, str, str], words: str) -> Iterator[Finding]:
    region, before, after = change
    turn = act.after.moment.turn
    if not region or not turn:
        yield Finding(
            (),
            say("{words} by the table, and nobody knows by which column", words),
            broken=Known.open(say("the turn") if region else say("the zone")),
        )
        return
    key = terms.die.replace("{turn}", str(turn))
    die = act.before.values.get(key, act.after.values.get(key, ""))
    cells = {face: _cell(terms.table, region, turn, face) for face in ((die,) if die else FACES)}
    given = {face: act.before.pack.charts.get(cell) for face, cell in cells.items()}
    fits = [face for face, told in given.items() if told == after]
    blank = [cells[face] for face, told in given.items() if told is None]
    if not before and NO_CHANGE in given.values():
        blank.append(say("the weather before"))
    told = strung(sorted({str(each) for each in given.values() if each is not None}), ", ")
    if not fits and not blank:
        yield Finding(
            (),
            say(
                "{words}; by the table {die} brings {told}",
                words,
                say("a {die}", die) if die else say("the die"),
                told,
            ),
        )
    elif blank or (len(fits) < len(given) and act.exact):
        yield Finding(
            (),
            say("{words} by the table, and nobody knows what the die brings", words),
            broken=Known.open(*blank[:1] or [key]),
        )


def _cell(table: str, region: str, turn: int, face: str) -> str:
    return table.replace("{region}", region).replace("{turn}", str(turn)).replace("{die}", face)
