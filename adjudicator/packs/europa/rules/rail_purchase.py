"""Rail capacity that is bought for resource points: 7A4 of both books."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from adjudicator.analysis.economy import value_named
from adjudicator.analysis.resources import lying_points
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.articles import article, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import YES, Known
from adjudicator.packs.europa.rules._lines import NOT_ISOLATED
from adjudicator.packs.europa.rules._points import RESOURCE
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.words import when_words
from adjudicator.words import amount, either

ANY_POINT = (Situation(connected=(NOT_ISOLATED,)),)
FROM_THE_SECOND_TURN = When(first_turn=2)
BOUGHT = "rail_bought.soviet"


def _on_rails(*tags: str) -> tuple[Situation, ...]:
    return (Situation(where=Where(tags=frozenset(tags)), connected=(NOT_ISOLATED,)),)


RAIL_POINT = _on_rails("rail_hex")


@dataclass(frozen=True, slots=True)
class Lots:
    """The number NAME.SIDE is raised to so much at most, one resource point for each lot, in a phase of the side's."""

    value: str
    most: int
    lot: int
    phase: str
    situations: tuple[Situation, ...] = ()

    @property
    def side(self) -> str:
        """Whose number it is."""
        return self.value.rpartition(".")[2]


@article(
    printed(
        "fire_in_the_east",
        "7A4.6",
        covers=("7A4.9", "3I.5"),
        figures=Lots("rail_bought.soviet", 60, 10, "initial", ANY_POINT),
        title="Soviet capacity purchase",
        says="The Soviets raise their rail capacity by sixty REs at most, in the initial phase, a resource point not isolated "
        "for each ten.",
    ),
    printed(
        "fire_in_the_east",
        "7A4.6g",
        covers=("7A4.9",),
        figures=Lots("rail_bought.axis", 30, 5, "initial", ANY_POINT),
        title="German capacity purchase",
        says="The Germans raise their rail capacity by thirty REs at most, in the initial phase, a resource point for each five.",
    ),
    printed(
        "fire_in_the_east",
        "7A4.8p",
        covers=("7A4.9",),
        figures=Lots("finnish_rail_bought.axis", 5, 1, "initial", ANY_POINT),
        title="Finnish capacity purchase",
        says="The Finnish capacity is raised by five REs at most, a resource point for each.",
    ),
    printed(
        "sudden_storm",
        "7A4.e",
        covers=("7A4.f", "7A4.g"),
        figures=Lots("rail_bought.soviet", 48, 8, "movement", RAIL_POINT),
        title="Soviet increase",
        says="The Soviets raise their rail capacity by forty-eight REs at most, in the movement phase, a resource point on a "
        "rail hex not isolated for each eight.",
    ),
    printed(
        "sudden_storm",
        "7A4.eg",
        covers=("7A4.e", "7A4.f", "7A4.g"),
        figures=Lots("rail_bought.axis", 24, 8, "movement", RAIL_POINT),
        title="German increase",
        says="The Germans raise theirs by twenty-four at most, at the same price.",
    ),
    printed(
        "sudden_storm",
        "7A4.ef",
        covers=("7A4.e", "7A4.f", "7A4.g"),
        figures=Lots("finnish_rail_bought.axis", 8, 8, "movement", _on_rails("finland", "finnish_net")),
        title="Finnish increase",
        says="The Finnish net is raised by eight at most, at the same price.",
    ),
    when=("initial", "movement"),
    area="rail",
    acts=("value",),
    met=lambda record, lots: lots.value in record.end.values,
)
def capacity_bought(record: PhaseRecord, lots: Lots) -> Iterator[Finding]:
    """More rail capacity is bought for resource points, in its phase and up to a limit.

    Legal:    turn 5, German Initial Phase; weather clear; value rail_bought.axis 5; value rail_bought.soviet 5; say we go on
    Illegal:  turn 5, German Initial Phase; weather clear; value rail_bought.axis 0; value finnish_rail_bought.axis 0;
              value rail_bought.soviet 0; now weather clear; value rail_bought.axis 31; value finnish_rail_bought.axis 9;
              value rail_bought.soviet 5
    """
    old, new = (_number(position, lots.value) for position in (record.start, record.end))
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
    met=lambda record: BOUGHT in record.end.values,
)
def nothing_bought_unprepared(record: PhaseRecord) -> Iterator[Finding]:
    """On the first turn the Soviets spend no resource points on rail capacity.

    Legal:    turn 2, Soviet Initial Phase; weather clear; severe no; value rail_bought.soviet 0; say we go on
    Illegal:  turn 1, Soviet Initial Phase; weather clear; severe no; value rail_bought.soviet 0; now weather clear;
              value rail_bought.soviet 10
    """
    old, new = (_number(position, BOUGHT) for position in (record.start, record.end))
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
    """What is due for the lots that were bought, against the points that were spent."""
    due = Interval.of(ceil(new / lots.lot) - ceil((old or Fraction(0)) / lots.lot))
    due = due if old is not None else due.either(ZERO, value_named(lots.value))
    paid = _paid(record, lots)
    because = say(
        "{value} rises from {old} to {new}, points due: {due}, spent: {paid}",
        lots.value,
        amount(old) if old is not None else say("unknown"),
        amount(new),
        due,
        paid,
    )
    return Finding((), because, broken=~paid.at_least(due), excuse=Excuse())


def _number(position: Position, name: str) -> Fraction | None:
    kept = position.values.get(name, "")
    return Fraction(kept) if kept.isdigit() else None


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
