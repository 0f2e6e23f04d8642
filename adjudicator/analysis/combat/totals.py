"""What changes the strength of a whole side in a battle ([[total]] of combat.toml)."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from adjudicator.analysis.combat.changes import Change
from adjudicator.analysis.combat.conditions import applying, fought_there
from adjudicator.analysis.combat.intrinsic import still_stands
from adjudicator.analysis.combat.ranged import all_see_across
from adjudicator.analysis.combat.shifts import Sides
from adjudicator.analysis.combat.strength import Part
from adjudicator.analysis.combat.terms import CombatTable, Total
from adjudicator.model.known import NO, Known, any_of
from adjudicator.record.position import Position
from adjudicator.said import say


def totals_of(
    position: Position, part: Part, sides: Sides, targets: tuple[str, ...], table: CombatTable
) -> tuple[Change, ...]:
    """The changes of the attackers' or the defenders' total, in the order of the table; open where nobody knows."""
    rows = tuple(row for row in table.total if row.part == part)
    found = applying(rows, partial(_applies, position, sides, targets))
    return tuple(Change(row.name, Fraction(row.times), Fraction(row.plus), row.round, answer) for row, answer in found)


def _applies(position: Position, sides: Sides, targets: tuple[str, ...], row: Total) -> Known:
    own = sides[0] if row.part == "attack" else sides[1]
    if row.side:
        enemy = any(unit.side == row.side for unit in sides[0])
        return NO if enemy else fought_there(position, sides[0], targets, row) & _stands(position, targets, row)
    if not own or (row.present is not None and not any(map(row.present.matches, own))):
        return NO
    if row.absent is not None and any(map(row.absent.matches, own)):
        return NO
    shown = all_see_across(position, row.sight, sides[0], targets) & fought_there(position, sides[0], targets, row)
    return shown & Known.open(say("{what}", row.unseen)) if row.unseen else shown


def _stands(position: Position, targets: tuple[str, ...], row: Total) -> Known:
    """Whether the strength of one of the hexes is still there."""
    return any_of(still_stands(position, row, target) for target in targets)
