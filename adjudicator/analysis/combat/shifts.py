"""The columns by which ground, markers and units shift a battle ([[shift]] of combat.toml)."""

from __future__ import annotations

from functools import partial

from adjudicator.analysis.combat.conditions import applying, crosses, holds_here
from adjudicator.analysis.combat.terms import Shift, combat_table
from adjudicator.model.known import NO, Known, all_of
from adjudicator.model.units import Unit
from adjudicator.record.position import Position


def defensive_shifts(position: Position, unit: Unit, victim: Unit) -> tuple[list[tuple[str, int]], Known]:
    """The columns by which terrain and markers in the victim's hex favour it (`benefit`), and whether all are known."""
    sure, settled = shifts_of(position, (unit,), (victim,), victim.hex)
    return [(row.name, -row.columns) for row in sure if row.benefit and row.columns < 0], settled


def shifts_of(
    position: Position, attackers: tuple[Unit, ...], defenders: tuple[Unit, ...], target: str
) -> tuple[list[Shift], Known]:
    """The shifts that surely apply, and whether those are all."""
    applies = partial(_applies, position, attackers, defenders, target)
    sure, open_ = applying(combat_table(position).shift, applies)
    return sure, all_of(answer for _, answer in open_)


def _applies(
    position: Position, attackers: tuple[Unit, ...], defenders: tuple[Unit, ...], target: str, row: Shift
) -> Known:
    index, side = position.network.index, attackers[0].side
    if row.attackers is not None and not any(row.attackers.matches(unit) for unit in attackers):
        return NO
    if row.defenders is not None and not any(row.defenders.matches(unit) for unit in defenders):
        return NO
    here = holds_here(position, row, side, index[target])
    if here.is_no or row.edges is None:
        return here
    if any(unit.hex not in index for unit in attackers):
        return NO
    return here & all_of(crosses(position, row.edges, side, (index[unit.hex], index[target])) for unit in attackers)
