"""What flies and is bought: built, or put in the place of another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.air.sorties import all_seen
from adjudicator.analysis.air.terms import AirTable, air_table
from adjudicator.analysis.cards import granted, may_have_paid
from adjudicator.analysis.economy import first_untold, told_number
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import Interval
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.words import amount, listed, word


class Built(Table):
    """Units that are built new."""

    state: str
    """The state of readiness in which they begin. Example: `state = "destroyed"`"""
    when: When = ALWAYS
    """When they are."""
    costs: Mapping[str, Amount] = {}
    """What one costs, by the kind of point: of the unit's nation where the pack has such, else of its side."""
    most: int = 0
    """How many a nation builds in a phase; 0: no limit."""


class Swapped(Table):
    """Units that take the place of others."""

    gone: frozenset[str]
    """The boxes into which the others go. Example: `gone = ["removed"]`"""
    when: When = ALWAYS
    """When they do."""
    costs: Mapping[str, Amount] = {}
    """What one costs, by the kind of point."""
    of_nation: bool = True
    """Whether both are of one nation. Example: `of_nation = false`"""


class Enlisted(Table):
    """Units that fly come out of the pools of what is not in play: built, or in the place of others."""

    boxes: frozenset[str]
    """The pools. Example: `boxes = ["force_pool"]`"""
    built: Built
    """How units are built."""
    swapped: Swapped
    """How units take the place of others."""


def _came(record: PhaseRecord, terms: Enlisted) -> list[Unit]:
    """The units that came out of the pools, as they are now."""
    table, found = air_table(record.start), []
    for _, old, new in record.changes():
        if (
            old is not None
            and new is not None
            and old.type.flies
            and old.location in terms.boxes
            and table.state_of(new)
        ):
            found.append(new)
    return found


def _any_came(record: PhaseRecord, terms: Enlisted) -> bool:
    return bool(_came(record, terms))


def _untold(record: PhaseRecord, terms: Enlisted) -> str:
    for side, swaps, built in _bought(record, terms):
        due = sorted(_dues(record, terms, side, [unit for unit, _ in swaps], built))
        if missing := first_untold(due, record.start.values) or first_untold(due, record.end.values):
            return missing
    return ""


@check("air.enlisted", Enlisted, unseen="cannot excuse", met=_any_came, untold=_untold)
def bought_as_it_may(record: PhaseRecord, terms: Enlisted) -> Iterator[Breach]:
    """What flies is built in the worst state, or takes another's place.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Order of Battle Step; weather clear; season summer; week 1; [force_pool]: ax.ju88;
              ax.ju88 [force_pool]>[destroyed]; flip ax.ju88/2
    Illegal:  turn 9, Axis Order of Battle Step; weather clear; season summer; week 1; [force_pool]: ax.ju88;
              ax.ju88 [force_pool]>[available]
    """
    for side, swaps, built in _bought(record, terms):
        for unit, old in swaps:
            yield from _swap(record, terms.swapped, unit, old)
        for unit in built:
            yield from _build(record, terms.built, unit, len(built))
        yield from _too_many(record, terms.built, side, built)
        yield from _unpaid(record, terms, side, [unit for unit, _ in swaps], built)


def _bought(record: PhaseRecord, terms: Enlisted) -> Iterator[tuple[str, list[tuple[Unit, Unit]], list[Unit]]]:
    """By side the new units that take another's place, each with the other, and those that are built."""
    came = _came(record, terms)
    for side in sorted({unit.side for unit in came}):
        yield side, *_paired(record, terms, [unit for unit in came if unit.side == side])


def _paired(record: PhaseRecord, terms: Enlisted, new: list[Unit]) -> tuple[list[tuple[Unit, Unit]], list[Unit]]:
    """Each new unit with the one that left for it, best pairs first; and those that are built."""
    table, left = air_table(record.start), []
    for _, old, now in record.changes():
        away = now is None or now.location in terms.swapped.gone
        if old is not None and old.type.flies and old.side == new[0].side and table.state_of(old) and away:
            left.append(old)
    swaps, built = [], []
    for unit in new:
        able = [old for old in left if not terms.swapped.of_nation or old.type.nation == unit.type.nation]
        fit = [old for old in able if _follows(table, terms.swapped, old, unit)] or able
        if not fit:
            built.append(unit)
            continue
        swaps.append((unit, fit[0]))
        left.remove(fit[0])
    return swaps, built


