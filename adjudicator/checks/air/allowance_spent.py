"""A group allowance that does not fall by what the groups of an initial phase cost, or rise by what comes back."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.air.chart import hops
from adjudicator.analysis.economy import value_named
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say

ALLOWANCE, CHANGE, DISRUPTED = "GA", "GA_change", "GA_disrupted"
"""The values that tell group allowances, each with the nation behind a dot: the allowance, what the order of battle adds or
takes in the phase, and what a surprise has put out of use."""
RETURNS, FIRST_TURN = 5, 2
"""How much of what was put out of use returns in each phase, and from which turn on."""


class Cost(Table):
    """A box whose groups cost allowance."""

    box: str
    """The box. Example: `box = "air eliminated"`"""
    size: int
    """How many units are a group, each of which costs 1. Example: `size = 4`"""


class AllowanceSpent(Table):
    """In the own initial phase a nation's group allowance changes by the groups replaced, what returns, and what else is told."""

    part: Literal["groups", "returns"]
    """What is judged: the allowance itself, or what of the disrupted allowance returns."""
    costs: tuple[Cost, ...] = ()
    """The boxes whose groups cost allowance."""


def _number(position: Position, name: str) -> Fraction | None:
    told = str(position.values.get(name, ""))
    return Fraction(told) if told.lstrip("-").isdigit() else None


def _nations(record: PhaseRecord, value: str) -> list[str]:
    phase = record.moment.phase
    if phase is None or phase.kind != "initial":
        return []
    nations = [name.partition(".")[2] for name in sorted(record.start.values) if name.startswith(f"{value}.")]
    side, units = record.moment.phasing, record.start.pack.units.values()
    return [name for name in nations if any(unit.nation == name and unit.side == side for unit in units)]


def _any(record: PhaseRecord, terms: AllowanceSpent) -> bool:
    return bool(_nations(record, ALLOWANCE if terms.part == "groups" else DISRUPTED))


@check("air.allowance_spent", AllowanceSpent, unseen="cannot excuse", met=_any, counts_turns=True)
def falls_by_what_groups_cost(record: PhaseRecord, terms: AllowanceSpent) -> Iterator[Breach]:
    """Each group that is replaced costs one of the group allowance.

    Under: fire_in_the_east
    Legal:    turn 5, Soviet Initial Phase; weather clear; value GA.soviet 90; value GA_change.soviet 0;
              say we count; value GA.soviet 90
    Illegal:  turn 5, Soviet Initial Phase; weather clear; value GA.soviet 90; value GA_change.soviet 0;
              say we count; value GA.soviet 91
    """
    if terms.part == "returns":
        yield from _returns(record, terms)
        return
    for nation in _nations(record, ALLOWANCE):
        name, more = f"{ALLOWANCE}.{nation}", f"{CHANGE}.{nation}"
        old, new = _number(record.start, name), _number(record.end, name)
        if old is None or new is None:
            continue
        cost = sum(_groups(record, each, nation) for each in terms.costs)
        back = _back(record, terms, nation)
        change = _number(record.end, more)
        due = old - cost + back + (change or 0)
        dated = _dated(record, terms, nation)
        if new == due and dated.is_yes:
            continue
        because = say(
            "{value} goes from {old} to {new}, and should be {due}: groups take {cost}, and {back} come back",
            name,
            old,
            new,
            due,
            cost,
            back,
        )
        broken = YES if change is not None else Known.open(value_named(more))
        # of counters that nobody can read there may be further groups, which cost more
        excuse = Excuse(frozenset(each.box for each in terms.costs)) if new < due else None
        yield Breach((), because, (), broken & dated, owed=not record.ended, excuse=excuse)


def _dated(record: PhaseRecord, terms: AllowanceSpent, nation: str) -> Known:
    """Whether it is told that the turn has come from which disrupted allowance returns, where there is any."""
    told = record.moment.turn or not _number(record.start, f"{DISRUPTED}.{nation}")
    return YES if told else Known.open(say("the turn"))


def _groups(record: PhaseRecord, cost: Cost, nation: str) -> int:
    left = {hop.unit.id for hop in hops(record) if hop.origin == cost.box and hop.unit.type.nation == nation}
    return len(left) // cost.size


def _back(record: PhaseRecord, terms: AllowanceSpent, nation: str) -> Fraction:
    """What returns of the disrupted allowance in this phase."""
    old = _number(record.start, f"{DISRUPTED}.{nation}")
    if old is None or (record.moment.turn or 0) < FIRST_TURN:
        return Fraction(0)
    return min(Fraction(RETURNS), old)


def _returns(record: PhaseRecord, terms: AllowanceSpent) -> Iterator[Breach]:
    for nation in _nations(record, DISRUPTED):
        name = f"{DISRUPTED}.{nation}"
        old, new = _number(record.start, name), _number(record.end, name)
        if old is None or new is None:
            continue
        due = old - _back(record, terms, nation)
        dated = _dated(record, terms, nation)
        if new != due or not dated.is_yes:
            because = say("{value} goes from {old} to {new}, and must go to {due}", name, old, new, due)
            yield Breach((), because, (), dated, owed=not record.ended and new > due)
