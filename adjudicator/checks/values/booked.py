"""A number that did not change by what happened: losses of cities, bombing, allies that leave, units that were lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from adjudicator.analysis.causes import (
    Cause,
    Owed,
    may_pay_for_the_past,
    owed,
    owed_for_the_gone,
    payable,
    perhaps_owed,
)
from adjudicator.analysis.economy import first_untold, told_number, value_named
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import exact
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import NO, Known, unless_missing
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import Said, say, strung


class Booked(Table):
    """In a phase the number "NAME.NATION" changes by all that `causes` owe it, and by what the number "OTHER.NATION" does.

    A number that is told as a word, or not at all, is not judged.
    """

    name: str
    """The kind of number. Example: `name = "morale"`"""
    causes: tuple[Cause, ...] = ()
    """What changes it."""
    other: str = ""
    """The tally of all changes that no cause here stands for, such as those by cards. Example: `other = "morale_other"`"""
    without: Mapping[str, frozenset[str]] = {}
    """Words of values "VALUE.NATION" of a nation whose number counts no more. Example: `without = { ally = ["neutral"] }`"""


def _nations(record: PhaseRecord, terms: Booked) -> Iterator[str]:
    values = record.start.values
    for name in sorted(values):
        kind, _, nation = name.partition(".")
        out = any(values.get(f"{value}.{nation}") in words for value, words in terms.without.items())
        if kind == terms.name and not out and exact(values[name]) is not None:
            yield nation


def _any_kept(record: PhaseRecord, terms: Booked) -> bool:
    return any(True for _ in _nations(record, terms))


def _unheard(record: PhaseRecord, terms: Booked, nation: str) -> list[str]:
    """Numbers that the nation's one follows, and the tally of all else, where nobody tells them."""
    rows = (row for row in terms.causes if row.event == "follows" and (not row.nations or nation in row.nations))
    names = [*(f"{row.value}.{nation}" for row in rows), *([f"{terms.other}.{nation}"] if terms.other else [])]
    return [name for name in names if name not in record.start.values or name not in record.end.values]


def _untold(record: PhaseRecord, terms: Booked) -> str:
    kept = [*_nations(record, terms)]
    names = [name for nation in kept for name in _unheard(record, terms, nation)]
    others = (name for name in record.end.values if terms.other and name.startswith(f"{terms.other}."))
    names += [name for each in others if (name := f"{terms.name}.{each.partition('.')[2]}") not in record.end.values]
    return first_untold(names, ())


@check("values.booked", Booked, met=_any_kept, untold=_untold)
def booked_as_owed(record: PhaseRecord, terms: Booked) -> Iterator[Breach]:
    """What happens to a nation is booked, and nothing else is.

    Under: thunder_in_the_east, campaign
    Legal:    turn 2, Axis Regular Movement Step; weather clear; season summer; value morale.ussr 40;
              value morale_other.ussr 0; 1025: ax.7inf; control Lwow soviet; ax.7inf 1025-1026;
              value morale.ussr 36
    Illegal:  turn 2, Axis Regular Movement Step; weather clear; season summer; value morale.ussr 40;
              value morale_other.ussr 0; 1025: ax.7inf; control Lwow soviet; ax.7inf 1025-1026;
              value morale.ussr 38
    """
    for nation in _nations(record, terms):
        name = f"{terms.name}.{nation}"
        dues = [each for each in owed(record, terms.causes, nation) if each.amount != ZERO]
        booked, due = _change(record, name), sum_of(each.amount for each in dues)
        others = _others(record, terms, nation)
        due = due.plus(others) if others.certain else due
        equal = _equal(booked, due)
        if equal.is_yes:
            continue
        paid = [*payable(record, terms.causes, nation)]
        if any(_equal(booked, due.plus(sum_of(paid[:count]))).is_yes for count in range(1, len(paid) + 1)):
            continue
        gone = [each for each in owed_for_the_gone(record, terms.causes, nation) if each.amount != ZERO]
        with_them = due.plus(sum_of(each.amount for each in gone))
        if gone and _equal(booked, with_them).is_yes:
            continue  # counters may be taken away where others lay them into a box
        lying = say("whether {units} lie where the lost do", strung((each.what for each in gone), ", "))
        some = _equal(booked, due.either(with_them, lying)) if gone else equal
        some |= _with_what_is_unsure(record, terms, nation, booked, due)
        broken = ~some & others.settled & ~may_pay_for_the_past(record, terms.causes, nation, booked.minus(due))
        broken &= unless_missing(*map(value_named, _unheard(record, terms, nation)))
        behind = not record.ended and bool(dues) and booked == ZERO
        yield Breach((), _because(name, booked, dues, others), broken=broken, owed=behind)


def _with_what_is_unsure(record: PhaseRecord, terms: Booked, nation: str, booked: Interval, due: Interval) -> Known:
    """Whether what nobody can see may be the rest of a change."""
    unsure = list(perhaps_owed(record, terms.causes, nation))
    for count in range(1, len(unsure) + 1):
        for some in combinations(unsure, count):
            if _equal(booked, due.plus(sum_of(each.amount for each in some))).possible:
                return Known.open(*dict.fromkeys(each.cause.unsure for each in some))
    return NO


def _equal(one: Interval, other: Interval) -> Known:
    return one.at_least(other) & one.at_most(other)


def _change(record: PhaseRecord, name: str) -> Interval:
    return told_number(record.end, name).minus(told_number(record.start, name))


def _others(record: PhaseRecord, terms: Booked, nation: str) -> Interval:
    """What the tally of all other changes says."""
    return _change(record, f"{terms.other}.{nation}") if terms.other else ZERO


def _because(name: str, booked: Interval, dues: list[Owed], others: Interval) -> Said:
    parts = [_part(each) for each in dues]
    if others.certain and others != ZERO:
        parts.append(say("{change} for what else was told", _signed(others)))
    changed = say("{name} changed by {booked}", name, _signed(booked))
    if not parts:
        return changed + say(", and nothing happened that changes it")
    return changed + say("; owed: {dues}", strung(parts, ", "))


def _part(each: Owed) -> Said:
    return say("{change} for {what} ({article})", _signed(each.amount), each.what, each.cause.article)


def _signed(number: Interval) -> str:
    text = str(number)
    return f"+{text}" if number.certain and number.low > 0 else text
