"""Missions out of hexes where each takes points that were not spent."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.air.sorties import start_of
from adjudicator.analysis.ground import standing
from adjudicator.analysis.resources import lying_points
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import NO, YES, Known, unless_missing
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.flights import Flight
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.where import Where

EACH = 5
"""For how many units one point is enough."""


class Supplied(Table):
    """For so many units, or a part of them, that fly missions out of some hexes one point there is spent in the phase."""

    where: Where
    """The hexes of the bases, and of the points. Example: `where = { tags = ["arctic"] }`"""
    free: frozenset[str]
    """Kinds of mission that take no points. Example: `free = ["transfer", "intercept"]`"""
    kinds: frozenset[MarkerKind]
    """Kinds of marker that are points, each worth its value. Example: `kinds = ["resource"]`"""


def _meant(record: PhaseRecord, terms: Supplied) -> dict[str, list[tuple[str, Known]]]:
    """By side, the units that fly such missions, each with whether its base lies in such a hex."""
    found: dict[str, list[tuple[str, Known]]] = {}
    for act in record.of(Flight):
        if act.mission in terms.free:
            continue
        for name in act.units:
            unit = act.after.units.get(name)
            sortie = act.after.memory.flown.get(name)
            base = (sortie.base if sortie is not None else "") or start_of(act)
            if unit is None:
                continue
            index = act.before.network.index
            here = terms.where.fits(standing(act.before), index[base]) if base in index else NO
            if here.possible:
                found.setdefault(unit.side, []).append((name, here))
    return found


def _any(record: PhaseRecord, terms: Supplied) -> bool:
    return bool(_meant(record, terms))


def _untold(record: PhaseRecord, terms: Supplied) -> str:
    """The base of a unit that nobody told: a point may be due for it."""
    for act in record.of(Flight):
        for name in act.units if act.mission not in terms.free else ():
            unit, sortie = act.after.units.get(name), act.after.memory.flown.get(name)
            if unit is not None and not ((sortie.base if sortie is not None else "") or start_of(act)):
                return say("the base of {unit}", unit)
    return ""


@check("air.supplied", Supplied, unseen="may excuse", met=_any, untold=_untold)
def paid_in_points(record: PhaseRecord, terms: Supplied) -> Iterator[Breach]:
    """Five that fly in the far north take a point of what lies there.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; 1B/2714: so.10rif; [1B/2719]: ge.he111h;
              fly ground_support 1B/2714: ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; 1B/1509: so.10rif; 1B/1522: +airfield; [1B/1522]: ge.he111h;
              fly ground_support 1B/1509: ge.he111h
    """
    ground, index = standing(record.start), record.start.network.index
    for side, units in _meant(record, terms).items():
        sure = len({name for name, here in units if here.is_yes})
        every = len({name for name, _ in units})
        before, after = (lying_points(position, terms.kinds, side) for position in (record.start, record.end))
        spent = ZERO
        for number in before.keys() | after.keys():
            gone = before.get(number, Fraction(0)) - after.get(number, Fraction(0))
            fits = terms.where.fits(ground, index[number]) if number in index else Known.of(False)
            spent = spent.plus(Interval.by(fits, Interval.of(gone), ZERO))
        due = -(-sure // EACH)
        most = -(-every // EACH)
        if spent.low >= most:
            continue
        because = say(
            "units that fly missions from such bases: {number}; points due: {due}, spent: {spent}",
            every,
            due,
            spent,
        )
        broken = YES if spent.high < due else Known.open(*_missing(units, spent))
        names = tuple(dict.fromkeys(name for name, _ in units))
        yield Breach((), because, names, broken & unless_missing(record.gap), owed=not record.ended)


def _missing(units: list[tuple[str, Known]], spent: Interval) -> tuple[str, ...]:
    bases = tuple(name for _, here in units for name in here.missing)
    return (*bases, *sorted(spent.missing)) or (say("which points were spent"),)
