"""Battles that were declared and never fought."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.odds import battle
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.words import listed


@check("combat.declared_fought", NoTerms, unseen="may excuse nearby", whole_turn=True)
def fights_what_it_declared(record: PhaseRecord, _: NoTerms) -> Iterator[Breach]:
    """A declared battle is fought before the step ends; until the record shows its end it is still owed.

    Legal:    Axis Battle Declaration Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc/2;
              attack 1817: ax.24pz; Axis Ground Battles Step; attack 1817: ax.24pz result=NE; Axis Air Return Step;
              say done
    Illegal:  Axis Battle Declaration Step; weather clear; season summer; 1717: ax.24pz, ax.14mot; 1817: sov.63rc/2;
              1816: sov.61rc/2; attack 1817: ax.24pz; attack 1816: ax.14mot; Axis Ground Battles Step;
              attack 1817: ax.24pz result=NE; Axis Air Return Step; say done
    """
    position, phasing = record.end, record.moment.phasing
    for target, names in sorted(position.memory.announced.items()):
        units = tuple(position.units[name] for name in names if name in position.units)
        possible = _possible(position, units, target)
        if phasing in {unit.side for unit in units} and possible.possible:
            who = listed(str(unit) for unit in units)
            because = say(
                "the attack of {who} on {target} was declared and not fought: no declared battle is canceled",
                who,
                target,
            )
            yield Breach((target,), because, names, possible, owed=not record.ended)


def _possible(position: Position, units: tuple[Unit, ...], target: str) -> Known:
    """Whether the battle can be fought: there are enemies, and somebody left who may attack them."""
    able = [unit for unit in units if unit.hex in position.network.index]
    enemies = [other for other in position.at(target) if other.side not in {unit.side for unit in able}]
    if not able or not enemies:
        return NO
    barred = {unit.id: answer for unit, answer in battle(position, able, target).barred}
    return any_of(~barred.get(unit.id, NO) for unit in able)
