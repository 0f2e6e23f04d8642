"""What flies and becomes ready faster than it may."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.air.recoveries import Change, Recoveries, changes_of, is_hindered, readier, resting
from adjudicator.analysis.air.terms import AirTable, Price, air_table
from adjudicator.analysis.cards import may_be_carded
from adjudicator.analysis.economy import first_untold, told_number
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.interval import Interval
from adjudicator.model.known import YES, Known
from adjudicator.model.units import Unit
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.words import counted, word


class Recovery(Recoveries):
    """In a phase units of a side become better by these steps, each by one, and no more of them than may."""

    cleaned: frozenset[str] = frozenset()
    """States of which half of the units leave, rounded up. Example: `cleaned = ["flown suppressed"]`"""
    when: When = ALWAYS
    """When any recover at all."""
    price: Price | None = None
    """What each costs, if anything."""


def _turned_up(record: PhaseRecord, table: AirTable) -> Iterator[Unit]:
    """Who of either side became better in the same box, or on the map: to a better level, where the game has levels, or face."""
    index = record.start.network.index
    for _, old, new in record.changes():
        if old is None or new is None or not old.type.flies:
            continue
        was, now = table.level_of(old), table.level_of(new)
        if table.level:
            better = was is not None and now is not None and now < was and old.location == new.location
        else:
            better = new.face < old.face and old.location in index
        if better:
            yield old


def _any_better(record: PhaseRecord, terms: Recovery) -> bool:
    if terms.ways:
        # where nobody knows whose phase it is, any of them may be meant
        return bool(changes_of(record, terms) if record.moment.phasing else readier(record))
    return any(
        old is not None and new is not None and old.type.flies and old.face != new.face
        for _, old, new in record.changes()
    )


def _untold(record: PhaseRecord, terms: Recovery) -> str:
    """The points that pay, where nobody tells them."""
    changes = changes_of(record, terms) if terms.ways and terms.price is not None else []
    names = [f"{terms.price.pool}.{changes[0][0].side}"] if changes and terms.price is not None else []
    return first_untold(names, record.start.values) or first_untold(names, record.end.values)


@check("air.recovery", Recovery, unseen="cannot excuse", met=_any_better, untold=_untold)
def recovers_as_it_may(record: PhaseRecord, terms: Recovery) -> Iterator[Breach]:
    """What has flown becomes ready step by step.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Repair & Recovery Step; weather clear; season summer; [flown]: ax.ju87/2; flip ax.ju87/1
    Illegal:  turn 9, Axis Repair & Recovery Step; weather clear; season summer; [flown]: ax.ju87/2;
              ax.ju87 [flown]>[available]; flip ax.ju87/1
    """
    changes = changes_of(record, terms)
    table = air_table(record.start)
    if not terms.ways:
        for unit in _turned_up(record, table):
            because = say("{unit} becomes readier in {moment}, and nothing recovers then", unit, record.moment)
            yield Breach((), because, (unit.id,), ~may_be_carded(record))
        return
    for unit, was, now in changes:
        if terms.ways.get(was) != now:
            because = say(
                "{unit} goes from {old} to {new} in one recovery, which may not be", unit, word(was), word(now)
            )
            yield Breach((), because, (unit.id,))
    allowed = terms.when.holds(record.start, record.moment.phasing)
    if changes and not allowed.is_yes:
        names = tuple(unit.id for unit, _, _ in changes)
        yield Breach((), say("{units} recover, and none do now", counted(len(changes), "unit")), names, ~allowed)
    able = resting(record.start, terms, table, {unit.side for unit, _, _ in changes})
    slow = {unit.id: is_hindered(record, terms, unit) for unit in able}
    yield from _halved(table, changes, slow)
    yield from _cleaned(terms, table, changes, {unit.id: unit for unit in able}, slow)
    if terms.price is not None and changes:
        yield from _unpaid(record, terms.price, changes)


def _halved(table: AirTable, changes: list[Change], slow: Mapping[str, Known]) -> Iterator[Breach]:
    """More of those that are hindered (`slow`, by id) recover than half."""
    sides = {unit.side for unit, _, _ in changes}
    better = [unit.id for unit, _, _ in changes if unit.id in slow]
    for count_open in (False, True):
        group = {name for name, each in slow.items() if each.is_yes or (count_open and each.is_open)}
        done = tuple(name for name in better if name in group)
        most = -(-len(group) // 2)
        if len(done) > most:
            because = say("{done} of {all} hindered units recover, and {most} may", len(done), len(group), most)
            doubts = [slow[name] for name in done if slow[name].is_open]
            lacking = max(1, 2 * len(done) - len(group) - 1)
            excuse = Excuse(_all_boxes(table), frozenset(sides), least=lacking)
            yield Breach((), because, done, doubts[0] if doubts else YES, excuse=excuse)
            return


def _all_boxes(table: AirTable) -> frozenset[str]:
    """Where units rest, counters that nobody can read among them: with these there may be enough that half of them recover."""
    return frozenset[str]().union(*(each.boxes for each in table.level))


def _cleaned(
    terms: Recovery, table: AirTable, changes: list[Change], resting: Mapping[str, Unit], slow: Mapping[str, Known]
) -> Iterator[Breach]:
    """More Suppressed markers come off units at rest than half, of the hindered (`slow`) no more than may recover."""
    sides = {unit.side for unit, _, _ in changes}
    dirty = {name for name, unit in resting.items() if _state(table, unit) in terms.cleaned}
    done = tuple(unit.id for unit, was, _ in changes if was in terms.cleaned)
    for count_open in (False, True):
        group = {name for name, each in slow.items() if each.is_yes or (count_open and each.is_open)}
        others = sum(unit.id in group - dirty for unit, _, _ in changes)  # of the half that recovers
        chosen = len(dirty - group) + min(len(dirty & group), max(0, -(-len(group) // 2) - others))
        most = -(-chosen // 2)
        if len(done) > most:
            because = say("{done} of {all} Suppressed markers come off, and {most} may", len(done), len(dirty), most)
            doubts = [slow[name] for name in resting if count_open and slow[name].is_open]
            excuse = Excuse(_all_boxes(table), frozenset(sides), least=max(1, 2 * len(done) - 1 - chosen))
            yield Breach((), because, done, doubts[0] if doubts else YES, excuse=excuse)
            return


def _state(table: AirTable, unit: Unit) -> str:
    level = table.level_of(unit)
    return table.level[level].name if level is not None else ""


def _unpaid(record: PhaseRecord, price: Price, changes: list[Change]) -> Iterator[Breach]:
    """What was not paid for, where the points are told."""
    name = f"{price.pool}.{changes[0][0].side}"
    if name not in record.start.values or name not in record.end.values:
        return
    cheap = [unit for unit, _, _ in changes if price.cheap is not None and price.cheap.matches(unit)]
    due = len(changes) - len(cheap) + Fraction(price.less) * len(cheap)
    given = told_number(record.start, name).minus(told_number(record.end, name))
    paid = given.at_least(Interval.of(due))
    if not paid.is_yes:
        because = say(
            "{units} recover for {due} {pool}, and {given} was paid", counted(len(changes), "unit"), due, name, given
        )
        yield Breach((), because, tuple(unit.id for unit, _, _ in changes), ~paid, owed=not record.ended)