def _follows(table: AirTable, terms: Swapped, old: Unit, new: Unit) -> bool:
    was, now = table.level_of(old), table.level_of(new)
    if was is None or now is None:
        return False
    return now == min(was + 1, len(table.level) - 1)


def _swap(record: PhaseRecord, terms: Swapped, unit: Unit, old: Unit) -> Iterator[Breach]:
    table = air_table(record.start)
    now = terms.when.holds(record.start, unit.side)
    if not now.is_yes:
        because = say("{unit} takes the place of {other} in {moment}, and none does now", unit, old, record.moment)
        yield Breach((), because, (unit.id, old.id), ~now)
    if not _follows(table, terms, old, unit):
        was, state = word(table.state_of(old)), word(table.state_of(unit))
        because = say("{unit} takes the place of {other}, which was {old}, and is {new}", unit, old, was, state)
        yield Breach((), because, (unit.id, old.id), owed=not record.ended)


def _build(record: PhaseRecord, terms: Built, unit: Unit, number: int) -> Iterator[Breach]:
    state, now = air_table(record.start).state_of(unit), terms.when.holds(record.start, unit.side)
    free = ~may_have_paid(record, unit.side) & all_seen(record)
    if not now.is_yes:
        because = say("{unit} is built in {moment}, and none is built now", unit, record.moment)
        by_card = granted(record, unit.side, "builds").at_least(Interval.of(number))
        yield Breach((), because, (unit.id,), ~now & ~by_card & free)
    if state != terms.state:
        because = say("{unit} is built and {state}; what is built is {built}", unit, word(state), word(terms.state))
        yield Breach((), because, (unit.id,), free, owed=not record.ended)


def _too_many(record: PhaseRecord, terms: Built, side: str, built: list[Unit]) -> Iterator[Breach]:
    for nation in sorted({unit.type.nation for unit in built}):
        own = [unit for unit in built if unit.type.nation == nation]
        if terms.most and len(own) > terms.most:
            because = say("{units} are built, and a nation builds {most} at once", listed(own), terms.most)
            by_card = granted(record, side, "builds").at_least(Interval.of(len(own) - terms.most))
            free = may_have_paid(record, side) | by_card
            yield Breach((), because, tuple(unit.id for unit in own), ~free & all_seen(record))


def _dues(
    record: PhaseRecord, terms: Enlisted, side: str, swapped: list[Unit], built: list[Unit]
) -> dict[str, Fraction]:
    """By pool the points that are due."""
    due: dict[str, Fraction] = {}
    for units, costs in ((swapped, terms.swapped.costs), (built, terms.built.costs)):
        for unit in units:
            for kind, number in costs.items():
                own, common = f"{kind}.{unit.type.nation}", f"{kind}.{side}"
                pool = own if own in record.start.values else common
                due[pool] = due.get(pool, Fraction(0)) + Fraction(number)
    return due


def _unpaid(
    record: PhaseRecord, terms: Enlisted, side: str, swapped: list[Unit], built: list[Unit]
) -> Iterator[Breach]:
    gifts = granted(record, side, "builds").smaller(Interval.of(len(built)))
    for pool, cost in sorted(_dues(record, terms, side, swapped, built).items()):
        if pool not in record.start.values or pool not in record.end.values:
            continue
        given = told_number(record.start, pool).minus(told_number(record.end, pool))
        spared = gifts.times(Fraction(terms.built.costs.get(pool.partition(".")[0], 0)))
        paid = given.plus(spared).at_least(Interval.of(cost))
        if not paid.is_yes:
            because = say(
                "{units} cost {due} {pool}, and {given} was paid", listed([*swapped, *built]), amount(cost), pool, given
            )
            names = tuple(unit.id for unit in (*swapped, *built))
            yield Breach(
                (), because, names, ~paid & ~may_have_paid(record, side) & all_seen(record), owed=not record.ended
            )
