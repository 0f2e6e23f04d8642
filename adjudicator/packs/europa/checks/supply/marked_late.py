"""Marks of supply that are put on or taken off when nobody looks at supply."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.supply.status import supply
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say

OUT = "out_of_supply"


class MarkedLate(Table):
    """Out of the phases in which supply is judged no unit gets, or loses, such a mark, but one that it should have had, or not.

    One mark may stand for a stack or a pocket: while another unit of the side bears one, it may have been parted or joined.
    A mark that lies where it lay was left by who is gone: who comes into its hex was not marked.
    """

    kinds: frozenset[MarkerKind]
    """The kinds of marker. Example: `kinds = ["out_1", "out_2"]`"""


def _changed(record: PhaseRecord, terms: MarkedLate) -> list[tuple[Unit, Unit]]:
    """The units on the map whose marks of supply are others when the phase is over: as they were, and as they are."""
    return [(old, new) for old, new in record.changed() if (old.marks ^ new.marks) & terms.kinds]


def _any_changed(record: PhaseRecord, terms: MarkedLate) -> bool:
    return bool(_changed(record, terms))


@check("supply.marked_late", MarkedLate, unseen="cannot excuse", acts=("mark", "unmark"), met=_any_changed)
def marked_in_its_time(record: PhaseRecord, terms: MarkedLate) -> Iterator[Breach]:
    """Supply is judged in the initial phase, and holds for the player turn.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 2A/2906: ge.1inf+out.b1, ge.1reg; mark ge.1reg+out.b1
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2719: ge.1inf; mark ge.1inf+out.b1
    """
    for old, new in _changed(record, terms):
        gained = bool((new.marks - old.marks) & terms.kinds)
        if gained and _came_beneath(record, new, terms):
            continue
        right = _was_out(record, new)
        wrong = ~right if gained else right
        if wrong.is_no:
            continue
        shared = _bears_one(record.start if gained else record.end, new, terms)
        because = (
            say("{unit} is marked as out of supply, which is judged in the initial phase", new)
            if gained
            else say("{unit} is no longer marked as out of supply, which is judged in the initial phase", new)
        )
        broken = wrong & (Known.open(say("whether one marker stood for several units")) if shared else YES)
        yield Breach((new.hex,), because, (new.id,), broken)


def _came_beneath(record: PhaseRecord, unit: Unit, terms: MarkedLate) -> bool:
    """Whether all marks of supply on a unit lay in its hex when the phase began."""
    lay = {marker.id for marker in record.start.markers.values() if marker.hex == unit.hex}
    marks = [mark for mark in record.end.markers.values() if mark.on == unit.id and mark.type.kind in terms.kinds]
    return bool(marks) and all(mark.id in lay for mark in marks)


def _was_out(record: PhaseRecord, unit: Unit) -> Known:
    """Whether a unit was out of supply when that was judged: a mark that comes late may set right what was forgotten."""
    first = record.earlier[0] if record.earlier else record
    if unit.id not in first.start.units or not first.begun:
        return Known.open(say("whether {unit} was out of supply in the initial phase", unit))
    # Nobody tells at which moment of the initial phase it was judged.
    moments = [first.start] + [first.end] * (first is not record and unit.id in first.end.units)
    standing = [supply(at, unit.side).state(unit.id) for at in moments]
    found = {state == OUT for each in standing for state in each.states}
    unfed = say("which units their sources of supply fed")
    missing = tuple(dict.fromkeys(name for each in standing for name in each.missing))
    return Known.of(found.pop()) if len(found) == 1 else Known.open(*(missing or (unfed,)))


def _bears_one(position: Position, unit: Unit, terms: MarkedLate) -> bool:
    """Whether another unit of the side bears such a mark, or one that stood where the unit stands and left it lying."""
    others = (each for each in position.units.values() if each.id != unit.id and each.hex and each.marks & terms.kinds)
    return any(each.side == unit.side or each.hex == unit.hex for each in others)
