"""Units that leave play for good, or for a time, in the month that the faction's mat prints."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.costs import paid
from adjudicator.analysis.resources import points
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import amount


class Months(Table):
    """Where the months of withdrawals are told, each as in "1942 may"."""

    chart: str
    """The cell of the user's chart, with {row} for the row. Example: `chart = "withdrawals.{row}.leaves"`"""
    value: str
    """The value that goes before it. Example: `value = "withdrawal.{row}"`"""
    rows: tuple[str, ...]
    """The rows, each a withdrawal. Example: `rows = ["panzer_14"]`"""


class Instead(Table):
    """What is owed where no unit qualifies: one point, with one of these units that leaves; two where none does."""

    who: Selector
    """The units. Example: `who = { tags = ["reduced"] }`"""
    pool: str
    """The pool that pays. Example: `pool = "EP.axis"`"""


class Withdrawn(Table):
    """In the first week of each month that is told, a unit of the phasing side that fits `full` leaves the map."""

    months: Months
    """The months."""
    full: Selector
    """The units that qualify."""
    situations: tuple[Situation, ...]
    """What the hex of a unit that qualifies must be like, one of them."""
    boxes: frozenset[str]
    """The boxes for which they leave. Example: `boxes = ["removed"]`"""
    instead: Instead | None = None
    """What is owed where none qualifies; left out: nothing."""


def _due(record: PhaseRecord, terms: Withdrawn) -> int:
    """How many withdrawals are due now, as far as the charts tell."""
    moment = record.moment
    if moment.condition("week") != "1":
        return 0
    now = f"{moment.condition('year')} {moment.condition('month')}"
    return sum(_month(record.start, terms, row) == now for row in terms.months.rows)


def _month(position: Position, terms: Withdrawn, row: str) -> str:
    """The month of a withdrawal, as in "1942 may", "" if nobody tells."""
    told = position.values.get(terms.months.value.format(row=row))
    return (told or str(position.pack.charts.get(terms.months.chart.format(row=row), ""))).strip()


@check("units.withdrawn", Withdrawn, met=lambda record, terms: bool(_due(record, terms)))
def withdrawn_in_its_month(record: PhaseRecord, terms: Withdrawn) -> Iterator[Breach]:
    """What is due to leave leaves.

    Legal:    turn 20, Axis Order of Battle Step; weather clear; season spring; year 1942; month may; week 1;
              value withdrawal.panzer_14 1942 may; 1517: ax.47pz, ax.24pz; ax.47pz 1517>[force_pool]; turn 20, Axis HQ Mode Step
    Illegal:  turn 20, Axis Order of Battle Step; weather clear; season spring; year 1942; month may; week 1;
              value withdrawal.panzer_14 1942 may; 1517: ax.47pz, ax.24pz; now weather clear; turn 20, Axis HQ Mode Step
    """
    due = _due(record, terms)
    if not due:
        return
    gone = [unit for unit in record.start.units.values() if unit.hex and _has_left(record.end, unit, terms.boxes)]
    made = sum(terms.full.matches(unit) for unit in gone)
    cheap = sum(terms.instead is not None and terms.instead.who.matches(unit) for unit in gone)
    if made >= due:
        return
    waiting = _qualify(record.end, record.moment.phasing, terms)
    if waiting.possible:
        because = say("{due} withdrawals are due and {made} were made, and another unit qualifies", due, made)
        yield Breach((), because, broken=waiting, owed=not record.ended)
    yield from _unpaid(record, terms, (due - made, cheap), waiting)


def _unpaid(record: PhaseRecord, terms: Withdrawn, missing: tuple[int, int], waiting: Known) -> Iterator[Breach]:
    """What a withdrawal costs for which no unit qualified, unless nobody can pay it yet."""
    short, cheap = missing
    if terms.instead is None:
        return
    pool = terms.instead.pool
    owed = Interval.of(Fraction(min(short, cheap) + 2 * max(short - cheap, 0)))
    given, left = paid(record, pool), points(record.end, pool)
    broken = ~waiting & ~given.at_least(owed) & left.at_least(Interval.of(1))
    because = say("{owed} {pool} are owed for a withdrawal, and {given} was spent", amount(owed.low), pool, given)
    yield Breach((), because, broken=broken, owed=not record.ended)


def _qualify(position: Position, side: str, terms: Withdrawn) -> Known:
    """Whether a unit that qualifies is still on the map."""
    units = [unit for unit in position.of_side(side) if terms.full.matches(unit)]
    return any_of(fits_any(position, unit.side, unit.hex, terms.situations) for unit in units) if units else NO


def _has_left(position: Position, unit: Unit, boxes: frozenset[str]) -> bool:
    now = position.units.get(unit.id)
    return now is None or (not now.hex and now.location in boxes)
