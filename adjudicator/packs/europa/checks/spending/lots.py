"""More of something in a phase than was paid for in markers that stand for points."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from adjudicator.analysis.economy import value_named
from adjudicator.analysis.resources import lying_points
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import PhaseName
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.words import when_words
from adjudicator.words import amount, either


class Lots(Table):
    """A number that the game keeps is raised by its side, one resource point for each lot."""

    value: str
    """The number NAME.SIDE; "rail_bought.soviet"."""
    most: Amount
    """How high it may be; 60."""
    lot: Amount = 1
    """How much a point pays for; 10."""
    phases: frozenset[PhaseName]
    """The phases of the side in which it is raised, by id, kind or tag; ["initial"]."""
    situations: tuple[Situation, ...] = ()
    """What the hex of a point must be like for it to pay, one of them; anything, if left out."""
    when: When = When()
    """The moments at which it may be raised; always, if left out. Example: { first_turn = 2 }."""

    @property
    def side(self) -> str:
        """Whose number it is."""
        return self.value.rpartition(".")[2]


POINTS = frozenset({"resource"})
"""Kinds of marker that are points, each worth its value."""


def _kept(record: PhaseRecord, terms: Lots) -> bool:
    return terms.value in record.end.values


@check("spending.lots", Lots, unseen="may excuse", acts=("value",), met=_kept)
def paid_by_the_lot(record: PhaseRecord, terms: Lots) -> Iterator[Breach]:
    """More capacity is bought for resource points.

    Under:    fire_in_the_east
    Legal:    turn 5, German Initial Phase; weather clear; value rail_bought.axis 0; 1B/2719: +rp.ax2;
              now weather clear; value rail_bought.axis 5; swap +rp.ax2+rp.ax1 1B/2719
    Illegal:  turn 5, German Initial Phase; weather clear; value rail_bought.axis 0; 1B/2719: +rp.ax10;
              now weather clear; value rail_bought.axis 31; lift +rp.ax10 1B/2719
    Illegal:  turn 5, Soviet Initial Phase; weather clear; value rail_bought.soviet 0; 2A/2707: +rp.so2;
              now weather clear; value rail_bought.soviet 11; swap +rp.so2+rp.so1 2A/2707
    """
    old, new = (_number(position, terms.value) for position in (record.start, record.end))
    if new is None or new <= (old or 0):
        return
    rises = YES if old is not None else Known.open(value_named(terms.value))
    phase = record.moment.phase
    if phase is not None and (phase.side != terms.side or not phase.names & terms.phases):
        yield Breach(
            (),
            say(
                "{value} rises to {new} in the {name}; it is bought only in: {phases}",
                terms.value,
                amount(new),
                phase.name,
                either(terms.phases),
            ),
            broken=rises,
        )
        return
    now = terms.when.holds(record.start, terms.side)
    if not now.is_yes:
        because = say(
            "{value} rises to {new} in {moment}; it is bought only {when}",
            terms.value,
            amount(new),
            record.moment,
            when_words((terms.when,)),
        )
        yield Breach((), because, broken=rises & ~now)
        return
    if new > terms.most:
        yield Breach(
            (),
            say(
                "{value} rises to {new}, and may be {most} at most",
                terms.value,
                amount(new),
                amount(Fraction(terms.most)),
            ),
        )
    yield _unpaid(record, terms, old, new)


def _unpaid(record: PhaseRecord, terms: Lots, old: Fraction | None, new: Fraction) -> Breach:
    """What is due for the lots that were bought, against the points that were spent."""
    due = Interval.of(ceil(new / Fraction(terms.lot)) - ceil((old or Fraction(0)) / Fraction(terms.lot)))
    due = due if old is not None else due.either(ZERO, value_named(terms.value))
    paid = _paid(record, terms)
    words = say(
        "{value} rises from {old} to {new}, points due: {due}, spent: {paid}",
        terms.value,
        amount(old) if old is not None else say("unknown"),
        amount(new),
        due,
        paid,
    )
    return Breach((), words, broken=~paid.at_least(due), excuse=Excuse())


def _number(position: Position, name: str) -> Fraction | None:
    kept = position.values.get(name, "")
    return Fraction(kept) if kept.isdigit() else None


def _paid(record: PhaseRecord, terms: Lots) -> Interval:
    """The points that were spent in hexes whose points may pay."""
    before, after = (lying_points(position, POINTS, terms.side) for position in (record.start, record.end))
    paid = ZERO
    for number in before.keys() | after.keys():
        gone = before.get(number, Fraction(0)) - after.get(number, Fraction(0))
        pays = fits_any(record.start, terms.side, number, terms.situations) if terms.situations else YES
        if gone < 0:
            moved = say("where the points in {hex} came from", number)
            paid = paid.plus(Interval(gone, Fraction(0), frozenset({moved})))
        else:
            paid = paid.plus(Interval.by(pays, Interval.of(gone), ZERO))
    return paid.greater(ZERO)
