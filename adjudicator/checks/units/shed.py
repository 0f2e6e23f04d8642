"""Marks that units still bear when a phase is over in which they go."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import changed_by_card
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind, PhaseName
from adjudicator.record.phase import PHASE, PhaseRecord
from adjudicator.said import say
from adjudicator.words import word


class Shed(Table):
    """Marks that the units of the phasing side no longer bear when a phase is over, and keep until then."""

    kinds: frozenset[MarkerKind]
    """Kinds of marker. Example: `kinds = ["pinned"]`"""
    phases: frozenset[PhaseName]
    """Phases by id, kind or tag. Example: `phases = ["recovery"]`"""
    late: frozenset[PhaseName] = frozenset()
    """Later phases of its own turn in which one that was forgotten may still be taken off. Example: `late = ["movement"]`"""


def _bearers(record: PhaseRecord, terms: Shed) -> list[str]:
    phase = record.moment.phase
    if phase is None or not phase.names & terms.phases:
        return []
    units = record.end.units
    return [name for name in sorted(units) if units[name].side == phase.side and units[name].marks & terms.kinds]


def _any_bearer(record: PhaseRecord, terms: Shed) -> bool:
    return bool(_bearers(record, terms)) or any(unit.marks & terms.kinds for unit in record.start.units.values())


@check("units.shed", Shed, unseen="cannot excuse", met=_any_bearer)
def is_rid_of_it(record: PhaseRecord, terms: Shed) -> Iterator[Breach]:
    """What wears off is taken away when it does.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Regular Recovery & Reorganization Step; weather clear; season summer; 1717: ax.24pz+interdicted;
              unmark ax.24pz+interdicted
    Illegal:  turn 9, Axis Regular Recovery & Reorganization Step; weather clear; season summer; 1717: ax.24pz+interdicted;
              say we go on; turn 9, Axis Regular Movement Step; say we go on
    """
    yield from _early(record, terms)
    for name in _bearers(record, terms):
        unit = record.end.units[name]
        kind = word(sorted(unit.marks & terms.kinds)[0])
        because = say(
            "{unit} still bears {mark} when the {phase} is over, and must be rid of it",
            unit,
            kind,
            record.moment.phase.name if record.moment.phase else "",
        )
        yield Breach((unit.hex,), because, (name,), owed=not record.ended)


def _early(record: PhaseRecord, terms: Shed) -> Iterator[Breach]:
    """Units that lost the mark in another phase, and are still on the map."""
    phase = record.moment.phase
    for name, old, new in record.changes():
        if (
            old is None
            or new is None
            or not new.hex
            or new.type != old.type
            or not (old.marks - new.marks) & terms.kinds
        ):
            continue
        if phase is None or phase.side != old.side or not phase.names & (terms.phases | terms.late):
            kind = word(sorted((old.marks - new.marks) & terms.kinds)[0])
            because = say(
                "{unit} loses its mark {mark} in {moment}, and keeps it until it wears off", new, kind, record.moment
            )
            known = YES if phase is not None else Known.open(PHASE)
            yield Breach((new.hex,), because, (name,), known & ~changed_by_card(record, terms.kinds))
