"""Units still in play after the date on which they leave it, or are replaced by others."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.calendar import since
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.known import YES, Known
from adjudicator.model.sequence import Phase
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import PhaseName, SideName
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.who import Selector
from adjudicator.words import some_units


class Leaving(Table):
    """From the first week of a month on no unit that fits `who` is on the map, or in one of `boxes`, when a phase is over."""

    who: Selector
    """The units. Example: `who = { nations = ["au"] }`"""
    side: SideName
    """The side in whose phases it is done. Example: `side = "au"`"""
    year: int
    """The year. Example: `year = 1943`"""
    month: str
    """The month. Example: `month = "april"`"""
    boxes: frozenset[str] = frozenset()
    """Boxes in which there is none of them either. Example: `boxes = ["pool"]`"""
    into: Selector | None = None
    """A unit that comes in the hex of each that leaves it then, with as many steps; left out: none need come."""


class GoneBy(Table):
    """Units that leave play, or are replaced, at a date."""

    step: PhaseName = ""
    """The phase of the first week in which they leave, by id, kind or tag; left out: the first of the turn. Example:
    `step = "muster"`"""
    leaving: tuple[Leaving, ...]
    """Who leaves when."""


def _left(record: PhaseRecord, row: Leaving) -> Iterator[Unit]:
    for name in sorted(record.end.units):
        unit = record.end.units[name]
        if (unit.hex or unit.location in row.boxes) and row.who.matches(unit):
            yield unit


def _own(record: PhaseRecord, terms: GoneBy) -> Iterator[tuple[Leaving, Known]]:
    """The rows of the side whose phase it is, each with whether its date has come; of a player turn in its first phase only."""
    if any(_past(each, terms) for each in record.earlier):
        return
    for row in terms.leaving:
        if row.side == record.moment.phasing:
            due = since(record.moment, record.start.pack, row.year, row.month)
            yield row, due if _past(record, terms) else due & _later(record, row)


def _past(record: PhaseRecord, terms: GoneBy) -> bool:
    """Whether it is the step in which they leave, or one after it in the same player turn."""
    return _in_step(record, terms) or not any(phase.names & {terms.step} for phase in _ahead(record))


def _in_step(record: PhaseRecord, terms: GoneBy) -> bool:
    phase = record.moment.phase
    return phase is not None and terms.step in phase.names


def _ahead(record: PhaseRecord) -> tuple[Phase, ...]:
    """The phases of the same side that are still to come in a turn."""
    phases, phase = record.start.pack.header.sequence.phases, record.moment.phase
    if phase is None or phase not in phases:
        return ()
    return tuple(each for each in phases[phases.index(phase) + 1 :] if each.side == phase.side)


def _later(record: PhaseRecord, row: Leaving) -> Known:
    """Whether it is a later week than the first of a row's month."""
    moment = record.moment
    if (moment.condition("year"), moment.condition("month")) != (str(row.year), row.month):
        return YES
    week = moment.condition("week")
    return Known.open(say("the week")) if week is None else Known.of(week != "1")


def _any_due(record: PhaseRecord, terms: GoneBy) -> bool:
    return any(due.is_yes for _, due in _own(record, terms)) or bool(_date_untold(record, terms))


def _date_untold(record: PhaseRecord, terms: GoneBy) -> str:
    """What of the date nobody told, though units stand there that leave play some day: before it they may."""
    undated = (due for row, due in _own(record, terms) if due.is_open and any(True for _ in _left(record, row)))
    return next((strung(due.missing, ", ") for due in undated), "")


@check("units.gone_by", GoneBy, unseen="cannot excuse", met=_any_due, untold=_date_untold)
def is_gone_by_its_date(record: PhaseRecord, terms: GoneBy) -> Iterator[Breach]:
    """Who leaves play at a date is gone then, and who is replaced has left its place to another.

    Under: thunder_in_the_east
    Legal:    turn 50, Axis Order of Battle Step; weather clear; season spring; year 1943; month april; week 1;
              1517: ax.it35inf, ax.5inf; ax.it35inf 1517>[removed]; turn 50, Axis HQ Mode Step
    Illegal:  turn 50, Axis Order of Battle Step; weather clear; season spring; year 1943; month april; week 1;
              1517: ax.it35inf, ax.italp; ax.it35inf 1517>[removed]; turn 50, Axis HQ Mode Step
    """
    for row, due in _own(record, terms):
        if due.is_no:
            continue
        left = list(_left(record, row)) if due.is_yes else []
        if left:
            because = say(
                "due to leave play in {month} {year}, and still there: {units}", row.month, row.year, some_units(left)
            )
            hexes = tuple(dict.fromkeys(unit.hex for unit in left if unit.hex))
            yield Breach(
                hexes, because, tuple(unit.id for unit in left), owed=_in_step(record, terms) and not record.ended
            )
        if _in_step(record, terms):
            yield from _unreplaced(record, row, due)


def _unreplaced(record: PhaseRecord, row: Leaving, due: Known) -> Iterator[Breach]:
    """Units that left a hex in this phase, and in whose place none came that should."""
    if row.into is None:
        return
    for name, old, now in record.changes():
        if old is None or not old.hex or (now is not None and now.hex) or not row.who.matches(old):
            continue
        there = (unit for unit in record.end.at(old.hex) if row.into.matches(unit) and unit.steps == old.steps)
        if not any(record.start.units.get(unit.id) is None or not record.start.units[unit.id].hex for unit in there):
            because = say(
                "{unit} leaves {hex}, and what replaces it does not come there with as many steps", old, old.hex
            )
            excuse = Excuse(frozenset({old.hex}))
            yield Breach((old.hex,), because, (name,), due, owed=not record.ended, excuse=excuse)
