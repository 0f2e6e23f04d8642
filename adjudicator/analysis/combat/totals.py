"""What changes the strength of a whole side in a battle ([[total]] of combat.toml)."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from adjudicator.analysis.combat.changes import ArithmeticStep
from adjudicator.analysis.combat.conditions import applying, fought_there
from adjudicator.analysis.combat.intrinsic import still_stands
from adjudicator.analysis.combat.ranged import all_see_across
from adjudicator.analysis.combat.shifts import Sides
from adjudicator.analysis.combat.strength import Part
from adjudicator.analysis.combat.terms import CombatTable, OwnStrength, OwnStrengths, Total
from adjudicator.model.known import NO, Known, any_of
from adjudicator.record.position import Position


def totals_of(
    position: Position, part: Part, sides: Sides, targets: tuple[str, ...], table: CombatTable
) -> tuple[ArithmeticStep, ...]:
    """The changes of the attackers' or the defenders' total, in the order of the table; open where nobody knows."""
    rows = tuple(row for row in table.total if row.part == part)
    places = position.pack.figures_of(OwnStrengths)
    own = tuple(row for row in places.places if row.total.part == part) if places is not None else ()
    found = (
        *applying(rows, partial(_applies, position, sides, targets)),
        *applying((each.total for each in own), partial(_own_applies, position, sides, targets, own)),
    )
    return tuple(
        ArithmeticStep(row.name, Fraction(row.times), Fraction(row.plus), row.round, answer) for row, answer in found
    )


def _applies(position: Position, sides: Sides, targets: tuple[str, ...], row: Total) -> Known:
    own = sides[0] if row.part == "attack" else sides[1]
    if not own or (row.present is not None and not any(map(row.present.matches, own))):
        return NO
    if row.absent is not None and any(map(row.absent.matches, own)):
        return NO
    return all_see_across(position, row.sight, sides[0], targets) & fought_there(position, sides[0], targets, row)


def _own_applies(
    position: Position, sides: Sides, targets: tuple[str, ...], own: tuple[OwnStrength, ...], total: Total
) -> Known:
    """Whether the strength of one of the hexes is still there."""
    row = next(each for each in own if each.total is total)
    if any(unit.side == row.side for unit in sides[0]):
        return NO
    stands = any_of(still_stands(position, row, target) for target in targets)
    return fought_there(position, sides[0], targets, total) & stands
