"""Points that a unit brings, or costs, as it leaves the game or turns into another."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, NamedTuple

from adjudicator.analysis.costs import kept, worth
from adjudicator.analysis.reinforcement import reinforcement_table
from adjudicator.analysis.resources import spending_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import exact
from adjudicator.model.interval import Interval
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Face, Unit
from adjudicator.model.vocabulary import PhaseName
from adjudicator.packs.europa.analysis.parted import POINTS, conversions, last_act, sent_off, struck_off
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import amount


class Yields(Table):
    """The points told with an act (`points=`) are those that the book gives for it.

    They are asked for where anybody keeps accounts of the side.
    """

    event: Literal["converted", "sent off", "struck"]
    """What happens to a unit: it is "converted" into one that fits `who`, it is "sent off" the map, or, lost already, "struck"
    from among the lost. Example: `event = "converted"`"""
    due: Literal["difference and one", "attack and one", "cost", "forfeit", "cadre"]
    """What it brings: the old attack strength and one less the new one; its attack strength and one; what it costs to replace
    it; that much less than nothing; what it costs to rebuild it from its cadre. Example: `due = "cost"`"""
    who: Selector = EVERYONE
    """The units; of conversions the new ones. Example: `who = { tags = ["guards"] }`"""
    phases: frozenset[PhaseName] = frozenset({"initial"})
    """The phases by id, kind or tag."""
    told: tuple[str, str] | None = None
    """Only of acts with which this is told: a name and what it says. Example: `told = ["instead", "cadre"]`"""


class _Owed(NamedTuple):
    """A unit, what it brings, and whether that happened to it at all."""

    unit: Unit
    due: Interval
    sure: Known


def _owed(record: PhaseRecord, terms: Yields) -> Iterator[_Owed]:
    phase = record.moment.phase
    if phase is None or not phase.names & terms.phases:
        return
    if terms.event == "converted":
        for old, new in conversions(record, terms.who):
            due = _attack(old.shown, old).plus(Interval.of(1)).minus(_attack(new.shown, new))
            yield _Owed(new, due, YES)
    elif terms.event == "sent off":
        for unit, sure in sent_off(record, terms.who, terms.phases):
            yield _Owed(unit, _brings(record, unit, terms), sure)
    else:
        lost = reinforcement_table(record.start).lost
        for unit in struck_off(record, terms.who, terms.phases, lost):
            yield _Owed(unit, _brings(record, unit, terms), YES)


def _brings(record: PhaseRecord, unit: Unit, terms: Yields) -> Interval:
    if terms.due == "attack and one":
        return _attack(unit.shown, unit).plus(Interval.of(1))
    if terms.due == "cadre":
        faces = unit.type.faces
        return _attack(faces[0], unit).minus(_attack(faces[1], unit)) if len(faces) > 1 else _unknown(unit)
    price = Interval.of(worth(unit)) if _priced(record, unit) else _unknown(unit)
    return price.times(Fraction(-1)) if terms.due == "forfeit" else price


def _priced(record: PhaseRecord, unit: Unit) -> bool:
    """Whether the pack knows in what points such a unit is paid for."""
    entry = next((each for each in spending_table(record.start).cost if each.who.matches(unit)), None)
    return entry is not None and bool(entry.points)


def _attack(face: Face, unit: Unit) -> Interval:
    return _unknown(unit) if face.attack is None else Interval.of(Fraction(face.attack))


def _unknown(unit: Unit) -> Interval:
    return Interval.unknown(say("the strength of {unit}", unit))


def _meant(record: PhaseRecord, terms: Yields) -> Iterator[_Owed]:
    for each in _owed(record, terms):
        act = last_act(record, each.unit.id)
        if terms.told is None or (act is not None and act.told.get(terms.told[0]) == terms.told[1]):
            yield each


def _any_meant(record: PhaseRecord, terms: Yields) -> bool:
    told = (last_act(record, each.unit.id) for each in _meant(record, terms))
    return any(kept(record, record.moment.phasing) or (act is not None and POINTS in act.told) for act in told)


@check("spending.yields", Yields, unseen="cannot excuse", met=_any_meant)
def brings_what_it_is_worth(record: PhaseRecord, terms: Yields) -> Iterator[Breach]:
    """A militia division that goes home leaves its strength and one point more.

    Under:    fire_in_the_east, military_districts
    Legal:    turn 10, Soviet Initial Phase; weather clear; value infantry.moskva 0; 2A/3003: so.rifle.division.6.mil;
              so.rifle.division.6.mil 2A/3003>[disbanded] points=3
    Illegal:  turn 10, Soviet Initial Phase; weather clear; value infantry.moskva 0; 2A/3003: so.rifle.division.6.mil;
              so.rifle.division.6.mil 2A/3003>[disbanded] points=5
    """
    for each in _meant(record, terms):
        act = last_act(record, each.unit.id)
        told = None if act is None else exact(act.told.get(POINTS, ""))
        at = (each.unit.hex,) if each.unit.hex else ()
        if told is not None:
            same = Interval.of(told).at_least(each.due) & Interval.of(told).at_most(each.due)
            because = say("{unit} is worth {due}, and brings {points}", each.unit, each.due, amount(told))
            yield Breach(at, because, (each.unit.id,), each.sure & ~same)
        elif kept(record, record.moment.phasing):
            because = say("{unit} is worth {due} in points, and what it brought is not told", each.unit, each.due)
            missing = Known.open(say("the points that {unit} brought (points=)", each.unit))
            yield Breach(at, because, (each.unit.id,), each.sure & missing)
