"""Reinforcements that come onto the map in another phase than their own."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.reinforcement import arrived, reinforcement_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import PhaseName
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import either


class OwnPhase(Table):
    """Units that fit `who` come onto the map in `phases` of their side, unless others of their nation left that hex."""

    phases: frozenset[PhaseName]
    """The phases by id, kind or tag. Example: `phases = ["initial"]`"""
    who: Selector = EVERYONE
    """The units that come onto the map."""
    from_boxes: frozenset[str] = frozenset()
    """Boxes off the map from which they come at other times, too. Example: `from_boxes = ["germany"]`"""
    boxed: bool = False
    """Whether only those are judged that come out of a box; else also those that nobody saw before."""


def _late(record: PhaseRecord, terms: OwnPhase) -> Iterator[tuple[Unit, str]]:
    """Who came in a phase that is not its own, with the box that it came from, "" where nobody knows."""
    phase, lost = record.moment.phase, reinforcement_table(record.start).lost
    gone = {(old.hex, old.type.nation) for act in record.acts for old, new in _changes(act) if old.hex and not new}
    for act in record.acts:
        for name in act.units:
            old, unit = act.before.units.get(name), act.after.units.get(name)
            if unit is None or not unit.hex or (old is not None and old.hex):
                continue
            box = old.location if old is not None else ""
            apart = (unit.hex, unit.type.nation) not in gone and box not in terms.from_boxes | lost
            own = phase is None or (phase.side == unit.side and bool(phase.names & terms.phases))
            if apart and not own and terms.who.matches(unit) and (box or not terms.boxed):
                yield unit, box


def _changes(act: Act) -> Iterator[tuple[Unit, str]]:
    """The units of an act as they were, each with the hex in which it is afterwards."""
    for name in act.units:
        old, new = act.before.units.get(name), act.after.units.get(name)
        if old is not None:
            yield old, new.hex if new is not None else ""


def _any_late(record: PhaseRecord, terms: OwnPhase) -> bool:
    return any(True for _ in arrived(record))


@check("placement.own_phase", OwnPhase, unseen="may excuse", met=_any_late)
def comes_in_its_phase(record: PhaseRecord, terms: OwnPhase) -> Iterator[Breach]:
    """Reinforcements come in the initial phase of their side.

    Under:    sudden_storm, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; [due]: so.10rif; so.10rif [due]>2A/3003
    Illegal:  turn 5, Soviet Combat Phase; weather clear; [due]: so.10rif; so.10rif [due]>2A/3003
    """
    phase = record.moment.phase
    for unit, box in _late(record, terms):
        because = say(
            "{unit} comes onto the map in {phase}; reinforcements come only in: {phases}",
            unit,
            phase.name if phase is not None else "",
            either(terms.phases),
        )
        sure = YES if box else Known.open(say("where {unit} came from", unit))
        yield Breach((unit.hex,), because, (unit.id,), sure)
