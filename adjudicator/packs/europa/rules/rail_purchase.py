"""Rail capacity that is bought for resource points: 7A4 of both books."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.economy import is_told, kept_number, value_named
from adjudicator.analysis.resources import lying_points
from adjudicator.analysis.situation import fits_any
from adjudicator.checks.articles import article, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import YES, Known
from adjudicator.packs.europa.rules._points import (
    FIRE_IN_THE_EAST,
    RESOURCE,
    SUDDEN_STORM,
    Lots,
    due_besides,
    due_for,
)
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.words import when_words
from adjudicator.words import amount, either

FROM_THE_SECOND_TURN = When(first_turn=2)
BOUGHT = "rail_bought.soviet"


SOVIET, GERMAN, FINNISH = FIRE_IN_THE_EAST.lots
SOVIET_LATER, GERMAN_LATER, FINNISH_LATER = SUDDEN_STORM.lots


@article(
    printed(
        "fire_in_the_east",
        "7A4.6",
        covers=("7A4.9", "3I.5"),
        figures=SOVIET,
        title="Soviet capacity purchase",
        says="The Soviets raise their rail capacity by sixty REs at most, in the initial phase, a resource point not isolated "
        "for each ten.",
    ),
    printed(
        "fire_in_the_east",
        "7A4.6g",
        covers=("7A4.9",),
        figures=GERMAN,
        title="German capacity purchase",
        says="The Germans raise their rail capacity by thirty REs at most, in the initial phase, a resource point for each five.",
    ),
    printed(
        "fire_in_the_east",
        "7A4.8p",
        covers=("7A4.9",),
        figures=FINNISH,
        title="Finnish capacity purchase",
        says="The Finnish capacity is raised by five REs at most, a resource point for each.",
    ),
    printed(
        "sudden_storm",
        "7A4.e",
        covers=("7A4.f", "7A4.g"),
        figures=SOVIET_LATER,
        title="Soviet increase",
        says="The Soviets raise their rail capacity by forty-eight REs at most, in the movement phase, a resource point on a "
        "rail hex not isolated for each eight.",
    ),
    printed(
        "sudden_storm",
        "7A4.eg",
        covers=("7A4.e", "7A4.f", "7A4.g"),
        figures=GERMAN_LATER,
        title="German increase",
        says="The Germans raise theirs by twenty-four at most, at the same price.",
    ),
    printed(
        "sudden_storm",
        "7A4.ef",
        covers=("7A4.e", "7A4.f", "7A4.g"),
        figures=FINNISH_LATER,
        title="Finnish increase",
        says="The Finnish net is raised by eight at most, at the same price.",
    ),
    when=("initial", "movement"),
    area="rail",
    acts=("value",),
    met=lambda record, lots: is_told(record.end, lots.value),
)
def capacity_bought(record: PhaseRecord, lots: Lots) -> Iterator[Finding]:
    """More rail capacity is bought for resource points, in its phase and up to a limit.

    Legal:    turn 5, German Initial Phase; weather clear; value rail_bought.axis 5; value rail_bought.soviet 5; say we go on
    Illegal:  turn 5, German Initial Phase; weather clear; value rail_bought.axis 0; value finnish_rail_bought.axis 0;
              value rail_bought.soviet 0; now weather clear; value rail_bought.axis 31; value finnish_rail_bought.axis 9;
              value rail_bought.soviet 5
    """
    old, new = (kept_number(position, lots.value) for position in (record.start, record.end))
    if new is None or new <= (old or 0):
        return
    rises = YES if old is not None else Known.open(value_named(lots.value))
    phase = record.moment.phase
    if phase is not None and (phase.side != lots.side or lots.phase not in phase.names):
        because = say(
            "{value} rises to {new} in the {name}; it is bought only in: {phases}",
            lots.value,
            amount(new),
            phase.name,
            either((lots.phase,)),
        )
        yield Finding((), because, broken=rises)
    else:
        if new > lots.most:
            yield Finding(
                (), say("{value} rises to {new}, and may be {most} at most", lots.value, amount(new), lots.most)
            )
        yield _unpaid(record, lots, old, new)


@article(
    "No capacity bought on Jun II 41",
    "fire_in_the_east:31G.1",
    "sudden_storm:30G.a",
    when=("initial", "movement"),
    area="rail",
    acts=("value",),
    met=lambda record: is_told(record.end, BOUGHT),
)
def nothing_bought_unprepared(record: PhaseRecord) -> Iterator[Finding]:
    """On the first turn the Soviets spend no resource points on rail capacity.

    Legal:    turn 2, Soviet Initial Phase; weather clear; severe no; value rail_bought.soviet 0; say we go on
    Illegal:  turn 1, Soviet Initial Phase; weather clear; severe no; value rail_bought.soviet 0; now weather clear;
              value rail_bought.soviet 10
    """
    old, new = (kept_number(position, BOUGHT) for position in (record.start, record.end))
    if new is None or new <= (old or 0):
        return
    rises = YES if old is not None else Known.open(value_named(BOUGHT))
    late = FROM_THE_SECOND_TURN.holds(record.start, "soviet")
    because = say(
        "{value} rises to {new} in {moment}; it is bought only {when}",
        *(BOUGHT, amount(new), record.moment, when_words((FROM_THE_SECOND_TURN,))),
    )
    yield Finding((), because, broken=rises & ~late)


def _unpaid(record: PhaseRecord, lots: Lots, old: Fraction | None, new: Fraction) -> Finding:
    """What is due for the lots that were bought, and those that the side bought before, against the points that were spent."""
    paid = _paid(record, lots)
    due = due_for(record, lots).plus(due_besides(record, lots.side, paid, before=lots.value))
    because = say(
        "{value} rises from {old} to {new}, points due: {due}, spent: {paid}",
        lots.value,
        amount(old) if old is not None else say("unknown"),
        amount(new),
        due,
        paid,
    )
    return Finding((), because, broken=~paid.at_least(due), excuse=Excuse())


def _paid(record: PhaseRecord, lots: Lots) -> Interval:
    """The points that were spent in hexes whose points may pay."""
    before, after = (lying_points(position, RESOURCE, lots.side) for position in (record.start, record.end))
    paid = ZERO
    for number in before.keys() | after.keys():
        gone = before.get(number, Fraction(0)) - after.get(number, Fraction(0))
        pays = fits_any(record.start, lots.side, number, lots.situations) if lots.situations else YES
        if gone < 0:
            moved = say("where the points in {hex} came from", number)
            paid = paid.plus(Interval(gone, Fraction(0), frozenset({moved})))
        else:
            paid = paid.plus(Interval.by(pays, Interval.of(gone), ZERO))
    return paid.greater(ZERO)
