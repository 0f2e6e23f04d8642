"""A surprise strike on what flies with other losses than it has."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Literal

from adjudicator.analysis.air.chart import MAP, OUT, lying, place_of
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.amounts import Amount
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import SideName
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import word


class Part(Table):
    """Who bears a loss."""

    side: SideName
    """The side. Example: `side = "soviet"`"""
    who: Selector = EVERYONE
    """The units. Example: `who = { nations = ["german"] }`"""
    boxes: frozenset[str]
    """The boxes in which they lie before the strike, one of these. Example: `boxes = ["air aside"]`"""


class Toll(Table):
    """How many are lost."""

    number: int | None = None
    """How many; left out: a share of those that strike. Example: `number = 12`"""
    strikers: frozenset[str] = frozenset()
    """The boxes in which those lie that strike. Example: `strikers = ["surprise strike"]`"""
    share: Amount = 1
    """How many for each of them, rounded down. Example: `share = "1/10"`"""


class Into(Table):
    """Where the eliminated go."""

    first: str = ""
    """The box into which a part of them goes. Example: `first = "air eliminated"`"""
    share: Amount = Fraction(1, 5)
    """Which part, rounded down. Example: `share = "1/6"`"""
    rest: str = ""
    """The box of the others. Example: `rest = "air remnants"`"""


class Surprised(Table):
    """In the surprise turn so many units are eliminated or aborted: a fixed number, or one for each that strikes."""

    part: Literal["eliminated", "aborted"]
    """Which of the two."""
    of: Part
    """Who bears it."""
    toll: Toll
    """How many."""
    into: Into = Into()
    """Where the eliminated go."""


def _is_surprise(record: PhaseRecord) -> bool:
    phase = record.moment.phase
    return phase is not None and "surprise" in phase.names


def _lay(record: PhaseRecord, terms: Surprised) -> list[Unit]:
    """The units of the side that lay aside before the strike."""
    start = record.with_earlier().start
    units = [unit for box in sorted(terms.of.boxes) for unit in lying(start, box)]
    return [unit for unit in units if unit.side == terms.of.side and terms.of.who.matches(unit)]


def _done(record: PhaseRecord, terms: Surprised) -> bool:
    """Whether any of the units came out of their boxes in this phase."""
    return _is_surprise(record) and any(
        (now := record.end.units.get(unit.id)) is None or now.location != unit.location for unit in _lay(record, terms)
    )


@check("air.surprised", Surprised, unseen="cannot excuse", met=_done, whole_turn=True)
def struck_as_it_is(record: PhaseRecord, terms: Surprised) -> Iterator[Breach]:
    """So many are lost in the surprise strike, and so many come back inoperative.

    Under: sudden_storm
    Legal:    turn 1, Surprise Combat Phase; weather clear; [2A/2707]: so.mig3
    Illegal:  turn 1, Surprise Combat Phase; weather clear; [air aside]: so.mig3, so.mig3#2, so.mig3#3;
              2A/2707: so.10rif; so.mig3 [air aside]>[air eliminated]; so.mig3#2 [air aside]>[air eliminated];
              so.mig3#3 [air aside]>[air eliminated]
    """
    if not _done(record, terms):
        return
    units = _lay(record, terms)
    due = _due(record, terms, len(units))
    gone = air_table(record.start).gone
    where = {unit.id: place_of(record.end, record.end.units.get(unit.id), gone) for unit in units}
    finished = all(where[unit.id] not in terms.of.boxes for unit in units)
    boxes = {*terms.of.boxes, *terms.toll.strikers, *filter(None, (terms.into.first, terms.into.rest))}
    excuse = Excuse(frozenset(boxes))
    seen = YES if record.begun else Known.open(say("the units of the strike"))
    owed = not record.ended and not finished
    if terms.part == "aborted":
        hurt = [unit for unit in units if where[unit.id] == MAP and _is_down(record.end, unit.id)]
        flying = [unit for unit in units if where[unit.id] == MAP]
        if len(hurt) != due and (finished or record.ended or len(hurt) > due):
            because = say(
                "{hurt} of {all} units are deployed inoperative, and {due} must be", len(hurt), len(flying), due
            )
            yield Breach(
                (), because, tuple(unit.id for unit in hurt), seen, owed=owed and len(hurt) < due, excuse=excuse
            )
        return
    first = [unit for unit in units if where[unit.id] == terms.into.first]
    rest = [unit for unit in units if where[unit.id] in (terms.into.rest, OUT)]
    most = floor(Fraction(terms.into.share) * due)
    for lost, number, box in ((first, most, terms.into.first), (rest, due - most, terms.into.rest)):
        if len(lost) != number and (finished or record.ended or len(lost) > number):
            because = say(
                "{lost} units go into the {box} box in the surprise strike, and {number} must",
                len(lost),
                word(box),
                number,
            )
            yield Breach(
                (), because, tuple(unit.id for unit in lost), seen, owed=owed and len(lost) < number, excuse=excuse
            )


def _is_down(position: Position, name: str) -> bool:
    unit = position.units.get(name)
    return unit is not None and unit.has("inoperative")


def _due(record: PhaseRecord, terms: Surprised, there: int) -> int:
    if terms.toll.number is not None:
        return min(terms.toll.number, there)
    start = record.with_earlier().start
    strike = [unit for box in terms.toll.strikers for unit in lying(start, box)]
    return min(floor(Fraction(terms.toll.share) * len(strike)), there)
