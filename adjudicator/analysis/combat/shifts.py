"""The columns by which ground, markers and units shift a battle ([[shift]] of combat.toml)."""

from __future__ import annotations

from adjudicator.analysis.combat.conditions import crosses, told, unknown_datum
from adjudicator.analysis.combat.terms import Shift, combat_table
from adjudicator.analysis.ground import standing
from adjudicator.model.units import Unit
from adjudicator.record.position import Position


def defensive_shifts(position: Position, unit: Unit, victim: Unit) -> tuple[list[tuple[str, int]], list[str]]:
    """The columns by which terrain and markers in the victim's hex favour it (`benefit`), and the data that are missing."""
    sure, missing = shifts_of(position, (unit,), (victim,), victim.hex)
    return [(row.name, -row.columns) for row in sure if row.benefit and row.columns < 0], missing


def shifts_of(
    position: Position, attackers: tuple[Unit, ...], defenders: tuple[Unit, ...], target: str
) -> tuple[list[Shift], list[str]]:
    """The shifts that apply, and the missing data on which others depend."""
    side = attackers[0].side
    sure: list[Shift] = []
    doubtful: list[Shift] = []
    groups: set[str] = set()
    for row in combat_table(position).shift:
        if row.group in groups or not _shifted(position, row, (attackers, defenders), target, unknown=True):
            continue
        if _shifted(position, row, (attackers, defenders), target, unknown=False):
            sure.append(row)
            groups |= {row.group} - {""}
        else:
            doubtful.append(row)
    open_ = [row for row in doubtful if row.group not in groups]
    return sure, [unknown_datum(position, row, side) for row in open_]


def _shifted(
    position: Position, row: Shift, units: tuple[tuple[Unit, ...], tuple[Unit, ...]], target: str, unknown: bool
) -> bool:
    attackers, defenders = units
    index, side = position.network.index, attackers[0].side
    if not row.where.fits(standing(position), index[target]).taken(unknown) or not row.when.holds(position, side).taken(
        unknown
    ):
        return False
    if not told(position, row.cells, unknown):
        return False
    if row.attackers is not None and not any(row.attackers.matches(unit) for unit in attackers):
        return False
    if row.defenders is not None and not any(row.defenders.matches(unit) for unit in defenders):
        return False
    return row.edges is None or all(
        unit.hex in index and crosses(position, row.edges, side, (index[unit.hex], index[target]), unknown)
        for unit in attackers
    )
