"""The columns by which ground, markers and units shift a battle ([[shift]] of combat.toml)."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from adjudicator.analysis.combat.conditions import applying, fought_there
from adjudicator.analysis.combat.terms import Modifier, Shift, combat_table
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import NO, Known, all_of
from adjudicator.model.units import Unit
from adjudicator.record.position import Position

Row = TypeVar("Row", bound=Modifier)
Sides = tuple[tuple[Unit, ...], tuple[Unit, ...]]
"""Those who attack, and those who defend."""


def defensive_shifts(position: Position, unit: Unit, victim: Unit) -> tuple[list[tuple[str, int]], Known]:
    """The columns by which terrain and markers in the victim's hex favour it (`benefit`), and whether all are known."""
    sure, settled = shifts_of(position, (unit,), (victim,), victim.hex)
    return [(row.name, -row.columns) for row in sure if row.benefit and row.columns < 0], settled


def shifts_of(
    position: Position, attackers: tuple[Unit, ...], defenders: tuple[Unit, ...], target: str | tuple[str, ...]
) -> tuple[list[Shift], Known]:
    """The shifts that surely apply, and whether those are all."""
    return modifiers_of(position, combat_table(position).shift, (attackers, defenders), target)


def modifiers_of(
    position: Position, rows: tuple[Row, ...], sides: Sides, target: str | tuple[str, ...]
) -> tuple[list[Row], Known]:
    """The shifts, or modifiers of the die, that surely apply when attackers meet defenders, and whether those are all."""
    targets = (target,) if isinstance(target, str) else target
    found = applying(rows, partial(fits_battle, position, sides, targets))
    return [row for row, answer in found if answer.is_yes], all_of(answer for _, answer in found)


def may_shift(
    position: Position, rows: tuple[Shift, ...], sides: Sides, targets: tuple[str, ...]
) -> tuple[tuple[str, Interval], ...]:
    """The shifts of which nobody knows whether they apply, each as none or all of its columns."""
    found = applying(rows, partial(fits_battle, position, sides, targets))
    return tuple(
        (row.name, ZERO.either(Interval.of(row.columns), *answer.missing)) for row, answer in found if answer.is_open
    )


def fits_battle(position: Position, sides: Sides, targets: tuple[str, ...], row: Modifier) -> Known:
    """Whether a row fits a battle: who meets whom, and where."""
    attackers, defenders = sides
    if row.attackers is not None and not any(row.attackers.matches(unit) for unit in attackers):
        return NO
    if row.every is not None and not all(map(row.every.matches, attackers)):
        return NO
    if row.defenders is not None and not any(row.defenders.matches(unit) for unit in defenders):
        return NO
    return fought_there(position, attackers, targets, row)
