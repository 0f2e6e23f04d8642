"""Numbers that are raised by one, at a price that rises with them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.economy import first_untold, told_number
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import When


class Graded(Table):
    """The number "NAME.SIDE" rises by one at a time and costs as many points of each pool as its new value."""

    name: str
    """The number. Example: `name = "air_defense"`"""
    parts: str = ""
    """The number "PARTS.SIDE" that counts what is paid by and by, one point of each pool a step; when it is more than the
    other, that rises and it goes back to 0. Example: `parts = "air_defense_built"`"""
    pools: tuple[tuple[str, ...], ...]
    """By side the values that pay, in groups: each group pays the price in all. Example: `pools = [["PP.french"], ["EP.fr"]]`"""
    when: When
    """When it is raised, as its side sees it."""
    side: str
    """The side. Example: `side = "fr"`"""


def _rise(record: PhaseRecord, name: str) -> Interval | None:
    if name not in record.start.values or name not in record.end.values:
        return None
    return told_number(record.end, name).minus(told_number(record.start, name))


def _any_rise(record: PhaseRecord, terms: Graded) -> bool:
    risen = (_rise(record, f"{name}.{terms.side}") for name in (terms.name, terms.parts))
    return any(each is not None and each.low > 0 for each in risen)


def _untold(record: PhaseRecord, terms: Graded) -> str:
    """The first pool that nobody tells, of a group that so is not judged."""
    names = [pool for group in terms.pools for pool in group] if _any_rise(record, terms) else []
    return first_untold(names, record.start.values) or first_untold(names, record.end.values)


@check("values.graded", Graded, unseen="cannot excuse", met=_any_rise, untold=_untold)
def raised_step_by_step(record: PhaseRecord, terms: Graded) -> Iterator[Breach]:
    """A defence is raised by one, for as many points as it then has.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Order of Battle Step; weather clear; season summer; year 1942; month july; week 1;
              value air_defense.axis 2; value PP.german 40; value EP.axis 40; now weather clear; value air_defense.axis 3;
              value PP.german 37; value EP.axis 37
    Illegal:  turn 9, Axis Order of Battle Step; weather clear; season summer; year 1942; month july; week 1;
              value air_defense.axis 2; value PP.german 40; value EP.axis 40; now weather clear; value air_defense.axis 4;
              value PP.german 36; value EP.axis 36
    """
    name, parts = f"{terms.name}.{terms.side}", f"{terms.parts}.{terms.side}"
    rise, steps = _rise(record, name), _rise(record, parts)
    by_parts = steps is not None and rise is not None and rise.low > 0 and steps.low <= 0
    if rise is not None and rise.low > 1:
        yield Breach((), say("{name} rises by {rise}, and may rise by 1 at a time", name, rise))
        return
    due = Fraction(0)
    if rise is not None and rise.low > 0 and not (by_parts and told_number(record.start, parts).high > 0):
        due = Fraction(told_number(record.end, name).low)
    elif by_parts:
        due = Fraction(1)
        full = told_number(record.start, parts).at_least(told_number(record.start, name))
        because = say("{name} rises, and {parts} was {value} before", name, parts, record.start.values[parts])
        yield Breach((), because, broken=~full)
    elif steps is not None and steps.low > 0:
        due = Fraction(steps.low)
    now = terms.when.holds(record.start, terms.side)
    if due and not now.is_yes:
        yield Breach((), say("{name} rises in {moment}, and may not now", name, record.moment), broken=~now)
    for group in terms.pools if due else ():
        told = [pool for pool in group if pool in record.start.values and pool in record.end.values]
        if len(told) < len(group):
            continue
        given = sum_of(told_number(record.start, pool).minus(told_number(record.end, pool)) for pool in told)
        because = say("{name} costs {due} {pool}, and {given} was paid", name, due, " + ".join(told), given)
        yield Breach((), because, broken=~given.at_least(Interval.of(due)), owed=not record.ended)
