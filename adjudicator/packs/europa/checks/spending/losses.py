"""Losses that are tallied for the points they bring: the strength of units lost in battles and overruns."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.economy import told_number
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Face, Unit
from adjudicator.record.acts import Overrun
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.who import EVERYONE, Selector

ASPECT = "isolation"
"""The aspect of supply in which a loss may not count."""


class Tallied(Table):
    """In a phase the number "NAME.WHOSE" rises by the attack strength that such units lost in battles or overruns.

    What is not booked at all may be booked later, which is a doubt.
    """

    name: str
    """The number. Example: `name = "lost.german"`"""
    who: Selector = EVERYONE
    """The units whose losses count. Example: `who = { nations = ["german"], without_tags = ["cm"] }`"""
    uncounted: frozenset[str] = frozenset()
    """The states, as the phase begins, in which it does not. Example: `uncounted = ["isolated"]`"""


FIGHTS = frozenset({"combat"})
MARCHES = frozenset({"movement", "exploitation"})


def _losses(record: PhaseRecord, terms: Tallied) -> Iterator[tuple[Unit, Interval]]:
    """Each unit that lost strength, with how much of it counts."""
    overrun = {act.path[-1] for act in record.of(Overrun) if act.path}
    fights = record.moment.phase is not None and bool(record.moment.phase.names & FIGHTS)
    for name, unit in sorted(record.start.units.items()):
        if not unit.hex or not terms.who.matches(unit) or not (fights or unit.hex in overrun):
            continue
        after = record.end.units.get(name)
        lost = _strength(unit.shown, unit)
        if after is not None and after.hex:
            lost = lost.minus(_strength(after.shown, unit)) if after.face != unit.face else ZERO
        if lost != ZERO:
            counts = _counts(record, unit, terms)
            yield unit, Interval.by(counts, lost.greater(ZERO), ZERO)


def _strength(face: Face, unit: Unit) -> Interval:
    if face.attack is None:
        return Interval.unknown(say("the strength of {unit}", unit))
    return Interval.of(Fraction(face.attack))


def _counts(record: PhaseRecord, unit: Unit, terms: Tallied) -> Known:
    if not terms.uncounted:
        return YES
    return ~supply(record.start, unit.side).state(unit.id, ASPECT).is_in(terms.uncounted)


def _come(record: PhaseRecord, terms: Tallied) -> Interval:
    """The strength of units that came onto the map in the phase, which may be the cadres of lost ones."""
    new = (
        unit
        for name, unit in record.end.units.items()
        if unit.hex and terms.who.matches(unit) and not (name in record.start.units and record.start.units[name].hex)
    )
    return sum_of(_strength(unit.shown, unit) for unit in new)


def _any_kept(record: PhaseRecord, terms: Tallied) -> bool:
    phase = record.moment.phase
    return phase is not None and bool(phase.names & (FIGHTS | MARCHES)) and terms.name in record.start.values


@check("spending.losses", Tallied, unseen="cannot excuse", met=_any_kept)
def losses_are_tallied(record: PhaseRecord, terms: Tallied) -> Iterator[Breach]:
    """What is lost in a battle is added to the tally of losses.

    Under:    fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; value lost.soviet 3; 1B/2915: ge.1inf; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf result=DE; remove so.10rif; value lost.soviet 7
    Illegal:  turn 5, German Combat Phase; weather clear; value lost.soviet 3; 1B/2915: ge.1inf; 1B/2914: so.10rif;
              attack 1B/2914: ge.1inf result=DE; remove so.10rif; value lost.soviet 9
    """
    if not _any_kept(record, terms):
        return
    booked = told_number(record.end, terms.name).minus(told_number(record.start, terms.name))
    losses = list(_losses(record, terms))
    due, cadres = sum_of(amount for _, amount in losses), _come(record, terms)
    if cadres != ZERO:
        due = due.either(due.minus(cadres).greater(ZERO), say("which units are cadres of those that were lost"))
    equal = booked.at_least(due) & booked.at_most(due)
    if equal.is_yes:
        return
    parts = strung((say("{amount} for {unit}", each, unit) for unit, each in losses), ", ") or "0"
    because = say("{name} rises by {booked}; lost: {parts}", terms.name, booked, parts)
    late = booked == ZERO
    broken = ~equal & Known.open(say("whether the losses are booked later")) if late else ~equal
    yield Breach((), because, broken=broken, owed=late and not record.ended, excuse=Excuse())
