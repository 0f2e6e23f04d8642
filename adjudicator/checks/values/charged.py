"""Markers that move without the points that this costs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.economy import first_untold, told_number
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import Interval
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind, PhaseName
from adjudicator.record.acts import Shifted
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import amount


class Charged(Table):
    """For each marker of `kinds` that goes from hex to hex in `phases`, `costs` is spent. An untold number is not asked."""

    kinds: frozenset[MarkerKind]
    """Kinds of marker. Example: `kinds = ["leader"]`"""
    phases: frozenset[PhaseName]
    """Phases by id, kind or tag. Example: `phases = ["special movement"]`"""
    pool: str
    """The value that pays. Example: `pool = "FP.soviet"`"""
    costs: Amount
    """What it costs for each."""


def _moves(record: PhaseRecord, terms: Charged) -> list[str]:
    """The names of the markers that went from hex to hex, and are not back where they were."""
    phase = record.moment.phase
    if phase is None or not phase.names & terms.phases:
        return []
    first: dict[str, Marker] = {}
    for act in record.of(Shifted):
        for name in act.markers:
            old, new = act.before.markers.get(name), act.after.markers.get(name)
            if old is not None and new is not None and old.type.kind in terms.kinds and old.hex and new.hex:
                first.setdefault(name, old)
    last = record.end.markers
    return [old.type.name or name for name, old in first.items() if name not in last or last[name].hex != old.hex]


def _comes_up(record: PhaseRecord, terms: Charged) -> bool:
    return bool(_moves(record, terms))


def _untold(record: PhaseRecord, terms: Charged) -> str:
    return first_untold([terms.pool], record.start.values)


@check("values.charged", Charged, unseen="cannot excuse", met=_comes_up, untold=_untold)
def paid_for_moving(record: PhaseRecord, terms: Charged) -> Iterator[Breach]:
    """A fleet sails for a point of fuel.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Soviet Special Movement Step; weather clear; season summer; 1903: +fleet.baltic; value FP.soviet 3;
              shift +fleet.baltic 1903-1503; value FP.soviet 2
    Illegal:  turn 9, Soviet Special Movement Step; weather clear; season summer; 1903: +fleet.baltic; value FP.soviet 3;
              shift +fleet.baltic 1903-1503; turn 9, Soviet Battle Declaration Step
    """
    moved = _moves(record, terms)
    if not moved or terms.pool not in record.start.values:
        return
    due = Interval.of(Fraction(terms.costs) * len(moved))
    given = told_number(record.start, terms.pool).minus(told_number(record.end, terms.pool))
    because = say(
        "{name} moves, which costs {due} {pool}, and {given} was spent", moved[0], amount(due.low), terms.pool, given
    )
    yield Breach((), because, broken=~given.at_least(due), owed=not record.ended)
