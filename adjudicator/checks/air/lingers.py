"""Missions that last, and are given up too early."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.reach import is_base
from adjudicator.analysis.air.sorties import driven_off, unseen_mission
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import PhaseName
from adjudicator.record.acts import Transfer
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class Lingers(Table):
    """Who flies such a mission stays over its hex through these phases of the player turn, unless he is driven off."""

    kinds: frozenset[str]
    """The kinds of mission. Example: `kinds = ["harassment"]`"""
    phases: frozenset[PhaseName]
    """The phases, by id, kind or tag. Example: `phases = ["combat", "exploitation"]`"""


def _any(record: PhaseRecord, terms: Lingers) -> bool:
    phase = record.moment.phase
    return phase is not None and bool(phase.names & terms.phases) and any(record.of(Transfer))


def _untold(record: PhaseRecord, _terms: Lingers) -> str:
    """The mission that nobody told of a unit which leaves a hex that is no base of its side."""
    for act in record.of(Transfer):
        for unit in (act.before.units[name] for name in act.units if name in act.before.aircraft):
            untold = unit.location in act.before.network.index and unseen_mission(act.before, unit)
            if untold and not is_base(act.before, unit.side, unit.location).is_yes:
                return untold
    return ""


@check("air.lingers", Lingers, unseen="cannot excuse", met=_any, untold=_untold)
def stays_over_its_hex(record: PhaseRecord, terms: Lingers) -> Iterator[Breach]:
    """Who harasses a hex stays there until the enemy has moved.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2714: so.10rif;
              fly harassment 1B/2714: ge.he111h; turn 5, German Combat Phase; say on
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2714: so.10rif;
              fly harassment 1B/2714: ge.he111h; turn 5, German Combat Phase; ge.he111h [1B/2714]>[1B/2719]
    """
    if not _any(record, terms):
        return
    driven = {name for part in (*record.earlier, record) for name in driven_off(part)}
    for act in record.of(Transfer):
        for name in act.units:
            sortie = act.before.memory.flown.get(name)
            unit, now = act.before.units.get(name), act.after.units.get(name)
            if sortie is None or unit is None or now is None or sortie.mission not in terms.kinds:
                continue
            if unit.side != act.moment.phasing or unit.location != sortie.hex or name in driven:
                continue
            kind = air_table(act.before).called(sortie.mission)
            because = say("{unit} flies {kind} over {hex}, and leaves it in this phase", unit, kind, sortie.hex)
            began = record.earlier[0].begun if record.earlier else record.begun
            broken = YES if began else Known.open(say("whether anything drove {unit} off", unit))
            yield Breach((sortie.hex,), because, (name,), broken)
